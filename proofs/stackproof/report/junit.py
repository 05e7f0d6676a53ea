"""The report as JUnit XML: a suite for each scenario, a case for each law or claim.

An undetermined case is an error, never a pass or a skip. An expected violation passes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from .findings import Finding, Status, by_scenario, findings
from .result import Report
from .telling import Teller, account

NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")


def render(report: Report, teller: Teller) -> str:
    """The XML document."""
    found = findings(report)
    root = ET.Element("testsuites", {"name": "stackproof"} | _counts(found))
    for scenario, cases in by_scenario(found).items():
        suite = ET.SubElement(root, "testsuite", {"name": _clean(scenario)} | _counts(cases))
        for finding in cases:
            _case(suite, finding, teller)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _case(suite: ET.Element, finding: Finding, teller: Teller) -> None:
    shown = finding.shown
    place = teller.scenario_location(shown)
    case = ET.SubElement(
        suite, "testcase", name=_clean(finding.law), classname=_clean(finding.scenario),
        file=_clean(place.shown), line=str(place.line),
    )  # fmt: skip
    properties = ET.SubElement(case, "properties")
    for name, value in (("says", teller.says(shown)), ("verdicts", finding.summary)):
        ET.SubElement(properties, "property", name=name, value=_clean(value))
    if finding.status is Status.PASSED:
        return
    tag = "failure" if finding.status is Status.FAILED else "error"
    kind = "undetermined" if finding.status is Status.UNDETERMINED else shown.verdict.value
    problem = ET.SubElement(case, tag, type=kind, message=_clean(finding.summary))
    problem.text = _clean("\n".join(account(teller, shown)))


def _counts(cases: Sequence[Finding]) -> dict[str, str]:
    seconds = {(r.scenario, r.engine, r.states, r.seconds) for c in cases for r in c.results}
    return {
        "tests": str(len(cases)),
        "failures": str(sum(case.status is Status.FAILED for case in cases)),
        "errors": str(sum(case.status is Status.UNDETERMINED for case in cases)),
        "skipped": "0",
        "time": f"{sum(entry[-1] for entry in seconds):.4f}",
    }


def _clean(text: str) -> str:
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
