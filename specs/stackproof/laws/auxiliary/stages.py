"""What stages of an action promise and need: a discard, the end of an announcement or resolution.

They are known by contract where invariants are to be shown, so their promises say little besides
what decision is due.
"""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CARDS,
    CHOOSE_DISCARD,
    CHOSEN,
    COPY,
    END_TURN,
    FINISHED,
    NO_OBJECT,
    PAY_UNLESS,
    REPLACE_DISCARD,
    SETTLE,
    SPELL,
    TRIGGERED,
    Argument,
    Cause,
    Whom,
    Zone,
)
from stackproof.game.keywords.madness import CLOSING, EXILED, MADNESS_ABILITY, WINDOW_END
from stackproof.game.keywords.ripple import (
    CAST_REVEALED,
    ORDER_BOTTOM,
    RIPPLE_ABILITY,
    revealed_count,
)
from stackproof.game.position import Position
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from ..zones import places_on_stack
from .promises import is_discarded_below, lies_still
from .resolving import nothing_is_chosen
from .settling import settle_requires


def nothing_else_happens(before: Position) -> bool:
    """Whether nothing is being announced or discarded."""
    return before.announcement.kind == NO_OBJECT and nothing_is_left_to_pay(before)


def nothing_is_left_to_pay(before: Position) -> bool:
    """Whether neither a payment nor a discard is going on."""
    if before.payment.for_announcement or before.payment.begun:
        return False
    return before.discard.cause == Cause.NONE and nothing_is_chosen(before)


def spells_are_on_the_stack(before: Position) -> bool:
    """Whether the cards in the stack zone are those of spells; one that resolves may have left."""
    for c in range(CARDS):
        there = before.zone[c] == Zone.STACK
        if before.resolving.kind == SPELL and before.resolving.source == c:
            there = there or before.zone[c] == Zone.BATTLEFIELD
        if places_on_stack(before, c) != (1 if there else 0):
            return False
    return True


def finish_requires(before: Position) -> bool:
    """Something resolves that has done what it does, and nothing else is under way."""
    kind = before.resolving.kind
    if kind == NO_OBJECT or not nothing_else_happens(before):
        return False
    if not spells_are_on_the_stack(before):
        return False
    if kind == MADNESS_ABILITY and before.mark[before.resolving.source] == EXILED:
        return False
    if kind == WINDOW_END and before.mark[before.resolving.source] == CLOSING:
        return False
    return kind != RIPPLE_ABILITY or revealed_count(before) == 0


def finish_promises(setup: Setup, after: Position) -> bool:
    """Nothing resolves any more, and somebody is due to receive priority."""
    return settle_requires(setup, after)


def follow_requires(before: Position) -> bool:
    """A spell resolves, or an ability that is no keyword's, and nobody has priority."""
    kind = before.resolving.kind
    if before.priority != NONE or before.decision == FINISHED:
        return False
    if not nothing_else_happens(before):
        return False
    return kind == SPELL or kind == COPY or kind == ACTIVATED or kind == TRIGGERED


def follow_promises(setup: Setup, after: Position) -> bool:
    """It is over, or a player is asked to discard or to pay."""
    if after.decision == SETTLE:
        return settle_requires(setup, after)
    return after.decision == CHOOSE_DISCARD or after.decision == PAY_UNLESS


def complete_requires(before: Position) -> bool:
    """Something is being announced and was paid for."""
    if before.decision == FINISHED:
        return False
    kind = before.resolving.kind
    if kind != NO_OBJECT and kind != RIPPLE_ABILITY and kind != MADNESS_ABILITY:
        return False
    return before.announcement.kind != NO_OBJECT and nothing_is_left_to_pay(before)


def complete_promises(setup: Setup, before: Position, after: Position) -> bool:
    """Somebody is due to receive priority, or chooses what else to do with revealed cards."""
    if after.decision == SETTLE:
        return settle_requires(setup, after)
    if before.resolving.kind != RIPPLE_ABILITY:
        return False
    return after.decision == CAST_REVEALED or after.decision == ORDER_BOTTOM


def discard_requires(before: Position) -> bool:
    """Only where cards go is asked. Just one player discards, unless an effect says otherwise."""
    if before.decision != REPLACE_DISCARD or before.discard.cause == Cause.NONE:
        return False
    return before.discard.cause == Cause.EFFECT or before.discard.whom == Whom.YOU


def discard_chosen_promises(before: Position, result: bool, after: Position) -> bool:
    """All cards are where they go, or somebody is asked about one. Others stay where they are."""
    if after.decision != REPLACE_DISCARD or not is_discarded_below(before, after):
        return False
    for c in range(CARDS):
        if before.mark[c] != CHOSEN and not lies_still(before, after, c):
            return False
    return not result or nothing_is_chosen(after)


def discard_if_chosen_requires(setup: Setup, before: Position, argument: Argument) -> bool:
    """It is a card."""
    return argument < CARDS and discard_requires(before)


def discard_if_chosen_promises(
    before: Position, argument: Argument, result: bool, after: Position
) -> bool:
    """The card is where it goes, or its owner is asked; no other is chosen or moves."""
    if after.decision != REPLACE_DISCARD or not is_discarded_below(before, after):
        return False
    for c in range(CARDS):
        if c == argument:
            if result and after.mark[c] == CHOSEN:
                return False
            if before.mark[c] != CHOSEN and not lies_still(before, after, c):
                return False
        elif not lies_still(before, after, c):
            return False
    return True


def end_discard_requires(before: Position) -> bool:
    """All cards are where they go."""
    return discard_requires(before) and nothing_is_chosen(before)


def end_discard_promises(before: Position, after: Position) -> bool:
    """Nothing is left of the discard."""
    return after.discard.cause == Cause.NONE and after.decision == SETTLE


def cleanup_requires(before: Position) -> bool:
    """The turn ends, and nothing is under way."""
    if before.decision != END_TURN or before.resolving.kind != NO_OBJECT:
        return False
    return nothing_else_happens(before)


def cleanup_promises(setup: Setup, after: Position) -> bool:
    """The play is over, or somebody is due to receive priority."""
    return after.decision == FINISHED or settle_requires(setup, after)
