"""What a check hands back to Python: its results, with the plays that they tell of."""

from __future__ import annotations

from dataclasses import dataclass

from stackproof.report import formats
from stackproof.report.result import Report, Result, Verdict
from stackproof.report.telling import Play, Teller, as_text
from stackproof.scenarios.load import Scenario
from stackproof.trace.file import TraceFile
from stackproof.trace.record import trace_of


@dataclass(frozen=True)
class Checked:
    """What a check found, and the scenarios in which the plays of its results take place."""

    report: Report
    scenarios: tuple[Scenario, ...]

    @property
    def results(self) -> list[Result]:
        """One for each law or claim, scenario and edition."""
        return self.report.results

    @property
    def verdict(self) -> Verdict:
        """Of everything: holds means all as expected, undetermined is never that."""
        return self.report.verdict

    def result(self, law: str) -> Result:
        """The first result of a law or claim. Raises KeyError where there is none."""
        for result in self.results:
            if result.law == law:
                return result
        raise KeyError(law)

    def play(self, result: Result) -> Play | None:
        """The play of a result, line by line and with its boards; None where it has none."""
        return Teller(self.scenarios).play(result)

    def tell(self, result: Result) -> str:
        """The play of a result as text, with the rule numbers of its edition."""
        return "\n".join(as_text(Teller(self.scenarios).lines(result)))

    def trace(self, result: Result) -> TraceFile:
        """The play of a result as a trace. Raises ValueError where it has none."""
        if result.trace is None:
            raise ValueError(f"there is no play for {result.law} in {result.scenario}")
        (start,) = [one for one in self.scenarios if one.id == result.scenario]
        return trace_of(result, start)

    def render(self, form: str) -> str:
        """The report in one of the forms of ``stackproof check --format``."""
        return formats.render(form, self.report, list(self.scenarios), details=True)
