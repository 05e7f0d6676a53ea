"""Which candidates are inductive: all are assumed, and what fails is taken away until none does.

Around rules under contract a candidate is a claim of its own. At first it is to hold before and
after each of them; where it does not, only afterwards, unless the rule says that it goes on
(``restores``); where it does not either, nothing is known of it after a call. So a candidate that
is broken in the middle of an action does not take the contract along. What is known stays as it
is and was proved before, by :mod:`stackproof.prove.induction`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from functools import lru_cache
from multiprocessing import get_context
from typing import Any, NamedTuple, Protocol

from stackproof.lang.readings.symbolic import undisturbed
from stackproof.lang.system import INVARIANT, Law
from stackproof.lang.terms import Term
from stackproof.prove.asking import prove
from stackproof.prove.assumptions import POSITION
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.layout import CaseId, identities
from stackproof.prove.subject import Subject

ALWAYS, AROUND, AFTER = "always", "around", "after"


class Prepared(NamedTuple):
    """A subject whose rules include those of candidates, and these as laws."""

    subject: Subject
    laws: Mapping[str, Law]


class Recipe(Protocol):
    """How a worker makes the subject: it can be pickled and hashed."""

    def __hash__(self) -> int: ...
    def __call__(self) -> Prepared: ...


class Claim(NamedTuple):
    """That a candidate holds between actions, or around a rule under contract, or after it."""

    law: str
    rule: str = ""
    how: str = ALWAYS


@dataclass(frozen=True)
class Answer:
    """What became of a claim in a case: ``proved`` by claims and by what is known, by label;
    ``refuted`` by a position that may be unreachable; or ``undetermined``.
    """

    status: str = "proved"
    claims: frozenset[Claim] = frozenset()
    known: frozenset[str] = frozenset()
    seconds: float = 0.0

    def with_another(self, other: Answer) -> Answer:
        """What becomes of a claim that is to be shown in several ways."""
        return Answer(
            self.status if self.status != "proved" else other.status,
            self.claims | other.claims,
            self.known | other.known,
            self.seconds + other.seconds,
        )


def strengthened(prepared: Prepared, claims: Iterable[Claim]) -> Subject:
    """The subject with some claims as if they were known. Only its invariants are left; candidates
    may tell members of the scalarset apart, so no case stands for others.
    """
    about, laws = prepared
    around: dict[tuple[str, str], list[str]] = {}
    for claim in sorted(claims):
        around.setdefault((claim.rule, claim.how), []).append(claim.law)
    contracts = []
    for contract in about.contracts:
        key = about.system.key(contract.rule)
        more, after = around.get((key, AROUND), []), around.get((key, AFTER), [])
        contracts.append(
            replace(
                contract, around=(*contract.around, *more), restores=(*contract.restores, *after)
            )
        )
    assumed = tuple(laws[name] for name in around.get(("", ALWAYS), []))
    known = [law for law in about.auxiliary if law.kind == INVARIANT]
    return replace(
        about,
        by_symmetry=False,
        laws=tuple(law for law in about.laws if law.kind == INVARIANT),
        auxiliary=(*known, *assumed),
        contracts=tuple(contracts),
    )


def questions(
    case: Case, claims: Iterable[Claim]
) -> Iterator[tuple[Claim, Term, Sequence[Term] | None]]:
    """What is to be shown of claims in a case, and the hypotheses that may be used: None for
    all of them.
    """
    identity = case.identity
    for claim in claims:
        if claim.rule == identity.contract:
            yield claim, case.goal(claim.law), None
    needed: dict[str, list[Claim]] = {}
    for claim in claims:
        if claim.how == AROUND:
            needed.setdefault(claim.rule, []).append(claim)
    for number, call in enumerate(case.recording.calls):
        if call.key in needed:
            found = case.endings_at(number)
            usable = case.known_before(number, with_call=False)
            for claim in needed[call.key]:
                yield claim, case.at_all(found, case.subject.by_id[claim.law]), usable


@lru_cache(maxsize=2)
def _about(recipe: Recipe, claims: frozenset[Claim]) -> Subject:
    return strengthened(recipe(), claims)


@undisturbed()
def attempt(
    recipe: Recipe,
    identity: CaseId,
    claims: frozenset[Claim],
    asked: frozenset[Claim],
    without: frozenset[str],
    seconds: float,
) -> dict[Claim, Answer]:
    """Try to prove some claims in a case, from all claims and what is known, but for some."""
    case = Case(_about(recipe, claims), identity)
    found: dict[Claim, Answer] = {}
    if not case.possible:
        return found
    usable = {h: label for h, label in case.hypotheses.items() if label not in without}
    ground = Ground(case.terms, list(usable))
    for claim, goal, known in questions(case, sorted(asked)):
        before = found.get(claim, Answer())
        if before.status == "proved":
            given = None if known is None else [h for h in known if h in usable]
            answer = prove(ground, goal, seconds, given)
            used, labels = _rests_on(case, answer.used, claims)
            proved = answer.status == "proved" and not labels & without
            status = "undetermined" if answer.status == "proved" and not proved else answer.status
            found[claim] = before.with_another(Answer(status, used, labels, answer.seconds))
    return found


def _rests_on(
    case: Case, used: Iterable[Term], claims: frozenset[Claim]
) -> tuple[frozenset[Claim], frozenset[str]]:
    """The claims that a proof used, and what else, by label."""
    candidates = {claim.law for claim in claims}
    places: set[tuple[str, str]] = set()
    for hypothesis in used:
        number = case.later.get(hypothesis)
        rule = case.identity.contract if number is None else case.recording.calls[number].key
        places.add((case.hypotheses[hypothesis], rule))
    found = {claim for claim in claims if (claim.law, claim.rule) in places}
    return frozenset(found), case.rests_on("", used) - candidates


@dataclass
class Houdini:
    """Candidates, and the claims of them that are left.

    ``without`` are labels of what is not known after all; only some ``cases`` may be asked about.
    Once the time is over ``until`` which it may take, all that was not shown yet is taken away.
    """

    recipe: Recipe
    without: frozenset[str] = frozenset()
    seconds: float = 10.0
    processes: int = 1
    cases: Callable[[CaseId], bool] = lambda _: True
    until: float | None = None
    progress: Callable[[str], None] | None = None
    claims: set[Claim] = field(default_factory=set)
    answers: dict[tuple[CaseId, Claim], Answer] = field(default_factory=dict)
    rounds: int = 0
    impossible: set[CaseId] = field(default_factory=set)
    """Cases in which there is nothing to show of any candidate."""

    def run(self, laws: Iterable[str]) -> frozenset[str]:
        """Those of all candidates so far that are inductive together."""
        plain = strengthened(self.recipe(), ())
        rules = ["", *(plain.system.key(contract.rule) for contract in plain.contracts)]
        fresh = {Claim(law, r, AROUND if r else ALWAYS) for law in laws for r in rules}
        known = [
            i
            for i in identities(plain)
            if i.kind != POSITION and i not in self.impossible and self.cases(i)
        ]
        self.claims |= fresh
        work = dict.fromkeys(known, fresh)
        while work:
            self.rounds += 1
            late = self._ask(work)
            if self.rounds == 1 and fresh and not late:
                self.impossible = set(known) - {identity for identity, _ in self.answers}
            failed = late | {c for (_, c), a in self.answers.items() if a.status != "proved"}
            afterwards = self._take_away(failed & self.claims)
            work = {i: {c for c in afterwards if c.rule == i.contract} for i in known}
            for (identity, claim), answer in self.answers.items():
                if claim in self.claims and not answer.claims <= self.claims:
                    work[identity].add(claim)
            work = {identity: asked for identity, asked in work.items() if asked}
        shown = {claim for _, claim in self.answers}
        return frozenset(claim.law for claim in self.claims & shown if claim.how == ALWAYS)

    def failed(self, law: str, status: str) -> int:
        """In how many cases it was not shown that a candidate holds between actions."""
        return sum(a.status == status for (_, c), a in self.answers.items() if c == Claim(law))

    def rests_on(self, law: str) -> tuple[frozenset[str], frozenset[str]]:
        """What is known that the proofs of a candidate use, by label, and what else was tried."""
        used = [
            answer
            for (_, claim), answer in self.answers.items()
            if claim.law == law and claim in self.claims
        ]
        tried = {claim.law for answer in used for claim in answer.claims} - {law}
        return frozenset().union(*(answer.known for answer in used)), frozenset(tried)

    def _take_away(self, failed: set[Claim]) -> set[Claim]:
        """Take claims away. Returns what is claimed in the place of some of them."""
        gone = {claim.law for claim in failed if claim.how == ALWAYS}
        weaker = {c._replace(how=AFTER) for c in failed if c.how == AROUND and c.law not in gone}
        self.claims = {c for c in self.claims - failed if c.law not in gone} | weaker
        return weaker

    def _ask(self, work: Mapping[CaseId, set[Claim]]) -> set[Claim]:
        """Ask about claims in their cases. Returns those for which there was no time."""
        claims = frozenset(self.claims)
        late: set[Claim] = set()
        jobs = {
            identity: (self.recipe, identity, claims, frozenset(asked), self.without, self.seconds)
            for identity, asked in work.items()
        }
        for done, (identity, found) in enumerate(self._each(jobs), 1):
            if found is None:
                late |= work[identity]
            else:
                self.answers.update({(identity, claim): a for claim, a in found.items()})
            if self.progress is not None:
                self.progress(f"round {self.rounds}: {done} of {len(jobs)} cases")
        return late

    def _each(
        self, jobs: Mapping[CaseId, tuple[Any, ...]]
    ) -> Iterator[tuple[CaseId, dict[Claim, Answer] | None]]:
        """The answers of each case, or None where there was no time."""
        if self.processes == 1:
            for identity, job in jobs.items():
                yield identity, None if self._is_late() else attempt(*job)
            return
        with ProcessPoolExecutor(self.processes, mp_context=get_context("spawn")) as pool:
            futures = {pool.submit(attempt, *job): identity for identity, job in jobs.items()}
            for future in as_completed(futures):
                if self._is_late():
                    break
                yield futures.pop(future), future.result()
            for future, identity in futures.items():
                future.cancel()
                yield identity, None

    def _is_late(self) -> bool:
        return self.until is not None and time.monotonic() > self.until
