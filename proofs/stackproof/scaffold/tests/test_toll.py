"""The keyword in plain Python, one action at a time: a debugger steps through the rules."""

from __future__ import annotations

from pathlib import Path

from stackproof.check import system_of
from stackproof.editions.load import edition
from stackproof.game.domains import Verb
from stackproof.lang.readings.python import Player
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def test_the_caster_loses_life() -> None:
    scenario = load_scenario(SCENARIOS / "toll.toml")
    system = system_of(scenario)
    game = build(scenario, edition("2026-01"), system)
    player = Player(system, game.setup)
    before = player.position(game.initial)
    after, _ = player.apply(before, Verb.PLAY, game.cards.index("Ferry Across"))
    assert before.life[0] == 20
    assert after.life[0] == 18
