"""Each form of claim, right and wrong, on real plays."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.claims.claimed import MADNESS, RIPPLE, claim, claimed, result, results

from stackproof.explore.model import Limits
from stackproof.report.result import Verdict

EXILE = "Fiery Temper is exiled instead"
CAST = "Fiery Temper is cast by Anna"
COUNTERED = "the madness ability of Fiery Temper is countered"
REVEAL = "Anna says yes (may reveal cards for ripple)"

RIGHT = [
    ("possible", f'["{EXILE}", "{CAST}"]'),
    ("possible", f'["{CAST}", "the spell of Fiery Temper has resolved", "life: Ben 17"]'),
    ("possible", '["asked: nobody & zone: Fiery Temper hand"]'),
    ("possible", '["not: Anna activates *", "asked: nobody"]'),
    ("possible", f'["{EXILE}", "not: Ben plays Stifle"]'),
    ("possible", f'["{EXILE}", "not: Anna says *"]'),
    ("possible", '["zone: Fiery Temper hand", "zone: Fiery Temper exile", "zone: * stack"]'),
    ("never", f'["{CAST}", "{EXILE}"]'),
    ("never", f'["{COUNTERED}", "{CAST}"]'),
    ("never", '["asked: Anna madness: cast & mana: Anna 0 & option: Anna says yes *"]'),
    ("never", '["asked: Anna madness: cast & not option: Anna says no *"]'),
    ("never", f'["{EXILE}", "not: Anna says *", "not: {COUNTERED}"]'),
    ("never", '["not: zone: Fiery Temper hand"]'),
    ("always", f'["{EXILE}", "stack: * | madness ability of Fiery Temper"]'),
    ("always", '["Anna says no *", "zone: Fiery Temper graveyard"]'),
    ("always", '["asked: Anna discard", "zone: Fiery Temper exile", "asked: nobody"]'),
    ("always", f'["{CAST}", "not: * is exiled *"]'),
    (
        "ends",
        '{ "Fiery Temper" = ["hand", "exile", "graveyard"], "Stifle" = ["hand", "graveyard"]}',
    ),
]
WRONG = [
    ("possible", f'["{COUNTERED}", "{CAST}"]'),
    ("possible", f'["{EXILE}", "{CAST}", "{CAST}"]'),
    ("possible", f'["{EXILE}", "not: {EXILE}", "not: asked: *", "{CAST}"]'),
    ("possible", '["not: zone: Fiery Temper hand", "asked: nobody"]'),
    ("never", f'["{EXILE}", "{CAST}"]'),
    ("never", f'["{EXILE}", "not: Ben plays *", "{CAST}"]'),
    ("never", f'["{EXILE}", "not: {CAST}"]'),
    ("always", f'["{EXILE}", "{CAST}"]'),
    ("always", f'["{EXILE}", "not: Ben plays Stifle", "zone: Fiery Temper graveyard"]'),
    ("always", f'["zone: Fiery Temper hand", "{EXILE}"]'),
    ("always", '["Anna activates *", "zone: Fiery Temper exile", "not: asked: nobody"]'),
    ("ends", '{ "Fiery Temper" = ["hand", "graveyard"] }'),
    ("ends", '{ "Fiery Temper" = ["hand", "exile", "graveyard", "library"] }'),
    ("ends", '{ "Wild Mongrel" = ["battlefield"], "Stifle" = ["graveyard"] }'),
]  # fmt: skip


@pytest.mark.parametrize("form,value", RIGHT)
def test_a_right_claim_holds(tmp_path: Path, form: str, value: str) -> None:
    found = result(tmp_path, form, value)
    assert (found.verdict, found.vacuous) == (Verdict.HOLDS, False)
    assert found.as_expected
    assert (found.trace is not None) == (form == "possible")


@pytest.mark.parametrize("form,value", WRONG)
def test_a_wrong_claim_is_violated(tmp_path: Path, form: str, value: str) -> None:
    found = result(tmp_path, form, value)
    assert found.verdict is Verdict.VIOLATED
    assert not found.as_expected
    assert found.trace or found.reason


def test_the_witness_is_a_shortest_play(tmp_path: Path) -> None:
    found = result(tmp_path, "possible", f'["{CAST}"]')
    assert found.trace is not None
    assert [verb for verb, _ in found.trace.actions] == [
        "activate", "pick", "pass", "pass", "yes", "target",
    ]  # fmt: skip


def test_the_counterexample_is_a_shortest_play(tmp_path: Path) -> None:
    found = result(tmp_path, "never", f'["{EXILE}"]')
    assert found.trace is not None
    assert [verb for verb, _ in found.trace.actions] == ["activate", "pick"]
    found = result(tmp_path, "always", f'["{EXILE}", "{CAST}"]')
    assert found.trace is not None
    assert [verb for verb, _ in found.trace.actions][:2] == ["activate", "pick"]


def test_what_no_play_gets_to_is_named(tmp_path: Path) -> None:
    value = f'["{EXILE}", "{COUNTERED}", "not: Ben passes", "{CAST}"]'
    found = result(tmp_path, "possible", value)
    assert found.reason == f'no play has "{CAST}" after "{COUNTERED}"'
    found = result(tmp_path, "possible", f'["{CAST}", "not: asked: nobody"]')
    assert found.reason == "no play has all moments and ends without what is barred after them"


def test_zones_that_are_missing_or_too_many_are_named(tmp_path: Path) -> None:
    found = result(tmp_path, "ends", '{ "Fiery Temper" = ["hand", "graveyard"] }')
    assert found.reason == "Fiery Temper ends in exile"
    assert found.trace is not None
    value = '{ "Fiery Temper" = ["hand", "exile", "graveyard", "library"] }'
    found = result(tmp_path, "ends", value)
    assert found.reason == "Fiery Temper never ends in library"
    assert found.trace is None


def test_copies_have_numbers_and_labels(tmp_path: Path) -> None:
    stack = "stack: Surging Flame @first | Surging Flame {} | Surging Flame {} | * | *"
    for one, other in ((1, 2), (2, 1)):
        with pytest.raises(Exception, match='no object is called "Surging Flame 1"'):
            result(tmp_path, "possible", f'["{stack.format(one, other)}"]', **RIPPLE)
    value = f'["{REVEAL}", "{stack.format(2, 3)}"]'
    assert result(tmp_path, "possible", value, **RIPPLE).verdict is Verdict.HOLDS
    value = f'["{REVEAL}", "library: Anna Surging Flame 2 | Surging Flame 3"]'
    assert result(tmp_path, "never", value, **RIPPLE).verdict is Verdict.HOLDS


def test_several_events_of_one_transition_match_in_order_only(tmp_path: Path) -> None:
    moments = ["Anna discards Fiery Temper", EXILE, "the madness ability * triggers"]
    shown = ", ".join(f'"{text}"' for text in moments)
    assert result(tmp_path, "possible", f"[{shown}]").verdict is Verdict.HOLDS
    shown = ", ".join(f'"{text}"' for text in reversed(moments))
    assert result(tmp_path, "possible", f"[{shown}]").verdict is Verdict.VIOLATED


def test_the_facts_of_a_position_match_in_any_order(tmp_path: Path) -> None:
    facts = ["zone: Fiery Temper exile", "asked: Anna priority", "mana: Anna 1"]
    for order in (facts, facts[::-1]):
        shown = ", ".join(f'"{text}"' for text in order)
        found = result(tmp_path, "possible", f"[{shown}]")
        assert found.trace is not None
        assert len(found.trace.actions) == 2


def test_a_claim_that_never_gets_to_its_point_is_vacuous(tmp_path: Path) -> None:
    assert result(tmp_path, "never", f'["{COUNTERED}", "{CAST}", "{EXILE}"]').vacuous
    assert result(tmp_path, "always", '["Ben discards *", "asked: nobody"]').vacuous
    assert not result(tmp_path, "never", '["Ben discards *"]').vacuous


def test_a_claim_is_about_its_editions(tmp_path: Path) -> None:
    declined = '["Anna lets Fiery Temper go to the graveyard"]'
    scenario = claimed(
        tmp_path,
        claim("possible", declined, 'editions = { to = "2015-07" }')
        + claim("never", declined, 'editions = { from = "2016-04" }')
        + claim("possible", '["asked: nobody"]', 'editions = ["2002-02", "2026-01"]'),
        **MADNESS,
    )
    seen = {name: [r.law for r in results(scenario, name)] for name in ("2002-02", "2017-04")}
    assert seen == {"2002-02": ["claim-1", "claim-3"], "2017-04": ["claim-2"]}
    for name in ("2015-07", "2016-04", "2026-01"):
        assert {r.verdict for r in results(scenario, name)} == {Verdict.HOLDS}


def test_behind_a_limit_a_claim_is_undetermined_unless_a_play_settles_it(tmp_path: Path) -> None:
    scenario = claimed(
        tmp_path,
        claim("possible", '["Anna activates *"]')
        + claim("never", '["Anna activates *"]')
        + claim("possible", f'["{CAST}"]')
        + claim("never", f'["{CAST}"]')
        + claim("always", f'["{EXILE}", "asked: nobody"]')
        + claim("ends", '{ "Stifle" = ["hand", "graveyard"] }'),
        **MADNESS,
    )
    found = results(scenario, limits=Limits(max_states=6))
    unknown = Verdict.UNDETERMINED
    assert [r.verdict for r in found] == [Verdict.HOLDS, Verdict.VIOLATED, *[unknown] * 4]
    assert {r.reason for r in found if r.verdict is unknown} == {"stopped by the limit on states"}
    found = results(scenario, limits=Limits(max_seconds=0))
    assert {r.verdict for r in found[2:]} == {unknown}


def test_a_rule_error_leaves_a_claim_undetermined(tmp_path: Path) -> None:
    scenario = claimed(
        tmp_path, claim("never", f'["{EXILE}", "life: Ben 1"]'),
        **MADNESS | {"top": "capacity = { stack = 1 }"},
    )  # fmt: skip
    (found,) = results(scenario)
    assert (found.verdict, found.reason) == (
        Verdict.UNDETERMINED, "a rule error cut plays short",
    )  # fmt: skip
