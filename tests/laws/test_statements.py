"""Every statement of the texts has laws, every law its sentences, and verdicts add up."""

from __future__ import annotations

import pytest

from stackproof import check as checking
from stackproof.editions.load import editions
from stackproof.evidence import Account, Standing, accounts, exit_code, unsupported
from stackproof.laws.facts import FACTS
from stackproof.laws.texts import texts
from stackproof.report.result import Report, Result, Trace, Verdict
from stackproof.statements import Statement, served_by, statements

LAWS = [*checking.law_ids(), *(fact.id for fact in FACTS)]


def test_all_statements_are_there_in_order() -> None:
    numbers = [f"R{i}" for i in range(1, 20)] + [f"M{i}" for i in range(1, 29)]
    numbers += [f"K{i}" for i in range(1, 11)]
    assert list(statements()) == numbers


@pytest.mark.parametrize("statement", statements().values(), ids=statements())
def test_a_statement_has_laws_that_count(statement: Statement) -> None:
    assert set(statement.laws) - unsupported()
    assert set(statement.langs) <= {"en", "de", "fr"}
    assert statement.en
    assert statement.de
    assert statement.fr


@pytest.mark.parametrize("statement", statements().values(), ids=statements())
def test_readings_say_which_are_unsupported(statement: Statement) -> None:
    for law in statement.laws:
        says = statement.readings.get(law, "")
        assert says.startswith("unsupported: ") == (law in unsupported())


@pytest.mark.parametrize("law", LAWS)
def test_every_law_speaks_german_and_french(law: str) -> None:
    text = texts()[law]
    assert text.de.endswith((".", ".)"))
    assert text.fr.endswith((".", ".)"))
    assert text.de != text.fr


def test_no_text_is_left_over() -> None:
    assert set(texts()) <= set(LAWS)


def test_a_law_knows_its_statements() -> None:
    assert served_by("madness-exile-is-a-choice") == ["M4", "M14"]
    assert served_by("madness-must-exile") == ["M4", "M14"]
    assert served_by("stack-can-empty") == []


def result(
    law: str, verdict: Verdict, scenario: str = "one", *, vacuous: bool = False, length: int = 0
) -> Result:
    actions = [("pass", 0)] * length
    trace = Trace(scenario, "2026-01", law, actions) if length else None
    return Result(
        law, "2026-01", scenario, "explore", verdict, Verdict.HOLDS, vacuous, 1, 1, 0.0, trace
    )


def account(statement: Statement, *results: Result) -> Account:
    return accounts([statement], [editions()["2026-01"]], Report(list(results)))[0]


STEP, OTHER, POSSIBLE = "last-in-first-out", "triggers-wait", "madness-owner-may-cast"
READING = "madness-casts-from-hand"


def said(*laws: str, against: tuple[str, ...] = ()) -> Statement:
    return Statement("X", "madness", ("en",), "x", "x", "x", laws, against)


def test_a_law_holds_where_one_scenario_reaches_its_premise() -> None:
    vacuous = result(STEP, Verdict.HOLDS, vacuous=True)
    assert account(said(STEP), vacuous).standing is Standing.VACUOUS
    found = account(said(STEP), vacuous, result(STEP, Verdict.HOLDS, "two"))
    assert found.standing is Standing.HOLDS
    assert found.laws[0].scenarios == ("two",)


def test_one_violation_is_enough_and_the_shortest_play_shows_it() -> None:
    found = account(
        said(STEP),
        result(STEP, Verdict.HOLDS),
        result(STEP, Verdict.VIOLATED, "two", length=5),
        result(STEP, Verdict.VIOLATED, "three", length=3),
    )
    assert found.standing is Standing.FAILS
    assert found.laws[0].shown is not None
    assert found.laws[0].shown.scenario == "three"
    assert exit_code([found]) == 1


def test_something_is_possible_where_one_scenario_shows_it() -> None:
    missing = result(POSSIBLE, Verdict.VIOLATED)
    assert account(said(POSSIBLE), missing).standing is Standing.FAILS
    found = account(said(POSSIBLE), missing, result(POSSIBLE, Verdict.HOLDS, "two", length=2))
    assert found.standing is Standing.HOLDS
    assert found.laws[0].scenarios == ("two",)


def test_undetermined_is_never_green() -> None:
    found = account(
        said(STEP), result(STEP, Verdict.HOLDS), result(STEP, Verdict.UNDETERMINED, "two")
    )
    assert found.standing is Standing.UNDETERMINED
    assert exit_code([found]) == 3


def test_a_statement_stands_as_the_worst_of_its_laws() -> None:
    found = account(
        said(STEP, OTHER), result(STEP, Verdict.HOLDS), result(OTHER, Verdict.HOLDS, vacuous=True)
    )
    assert found.standing is Standing.VACUOUS


def test_a_statement_fails_where_a_law_against_it_holds() -> None:
    results = result(STEP, Verdict.HOLDS), result(OTHER, Verdict.HOLDS)
    assert account(said(STEP, against=(OTHER,)), *results).standing is Standing.FAILS


def test_an_unsupported_reading_does_not_count() -> None:
    results = result(STEP, Verdict.HOLDS), result(READING, Verdict.VIOLATED, length=4)
    found = account(said(STEP, READING), *results)
    assert found.standing is Standing.HOLDS
    assert found.laws[1].standing is Standing.FAILS
    assert found.as_expected


def test_a_law_of_other_editions_is_not_in_force() -> None:
    assert account(said("madness-cast-in-window")).standing is Standing.NOT_IN_FORCE
    assert account(said("madness-cast-in-resolution")).standing is Standing.VACUOUS


def test_ripple_is_not_in_force_before_it_exists() -> None:
    found = accounts([statements()["R19"]], [editions()["2006-02"]], Report([]))[0]
    assert found.standing is Standing.NOT_IN_FORCE
    assert found.as_expected


def test_madness_is_from_torment() -> None:
    found = accounts([statements()["M8"]], list(editions().values()), Report([]))
    assert all(known.standing is Standing.HOLDS for known in found)
