"""From a scenario and an edition to what engines play: a packed setup and a packed position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ..cards.entries import CardEntry
from ..cards.facts import CardWriter, any_statics, any_watches
from ..editions.load import Edition
from ..game import domains
from ..inputs import Place
from ..lang.declare import NONE
from ..lang.program import Program
from ..lang.readings.views import Views
from ..lang.system import System
from . import sizes
from .load import Scenario


@dataclass(frozen=True)
class Game:
    """A game ready to be played, with the names of the card table's entries and of players."""

    setup: bytes
    initial: bytes
    cards: tuple[str, ...]
    players: tuple[str, ...]


def build(scenario: Scenario, edition: Edition, system: System) -> Game:
    """The game of a scenario under an edition. Raises :class:`InputError`.

    The system must have the scenario's capacities, or larger ones.
    """
    scenario.require(edition)
    place = Place(scenario.file, "capacity")
    for name in sizes.EXACT:
        needed, given = scenario.capacities[name], system.program.capacities[name]
        if given < needed:
            raise place.at(name).error(f"{needed} are needed, not {given}")
    players = tuple(player.name for player in scenario.players)
    return Game(
        _setup(scenario, edition, system), _initial(scenario, system), scenario.card_names, players
    )


def unnamed(system: System, setup: bytes, initial: bytes) -> Game:
    """A game that is of no scenario: cards and players have numbers for names."""
    sizes = system.program.capacities
    cards = tuple(f"card {i}" for i in range(sizes["cards"]))
    return Game(setup, initial, cards, tuple(f"player {i}" for i in range(sizes["seats"])))


@cache
def _views(_: Program) -> Views:
    """The view classes of a program, made once."""
    return Views(frozenset())


def _setup(scenario: Scenario, edition: Edition, system: System) -> bytes:
    """The card table, the switches and the bounds."""
    setup = _views(system.program).new(system.setup_type)
    writer = CardWriter(system.program)
    for i in range(system.program.capacities["cards"]):
        setup.cards[i].front = NONE
    for i, copy in enumerate(scenario.cards):
        writer.write(setup.cards[i], copy.card, copy.owner)
    for i, (front, face) in enumerate(scenario.faces, len(scenario.cards)):
        copy = scenario.cards[front]
        writer.write_face(setup.cards[i], copy.card, face, copy.owner, front)
    facts = [copy.card.facts for copy in scenario.cards]
    setup.any_statics = any_statics(facts)
    setup.any_watches = any_watches(facts)
    setup.remembers_discards = any(map(_remembers_discards, facts))
    setup.seats = len(scenario.players)
    setup.hand_size = scenario.options.hand_size
    setup.floats = scenario.options.floats
    setup.last_turn = scenario.last_turn
    setup.last_step = _step(scenario.last_step)
    for field, value in edition.setup.items():
        setattr(setup, field, value)
    return bytes(setup.pack())


def _remembers_discards(facts: CardEntry) -> bool:
    """Whether a card asks later which cards were discarded."""
    watch = facts.watch
    if watch is not None and watch.event == "end-step-after-discard":
        return True
    parts = (facts, facts.ability, watch, *facts.faces)
    return any("discarded" in line.do for part in parts if part for line in part.effects)


def _initial(scenario: Scenario, system: System) -> bytes:
    """The active player is about to act, with an empty stack."""
    program = system.program
    position = _views(program).new(system.state_type)
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
