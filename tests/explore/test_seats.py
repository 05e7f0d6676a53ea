"""Why seats are not exchanged: what would be gained where every player has the same, counted.

Turn order leaves rotations only: each player in the place of the next one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stackproof import check
from stackproof.editions.load import edition
from stackproof.explore.search import explore
from stackproof.lang.symmetry import layout, renamed, sorted_bags
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario

NAMES = ("Anna", "Ben", "Carl")
HEAD = """
title = "Everybody has the same"
editions = ["2026-01"]
until = {{ turn = {turn}, step = "main" }}
"""
PLAYER = """
[[player]]
name = "{name}"
{has}
"""
MADNESS = 'mana = 1\nhand = ["Fiery Temper"]\nbattlefield = ["Wild Mongrel"]'
RIPPLE = 'mana = 2\nhand = ["Surging Flame"]\nlibrary = ["Surging Flame", "Island"]'
DEADLY = 'life = 3\nmana = 1\nhand = ["Lightning Bolt"]'
GAMES = [
    ("two with madness", 2, 2, MADNESS),
    ("two with ripple", 2, 3, RIPPLE),
    ("three who can be killed, one turn", 3, 1, DEADLY),
    ("three who can be killed, three turns", 3, 3, DEADLY),
]
"""What a game is called, its players and turns, and what each player has."""


class Table:
    """A game in which every player has the same."""

    def __init__(self, seats: int, turns: int, has: str, home: Path) -> None:
        file = home / "same.toml"
        players = (PLAYER.format(name=name, has=has) for name in NAMES[:seats])
        file.write_text(HEAD.format(turn=turns) + "".join(players), encoding="utf-8")
        scenario = load_scenario(file)
        self.reading = check.native(scenario)
        system = self.reading.system
        self.game = build(scenario, edition("2026-01"), system)
        sizes, cards = system.program.capacities, len(self.game.cards)
        self.by_card = layout(system.state_type, "cards", sizes["cards"])
        self.by_seat = layout(system.state_type, "seats", sizes["seats"])
        self.cards = [(c + cards // seats) % cards for c in range(cards)]
        self.cards += range(cards, sizes["cards"])
        self.seats = [(seat + 1) % seats for seat in range(seats)] + [*range(seats, sizes["seats"])]

    def rotated(self, position: bytes) -> bytes:
        """Every player, and every card of theirs, in the place of the next."""
        found = renamed(self.by_seat, renamed(self.by_card, position, self.cards), self.seats)
        return sorted_bags(self.by_card, found)

    def reached(self, initial: bytes) -> set[bytes]:
        found = explore(self.reading, self.game.setup, initial)
        assert found.complete
        return {sorted_bags(self.by_card, found.row(state)) for state in range(found.states)}


def figures(name: str) -> list[int]:
    """The numbers in a row of the documentation."""
    text = (Path(__file__).parents[2] / "docs" / "symmetry.md").read_text(encoding="utf-8")
    (cells,) = re.findall(rf"^\| {name} \| ([\d,]+) \| ([\d,]+) \|$", text, re.MULTILINE)
    return [int(cell.replace(",", "")) for cell in cells]


@pytest.mark.parametrize("name, seats, turns, has", GAMES)
def test_what_rotating_seats_would_spare(
    name: str, seats: int, turns: int, has: str, tmp_path: Path
) -> None:
    table = Table(seats, turns, has, tmp_path)
    reached = table.reached(table.game.initial)
    orbits = set()
    for position in reached:
        images = [position]
        while len(images) < seats:
            images.append(table.rotated(images[-1]))
        orbits.add(min(images))
    assert figures(name) == [len(reached), len(orbits)]


@pytest.mark.parametrize("seats, turns, has", [row[1:] for row in GAMES])
def test_another_starting_player_has_the_same_plays(
    seats: int, turns: int, has: str, tmp_path: Path
) -> None:
    """Rules treat seats alike, so that there is nothing new to be found from there."""
    table = Table(seats, turns, has, tmp_path)
    first = table.reached(table.game.initial)
    second = table.reached(table.rotated(table.game.initial))
    assert first.isdisjoint(second) or seats > 2
    assert second == {table.rotated(position) for position in first}
