"""Whether a spell can be cast or an ability activated now: permission, targets and costs."""

from __future__ import annotations

from ..lang.declare import NONE
from .costs import can_pay, can_pay_milling
from .domains import CARDS, Card, CardType, Mana, Part, PartPlace, Seat, Zone
from .position import Position
from .setup import Setup, front_of
from .stack import has_target
from .statics import is_prohibited, is_split, total_cost
from .zones import hand_size


def can_sacrifice(setup: Setup, pos: Position, seat: Seat, kind: CardType, card: Card) -> bool:
    """Whether a permanent is a player's and of the type to sacrifice (CR 701.21)."""
    if pos.zone[card] != Zone.BATTLEFIELD or setup.cards[card].owner != seat:
        return False
    return setup.cards[card].type == kind


def has_sacrifice(setup: Setup, pos: Position, seat: Seat, kind: CardType) -> bool:
    """Whether a player has a permanent of the type to sacrifice, if one is needed."""
    if kind == CardType.NONE:
        return True
    for c in range(CARDS):
        if can_sacrifice(setup, pos, seat, kind, c):
            return True
    return False


def has_additional(setup: Setup, pos: Position, face: Card, part: PartPlace, seat: Seat) -> bool:
    """Whether the costs other than mana can be paid (CR 118.3)."""
    card = front_of(setup, face)
    available = hand_size(setup, pos, seat)
    spare = available - 1 if pos.zone[card] == Zone.HAND else available
    if spare < setup.cards[face].parts[part].discards:
        return False
    if pos.life[seat] < setup.cards[face].parts[part].life:
        return False
    return has_sacrifice(setup, pos, seat, setup.cards[face].parts[part].sacrifices)


def can_cast(setup: Setup, pos: Position, face: Card, seat: Seat, base: Mana) -> bool:
    """Whether casting is allowed and can be completed for a base cost (CR 601.2, 601.3). The card
    is on the stack by then: neither a target nor there to be milled.
    """
    kind = setup.cards[face].type
    if kind == CardType.LAND or kind == CardType.NONE:
        return False
    card = front_of(setup, face)
    if is_prohibited(setup, pos, face, seat, pos.zone[card]):
        return False
    if not has_target(setup, pos, setup.cards[face].parts[Part.SPELL].target, seat, card):
        return False
    if not has_additional(setup, pos, face, Part.SPELL, seat):
        return False
    to_mill = pos.library_size[seat]
    if pos.zone[card] == Zone.LIBRARY and to_mill > 0:
        to_mill -= 1
    return can_pay_milling(setup, pos, seat, total_cost(setup, pos, seat, base), to_mill)


def can_activate(setup: Setup, pos: Position, card: Card, seat: Seat) -> bool:
    """Whether a player can activate the ability of their permanent, or of a card in their hand
    that is discarded for it (CR 602.2, 602.5).
    """
    if not setup.cards[card].parts[Part.ABILITY].exists or setup.cards[card].owner != seat:
        return False
    from_hand = setup.cards[card].parts[Part.ABILITY].discards_itself
    if pos.zone[card] != (Zone.HAND if from_hand else Zone.BATTLEFIELD):
        return False
    if setup.cards[card].parts[Part.ABILITY].taps and pos.tapped[card]:
        return False
    if setup.cards[card].parts[Part.ABILITY].once_a_turn and pos.used[card]:
        return False
    if is_split(setup, pos):
        return False
    if not has_target(setup, pos, setup.cards[card].parts[Part.ABILITY].target, seat, NONE):
        return False
    if not has_additional(setup, pos, card, Part.ABILITY, seat):
        return False
    return can_pay(setup, pos, seat, setup.cards[card].parts[Part.ABILITY].mana)
