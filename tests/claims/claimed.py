"""A small scenario with claims, judged."""

from __future__ import annotations

from pathlib import Path

from tests.model.written import own

from stackproof import check as checking
from stackproof.editions.load import edition
from stackproof.explore.model import Limits
from stackproof.report.result import Result
from stackproof.scenarios.load import Scenario

MADNESS = {
    "anna": 'mana = 1\nhand = ["Fiery Temper"]\nbattlefield = ["Wild Mongrel"]',
    "ben": 'mana = 1\nhand = ["Stifle"]',
}
RIPPLE = {
    "anna": 'mana = 2\nhand = ["Surging Flame @first"]\nlibrary = ["2 Surging Flame", "Island"]',
}


def claim(form: str, value: str, more: str = "") -> str:
    return f'[[claim]]\nsays = "So it is."\n{form} = {value}\n{more}\n'


def claimed(tmp_path: Path, claims: str, **parts: str) -> Scenario:
    return own(tmp_path, **parts, end=claims)


def results(
    scenario: Scenario, name: str = "2026-01", limits: Limits | None = None
) -> list[Result]:
    ids = checking.claim_ids([scenario])
    report = checking.check([scenario], {scenario.id: [edition(name)]}, ids, limits)
    return report.results


def result(tmp_path: Path, form: str, value: str, **parts: str) -> Result:
    """The verdict on one claim about a madness card that can be answered by Stifle."""
    (found,) = results(claimed(tmp_path, claim(form, value), **(parts or MADNESS)))
    return found
