"""What proofs assume of decks and starts, and the auxiliary invariants, are true of real games."""

from __future__ import annotations

import random
from functools import cache

import pytest

from stackproof.editions.load import edition
from stackproof.lang.readings.python import Player
from stackproof.prove.game import subject
from stackproof.prove.subject import Subject
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario, scenarios

PLAYED = [s for s in scenarios().values() if len(s.players) == 2 and not s.bench][::9]


@cache
def sized(sizes: tuple[tuple[str, int], ...]) -> Subject:
    return subject(dict(sizes))


@pytest.mark.parametrize("scenario", PLAYED, ids=lambda s: s.id)
def test_a_scenario_is_a_deck_and_a_start_and_its_positions_are_well_formed(
    scenario: Scenario,
) -> None:
    about = sized(tuple(sorted(scenario.capacities.items())))
    game = build(scenario, edition(scenario.editions[-1]), about.system)
    player = Player(about.system, game.setup)
    position = player.position(game.initial)
    assert player.judge(about.deck, position=position)[0]
    assert player.judge(about.start, position=position)[0]
    chance = random.Random(scenario.id)
    for _ in range(25):
        for law in about.auxiliary:
            assert player.judge(law, position=position)[0], law.says
        actions = list(player.actions(position))
        if not actions or player.finished(position):
            break
        position, _ = player.apply(position, *chance.choice(actions))
