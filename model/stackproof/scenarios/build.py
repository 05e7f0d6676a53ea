"""From a scenario and an edition to what engines play: a packed setup and a packed position."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards.facts import CardWriter
from ..editions.load import Edition
from ..game import domains
from ..inputs import Place
from ..lang.declare import NONE
from ..lang.readings.views import Views
from ..lang.system import System
from .load import Scenario


@dataclass(frozen=True)
class Game:
    """A game ready to be played, with the names to tell it by."""

    setup: bytes
    initial: bytes
    cards: tuple[str, ...]
    players: tuple[str, ...]


def build(scenario: Scenario, edition: Edition, system: System) -> Game:
    """The game of a scenario under an edition. Raises :class:`InputError`.

    The system must have the scenario's capacities, or larger ones.
    """
    scenario.require(edition)
    for name in ("cards", "library"):
        needed, given = scenario.capacities[name], system.program.capacities[name]
        if given < needed:
            raise (
                Place(scenario.file, "capacity").at(name).error(f"{needed} are needed, not {given}")
            )
    players = tuple(player.name for player in scenario.players)
    return Game(
        _setup(scenario, edition, system), _initial(scenario, system), scenario.card_names, players
    )


def _setup(scenario: Scenario, edition: Edition, system: System) -> bytes:
    """The card table, the switches and the bounds."""
    setup = Views(frozenset()).new(system.setup_type)
    writer = CardWriter(system.program)
    numbers: dict[str, int] = {}
    for i, copy in enumerate(scenario.cards):
        name = numbers.setdefault(copy.card.name, len(numbers) + 1)
        writer.write(setup.cards[i], copy.card, name, copy.owner)
    setup.seats = len(scenario.players)
    setup.hand_size = scenario.options.hand_size
    setup.floats = scenario.options.floats
    setup.last_turn = scenario.last_turn
    setup.last_step = _step(scenario.last_step)
    for field, value in edition.setup.items():
        setattr(setup, field, value)
    return bytes(setup.pack())


def _initial(scenario: Scenario, system: System) -> bytes:
    """The active player is about to act, with an empty stack."""
    program = system.program
    position = Views(frozenset()).new(system.state_type)
    priority = program.constant(domains.PRIORITY)
    assert priority is not None
    position.decision = priority
    position.decider = position.priority = position.active = scenario.active
    position.due = NONE
    position.turn = 1
    position.step = _step(scenario.step)
    for seat in range(program.capacities["seats"]):
        for place in range(program.capacities["library"]):
            position.library[seat][place] = NONE
    for seat, player in enumerate(scenario.players):
        position.mana[seat] = player.mana
        position.life[seat] = player.life
    for i in range(program.capacities["cards"]):
        position.attached[i] = NONE
    for i, copy in enumerate(scenario.cards):
        position.zone[i] = domains.Zone[copy.zone.upper()]
        if copy.zone == "library":
            position.library[copy.owner][position.library_size[copy.owner]] = i
            position.library_size[copy.owner] += 1
    return bytes(position.pack())


def _step(name: str) -> domains.TurnStep:
    return domains.TurnStep[name.upper().replace("-", "_")]
