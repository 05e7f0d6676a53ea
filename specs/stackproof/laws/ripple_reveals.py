"""What ripple reveals, and what it puts on the bottom of the library."""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    EVENTS,
    LIBRARY,
    NO_OBJECT,
    REVEALED,
    Card,
    MaybeCard,
    Seat,
    Verb,
    Zone,
)
from stackproof.game.events import (
    CAST_BEGUN,
    LEFT,
    MILLED,
    PUT_ON_BOTTOM,
    RESOLVED,
    RESOLVING,
    TAPPED,
)
from stackproof.game.keywords.ripple import (
    BOTTOMED,
    CAST_REVEALED,
    DECLINED_REVEAL,
    REVEAL,
    REVEALED_CARD,
    RIPPLE_ABILITY,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, front_of, shares_name
from stackproof.game.zones import place_in_library
from stackproof.lang.declare import premise

from .declare import law, possible
from .history import count_of, happened, happened_about, occurs, occurs_about
from .ripple import SINCE_RIPPLE


@possible(
    "ripple-may-reveal",
    "A ripple ability resolves and cards are revealed.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_may_reveal(before: Position, step: Step) -> bool:
    if premise(before.decision == REVEAL):
        return occurs(step, REVEALED_CARD)
    return False


@law(
    "step",
    "ripple-reveals-from-top",
    "The revealed cards are from the top of the library of the ability's controller.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_reveals_from_top(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, REVEALED_CARD)):
            card = step.events[i].card
            seat = before.resolving.controller
            if before.zone[card] != Zone.LIBRARY or setup.cards[card].owner != seat:
                return False
            if place_in_library(before, seat, card) >= before.resolving.number:
                return False
    return True


def is_small(before: Position) -> bool:
    """Whether a player is asked to reveal more cards than the library has."""
    if before.decision != REVEAL:
        return False
    return before.library_size[before.resolving.controller] < before.resolving.number


@possible(
    "ripple-may-reveal-small-library",
    "With fewer than N cards in the library, all of them are revealed.",
    "ripple.ability",
    "impossible",
    when=SINCE_RIPPLE,
)
def ripple_may_reveal_small_library(before: Position, verb: Verb, step: Step) -> bool:
    if premise(is_small(before)) and verb == Verb.YES:
        return count_of(step, REVEALED_CARD) == before.library_size[before.resolving.controller]
    return False


@possible(
    "ripple-may-decline-small-library",
    "With fewer than N cards in the library, nothing is revealed.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_may_decline_small_library(before: Position, step: Step) -> bool:
    return premise(is_small(before)) and occurs(step, DECLINED_REVEAL)


@law(
    "step",
    "ripple-resolves-with-empty-library",
    "A ripple ability resolves also where there is nothing to reveal.",
    "impossible",
    when=SINCE_RIPPLE,
)
def ripple_resolves_with_empty_library(before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if happened_about(step, i, RESOLVING, RIPPLE_ABILITY):
            empty = before.library_size[step.events[i].seat] == 0
            if premise(empty and not occurs(step, PUT_ON_BOTTOM)):
                card = step.events[i].card
                return occurs_about(step, RESOLVED, card, RIPPLE_ABILITY)
    return True


def is_bottomed(step: Step, card: MaybeCard) -> bool:
    """Whether a card is put on the bottom by ripple here."""
    return occurs_about(step, BOTTOMED, card, RIPPLE_ABILITY)


def is_rightly_below(step: Step, after: Position, seat: Seat, upper: Card, lower: Card) -> bool:
    """Whether the upper one of two cards of a library is still above the other, or below it if
    ripple puts it on the bottom; where it puts both there, they may be in any order.
    """
    if after.zone[upper] != Zone.LIBRARY or after.zone[lower] != Zone.LIBRARY:
        return True
    if is_bottomed(step, upper):
        return is_bottomed(step, lower) or comes_first(after, seat, lower, upper)
    return comes_first(after, seat, upper, lower)


def comes_first(pos: Position, seat: Seat, card: Card, other: Card) -> bool:
    """Whether a card of a library is above another one."""
    for i in range(LIBRARY):
        if pos.library[seat][i] == card:
            return True
        if pos.library[seat][i] == other:
            return False
    return False


def mills_for_mana(setup: Setup, step: Step) -> bool:
    """Whether a permanent is tapped for mana that mills the top card of the library."""
    for i in range(EVENTS):
        if happened(step, i, TAPPED) and setup.cards[step.events[i].card].mills:
            return True
    return False


@law(
    "step",
    "ripple-bottoms-below-the-rest",
    "What ripple puts on the bottom is below all other cards of the library, which keep their "
    "order. Exception: a card that is milled for mana meanwhile may be put on the bottom instead.",
    "ripple.ability",
    "library.order",
    when=SINCE_RIPPLE,
)
def ripple_bottoms_below_the_rest(
    setup: Setup, before: Position, step: Step, after: Position
) -> bool:
    if not premise(occurs(step, BOTTOMED)):
        return True
    seat = before.resolving.controller
    first = 1 if mills_for_mana(setup, step) else 0
    for i in range(LIBRARY):
        if i < before.library_size[seat]:
            upper = before.library[seat][i]
            if is_bottomed(step, upper) and after.zone[upper] != Zone.LIBRARY:
                return False
            for j in range(LIBRARY):
                if first <= i and i < j and j < before.library_size[seat]:
                    lower = before.library[seat][j]
                    if not is_rightly_below(step, after, seat, upper, lower):
                        return False
    return True


@law(
    "step",
    "ripple-cast-or-bottomed",
    "A revealed card is cast or put on the bottom. Exceptions: it is milled for mana meanwhile, or "
    "its owner leaves the game.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_cast_or_bottomed(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    if before.resolving.kind != RIPPLE_ABILITY:
        return True
    for c in range(CARDS):
        if premise(before.mark[c] == REVEALED and after.mark[c] != REVEALED):
            moved = is_bottomed(step, c) or occurs_about(step, MILLED, c, NO_OBJECT)
            if not moved and not is_begun(setup, step, c) and not occurs(step, LEFT):
                return False
    return True


def is_begun(setup: Setup, step: Step, card: Card) -> bool:
    """Whether casting a card with any of its faces begins here."""
    for i in range(EVENTS):
        if happened(step, i, CAST_BEGUN) and front_of(setup, step.events[i].card) == card:
            return True
    return False


@possible(
    "ripple-may-bottom-same-name",
    "A revealed card that could be cast goes to the bottom with the rest.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_may_bottom_same_name(setup: Setup, before: Position, step: Step) -> bool:
    if not premise(before.decision == CAST_REVEALED):
        if before.resolving.kind != RIPPLE_ABILITY:
            return False
    for i in range(EVENTS):
        if happened(step, i, BOTTOMED):
            if shares_name(setup, step.events[i].card, before.resolving.face):
                return True
    return False
