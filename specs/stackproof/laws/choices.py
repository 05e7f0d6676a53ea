"""What ripple leaves to its controller: each choice is really there."""

from __future__ import annotations

from typing import Annotated

from stackproof.game.domains import (
    CARDS,
    EVENTS,
    LIBRARY,
    REVEALED,
    SPELL,
    Amount,
    Card,
    CardCount,
    CardType,
    Seat,
    Verb,
    Zone,
)
from stackproof.game.events import RESOLVED
from stackproof.game.keywords.ripple import (
    BOTTOMED,
    CAST_REVEALED,
    DECLINED_REVEAL,
    ORDER_BOTTOM,
    REVEAL,
    RIPPLE_ABILITY,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, shares_name
from stackproof.lang.declare import Range, premise

from .declare import possible
from .history import happened_about, occurs
from .ripple import SINCE_RIPPLE
from .ripple_subsets import cast_here, castable, casts_here

Subset = Annotated[int, Range(0, 15)]
"""Of up to four cards, in the order of the card table: 1 for the first, 2 for the second, 4, 8."""
Order = Annotated[int, Range(0, 31)]
"""Of two cards (0, 1), of three (2 to 7) or of four (8 to 31), in alphabetical order."""
Most = Annotated[int, Range(0, 64)]


@possible(
    "ripple-may-decline",
    "A ripple ability resolves and nothing is revealed.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_may_decline(before: Position, verb: Verb, step: Step) -> bool:
    if premise(before.decision == REVEAL):
        return verb == Verb.NO and occurs(step, DECLINED_REVEAL)
    return False


def ripples(before: Position) -> bool:
    """Whether a ripple ability is resolving whose spell is still on the stack."""
    if before.resolving.kind != RIPPLE_ABILITY:
        return False
    return before.zone[before.resolving.source] == Zone.STACK


def matches(setup: Setup, position: Position, card: Card) -> bool:
    """Whether a card shares the name and was revealed for this ability, cast meanwhile or not.
    A land is never cast (CR 305.9).
    """
    if card == position.resolving.source or setup.cards[card].type == CardType.LAND:
        return False
    if not shares_name(setup, card, position.resolving.face):
        return False
    if position.mark[card] == REVEALED or cast_here(setup, position, card):
        return True
    return position.announcement.kind == SPELL and position.announcement.source == card


def power_of_two(place: CardCount) -> Most:
    """1, 2, 4, 8, 16 for the first places, and then no more."""
    if place == 0:
        return 1
    if place == 1:
        return 2
    if place == 2:
        return 4
    return 8 if place == 3 else 16


def ends_casting(step: Step, after: Position) -> bool:
    """Whether no more cards will be cast in the resolution of a ripple ability."""
    if after.resolving.kind == RIPPLE_ABILITY:
        return after.decision == ORDER_BOTTOM
    return ends_ripple(step)


def ends_ripple(step: Step) -> bool:
    """Whether a ripple ability has resolved."""
    for i in range(EVENTS):
        if happened_about(step, i, RESOLVED, RIPPLE_ABILITY):
            return True
    return False


@possible(
    "ripple-casts-any-subset",
    "Of the revealed cards that may be cast, any are cast: each subset in some play.",
    "ripple.ability",
    trigger=ripples,
    when=SINCE_RIPPLE,
)
def ripple_casts_any_subset(
    setup: Setup, before: Position, step: Step, after: Position, choice: Subset
) -> bool:
    if before.decision == CAST_REVEALED and casts_here(setup, before) == 0:
        if premise(choice < power_of_two(castable(setup, before))):
            if choice == 0:
                return ends_casting(step, after)
    if (
        before.decision == ORDER_BOTTOM
        or before.decision == REVEAL
        or not ends_casting(step, after)
    ):
        return False
    subset = 0
    place = 0
    for c in range(CARDS):
        if matches(setup, before, c) and place < 4:
            if after.zone[c] == Zone.STACK:
                subset += power_of_two(place)
            place += 1
    return subset == choice


def factorial(number: CardCount) -> Most:
    """1, 2, 6, 24 for up to four."""
    if number <= 1:
        return 1
    if number == 2:
        return 2
    return 6 if number == 3 else 24


def bottomed(setup: Setup, position: Position) -> CardCount:
    """How many cards this ripple ability puts on the bottom: the revealed ones not cast."""
    cast = casts_here(setup, position)
    uncast = position.library_size[position.resolving.controller]
    revealed = position.resolving.number
    if revealed > uncast + cast:
        return uncast
    return revealed - cast if revealed > cast else 0


def smaller_below(position: Position, seat: Seat, place: Amount, card: Card) -> CardCount:
    """How many cards further down in a library stand earlier in the card table."""
    count = 0
    for i in range(LIBRARY):
        if i > place and i < position.library_size[seat] and position.library[seat][i] < card:
            count += 1
    return count


def ends_bottoming(before: Position, step: Step) -> bool:
    """Whether the last revealed card is put on the bottom here."""
    return ripples(before) and occurs(step, BOTTOMED) and ends_ripple(step)


@possible(
    "ripple-bottoms-in-any-order",
    "Up to four revealed cards that are not cast go to the bottom in any order: each in some play.",
    "ripple.ability",
    "library.order",
    trigger=ends_bottoming,
    when=SINCE_RIPPLE,
)
def ripple_bottoms_in_any_order(
    setup: Setup, before: Position, step: Step, after: Position, choice: Order
) -> bool:
    number = bottomed(setup, before)
    if number < 2 or number > 4:
        return False
    first = 0
    if number > 2:
        first = 2 if number == 3 else 8
    if not premise(first <= choice and choice < first + factorial(number)):
        return False
    seat = before.resolving.controller
    rank = first
    for i in range(LIBRARY):
        below = after.library_size[seat] - 1 - i
        if below >= 0 and below < number:
            card = after.library[seat][i]
            rank += factorial(below) * smaller_below(after, seat, i, card)
    return rank == choice
