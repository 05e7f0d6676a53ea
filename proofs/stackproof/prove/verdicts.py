"""From obligations and plays to results: a verdict on each law in each edition, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from msgspec.structs import replace as with_changes

from stackproof.editions.load import Edition
from stackproof.game.domains import Decision, Verb
from stackproof.lang.system import LEADS_TO, Law, System
from stackproof.report.result import Result, Trace, Unreached, Verdict

from .assumptions import EACH, NEEDS, PROMISE
from .bounded import Outcome, Play
from .game import in_force
from .obligations import Obligation, Proof
from .reaching import UNTRIED, Tried, against
from .replaying import differing

EVERY_DECK = "every deck"
FINITELY_OFTEN = "if objects are put on the stack only finitely often"
"""What a rank takes for granted of plays."""


def scope(capacities: Mapping[str, int]) -> str:
    """What a proof covers, in words."""
    cards, library = capacities["cards"], capacities["library"]
    most = f" with up to {library} in a library" if library < cards else ""
    return (
        f"every deck of up to {cards} cards{most}, up to {capacities['stack']} objects "
        f"on the stack, {capacities['waiting']} waiting triggers, {capacities['seats']} players"
    )


def inductive(
    proof: Proof,
    system: System,
    laws: Sequence[Law],
    editions: Iterable[Edition],
    tried: Mapping[str, Tried] = MappingProxyType({}),
) -> Iterator[Result]:
    """The results of a proof for each law in each edition in which it is in force. The switches of
    editions are free in the proof, so that one proof serves them all.

    A law is violated where ``tried`` has a play that breaks it. What else speaks against a proof is
    no reason to call it so.
    """
    fallen = proof.fallen()
    known = list(editions)
    for law in laws:
        obligations, chains = proof.of(law.id), proof.chains_of(law.id)
        search = tried.get(law.id, UNTRIED)
        proved = bool(obligations) and law.id not in fallen
        steps = proof.steps(law.id)
        if_proved = FINITELY_OFTEN if law.kind == LEADS_TO else f"by {steps} steps" * (steps > 1)
        reason = if_proved if proved else why(law.id, proof, fallen, system)
        result = Result(
            law=law.id, edition="", scenario=EVERY_DECK, engine="prove",
            verdict=Verdict.HOLDS if proved else Verdict.UNDETERMINED,
            expected=Verdict.HOLDS, vacuous=False, states=search.positions,
            edges=search.transitions, reason="; ".join(filter(None, (reason, search.told()))),
            seconds=round(sum(o.seconds for o in (*obligations, *chains)) + search.seconds, 3),
            unreached=None if proved else _unreached(law, proof, system, search),
        )  # fmt: skip
        for edition in known:
            if in_force(law, edition):
                yield _with_play(with_changes(result, edition=edition.id), search, law, edition)


def _with_play(result: Result, search: Tried, law: Law, edition: Edition) -> Result:
    """The result in an edition: violated if a play shows it there."""
    if edition.id not in search.plays:
        return result
    trace = _trace(search.plays[edition.id], EVERY_DECK, edition, law)
    return with_changes(result, verdict=Verdict.VIOLATED, trace=trace, reason="", unreached=None)


def _unreached(law: Law, proof: Proof, system: System, search: Tried) -> Unreached | None:
    """The counterexample that is told of, as it is packed."""
    for found in (o.counterexample for o in against(proof, law.id) if o.counterexample):
        action = (system.verbs[found.verb][0], found.argument) if found.verb >= 0 else None
        setup, position = found.setup.hex(), found.before.hex()
        complete = search.complete and search.starts > 0 and not search.plays
        return Unreached(action, setup, position, search.starts, complete, search.edition)
    return None


def why(goal: str, proof: Proof, fallen: frozenset[str], system: System) -> str:
    """Why a goal is not proved: a case in which a position speaks against it, else the first one in
    which it is not, or what it rests on.
    """
    known = against(proof, goal)
    failing = known + [o for o in proof.failing(goal) if o not in known]
    if failing:
        first = failing[0]
        more = f", and in {len(failing) - 1} more cases" if len(failing) > 1 else ""
        longer = "".join(_in_more_steps(first, proof, system))
        return f"{_place(first, system)}: {_because(first, system)}{longer}{more}"
    root = _root(goal, proof, fallen)
    return f"it rests on what is not proved: {_named(root)}" if root else "nothing was to prove"


def _root(goal: str, proof: Proof, fallen: frozenset[str]) -> str:
    """The nearest goal that a goal rests on and that fails by itself."""
    queue, seen = [goal], {goal}
    for name in queue:
        if proof.failing(name):
            return name
        known = (*proof.of(name), *proof.chains_of(name))
        used = sorted({label for o in known for label in o.used & fallen} - seen)
        seen.update(used)
        queue += used
    return ""


def _because(obligation: Obligation, system: System) -> str:
    if obligation.status == "refuted" and obligation.counterexample is not None:
        shown = ", ".join(differing(system, obligation.counterexample))
        return f"a position, which may be unreachable, breaks it: {shown}"
    return obligation.reason


def _in_more_steps(first: Obligation, proof: Proof, system: System) -> Iterator[str]:
    """What else speaks against a goal where it is tried in more than one step."""
    for chain in reversed(proof.chains_of(first.goal)):
        here = replace(chain.case, earlier=(), begins=False) == first.case
        if here and not proof.shows(chain.case, first.goal):
            yield f"; {_place(chain, system)}: {chain.reason}"
            return


def _named(label: str) -> str:
    for start in (PROMISE, EACH, NEEDS):
        if label.startswith(start):
            return start + label.removeprefix(start).rpartition(".")[2]
    return label


def _place(obligation: Obligation, system: System) -> str:
    case = obligation.case
    if case.kind == "start":
        return "where plays begin"
    if case.kind == "position":
        return "in any position"
    if case.kind == "contract":
        given = f" given {case.argument}" if case.argument >= 0 else ""
        return case.contract.rpartition(".")[2] + given
    decisions = system.program.members(Decision)
    actions = [
        f"{Verb(verb).name.lower()} at the decision {decisions[decision].name}"
        for verb, decision in (*case.earlier, (case.verb, case.decision))
    ]
    return ("where plays begin, " if case.begins else "") + ", then ".join(actions)


def searched(
    outcomes: Iterable[Outcome], scenario: str, edition: Edition, asked: int, seconds: float
) -> Iterator[Result]:
    """The results of a bounded search, which proves nothing beyond its depth."""
    for outcome in outcomes:
        trace, reason = None, outcome.reason
        if outcome.play is not None:
            trace = _trace(outcome.play, scenario, edition, outcome.law)
        elif not reason:
            reason = f"no play of up to {outcome.depth} actions breaks it"
        else:
            reason = f"no play of up to {outcome.depth} of {asked} actions breaks it: {reason}"
        verdict = Verdict.VIOLATED if trace is not None else Verdict.UNDETERMINED
        expected = Verdict.HOLDS if outcome.law.supported else Verdict.VIOLATED
        yield Result(
            law=outcome.law.id, edition=edition.id, scenario=scenario, engine="bounded",
            verdict=verdict, expected=expected, vacuous=False, states=0, edges=0,
            seconds=round(seconds, 3), trace=trace, reason=reason,
        )  # fmt: skip


def _trace(play: Play, scenario: str, edition: Edition, law: Law) -> Trace:
    names = [(Verb(verb).name.lower(), argument) for verb, argument in play.actions]
    begun = (play.setup.hex(), play.initial.hex()) if scenario == EVERY_DECK else ("", "")
    return Trace(scenario, edition.id, law.id, names, setup=begun[0], initial=begun[1])
