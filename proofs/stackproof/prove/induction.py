"""Proofs by induction: every case of every law, and which of them stand once all is known.

A law is proved if it follows in every case from invariants that are proved themselves. What rests
on one that is not is asked once more without it, until nothing changes (Houdini). Cases are shared
out among processes, and a worker makes the terms of a case anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import get_context

from stackproof.lang.readings.symbolic import undisturbed
from stackproof.lang.terms import Term

from .assumptions import EACH, NEEDS, POSITION, PROMISE, SO_FAR
from .cases import Case
from .cone import Answer, Ground, prove
from .eventlist import Unlisted
from .game import subject
from .layout import CaseId, identities
from .minimise import smallest
from .replaying import Counterexample, Mismatch, replay
from .slices import Part, Slice, cut
from .subject import Subject

PATIENCE = 15
"""How many times as long a question about a contract, or what is needed for it, may take: much
rests on each."""


@dataclass(frozen=True)
class Obligation:
    """What became of one goal in one case: ``proved`` from what is ``used``, ``refuted`` by a
    counterexample, or ``undetermined`` with a reason. ``slices`` are what the proof looked at.
    """

    case: CaseId
    goal: str
    status: str
    used: frozenset[str] = frozenset()
    reason: str = ""
    seconds: float = 0.0
    terms: int = 0
    counterexample: Counterexample | None = None
    slices: tuple[Slice, ...] = ()


@dataclass
class Proof:
    """All obligations, and what they come to."""

    capacities: Mapping[str, int]
    obligations: dict[tuple[CaseId, str], Obligation] = field(default_factory=dict)

    def of(self, goal: str) -> list[Obligation]:
        """The obligations of a goal, in the order of the cases."""
        return [o for (_, name), o in self.obligations.items() if name == goal]

    def stands(self, goal: str, without: Iterable[str] = ()) -> bool:
        """Whether a goal is proved in every case."""
        found = self.of(goal)
        gone = frozenset(without)
        return bool(found) and all(o.status == "proved" and not o.used & gone for o in found)

    def fallen(self) -> frozenset[str]:
        """What may not be assumed, as it is not proved or rests on something that is not."""
        labels = {name for _, name in self.obligations}
        gone: set[str] = set()
        while True:
            more = {name for name in labels - gone if not self.stands(name, gone)}
            more |= {
                PROMISE + name.removeprefix(NEEDS) for name in more if name.startswith(NEEDS)
            } - gone
            if not more:
                return frozenset(gone)
            gone |= more


@cache
def _subject(capacities: tuple[tuple[str, int], ...]) -> Subject:
    return subject(dict(capacities))


def attempt(
    capacities: tuple[tuple[str, int], ...],
    identity: CaseId,
    goals: Sequence[str] | None,
    without: frozenset[str],
    seconds: float,
) -> list[Obligation]:
    """Try to prove goals of a case, or all, without assuming some invariants."""
    with undisturbed():
        case = Case(_subject(capacities), identity)
        if not case.possible:
            return []
        hypotheses = [h for h, label in case.hypotheses.items() if label not in without]
        ground = Ground(case.terms, hypotheses)
        wanted = [g for g in case.goals() if goals is None or g in goals]
        return [one(case, goal, ground, seconds) for goal in wanted]


def one(case: Case, goal: str, ground: Ground, seconds: float) -> Obligation:
    identity = case.identity
    try:
        if goal == SO_FAR or goal.startswith(NEEDS):
            patient = seconds if identity.kind == "contract" else seconds * PATIENCE
            answer = step_by_step(case, goal, ground, patient)
        else:
            answer = prove(ground, case.goal(goal), seconds)
    except Unlisted as error:
        return Obligation(identity, goal, "undetermined", reason=str(error))
    used = case.rests_on(goal, answer.used)
    status, reason, found = answer.status, answer.reason, None
    if status == "refuted":
        law = case.subject.by_id.get(goal)
        if law is None or identity.kind in ("contract", POSITION):
            reason = "it does not follow"
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


def step_by_step(case: Case, goal: str, ground: Ground, seconds: float) -> Answer:
    """Whether what is to be shown at each call under contract is, one after the other."""
    used: dict[Term, None] = {}
    parts: list[Part] = []
    spent = 0.0
    allowed = dict.fromkeys(ground.hypotheses)
    for wanted, usable in case.step_by_step(goal):
        known = [h for h in usable if h in allowed]
        found = prove(ground, wanted, max(seconds - spent, 0.0), known)
        spent += found.seconds
        if found.status != "proved":
            return found
        used.update(dict.fromkeys(found.used))
        parts += found.parts
    return Answer("proved", tuple(used), seconds=spent, parts=tuple(parts))


def prove_all(
    capacities: Mapping[str, int],
    goals: Sequence[str] | None = None,
    seconds: float = 10,
    processes: int = 2,
    progress: Callable[[str], None] | None = None,
    rounds: int = 4,
) -> Proof:
    """Prove goals, or all laws, with the invariants that they rest on. Raises
    :class:`Mismatch`.
    """
    sizes = tuple(sorted(capacities.items()))
    proof = Proof(capacities)
    known = _subject(sizes)
    if goals is not None:
        if {law.id for law in known.futures.laws} & set(goals):
            goals = [*sorted(known.futures.ranked), *goals]
        goals = [*(law.id for law in known.invariants), *goals]
        goals += [label + key for label in (PROMISE, EACH, NEEDS) for key in _contract_keys(known)]
        goals.append(SO_FAR)
    work: list[tuple[CaseId, Sequence[str] | None]] = [(i, goals) for i in identities(known)]
    without: frozenset[str] = frozenset()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for _ in range(rounds):
            jobs = {
                pool.submit(
                    attempt, sizes, identity, wanted, without,
                    seconds * (PATIENCE if identity.kind == "contract" else 1),
                ): identity
                for identity, wanted in work
            }  # fmt: skip
            for job in as_completed(jobs):
                for obligation in job.result():
                    place = obligation.case, obligation.goal
                    proof.obligations[place] = _again(
                        proof.obligations.get(place), obligation, without
                    )
                if progress is not None:
                    progress(f"{sum(j.done() for j in jobs)} of {len(jobs)} cases")
            fallen = proof.fallen()
            if fallen == without:
                break
            without = fallen
            again: dict[CaseId, list[str]] = {}
            for (identity, goal), obligation in proof.obligations.items():
                if obligation.status == "proved" and obligation.used & fallen:
                    again.setdefault(identity, []).append(goal)
            work = list(again.items())
            if not work:
                break
    return proof


def _again(before: Obligation | None, found: Obligation, without: frozenset[str]) -> Obligation:
    """What is known of an obligation that was perhaps proved before from what fell since."""
    if before is None or found.status == "proved":
        return found
    missing = ", ".join(sorted(before.used & without))
    reason = f"it follows only with what is not proved: {missing}"
    return replace(found, status="undetermined", reason=reason, counterexample=None)


def _contract_keys(known: Subject) -> list[str]:
    return [known.system.key(contract.rule) for contract in known.contracts]


__all__ = ["Mismatch", "Obligation", "Proof", "attempt", "prove_all"]
