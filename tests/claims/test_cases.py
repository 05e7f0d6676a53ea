"""The catalogue of cases, and which of them scenarios settle."""

from __future__ import annotations

from pathlib import Path

import pytest

from stackproof import check as checking
from stackproof.cases.load import cases, find
from stackproof.editions.load import edition
from stackproof.inputs import InputError
from stackproof.report.result import Verdict
from stackproof.scenarios.load import scenarios


def test_every_case_is_settled_or_left_out_with_a_reason() -> None:
    settled = {case for scenario in scenarios().values() for case in scenario.cases}
    missing = {c.id for c in cases().values() if not c.left_out} - settled
    assert not missing


def test_no_case_is_both_settled_and_left_out() -> None:
    settled = {case for scenario in scenarios().values() for case in scenario.cases}
    assert not settled & {c.id for c in cases().values() if c.left_out}


def test_a_scenario_that_settles_a_case_makes_claims() -> None:
    for scenario in scenarios().values():
        if scenario.cases:
            assert scenario.claims, scenario.id


CLAIMING = [scenario.id for scenario in scenarios().values() if scenario.claims]


@pytest.mark.parametrize("name", CLAIMING)
def test_claims_hold_and_say_something_in_some_edition(name: str) -> None:
    scenario = scenarios()[name]
    groups = checking.by_behaviour(map(edition, scenario.editions))
    played = {name: [group[0] for group in groups]}
    results = checking.check([scenario], played, checking.claim_ids([scenario])).results
    assert not [(r.law, r.edition) for r in results if r.verdict is not Verdict.HOLDS]
    saying = {r.law for r in results if not r.vacuous}
    assert saying == {r.law for r in results}


def test_a_file_of_a_case_is_named_after_it() -> None:
    for scenario in scenarios().values():
        if "/cases/" in scenario.file:
            letter, number = scenario.id[0].upper(), int(scenario.id[1:].split("-")[0])
            assert {f"{letter}{number}", f"{letter}{number:03}"} & set(scenario.cases), scenario.id


def test_the_catalogue_is_complete() -> None:
    assert [f"C{i}" for i in range(1, 101)] == [c for c in cases() if c[0] == "C"]
    assert sum(name[0] == "B" for name in cases()) == 92
    for case in cases().values():
        assert case.outcome or case.left_out, case.id
        assert case.tag or case.left_out, case.id
        assert case.numbers(edition("2026-01")), case.id


def test_rules_have_the_numbers_of_the_edition() -> None:
    assert find("C42").numbers(edition("2026-01")) == ["117.3b"]
    assert find("C42").numbers(edition("2006-07")) == ["408.1c"]


def test_no_two_files_have_the_same_name() -> None:
    folder = Path(next(iter(scenarios().values())).file).parent
    files = [path for path in folder.rglob("*.toml") if path.parent.name != "own"]
    assert len(files) == len(scenarios())


def test_an_unknown_case() -> None:
    with pytest.raises(InputError, match=r'^no case is called "c42"; did you mean "C42"\?$'):
        find("c42")
