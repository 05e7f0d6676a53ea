"""Proofs of sameness: where switches are read, and that regions hold all of it."""

from __future__ import annotations

import pytest

from stackproof.check import by_behaviour
from stackproof.compare import decks
from stackproof.compare.decks import difference, differences
from stackproof.compare.sameness import Reads, verbs
from stackproof.compare.side import silent
from stackproof.editions.load import READ, edition
from stackproof.explore.search import explore
from stackproof.game.assembly import assemble
from stackproof.game.domains import Verb
from stackproof.lang.readings.native import NativeReading
from stackproof.laws import regions
from stackproof.laws.regions import REGIONS, WELL_FORMED
from stackproof.scenarios.build import build
from stackproof.scenarios.load import scenarios


def test_every_switch_that_is_read_has_a_region() -> None:
    assert REGIONS.keys() == READ.keys()


def test_a_window_is_asked_for_in_its_region_only_and_a_smaller_region_is_noticed() -> None:
    smaller = {switch: law.check for switch, law in REGIONS.items()}
    smaller["madness_timing"] = smaller["ripple_reveal"]
    proof, wrong = Reads(), Reads(regions=smaller)
    found = proof.of(Verb.PASS)
    assert set(found) >= {"madness_timing", "window_closing", "mana_burn"}
    assert proof.inside("madness_timing", Verb.PASS, found["madness_timing"]) is True
    read = wrong.of(Verb.PASS)["madness_timing"]
    assert wrong.inside("madness_timing", Verb.PASS, read) is False


def chosen(every: int) -> list[str]:
    return [name for name, s in scenarios().items() if not s.bench][::every]


def broken(names: list[str]) -> list[str]:
    readings: dict[object, NativeReading] = {}
    found = []
    for name in names:
        scenario = scenarios()[name]
        sizes = tuple(sorted(scenario.capacities.items()))
        if sizes not in readings:
            system = assemble(dict(sizes), [WELL_FORMED], [regions])
            readings[sizes] = NativeReading(system)
        reading = readings[sizes]
        for group in by_behaviour([edition(e) for e in scenario.editions]):
            game = build(scenario, group[0], reading.system)
            if explore(reading, game.setup, game.initial).violations:
                found.append(f"{name} in {group[0].id}")
    return found


def test_positions_of_plays_are_well_formed() -> None:
    assert broken(chosen(6)) == []


@pytest.mark.deep
def test_all_positions_of_plays_are_well_formed() -> None:
    assert broken(chosen(1)) == []


@pytest.mark.deep
def test_every_read_of_a_switch_is_in_its_region() -> None:
    found = verbs(silent)
    assert set(found) == {verb.name.lower() for verb in Verb}
    for verb, answers in found.items():
        assert all(answer is True for answer in answers.values()), verb


@pytest.mark.parametrize(
    "old, new, switch, field",
    [
        ("2006-07", "2006-10", "madness_timing", "mark"),
        ("2008-07", "2009-07", "mana_burn", "life"),
    ],
)
def test_over_every_deck_a_position_is_found_in_which_editions_differ(
    old: str, new: str, switch: str, field: str
) -> None:
    found = difference(edition(old), edition(new), switch, silent)
    assert found is not None
    assert found.verb == "pass"
    assert any(line.startswith(f"{field}[") for line in found.differs)


def test_a_position_is_asked_for_in_which_a_switch_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a guess, of which each may come to the same in both editions."""
    monkeypatch.setattr(decks, "GUESSES", 0)
    found = difference(edition("2006-07"), edition("2006-10"), "madness_timing", silent)
    assert found is not None
    assert any(line.startswith("mark[") for line in found.differs)


def test_over_every_deck_editions_that_play_alike_do_not_differ() -> None:
    assert differences(edition("2025-09"), edition("2026-01"), silent) == []
