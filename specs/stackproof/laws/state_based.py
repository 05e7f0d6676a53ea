"""State-based actions: what is never so when a player receives priority (CR 704.3)."""

from __future__ import annotations

from stackproof.game.domains import CARDS, SEATS, Amount, Card, CardType, Zone
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


def boosts(setup: Setup, position: Position, card: Card) -> Amount:
    """What the Auras attached to a creature add to its toughness."""
    total = 0
    for c in range(CARDS):
        if position.zone[c] == Zone.BATTLEFIELD and position.attached[c] == card:
            total += setup.cards[c].boost
    return total


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
            printed = setup.cards[c].toughness + after.bonus[c]
            if after.damage[c] >= printed + boosts(setup, after, c):
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
            host = after.attached[c]
            if host == NONE or after.zone[host] != Zone.BATTLEFIELD:
                return False
    return True
