"""Flashback [cost] (CR 702.34): the card may be cast from the graveyard, and is exiled then."""

from __future__ import annotations

from ...lang.declare import extends
from ..domains import NO_KEYWORD, Card, CardType, Keyword, Mana, Seat, Zone
from ..hooks import is_exiled_from_stack, permits_casting, permitted_cost, permitted_how
from ..position import Position
from ..setup import Setup, has_keyword, number_of
from ..statics import at_sorcery_timing

FLASHBACK = Keyword("flashback")


def can_flash_back(setup: Setup, pos: Position, card: Card) -> bool:
    """Whether a card is in a graveyard with flashback."""
    return pos.zone[card] == Zone.GRAVEYARD and has_keyword(setup, card, FLASHBACK)


@extends(permits_casting)
def permits_flashback(setup: Setup, pos: Position, card: Card, seat: Seat) -> bool:
    """The owner may cast it when a card of its type can be cast (CR 702.34a, 601.3)."""
    if setup.cards[card].owner != seat or not can_flash_back(setup, pos, card):
        return False
    return setup.cards[card].type == CardType.INSTANT or at_sorcery_timing(pos, seat)


@extends(permitted_cost)
def flashback_cost(setup: Setup, pos: Position, card: Card) -> Mana:
    """The flashback cost instead of the mana cost."""
    return number_of(setup, card, FLASHBACK) if can_flash_back(setup, pos, card) else 0


@extends(permitted_how)
def flashback_how(setup: Setup, pos: Position, card: Card) -> Keyword:
    """Such a card is cast by flashback."""
    return FLASHBACK if can_flash_back(setup, pos, card) else NO_KEYWORD


@extends(is_exiled_from_stack)
def flashback_exiles(setup: Setup, pos: Position, how: Keyword) -> bool:
    """It is exiled instead of going anywhere else when it leaves the stack."""
    return how == FLASHBACK
