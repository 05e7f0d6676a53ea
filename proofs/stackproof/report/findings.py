"""Results put together: one finding for each law and scenario, over all its editions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from .result import Ending, Report, Result, Trace, Verdict


class Status(StrEnum):
    """What a finding is for CI; only ``passed`` is green."""

    PASSED = "passed"
    FAILED = "failed"
    UNDETERMINED = "undetermined"


def status_of(result: Result) -> Status:
    """What one result is for CI."""
    if result.verdict is Verdict.UNDETERMINED:
        return Status.UNDETERMINED
    return Status.PASSED if result.as_expected else Status.FAILED


def words(result: Result) -> str:
    """A verdict in words, with what was expected where that differs or is unusual."""
    if result.verdict is Verdict.VIOLATED and result.as_expected:
        return "violated (expected)"
    if result.verdict is Verdict.HOLDS and not result.as_expected:
        return "holds (expected: violated)"
    if result.verdict is Verdict.HOLDS and result.vacuous:
        return "vacuous"
    return result.verdict.value


def span(editions: Sequence[str]) -> str:
    """Editions in a row in short."""
    return editions[0] if len(editions) == 1 else f"{editions[0]} .. {editions[-1]}"


@dataclass(frozen=True)
class Finding:
    """All results on one law, or one claim, in one scenario, in the order of the editions."""

    results: tuple[Result, ...]

    @property
    def law(self) -> str:
        """The id of the law or claim."""
        return self.results[0].law

    @property
    def scenario(self) -> str:
        """The id of the scenario."""
        return self.results[0].scenario

    @property
    def status(self) -> Status:
        """Failed if any edition is, else undetermined if any is, else passed."""
        found = {status_of(result) for result in self.results}
        for status in (Status.FAILED, Status.UNDETERMINED):
            if status in found:
                return status
        return Status.PASSED

    @property
    def shown(self) -> Result:
        """The result with that status in the newest edition, a violation if there is any."""
        deciding = [result for result in self.results if status_of(result) is self.status]
        told = [result for result in deciding if result.verdict is Verdict.VIOLATED]
        return max(told or deciding, key=lambda result: result.edition)

    @property
    def verdicts(self) -> dict[str, str]:
        """Verdicts in words, each with the editions in which it is the verdict."""
        runs: dict[str, list[str]] = {}
        for verdict, results in groupby(self.results, words):
            runs.setdefault(verdict, []).append(span([r.edition for r in results]))
        return {verdict: ", ".join(spans) for verdict, spans in runs.items()}

    @property
    def summary(self) -> str:
        """The verdicts in one line, the deciding one first."""
        first = words(self.shown)
        verdicts = self.verdicts
        order = [first, *(verdict for verdict in verdicts if verdict != first)]
        return "; ".join(f"{verdict} in {verdicts[verdict]}" for verdict in order)


def findings(report: Report) -> list[Finding]:
    """The findings of a report, scenario by scenario."""
    grouped: dict[tuple[str, str], list[Result]] = {}
    for result in report.results:
        grouped.setdefault((result.scenario, result.law), []).append(result)
    return [Finding(tuple(results)) for results in grouped.values()]


def by_scenario(found: Sequence[Finding]) -> dict[str, list[Finding]]:
    """Findings by the id of their scenario."""
    grouped: dict[str, list[Finding]] = {}
    for finding in found:
        grouped.setdefault(finding.scenario, []).append(finding)
    return grouped


def conclusion(report: Report) -> str:
    """The whole run in one line."""
    counts = {v: sum(r.verdict is v for r in report.results) for v in Verdict}
    odd = sum(not r.as_expected for r in report.results)
    text = (
        f"{len(report.results):,} results: {counts[Verdict.HOLDS]:,} hold, "
        f"{counts[Verdict.VIOLATED]:,} violated, {counts[Verdict.UNDETERMINED]:,} undetermined"
    )
    text = f"{text}; {f'{odd:,} not as expected' if odd else 'all as expected'}"
    reduced = sum(bool(r.reduction) for r in report.results)
    return f"{text}; {reduced:,} without keeping every position" if reduced else text


def ending(result: Result, trace: Trace) -> str:
    """What there is to see where a play ends."""
    if trace.loop is not None:
        return f"the play goes round from step {trace.loop + 1} for ever"
    told = {
        Ending.FAILS: f"here the {'claim' if result.is_claim else 'law'} fails",
        Ending.STUCK: "nothing can happen any more here",
        Ending.OUT_OF_REACH: "from here it can never be reached",
        Ending.WITNESS: "this shows it",
    }
    return told[trace.ending]
