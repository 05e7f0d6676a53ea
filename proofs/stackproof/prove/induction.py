"""Proofs by induction: every case of every law, and which of them stand once all is known.

A law is proved if it follows in every case from invariants that are proved themselves. What rests
on one that is not is asked once more without it, until nothing changes (Houdini). What a position
speaks against is asked again of the actions that lead there, if more than one step may be taken.
Cases are shared out among processes, and a worker makes the terms of a case anew each time.

A case that stands for others does so for one step only, as what comes before may tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from stackproof.inputs import Unsettled
from stackproof.working import Workers

from .assumptions import EACH, NEEDS, PROMISE, SO_FAR
from .attempting import PATIENCE, Known, Make, attempt, follows_only_with, made
from .game import subject
from .layout import CaseId, identities, stood_for
from .naming import in_words
from .obligations import Obligation, Proof
from .subject import Subject


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
    known = made(make, sizes)
    if goals is not None:
        if {law.id for law in known.futures.laws} & set(goals):
            goals = [*sorted(known.futures.ranked), *goals]
        goals = [*(law.id for law in known.invariants), *goals]
        goals += [label + key for label in (PROMISE, EACH, NEEDS) for key in _contract_keys(known)]
        goals.append(SO_FAR)
    # Those in which most is run take longest: none of them is left for the end.
    order = sorted(identities(known), key=lambda i: len(i.opened), reverse=True)
    work: list[Work] = [(i, goals) for i in order]
    without: frozenset[str] = frozenset()
    with Workers(processes) as workers:
        proving = _Proving(
            Proof(capacities), workers, known, sizes, seconds, steps, make, progress, recall
        )
        proof = proving.proof
        for _ in range(rounds):
            found = proving.attempted(work, without)
            found += proving.tried_anew(without)
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


@dataclass(frozen=True)
class ForEach:
    """Makes a subject of which no case stands for others."""

    make: Make

    def __call__(self, capacities: Mapping[str, int]) -> Subject:
        return replace(self.make(capacities), by_symmetry=False)


@dataclass
class _Proving:
    """A proof as it is made."""

    proof: Proof
    workers: Workers
    known: Subject
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
    each: set[CaseId] = field(default_factory=set)
    """Cases that are asked although others stand for them."""

    def attempted(self, work: Iterable[Work], without: frozenset[str]) -> list[Obligation]:
        """Try goals of cases, and note what became of them."""
        asked = {
            identity: (
                self.sizes, identity, wanted, without,
                self.seconds * (PATIENCE if identity.kind == "contract" else 1),
                ForEach(self.make) if identity.is_chain or identity in self.each else self.make,
                self.anew, self.recall and self.recall(identity),
            )
            for identity, wanted in work
        }  # fmt: skip
        found: list[Obligation] = []
        for over, (case, obligations) in enumerate(self.workers.done(asked, attempt), 1):
            if obligations is None:
                name = in_words(self.known, case)
                raise Unsettled(f"{name}: the process died twice, perhaps for want of memory")
            for obligation in obligations:
                found.append(obligation)
                place = obligation.case, obligation.goal
                known = self.proof.chains if obligation.case.is_chain else self.proof.obligations
                known[place] = _again(known.get(place), obligation, without)
            if self.progress is not None:
                said = f"{over} of {len(asked)} cases"
                steps = max(identity.steps for identity in asked)
                self.progress(f"{said} of {steps} steps" if steps > 1 else said)
        self.lost |= {
            o.goal for o in found
            if o.status != "proved" and not (_is_in_doubt(o) and o.case.steps < self.steps)
        }  # fmt: skip
        return found

    def tried_anew(self, without: frozenset[str]) -> list[Obligation]:
        """Try by induction what was thought to follow from other invariants and does not."""
        failing = [goal for goal in self.known.implied if self.proof.failing(goal)]
        if not failing or self.anew:
            return []
        self.anew = frozenset(failing)
        self.lost -= self.anew
        for goal in failing:
            for obligation in self.proof.of(goal):
                del self.proof.obligations[obligation.case, goal]
        return self.attempted([(i, failing) for i in identities(self.known, failing)], without)

    def in_more_steps(self, found: Sequence[Obligation], without: frozenset[str]) -> None:
        """Try what positions speak against after one more action, until enough is known of each
        or there are as many steps as there may be.
        """
        alike = [
            (case, o.goal)
            for o in found if _is_in_doubt(o) and o.goal not in self.lost
            for case in stood_for(self.known, o.case)
        ]  # fmt: skip
        self.each |= {case for case, _ in alike}
        found = [*found, *self.attempted(_grouped(alike), without)]
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
    reason = follows_only_with(before.used & without)
    return replace(found, status="undetermined", reason=reason, counterexample=None)


def _contract_keys(known: Subject) -> list[str]:
    return [known.system.key(contract.rule) for contract in known.contracts]
