"""SARIF against the official schema, which is beside this file (OASIS, as in SchemaStore)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.report.runs import BROKEN, OUTCOMES, Run, outcome

from stackproof.check import law_ids

SCHEMA = json.loads(Path(__file__).with_name("sarif-2.1.0-rtm.5.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run_of(run: Run) -> dict[str, Any]:
    (found,) = json.loads(run.render("sarif"))["runs"]
    return dict(found)


@pytest.mark.parametrize("kind", OUTCOMES)
def test_a_report_is_valid(kind: str, tmp_path: Path) -> None:
    jsonschema.Draft4Validator(SCHEMA).validate(json.loads(outcome(kind, tmp_path).render("sarif")))


@pytest.mark.parametrize("kind", OUTCOMES)
def test_results_point_to_rules_by_id_and_index(kind: str, tmp_path: Path) -> None:
    run = run_of(outcome(kind, tmp_path))
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


def test_a_green_run_lists_every_law(tmp_path: Path) -> None:
    run = run_of(outcome("green", tmp_path))
    assert run["results"] == []
    assert {*law_ids()} < {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 0}]


def test_a_violation_points_into_the_scenario_and_the_law_and_tells_the_play(
    tmp_path: Path,
) -> None:
    (result,) = run_of(outcome("violated", tmp_path))["results"]
    assert (result["ruleId"], result["kind"], result["level"]) == (BROKEN, "fail", "error")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "mine.toml", "uriBaseId": "ROOT"}
    (law,) = result["relatedLocations"]
    assert law["physicalLocation"]["artifactLocation"]["uri"].endswith("laws/madness.py")
    assert BROKEN in line(law)
    (flow,) = result["codeFlows"][0]["threadFlows"]
    told = [step["location"]["message"]["text"] for step in flow["locations"]]
    assert told[0].startswith("Anna activates Wild Mongrel")
    assert "is countered (701.6a)" in told[-1]


def test_an_expectation_and_a_claim_are_pointed_to_by_line(tmp_path: Path) -> None:
    (missing,) = run_of(outcome("missing", tmp_path))["results"]
    assert line(missing["locations"][0]) == 'cards-conserved = "violated"'
    (claim,) = run_of(outcome("claim", tmp_path))["results"]
    assert line(claim["locations"][0]) == "[[claim]]"
    assert claim["ruleId"] == "mine/claim-1"


def test_a_rule_error_points_into_the_rules(tmp_path: Path) -> None:
    results = run_of(outcome("error", tmp_path))["results"]
    (result,) = [r for r in results if r["ruleId"] == "no-rule-error"]
    (rule,) = result["relatedLocations"]
    assert rule["physicalLocation"]["artifactLocation"]["uri"].endswith("game/stack.py")
    assert line(rule).strip()


def test_undetermined_is_open_and_an_error_for_the_scenario_besides(tmp_path: Path) -> None:
    run = run_of(outcome("undetermined", tmp_path))
    assert run["invocations"][0]["executionSuccessful"] is False
    assert run["invocations"][0]["exitCode"] == 3
    kinds = [(r["kind"], r["level"]) for r in run["results"]]
    assert kinds.count(("fail", "error")) == 1
    assert {*kinds} == {("open", "none"), ("fail", "error")}


def line(location: dict[str, Any]) -> str:
    """The line that a location is about."""
    place = location["physicalLocation"]
    file = Path(place["artifactLocation"]["uri"].removeprefix("file://"))
    text: list[str] = file.read_text("utf-8").splitlines()
    start = int(place["region"]["startLine"]) - 1
    return text[start] + "".join(text[start + 1 : start + 3] if file.suffix == ".py" else [])
