"""The report as annotations of GitHub Actions, which shows at most ten errors of a step."""

from __future__ import annotations

from .findings import Finding, Status, conclusion, findings
from .result import Report
from .telling import Teller, account

MOST = 10


def render(report: Report, teller: Teller) -> str:
    """Workflow commands, one a line."""
    bad = [f for f in findings(report) if f.status is not Status.PASSED]
    bad.sort(key=lambda finding: finding.status is Status.UNDETERMINED)
    shown = bad if len(bad) <= MOST else bad[: MOST - 1]
    lines = [_annotation(finding, teller) for finding in shown]
    if len(shown) < len(bad):
        lines.append(_command("error", f"{len(bad) - len(shown)} more: see the other reports", {}))
    lines.append(_command("notice", conclusion(report), {"title": "stackproof"}))
    return "\n".join(lines) + "\n"


def _annotation(finding: Finding, teller: Teller) -> str:
    place = teller.scenario_location(finding.shown)
    title = f"{finding.law} in {finding.scenario}: {finding.summary}"
    where = {"file": place.shown, "line": str(place.line), "title": title}
    return _command("error", "\n".join(account(teller, finding.shown)), where)


def _command(name: str, message: str, properties: dict[str, str]) -> str:
    listed = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in properties.items())
    return f"::{name}{' ' if listed else ''}{listed}::{_escaped(message)}"


def _escaped(text: str, also: str = "") -> str:
    for char in "%\r\n" + also:
        text = text.replace(char, f"%{ord(char):02X}")
    return text
