"""From obligations and plays to results: a verdict on each law in each edition, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from stackproof.editions.load import Edition
from stackproof.game.domains import Decision, Verb
from stackproof.lang.system import LEADS_TO, Law, System
from stackproof.report.result import Result, Trace, Verdict

from .assumptions import EACH, NEEDS, PROMISE
from .bounded import Outcome
from .game import in_force
from .induction import Obligation, Proof
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
    proof: Proof, system: System, laws: Sequence[Law], editions: Iterable[Edition]
) -> Iterator[Result]:
    """The results of a proof for each law in each edition in which it is in force. The switches of
    editions are free in the proof, so that one proof serves them all.
    """
    fallen = proof.fallen()
    known = list(editions)
    for law in laws:
        obligations = proof.of(law.id)
        proved = bool(obligations) and law.id not in fallen
        steps = proof.steps(law.id)
        if_proved = FINITELY_OFTEN if law.kind == LEADS_TO else f"by {steps} steps" * (steps > 1)
        reason = if_proved if proved else why(law.id, proof, fallen, system)
        for edition in known:
            if in_force(law, edition):
                yield Result(
                    law=law.id, edition=edition.id, scenario=EVERY_DECK, engine="prove",
                    verdict=Verdict.HOLDS if proved else Verdict.UNDETERMINED,
                    expected=Verdict.HOLDS, vacuous=False, states=0, edges=0,
                    seconds=round(sum(o.seconds for o in obligations), 3), reason=reason,
                )  # fmt: skip


def why(goal: str, proof: Proof, fallen: frozenset[str], system: System) -> str:
    """Why a goal is not proved: the first case in which it is not, or what it rests on."""
    failing = proof.failing(goal)
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
        if here and chain.status != "proved":
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
            names = [(Verb(verb).name.lower(), argument) for verb, argument in outcome.play.actions]
            trace = Trace(scenario, edition.id, outcome.law.id, names)
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
