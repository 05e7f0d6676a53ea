"""State-based actions: what is never so when a player receives priority (CR 704.3)."""

from __future__ import annotations

from stackproof.game.domains import CARDS, SEATS, Card, CardType, Zone
from stackproof.game.events import PRIORITY_GIVEN
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE, premise

from .declare import law
from .history import occurs


@law(
    "step",
    "losers-are-gone",
    "When a player receives priority, nobody in the game has 0 or less life, or has drawn from an "
    "empty library.",
    "sba.life",
    "sba.draw",
)
def losers_are_gone(setup: Setup, step: Step, after: Position) -> bool:
    if premise(occurs(step, PRIORITY_GIVEN)):
        for seat in range(SEATS):
            if seat < setup.seats and not after.out[seat]:
                if after.life[seat] <= 0 or after.drew_from_empty[seat]:
                    return False
    return True


def stands(setup: Setup, position: Position, card: Card, kind: CardType) -> bool:
    """Whether a card is on the battlefield as a permanent of a type."""
    return position.zone[card] == Zone.BATTLEFIELD and setup.cards[card].type == kind


def lethal(setup: Setup, position: Position, card: Card) -> bool:
    """Whether a creature has no more toughness than damage, with what Auras attached to it add."""
    total = setup.cards[card].toughness + position.bonus[card]
    for c in range(CARDS):
        if position.zone[c] == Zone.BATTLEFIELD and position.attached[c] == card:
            total += setup.cards[c].boost
    return position.damage[card] >= total


def is_unattached(position: Position, card: Card) -> bool:
    """Whether an Aura is attached to nothing on the battlefield."""
    host = position.attached[card]
    return host == NONE or position.zone[host] != Zone.BATTLEFIELD


@law(
    "step",
    "damage-is-not-lethal",
    "When a player receives priority, every creature on the battlefield has more toughness than "
    "damage.",
    "sba.lethal_damage",
)
def damage_is_not_lethal(setup: Setup, step: Step, after: Position) -> bool:
    given = occurs(step, PRIORITY_GIVEN)
    for c in range(CARDS):
        if premise(given and stands(setup, after, c, CardType.CREATURE)):
            if lethal(setup, after, c):
                return False
    return True


@law(
    "step",
    "auras-are-attached",
    "When a player receives priority, every Aura on the battlefield is attached to a permanent "
    "there.",
    "sba.aura",
)
def auras_are_attached(setup: Setup, step: Step, after: Position) -> bool:
    given = occurs(step, PRIORITY_GIVEN)
    for c in range(CARDS):
        if premise(given and stands(setup, after, c, CardType.AURA)):
            if is_unattached(after, c):
                return False
    return True


def permanents_stay(setup: Setup, position: Position) -> bool:
    """Whether no permanent has to leave."""
    for c in range(CARDS):
        if stands(setup, position, c, CardType.CREATURE) and lethal(setup, position, c):
            return False
        if stands(setup, position, c, CardType.AURA) and is_unattached(position, c):
            return False
    return True


def players_stay(setup: Setup, position: Position) -> bool:
    """Whether no player has to leave."""
    for seat in range(SEATS):
        if seat < setup.seats and not position.out[seat]:
            if position.life[seat] <= 0 or position.drew_from_empty[seat]:
                return False
    return True


def nothing_has_to_leave(setup: Setup, position: Position) -> bool:
    """Whether no state-based action applies."""
    return permanents_stay(setup, position) and players_stay(setup, position)
