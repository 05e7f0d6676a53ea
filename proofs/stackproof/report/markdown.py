"""The report as markdown, for the summary of a CI job: the verdict, a table, what went wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .findings import Finding, Status, by_scenario, conclusion, findings, words
from .result import Report, Verdict
from .telling import Teller, account

SIGN = {Status.PASSED: "✅", Status.FAILED: "❌", Status.UNDETERMINED: "❓"}
HEADLINE = {
    Verdict.HOLDS: f"{SIGN[Status.PASSED]} all as expected",
    Verdict.VIOLATED: f"{SIGN[Status.FAILED]} not as expected",
    Verdict.UNDETERMINED: f"{SIGN[Status.UNDETERMINED]} undetermined",
}
MOST_NAMED = 5
MOST_PLAYS = 50
"""A job summary has room for a megabyte."""


def render(report: Report, teller: Teller) -> str:
    """The whole page."""
    found = findings(report)
    lines = [f"## stackproof: {HEADLINE[report.verdict]}", "", conclusion(report), ""]
    lines += _table(found)
    failed = [finding for finding in found if finding.status is Status.FAILED]
    for finding in failed[:MOST_PLAYS]:
        lines += _told(finding, teller)
    if len(failed) > MOST_PLAYS:
        lines += ["", f"And {len(failed) - MOST_PLAYS} more."]
    lines += _open_ends(found)
    return "\n".join(lines) + "\n"


def _table(found: list[Finding]) -> Iterator[str]:
    yield "| | scenario | states | hold | vacuous | other verdicts |"
    yield "|---|---|---:|---:|---:|---|"
    for scenario, cases in by_scenario(found).items():
        statuses = [case.status for case in cases]
        worst = next((s for s in (Status.FAILED, Status.UNDETERMINED) if s in statuses), None)
        results = [result for case in cases for result in case.results]
        states = max(result.states for result in results)
        holding = [case for case in cases if set(case.verdicts) <= {"holds", "vacuous"}]
        vacuous = sum(set(case.verdicts) == {"vacuous"} for case in holding)
        named = [f"`{c.law}` {_escaped(words(c.shown))}" for c in cases if c not in holding]
        more = [f"and {len(named) - MOST_NAMED} more"] if len(named) > MOST_NAMED else []
        others = named[:MOST_NAMED] + more
        yield (
            f"| {SIGN[worst or Status.PASSED]} | {_escaped(scenario)} | {states:,} "
            f"| {len(holding) - vacuous} | {vacuous} | {'<br>'.join(others)} |"
        )


def _open_ends(found: list[Finding]) -> Iterator[str]:
    """A line for each scenario with undetermined verdicts."""
    for scenario, cases in by_scenario(found).items():
        unknown = [case for case in cases if case.status is Status.UNDETERMINED]
        if unknown:
            reasons = dict.fromkeys(case.shown.reason for case in unknown)
            told = f"{len(unknown)} of {len(cases)} undetermined: {', '.join(reasons)}"
            yield from ("", f"{SIGN[Status.UNDETERMINED]} **{_escaped(scenario)}**: {told}")


def _told(finding: Finding, teller: Teller) -> Iterator[str]:
    yield ""
    yield (
        f"<details><summary>{SIGN[finding.status]} <b>{_escaped(finding.law)}</b> in "
        f"{_escaped(finding.scenario)}: {_escaped(finding.summary)}</summary>"
    )
    text = "\n".join(account(teller, finding.shown))
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
    yield from ("", f"{fence}text", text, fence, "", "</details>")


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", text)
