"""What checks say of the statements of the texts: verdicts by edition, with the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from stackproof.check import in_force, laws_of
from stackproof.editions.load import Edition
from stackproof.lang.system import POSSIBLE, Law
from stackproof.laws.facts import FACTS
from stackproof.project import Project
from stackproof.report.result import Report, Result, Verdict
from stackproof.statements import Statement


class Standing(StrEnum):
    """How a law or a statement stands in an edition."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDETERMINED = "undetermined"
    VACUOUS = "vacuous"
    NOT_IN_FORCE = "not in force"


WORST = (Standing.FAILS, Standing.UNDETERMINED, Standing.VACUOUS, Standing.HOLDS)
"""A statement stands as the worst of its laws does; those that are not in force do not count."""


@dataclass(frozen=True)
class Evidence:
    """How a law stands in an edition.

    ``scenarios`` are those that show it; ``shown`` is the result with the shortest play, if any.
    """

    law: str
    standing: Standing
    scenarios: tuple[str, ...] = ()
    shown: Result | None = None


@dataclass(frozen=True)
class Account:
    """A statement in an edition: its standing, that of its laws, and of those against it."""

    statement: Statement
    edition: str
    standing: Standing
    laws: tuple[Evidence, ...]
    against: tuple[Evidence, ...]

    @property
    def as_expected(self) -> bool:
        """Whether the statement stands as its own data says."""
        return self.standing == self.statement.expected(self.edition)


def unsupported() -> frozenset[str]:
    """The laws that are readings which the rules do not support."""
    return frozenset(law.id for law in laws_of(Project()) if not law.supported)


def accounts(
    statements: Iterable[Statement], editions: Sequence[Edition], report: Report
) -> list[Account]:
    """How statements stand in editions by the results of a check, statement by statement."""
    by_law: dict[tuple[str, str], list[Result]] = {}
    for result in report.results:
        by_law.setdefault((result.law, result.edition), []).append(result)
    known = {law.id: law for law in laws_of(Project())}
    readings = unsupported()
    found = []
    for statement in statements:
        for edition in editions:
            laws = [_evidence(law, edition, by_law, known) for law in statement.laws]
            against = [_evidence(law, edition, by_law, known) for law in statement.against]
            counted = [e for e in laws if e.law not in readings]
            standing = _together([e.standing for e in counted])
            if any(e.standing is Standing.HOLDS for e in against):
                standing = Standing.FAILS
            if not edition.has_keyword(statement.keyword):
                standing = Standing.NOT_IN_FORCE
            account = Account(statement, edition.id, standing, tuple(laws), tuple(against))
            found.append(account)
    return found


def exit_code(found: Sequence[Account]) -> int:
    """0 all as expected, 1 something is not, 3 something is undetermined."""
    wrong = [account for account in found if not account.as_expected]
    if any(account.standing is not Standing.UNDETERMINED for account in wrong):
        return 1
    return 3 if wrong else 0


def _together(standings: Sequence[Standing]) -> Standing:
    return next((worst for worst in WORST if worst in standings), Standing.NOT_IN_FORCE)


def _evidence(
    law: str,
    edition: Edition,
    by_law: Mapping[tuple[str, str], list[Result]],
    known: Mapping[str, Law],
) -> Evidence:
    for fact in FACTS:
        if fact.id == law:
            return Evidence(law, Standing.HOLDS if fact.check(edition) else Standing.FAILS)
    results = by_law.get((law, edition.id), [])
    if law in known and not in_force(known[law], edition):
        return Evidence(law, Standing.NOT_IN_FORCE)
    violated = [r for r in results if r.verdict is Verdict.VIOLATED]
    holding = [r for r in results if r.verdict is Verdict.HOLDS and not r.vacuous]
    open_ = [r for r in results if r.verdict is Verdict.UNDETERMINED]
    order = [(violated, Standing.FAILS), (open_, Standing.UNDETERMINED), (holding, Standing.HOLDS)]
    if law in known and known[law].kind == POSSIBLE:
        order = [(holding, Standing.HOLDS), (open_, Standing.UNDETERMINED)]
        order += [(violated, Standing.FAILS)]
    for shown, standing in order:
        if shown:
            names = tuple(dict.fromkeys(r.scenario for r in shown))
            return Evidence(law, standing, names, _shortest(shown))
    return Evidence(law, Standing.VACUOUS)


def _shortest(results: Sequence[Result]) -> Result | None:
    """The result with the shortest play."""
    told = [(len(r.trace.actions), i) for i, r in enumerate(results) if r.trace is not None]
    return results[min(told)[1]] if told else None
