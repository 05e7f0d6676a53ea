"""Every card that can be played with: random plays end in no rule error and break no law."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.model.written import own

from stackproof import check
from stackproof.cards.load import Card, cards
from stackproof.editions.load import editions
from stackproof.lang.readings.native import NativeReading
from stackproof.laws import catalogue
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import Scenario

CAPACITY = "capacity = { cards = 24, library = 8, stack = 24, waiting = 12, events = 60 }"
EXPECTED = frozenset(law.id for law in catalogue.laws() if not law.supported)
"""Readings that the rules do not support."""

PLAYABLE = [card for card in cards().values() if card.facts.playable]


def scenario_with(card: Card, path: Path) -> Scenario:
    """The card on both sides, with ways to discard, answer and find it."""
    twice = f'"{card.name}"' if card.facts.legendary else f'"{card.name}", "{card.name}"'
    shown = card.facts.type not in ("instant", "sorcery", "aura")
    side = f'battlefield = ["Sol Ring", "2 Forest", "Wild Mongrel"]\nhand = ["Shock", {twice}]'
    return own(
        path,
        top=CAPACITY + '\nuntil = { turn = 2, step = "cleanup" }\noptions = { hand_size = 3 }',
        anna='life = 6\nmana = 4\nlibrary = ["Fiery Temper", "Island", "Obsessive Search"]\n'
        + side,
        ben='life = 6\nmana = 6\nlibrary = ["3 Island"]\nhand = ["Counterspell", "Stifle"]\n'
        'graveyard = ["Fiery Temper"]\nbattlefield = ["2 Island", '
        + (f'"{card.name}"]' if shown and not card.facts.legendary else '"Sphere of Resistance"]'),
    )


def play(reading: NativeReading, game: Game, chance: random.Random, laws: frozenset[str]) -> None:
    """A random play, in which every action on the way is tried."""
    state = game.initial
    for _ in range(120):
        found = reading.inspect(game.setup, state)
        assert found.error is None
        assert not found.violated & laws
        edges = reading.successors(game.setup, state)
        if not edges:
            assert found.finished
            return
        for edge in edges:
            assert edge.error is None
            assert not edge.violated & laws
        state = chance.choice(edges).after


@pytest.mark.parametrize("card", PLAYABLE, ids=lambda card: card.name)
def test_random_plays_break_no_rule_and_no_law(card: Card, tmp_path: Path) -> None:
    scenario = scenario_with(card, tmp_path)
    reading = check.native(scenario)
    for edition in (editions()[scenario.editions[0]], editions()[scenario.editions[-1]]):
        game = build(scenario, edition, reading.system)
        forced = [law.id for law in reading.system.laws if check.in_force(law, edition)]
        for seed in range(8):
            play(reading, game, random.Random(seed), frozenset(forced) - EXPECTED)
