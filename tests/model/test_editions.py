"""Editions: those that are shipped, and those that users write."""

from __future__ import annotations

from pathlib import Path

import pytest

from stackproof.editions.load import SWITCHES, edition, editions, load_edition, rule_keys
from stackproof.game.setup import Setup
from stackproof.inputs import InputError


def mistake(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as error:
        load_edition(path)
    return str(error.value)


def test_shipped_editions_are_complete_and_in_order() -> None:
    found = list(editions().values())
    assert [e.id for e in found] == sorted(editions())
    assert found[0].id == "2002-02"
    assert found[-1].id == "2026-01"
    for e in found:
        assert set(e.switches) == set(SWITCHES)
        assert set(e.rules) == rule_keys()
        assert e.effective is not None
        assert e.effective.isoformat().startswith(e.id)
        assert e.file.name == f"{e.id}.toml"
        assert e.changed
    assert [e.based_on for e in found[1:]] == [e.id for e in found[:-1]]


def test_resolved_along_the_chain() -> None:
    assert edition("2026-01").cite("ripple.ability") == "702.60a"
    assert edition("2026-01").cite("madness.ability") == "702.35a"
    assert edition("2002-02").cite("madness.ability") == "502.24a"
    assert edition("2002-02").cite("ripple.ability") == ""
    assert edition("2026-01").cite("no.such.rule") == ""
    assert edition("2008-07").switches["mana_burn"] is True
    assert edition("2009-07").switches["mana_burn"] is False


def test_keywords_exist_from_some_edition_on() -> None:
    assert [e.id for e in editions().values() if not e.has_keyword("ripple")][-1] == "2006-02"
    assert all(e.has_keyword("madness") for e in editions().values())
    assert all(e.has_keyword("anything") for e in editions().values())


def test_behaviour_is_what_the_setup_reads() -> None:
    for e in editions().values():
        assert set(e.setup) <= set(Setup.__annotations__)
    groups: dict[object, list[str]] = {}
    for e in editions().values():
        groups.setdefault(e.behaviour, []).append(e.id)
    assert [(ids[0], ids[-1]) for ids in groups.values()] == [
        ("2002-02", "2006-07"),
        ("2006-10", "2008-07"),
        ("2009-07", "2015-07"),
        ("2016-04", "2016-04"),
        ("2017-04", "2026-01"),
    ]


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'id = "house"\nbased_on = "2006-02"\n'
        '[switches]\nwindow_closing = "immediate"\n[rules]\n"madness.ability" = "H.1"\n',
        "utf-8",
    )
    mine = load_edition(path)
    assert mine.id == "house"
    assert mine.setup["window_closes_at_once"]
    assert mine.setup["madness_window"]
    assert mine.cite("madness.ability") == "H.1"
    assert mine.cite("madness.cost") == edition("2006-02").cite("madness.cost")
    assert mine.behaviour != edition("2006-02").behaviour
    assert hash(mine) != hash(edition("2006-02"))


BASE = 'id = "house"\nbased_on = "2026-01"\n'


@pytest.mark.parametrize(
    "text,says",
    [
        ('id = "house"', 'the key "based_on" is missing'),
        ('based_on = "2026-01"', 'the key "id" is missing'),
        ('id = ""\nbased_on = "2026-01"', "id: must not be empty"),
        (
            'id = "2016-04"\nbased_on = "2026-01"',
            'id: "2016-04" is a shipped edition; choose another id',
        ),
        (
            'id = "house"\nbased_on = "2026-1"',
            'based_on: no edition is called "2026-1"; did you mean "2026-01"?',
        ),
        (BASE + "[switch]", 'switch: there is no such key; did you mean "switches"?'),
        (
            BASE + "[switches]\nmana_brun = true",
            'switches.mana_brun: there is no such switch; did you mean "mana_burn"?',
        ),
        (
            BASE + "[switches]\nmana_burn = 'yes'",
            'switches.mana_burn: must be false or true, not "yes"',
        ),
        (
            BASE + "[switches]\nmadness_exile = true",
            'switches.madness_exile: must be "may" or "must", not true',
        ),
        (
            BASE + "[switches]\nmadness_exile = 1",
            "switches.madness_exile: expected true or false or text, not a whole number",
        ),
        (
            BASE + '[rules]\n"ripple.abilty" = "1"',
            'rules: no rule has the key "ripple.abilty"; did you mean "ripple.ability"?',
        ),
        (
            BASE + '[rules]\n"ripple.ability" = 702',
            'rules."ripple.ability": expected text, not a whole number',
        ),
        (
            BASE + 'unverified = ["drwa"]',
            'unverified: no rule has the key "drwa"; did you mean "draw"?',
        ),
    ],
)
def test_mistakes(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "mine.toml"
    assert mistake(path, text) == f"{path}: {says}"


def test_an_unknown_edition() -> None:
    with pytest.raises(
        InputError, match=r'^no edition is called "2016-4"; did you mean "2016-04"\?$'
    ):
        edition("2016-4")
