"""The report as SARIF 2.1.0: a rule for each law, a result for each one that is not as expected.

A result points into the scenario, and from there to the law and to the line of a rule error; the
play is its code flow. What is undetermined has the kind ``open``; as viewers may hide that, the
scenario gets an error besides.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from stackproof.trace.narrate import Line

from .findings import Finding, Status, by_scenario, findings
from .result import Report
from .telling import Location, Teller, root

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
UNDETERMINED = "undetermined"
ROOT = "ROOT"
Json = dict[str, Any]


def render(report: Report, teller: Teller) -> str:
    """The JSON document."""
    found = findings(report)
    rules = [_rule(law, known.says, teller) for law, known in teller.laws.items()]
    rules.append(_rule(UNDETERMINED, "A limit was reached before the verdict was known.", teller))
    claims = {(f.scenario, f.law): teller.says(f.shown) for f in found if f.shown.is_claim}
    rules += [_rule(f"{scenario}/{law}", says, teller) for (scenario, law), says in claims.items()]
    places = {rule["id"]: i for i, rule in enumerate(rules)}
    run: Json = {
        "tool": {
            "driver": {"name": "stackproof", "version": version("stackproof"), "rules": rules}
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"uri": root().as_uri() + "/"}},
        "invocations": [_invocation(report, found)],
        "results": [
            *(_result(f, teller, places) for f in found if f.status is not Status.PASSED),
            *_open_ends(found, teller, places),
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(law: str, says: str, teller: Teller) -> Json:
    place = teller.law_location(law)
    rule: Json = {
        "id": law,
        "shortDescription": {"text": says},
        "defaultConfiguration": {"level": "error"},
    }
    known = teller.laws.get(law)
    properties = {"cites": list(known.cites)} if known and known.cites else {}
    if place is not None:
        properties["written"] = [f"{place.shown}:{place.line}"]
    if properties:
        rule["properties"] = properties
    return rule


def _invocation(report: Report, found: Sequence[Finding]) -> Json:
    """How the run ended: it is no success if anything is undetermined."""
    count = sum(finding.status is Status.UNDETERMINED for finding in found)
    invocation: Json = {"executionSuccessful": not count, "exitCode": report.exit_code}
    if count:
        text = f"{count} verdicts are undetermined"
        invocation["toolExecutionNotifications"] = [{"level": "error", "message": {"text": text}}]
    return invocation


def _result(finding: Finding, teller: Teller, places: dict[str, int]) -> Json:
    shown = finding.shown
    rule = f"{finding.scenario}/{finding.law}" if shown.is_claim else finding.law
    text = f"{finding.law} in {finding.scenario}: {finding.summary}. {teller.says(shown)}"
    here = teller.scenario_location(shown)
    unknown = finding.status is Status.UNDETERMINED
    result: Json = {
        "ruleId": rule,
        "ruleIndex": places[rule],
        "kind": "open" if unknown else "fail",
        "level": "none" if unknown else "error",
        "message": {"text": f"{text} {shown.reason}".strip()},
        "locations": [_location(here)],
        "partialFingerprints": {"lawInScenario/v1": _print(finding.scenario, finding.law)},
        "properties": {"verdicts": finding.verdicts, "rules": teller.rules(shown)},
    }
    related = [(teller.law_location(finding.law), "the law")]
    related.append((teller.rule_location(shown), "the rule"))
    written = [_location(place, text, i) for i, (place, text) in enumerate(related, 1) if place]
    if written:
        result["relatedLocations"] = written
    steps = [_step(line, here) for line in teller.lines(shown)]
    if steps:
        result["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    return result


def _open_ends(found: Sequence[Finding], teller: Teller, places: dict[str, int]) -> Iterator[Json]:
    """An error for each scenario with undetermined verdicts, for viewers that hide open ones."""
    for scenario, cases in by_scenario(found).items():
        unknown = [case for case in cases if case.status is Status.UNDETERMINED]
        if unknown:
            reason = unknown[0].shown.reason
            text = f"{len(unknown)} of {len(cases)} laws are undetermined in {scenario}: {reason}"
            yield {
                "ruleId": UNDETERMINED,
                "ruleIndex": places[UNDETERMINED],
                "kind": "fail",
                "level": "error",
                "message": {"text": text},
                "locations": [_location(Location(Path(teller.scenarios[scenario].file)))],
                "partialFingerprints": {"lawInScenario/v1": _print(scenario, UNDETERMINED)},
            }


def _step(line: Line, here: Location) -> Json:
    told = [f"{line.player} {line.does}"]
    told += [f"{h.text} ({h.rule})" if h.rule else h.text for h in line.happenings]
    return {"location": _location(here, "; ".join(told)), "executionOrder": line.number}


def _location(place: Location, text: str = "", number: int | None = None) -> Json:
    if place.inside:
        artifact = {"uri": quote(place.shown), "uriBaseId": ROOT}
    else:
        artifact = {"uri": place.file.absolute().as_uri()}
    location: Json = {
        "physicalLocation": {"artifactLocation": artifact, "region": {"startLine": place.line}}
    }
    if text:
        location["message"] = {"text": text}
    if number is not None:
        location["id"] = number
    return location


def _print(*parts: str) -> str:
    """What stays the same from run to run, so that a finding is recognised."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
