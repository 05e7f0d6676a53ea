"""One case of a proof: its goals, each proved, refuted by a position that CPython replays, or not
known.

A process makes the terms of a case anew each time it is asked about, so all goals come together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from stackproof.lang.readings.symbolic import undisturbed
from stackproof.lang.system import Law
from stackproof.lang.terms import Term

from .asking import prove
from .assumptions import NEEDS, POSITION
from .bounded import fails
from .cases import Case
from .cone import Answer, Ground
from .eventlist import Unlisted
from .game import subject
from .layout import CaseId
from .minimise import smallest
from .obligations import Obligation
from .replaying import Mismatch, replay
from .slices import Part, cut
from .subject import Subject

PATIENCE = 15
"""How many times as long a question about a contract, or what is needed for it, may take: much
rests on each."""


Make = Callable[[Mapping[str, int]], Subject]
"""Makes the subject in some size: a function that other processes can be sent."""
Known = Callable[[Case, str], Obligation | None]
"""What is known of the goals of a case from an earlier proof, and still so."""


@cache
def made(make: Make, capacities: tuple[tuple[str, int], ...]) -> Subject:
    """The subject in some size, made once in each process."""
    return make(dict(capacities))


@undisturbed()
def attempt(
    capacities: tuple[tuple[str, int], ...],
    identity: CaseId,
    goals: Sequence[str] | None,
    without: frozenset[str],
    seconds: float,
    make: Make = subject,
    anew: frozenset[str] = frozenset(),
    known: Known | None = None,
) -> list[Obligation]:
    """Try to prove goals of a case, or all, without assuming some invariants. Those ``anew`` are by
    induction although they were thought to follow from others. What is ``known`` is not proved.
    """
    case = Case(made(make, capacities), identity)
    wanted = [g for g in case.goals(anew) if goals is None or g in goals]
    if not case.possible:
        # That actions do not follow each other is known by what the runs went by.
        chain = wanted if identity.is_chain else []
        return [Obligation(identity, g, "proved", case.rests_on(g, ())) for g in chain]
    gone = without & set(case.subject.facts)
    if gone and identity.kind == "action":
        # The terms of the case are only those of the action where the facts hold.
        return [
            Obligation(identity, g, "undetermined", reason=follows_only_with(gone)) for g in wanted
        ]
    hypotheses = [h for h, label in case.hypotheses.items() if label not in without]
    ground = Ground(case.terms, hypotheses)
    obligations = []
    known = None if identity.is_chain else known
    for goal in wanted:
        found = None if known is None else known(case, goal)
        if found is None or found.used & without:
            found = one(case, goal, ground, seconds)
        obligations.append(found)
    return obligations


def one(case: Case, goal: str, ground: Ground, seconds: float) -> Obligation:
    """What becomes of a goal; ``seconds`` for each question. Raises :class:`Mismatch`."""
    identity = case.identity
    much = identity.kind != "contract" and goal.startswith(NEEDS)
    try:
        answer = answered(case, goal, ground, seconds * PATIENCE if much else seconds)
    except Unlisted as error:
        return Obligation(identity, goal, "undetermined", reason=str(error))
    used = case.rests_on(goal, answer.used)
    status, reason, found = answer.status, answer.reason, None
    if status == "refuted":
        law = case.subject.by_id.get(goal)
        if law is None or identity.kind in ("contract", POSITION):
            reason = "it does not follow"
        elif identity.is_chain:
            told = _told(case, law, answer.values)
            return Obligation(identity, goal, status, used, told, answer.seconds, answer.terms)
        else:
            values = smallest(ground, case.goal(goal), answer.values)
            found = replay(case, law, values)
            if not found.fails:
                reason = "the contracts do not promise enough"
    if reason:
        status = "undetermined"
    slices = tuple(cut(part, case.hypotheses) for part in answer.parts)
    return Obligation(
        identity, goal, status, used, reason, answer.seconds, answer.terms, found, slices
    )


def _told(case: Case, law: Law, values: Mapping[Term, int]) -> str:
    """What a chain of actions is that speaks against a law. Raises :class:`Mismatch`."""

    def value(term: Term) -> int:
        return term.low if term.op == "const" else values.get(term, max(term.low, 0))

    setup, first = case.setup.pack(value), case.first.pack(value)
    actions = [(verb, value(argument)) for verb, argument in case.taken]
    if fails(case.subject, law, setup, first, actions):
        whole = "a play" if case.identity.begins else "a position, which may be unreachable,"
        names = [case.subject.system.verbs[verb][0] for verb, _ in actions]
        told = ", ".join(
            f"{name} {number}" for name, (_, number) in zip(names, actions, strict=True)
        )
        return f"{whole} breaks it: {told}"
    if case.exact:
        raise Mismatch(f"{law.id}: {case.identity}: the law does not fail in CPython")
    return "the contracts do not promise enough"


def answered(case: Case, goal: str, ground: Ground, seconds: float) -> Answer:
    """Whether all that is to be shown for a goal is, one after the other."""
    used: dict[Term, None] = {}
    parts: list[Part] = []
    spent, terms = 0.0, 0
    allowed = set(ground.hypotheses)
    for wanted, usable in case.questions(goal):
        found = prove(ground, wanted, seconds, [h for h in usable if h in allowed])
        spent, terms = spent + found.seconds, max(terms, found.terms)
        if found.status != "proved":
            return found
        used.update(dict.fromkeys(found.used))
        parts += found.parts
    return Answer("proved", tuple(used), terms=terms, seconds=spent, parts=tuple(parts))


def follows_only_with(labels: Iterable[str]) -> str:
    """Why a goal is not proved that rests on what is not."""
    return f"it follows only with what is not proved: {', '.join(sorted(labels))}"
