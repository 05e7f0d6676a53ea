"""JUnit XML as CI servers read it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.model.written import own
from tests.report.runs import BROKEN, MADNESS, Run, outcome, run, unforeseen


def suite(run: Run) -> ET.Element:
    root = ET.fromstring(run.render("junit"))
    assert root.tag == "testsuites"
    (found,) = root
    return found


def problems(found: ET.Element, tag: str) -> dict[str, ET.Element]:
    cases = found.findall(f"testcase/{tag}/..")
    return {case.attrib["name"]: case.find(tag) for case in cases}  # type: ignore[misc]


def test_a_case_for_each_law_with_all_editions(tmp_path: Path) -> None:
    found = suite(outcome("green", tmp_path))
    names = [case.attrib["name"] for case in found]
    assert len(names) == len(set(names)) == int(found.attrib["tests"])
    assert {"cards-conserved", BROKEN, "madness-must-exile", "no-rule-error"} <= set(names)
    assert found.attrib["failures"] == found.attrib["errors"] == found.attrib["skipped"] == "0"
    case = next(case for case in found if case.attrib["name"] == BROKEN)
    values = {p.attrib["name"]: p.attrib["value"] for p in case.iter("property")}
    assert values["verdicts"] == "violated (expected) in 2009-07 .. 2026-01"


def test_a_violation_is_a_failure(tmp_path: Path) -> None:
    found = suite(outcome("violated", tmp_path))
    (failure,) = problems(found, "failure").values()
    assert found.attrib["failures"] == "1"
    assert failure.attrib["message"] == "violated in 2009-07 .. 2026-01"
    assert "here the law fails" in (failure.text or "")


def test_undetermined_is_an_error_not_a_skip(tmp_path: Path) -> None:
    found = suite(outcome("undetermined", tmp_path))
    errors = problems(found, "error")
    assert len(errors) == int(found.attrib["errors"]) > 20
    assert {error.attrib["type"] for error in errors.values()} == {"undetermined"}
    assert not problems(found, "skipped")


@pytest.mark.parametrize("name", ["<&\\\"'>", "\\u0007 \\uFFFE", "Ann\\u2028a \U0001f600"])
def test_any_name_is_valid_xml(name: str, tmp_path: Path) -> None:
    scenario = own(tmp_path, **MADNESS, top="")
    path = tmp_path / "odd.toml"
    path.write_text(Path(scenario.file).read_text("utf-8").replace("Anna", name), "utf-8")
    from stackproof.scenarios.load import load_scenario

    assert problems(suite(unforeseen(run(load_scenario(path), None, "2026-01"))), "failure")
