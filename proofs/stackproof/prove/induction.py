"""Proofs by induction: every case of every law, and which of them stand once all is known.

A law is proved if it follows in every case from invariants that are proved themselves. What rests
on one that is not is asked once more without it, until nothing changes (Houdini). What a position
speaks against is asked again of the actions that lead there, if more than one step may be taken.
Cases are shared out among processes, and a worker makes the terms of a case anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import get_context

from stackproof.inputs import Unsettled
from stackproof.lang.readings.symbolic import undisturbed
from stackproof.lang.system import Law
from stackproof.lang.terms import Term

from .assumptions import EACH, NEEDS, POSITION, PROMISE, SO_FAR
from .bounded import fails
from .cases import Case
from .cone import Answer, Ground, prove
from .eventlist import Unlisted
from .game import subject
from .layout import CaseId, identities
from .minimise import smallest
from .obligations import Obligation, Proof
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
def _subject(make: Make, capacities: tuple[tuple[str, int], ...]) -> Subject:
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
    case = Case(_subject(make, capacities), identity)
    wanted = [g for g in case.goals(anew) if goals is None or g in goals]
    if not case.possible:
        # That actions do not follow each other is known by what the runs went by.
        chain = wanted if identity.is_chain else []
        return [Obligation(identity, g, "proved", case.rests_on(g, ())) for g in chain]
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
    identity = case.identity
    try:
        if goal == SO_FAR or goal.startswith(NEEDS):
            patient = seconds if identity.kind == "contract" else seconds * PATIENCE
            answer = step_by_step(case, goal, ground, patient)
        else:
            allowed = set(ground.hypotheses)
            known = [h for h in case.usable(goal) if h in allowed]
            answer = prove(ground, case.goal(goal), seconds, known)
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
    steps: int = 1,
    make: Make = subject,
    recall: Callable[[CaseId], Known] | None = None,
) -> Proof:
    """Prove goals, or all laws, with the invariants that they rest on, in so many steps at most.
    What earlier proofs show of a case that are recalled is not proved again. Raises
    :class:`Mismatch`, and :class:`Unsettled` where a process dies.
    """
    sizes = tuple(sorted(capacities.items()))
    known = _subject(make, sizes)
    if goals is not None:
        if {law.id for law in known.futures.laws} & set(goals):
            goals = [*sorted(known.futures.ranked), *goals]
        goals = [*(law.id for law in known.invariants), *goals]
        goals += [label + key for label in (PROMISE, EACH, NEEDS) for key in _contract_keys(known)]
        goals.append(SO_FAR)
    work: list[Work] = [(i, goals) for i in identities(known)]
    without: frozenset[str] = frozenset()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        proving = _Proving(Proof(capacities), pool, sizes, seconds, steps, make, progress, recall)
        proof = proving.proof
        for _ in range(rounds):
            found = proving.attempted(work, without)
            found += proving.tried_anew(known, without)
            proving.in_more_steps(found, without)
            fallen = proof.fallen()
            if fallen == without:
                break
            without = fallen
            again: dict[CaseId, list[str]] = {}
            for (identity, goal), obligation in (*proof.obligations.items(), *proof.chains.items()):
                lost = identity.is_chain and goal in proving.lost
                if obligation.status == "proved" and obligation.used & fallen and not lost:
                    again.setdefault(identity, []).append(goal)
            work = list(again.items())
            if not work:
                break
    return proof


Work = tuple[CaseId, Sequence[str] | None]
"""A case with goals, or all."""


@dataclass
class _Proving:
    """A proof as it is made."""

    proof: Proof
    pool: ProcessPoolExecutor
    sizes: tuple[tuple[str, int], ...]
    seconds: float
    steps: int
    make: Make
    progress: Callable[[str], None] | None
    recall: Callable[[CaseId], Known] | None
    anew: frozenset[str] = frozenset()
    """What does not follow from others, so that it is tried by induction."""
    lost: set[str] = field(default_factory=set)
    """The goals that cannot be proved any more, whatever more steps show."""

    def attempted(self, work: Iterable[Work], without: frozenset[str]) -> list[Obligation]:
        """Try goals of cases, and note what became of them."""
        jobs = {
            self.pool.submit(
                attempt, self.sizes, identity, wanted, without,
                self.seconds * (PATIENCE if identity.kind == "contract" else 1), self.make,
                self.anew, self.recall and self.recall(identity),
            ): identity
            for identity, wanted in work
        }  # fmt: skip
        found: list[Obligation] = []
        for job in as_completed(jobs):
            try:
                obligations = job.result()
            except BrokenProcessPool:
                raise Unsettled("a process of the proof died, perhaps for want of memory") from None
            for obligation in obligations:
                found.append(obligation)
                place = obligation.case, obligation.goal
                known = self.proof.chains if obligation.case.is_chain else self.proof.obligations
                known[place] = _again(known.get(place), obligation, without)
            if self.progress is not None:
                said = f"{sum(j.done() for j in jobs)} of {len(jobs)} cases"
                steps = max(identity.steps for identity in jobs.values())
                self.progress(f"{said} of {steps} steps" if steps > 1 else said)
        self.lost |= {
            o.goal for o in found
            if o.status != "proved" and not (_is_in_doubt(o) and o.case.steps < self.steps)
        }  # fmt: skip
        return found

    def tried_anew(self, known: Subject, without: frozenset[str]) -> list[Obligation]:
        """Try by induction what was thought to follow from other invariants and does not."""
        failing = [goal for goal in known.implied if self.proof.failing(goal)]
        if not failing or self.anew:
            return []
        self.anew = frozenset(failing)
        self.lost -= self.anew
        for goal in failing:
            for obligation in self.proof.of(goal):
                del self.proof.obligations[obligation.case, goal]
        return self.attempted([(i, failing) for i in identities(known)], without)

    def in_more_steps(self, found: Sequence[Obligation], without: frozenset[str]) -> None:
        """Try what positions speak against after one more action, until enough is known of each
        or there are as many steps as there may be.
        """
        while True:
            left = [o for o in found if _is_in_doubt(o) and o.goal not in self.lost]
            begun = [(o.case.beginning(), o.goal) for o in left]
            self.attempted(_grouped(begun), without)
            longer = [
                (o.case.after(*action), o.goal)
                for o in left if o.goal not in self.lost
                for action in self.proof.actions(o.goal)
            ]  # fmt: skip
            if not longer:
                return
            found = self.attempted(_grouped(longer), without)


def _is_in_doubt(obligation: Obligation) -> bool:
    """Whether a position speaks against a law after an action, which may be unreachable."""
    against = obligation.status == "refuted" or obligation.counterexample is not None
    return against and obligation.case.kind == "action" and not obligation.case.begins


def _grouped(work: Iterable[tuple[CaseId, str]]) -> list[Work]:
    """Each case once, with all that is asked of it."""
    found: dict[CaseId, list[str]] = {}
    for identity, goal in work:
        found.setdefault(identity, []).append(goal)
    return list(found.items())


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
