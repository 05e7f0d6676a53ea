"""Which part of a law failed, for laws of every shape; and that noting it changes nothing."""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.trace import parts

from stackproof import check as checking
from stackproof.editions.load import edition
from stackproof.game.assembly import assemble
from stackproof.lang.readings.python import Player
from stackproof.lang.system import System
from stackproof.laws import catalogue
from stackproof.laws.declare import laws_of
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import load_scenario
from stackproof.trace.failing import Condition, Failure, failure
from stackproof.trace.narrate import Narrator
from stackproof.trace.table import Table
from stackproof.trace.way import known_of

LAWS = {law.id: law for law in laws_of([parts])}


@cache
def played() -> tuple[System, Game]:
    scenario = load_scenario("madness-by-effect")
    modules = [*catalogue.MODULES, parts]
    system = assemble(dict(scenario.capacities), list(LAWS.values()), modules)
    return system, build(scenario, edition("2026-01"), system)


def failed(law: str) -> Failure:
    system, game = played()
    player = Player(system, game.setup)
    position = player.position(game.initial)
    found = failure(system, LAWS[law].check, {"position": position})
    assert found.holds is player.judge(LAWS[law], position=position)[0] is False
    return found


def texts(conditions: tuple[Condition, ...]) -> list[str]:
    return [c.text if c.holds else f"not {c.text}" for c in conditions]


@pytest.mark.parametrize(
    "law, given, decisive",
    [
        ("second-conjunct", [], ["not position.life[0] == 19"]),
        ("all-disjuncts", [], ["not position.turn == 2", "is_in_hand(position, 0)"]),
        ("under-a-premise", ["is_in_hand(position, c)"], ["position.turn == 1"]),
        ("nested", ["is_in_hand(position, c)"], ["position.zone[c] != Zone.EXILE"]),
        ("by-another-name", [], ["position.turn == 1", "position.active == seat"]),
        ("on-the-other-side", [], ["not position.turn == 2"]),
    ],
)
def test_the_conditions_on_which_it_hangs(law: str, given: list[str], decisive: list[str]) -> None:
    found = failed(law)
    assert (texts(found.given), texts(found.decisive)) == (given, decisive)


def test_names_have_their_values_and_domains() -> None:
    found = failed("nested")
    value, domain = found.values["c"]
    assert value == 0
    assert domain is not None
    assert domain.of == "cards"
    zone, of_zones = found.values["position.zone[c]"]
    assert of_zones is not None
    assert of_zones.show(zone) == "HAND"
    named = failed("by-another-name")
    assert named.stands_for["seat"] == "first_seat(position)"
    assert named.values["seat"][0] == 0


def test_where_nothing_was_found_no_condition_is_to_blame() -> None:
    assert failed("none-of-them").decisive == ()


@pytest.mark.parametrize("name", ["madness-stifled", "ripple-chain", "c064-discard-and-sacrifice"])
def test_noting_conditions_changes_no_verdict(name: str) -> None:
    """Every law, on the steps of a random play."""
    scenario = load_scenario(name)
    played_in = edition(scenario.editions[-1])
    system = checking.system_of(scenario)
    game = build(scenario, played_in, system)
    narrator, chance = Narrator(system, game, played_in), random.Random(7)
    player = narrator.player
    position = player.position(game.initial)
    for _ in range(7):
        actions = list(player.actions(position))
        if not actions:
            break
        transition = narrator.transition(position, *chance.choice(actions))
        for law in system.laws:
            choice = system.choices(law)[0]
            known = known_of(Table(scenario, played_in, law), transition, choice)
            asked = {key: value for key, value in known.items() if key != "setup"}
            holds = player.ask(law.check, **asked)
            assert failure(system, law.check, known).holds is holds, law.id
        position = transition.after
