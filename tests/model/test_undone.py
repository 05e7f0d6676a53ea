"""A cast that is begun while something resolves and given up again leaves no trace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.model.written import own

from stackproof.editions.load import edition
from stackproof.game.assembly import assemble
from stackproof.game.domains import Verb, Zone
from stackproof.lang.readings.python import Player
from stackproof.scenarios.build import build

TEMPER, MONGREL = 0, 2


def begun(tmp_path: Path, when: str, **parts: str) -> tuple[Player, Any]:
    """Fiery Temper is discarded, and Anna begins to cast it by madness."""
    scenario = own(tmp_path, **parts)
    system = assemble(scenario.capacities)
    game = build(scenario, edition(when), system)
    player = Player(system, game.setup)
    return player, player.position(game.initial)


def play(player: Player, position: Any, *actions: tuple[Verb, int]) -> Any:
    for verb, argument in actions:
        assert (verb, argument) in list(player.actions(position)), (verb, argument)
        position, _ = player.apply(position, verb, argument)
    return position


ANNA = 'mana = 1\nhand = ["Fiery Temper"]\nbattlefield = ["Bag of Holding", "Wild Mongrel"]'
DISCARD = [(Verb.ACTIVATE, MONGREL), (Verb.PICK, TEMPER)]
BOTH_PASS = [(Verb.PASS, 0), (Verb.PASS, 0)]
GIVEN_UP = [(Verb.YES, 0), (Verb.NO, 0)]


def test_the_card_is_then_found_in_the_graveyard(tmp_path: Path) -> None:
    for when, zone in (("2026-01", Zone.EXILE), ("2016-04", Zone.GRAVEYARD)):
        player, start = begun(tmp_path, when, anna=ANNA)
        madness_on_top = [(Verb.ORDER, 1), *BOTH_PASS]
        position = play(player, start, *DISCARD, *madness_on_top, *GIVEN_UP)
        assert position.zone[TEMPER] == Zone.GRAVEYARD
        assert position.mana[0] == 1
        assert play(player, position, *BOTH_PASS).zone[TEMPER] == zone
