"""Runs with each kind of outcome, and reports on them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace
from tests.model.written import own

from stackproof import check as checking
from stackproof.editions.load import edition
from stackproof.explore.model import Limits
from stackproof.report import formats
from stackproof.report.result import Report, Verdict
from stackproof.report.telling import Teller
from stackproof.scenarios.load import Scenario

MADNESS = {
    "anna": 'mana = 2\nhand = ["Fiery Temper", "Forest"]\nbattlefield = ["Wild Mongrel"]',
    "ben": 'mana = 1\nhand = ["Stifle"]',
}
BROKEN = "madness-exile-ends-always"
EXPECTED = f'[expect]\n{BROKEN} = "violated"\n'
CLAIM = '[[claim]]\nsays = "Nothing is <ever> exiled & lost."\nnever = ["* is exiled instead"]\n'
OUTCOMES = ("green", "violated", "missing", "undetermined", "claim", "error")


@dataclass(frozen=True)
class Run:
    """A scenario with the report on it."""

    scenario: Scenario
    report: Report

    @property
    def teller(self) -> Teller:
        return Teller([self.scenario])

    def render(self, form: str) -> str:
        return formats.render(form, self.report, [self.scenario], details=True)


def outcome(kind: str, folder: Path) -> Run:
    """A run that ends so; ``missing`` is an expected violation that does not occur."""
    parts, limits = {**MADNESS, "end": EXPECTED}, Limits()
    if kind == "missing":
        parts["end"] = EXPECTED + 'cards-conserved = "violated"\n'
    if kind == "undetermined":
        limits = Limits(max_states=20)
    if kind == "claim":
        parts["end"] = CLAIM + EXPECTED
    if kind == "error":
        parts["end"] = EXPECTED + "[capacity]\nstack = 1\n"
    made = run(own(folder, **parts), limits)
    return unforeseen(made) if kind == "violated" else made


def unforeseen(made: Run) -> Run:
    """The same run as if nobody expected the law to be violated."""
    results = [
        replace(result, expected=Verdict.HOLDS) if result.law == BROKEN else result
        for result in made.report.results
    ]
    return Run(made.scenario, Report(results))


def run(scenario: Scenario, limits: Limits | None = None, *editions: str) -> Run:
    played = [edition(name) for name in editions or ("2009-07", "2026-01")]
    laws = checking.law_ids() + checking.claim_ids([scenario])
    return Run(scenario, checking.check([scenario], {scenario.id: played}, laws, limits))
