"""What proofs assume of decks and starts, and the auxiliary invariants, are true of real games."""

from __future__ import annotations

import random
from functools import cache

import pytest

from stackproof.editions.load import edition
from stackproof.lang.readings.python import Player
from stackproof.lang.system import INVARIANT, STEP
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
    invariants = [law for law in about.auxiliary if law.kind == INVARIANT]
    steps = [law for law in about.auxiliary if law.kind == STEP]
    for _ in range(25):
        for law in invariants:
            assert player.judge(law, position=position)[0], law.says
        actions = list(player.actions(position))
        if not actions or player.finished(position):
            break
        before, (verb, argument) = position, chance.choice(actions)
        position, step = player.apply(before, verb, argument)
        known = {"before": before, "verb": verb, "argument": argument}
        for law in steps:
            assert player.judge(law, **known, step=step, after=position)[0], law.says
