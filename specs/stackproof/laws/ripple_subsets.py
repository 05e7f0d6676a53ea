"""How many of the revealed cards ripple lets a player cast: readings of "any", "all", "any one"."""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    EVENTS,
    REVEALED,
    SPELL,
    STACK,
    WAITING,
    Card,
    CardCount,
    CardType,
    Part,
    Seat,
    Verb,
    Zone,
)
from stackproof.game.events import CAST
from stackproof.game.keywords.ripple import (
    BOTTOMED,
    CAST_REVEALED,
    RIPPLE_ABILITY,
    may_cast_revealed,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, shares_name
from stackproof.game.statics import GRANT_TO_SPELLS, is_under, total_cost
from stackproof.lang.declare import NONE, premise

from .declare import law, possible
from .history import happened, occurs
from .ripple import SINCE_RIPPLE, instances


def above_source(position: Position, card: Card) -> bool:
    """Whether a card is a spell above the one whose ripple ability is resolving."""
    found = False
    for i in range(STACK):
        if i < position.stack_size:
            if found and position.stack[i].source == card and position.zone[card] == Zone.STACK:
                return True
            if position.stack[i].source == position.resolving.source:
                found = True
    return False


def cast_here(setup: Setup, position: Position, card: Card) -> bool:
    """Whether a card was cast in the resolution of this ripple ability: its own ripple has
    triggered and waits, or it has none and is above the spell with this name.
    """
    if position.zone[card] != Zone.STACK:
        return False
    if position.announcement.kind == SPELL and position.announcement.source == card:
        return False
    for i in range(WAITING):
        if i < position.waiting_size and position.waiting[i].kind == RIPPLE_ABILITY:
            if position.waiting[i].source == card:
                return True
    if instances(setup, card) > 0 or not above_source(position, card):
        return False
    return not is_under(setup, position, GRANT_TO_SPELLS, position.resolving.controller)


def casts_here(setup: Setup, position: Position) -> CardCount:
    """How many cards were cast in the resolution of this ripple ability."""
    count = 0
    for c in range(CARDS):
        if cast_here(setup, position, c):
            count += 1
    return count


def castable(setup: Setup, position: Position) -> CardCount:
    """How many revealed cards may all be cast: of those that cost anything, only one is counted."""
    free = 0
    costs = False
    seat = position.resolving.controller
    for c in range(CARDS):
        if setup.cards[c].front == NONE and may_cast_revealed(setup, position, c):
            if is_free(setup, position, c, seat):
                free += 1
            else:
                costs = True
    return free + 1 if costs else free


def is_free(setup: Setup, position: Position, card: Card, seat: Seat) -> bool:
    """Whether a card cast without paying its mana cost costs nothing else either."""
    if total_cost(setup, position, seat, 0) > 0:
        return False
    if setup.cards[card].parts[Part.SPELL].sacrifices != CardType.NONE:
        return False
    return setup.cards[card].parts[Part.SPELL].discards == 0


@possible(
    "ripple-may-cast-none",
    "Cards are revealed, one of them can be cast, and none is.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_may_cast_none(setup: Setup, before: Position, verb: Verb) -> bool:
    if before.decision == CAST_REVEALED:
        return premise(casts_here(setup, before) == 0) and verb == Verb.NO
    return False


@possible(
    "ripple-may-cast-some",
    "Of several revealed cards that can be cast, some are and some are not.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_may_cast_some(setup: Setup, before: Position, verb: Verb) -> bool:
    if before.decision != CAST_REVEALED or premise(is_first_of_several(setup, before)):
        return False
    return casts_here(setup, before) > 0 and verb == Verb.NO


def is_first_of_several(setup: Setup, before: Position) -> bool:
    """Whether several revealed cards can all be cast, and none is yet."""
    return casts_here(setup, before) == 0 and castable(setup, before) > 1


@possible(
    "ripple-may-cast-all",
    "Of several revealed cards that can be cast, all are.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_may_cast_all(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    if before.resolving.kind != RIPPLE_ABILITY:
        return False
    if before.decision == CAST_REVEALED and premise(is_first_of_several(setup, before)):
        return False
    if not occurs(step, CAST) or casts_here(setup, before) == 0:
        return False
    for c in range(CARDS):
        if after.mark[c] == REVEALED and is_match(setup, before, c):
            return False
    for i in range(EVENTS):
        if happened(step, i, BOTTOMED) and is_match(setup, before, step.events[i].card):
            return False
    return True


def is_match(setup: Setup, before: Position, card: Card) -> bool:
    """Whether a card shares the name and is no land, which is never cast (CR 305.9)."""
    if setup.cards[card].type == CardType.LAND:
        return False
    return shares_name(setup, card, before.resolving.face)


@law(
    "step",
    "ripple-casts-all-or-none",
    "Of the revealed cards that can be cast, all are or none (which the rules do not say: any).",
    "ripple.ability",
    when=SINCE_RIPPLE,
    supported=False,
)
def ripple_casts_all_or_none(setup: Setup, before: Position, verb: Verb) -> bool:
    if before.decision == CAST_REVEALED:
        if premise(casts_here(setup, before) > 0):
            return verb != Verb.NO
    return True


@law(
    "step",
    "ripple-casts-at-most-one",
    "Of the revealed cards, any one is cast, and no more (which the rules do not say: any number).",
    "ripple.ability",
    when=SINCE_RIPPLE,
    supported=False,
)
def ripple_casts_at_most_one(setup: Setup, before: Position, step: Step) -> bool:
    if before.resolving.kind == RIPPLE_ABILITY:
        if premise(occurs(step, CAST)):
            return casts_here(setup, before) == 0
    return True


@law(
    "step",
    "ripple-casts-one-at-least",
    "If a revealed card can be cast, one at least is (which the rules do not say: any number, "
    "also none).",
    "ripple.ability",
    when=SINCE_RIPPLE,
    supported=False,
)
def ripple_casts_one_at_least(setup: Setup, before: Position, verb: Verb) -> bool:
    if before.decision == CAST_REVEALED:
        if premise(casts_here(setup, before) == 0):
            return verb != Verb.NO
    return True
