"""What state-based actions promise, and their parts: permanents may leave, and if none does, none
had to.
"""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    FINISHED,
    NO_MARK,
    SEATS,
    STACK,
    Argument,
    Card,
    CardType,
    Zone,
)
from stackproof.game.events import LEFT, LOST, TRIGGERED_EVENT
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from ..state_based import (
    is_unattached,
    lethal,
    nothing_has_to_leave,
    permanents_stay,
    stands,
)
from .promises import (
    is_away,
    is_same_object,
    libraries_grow,
    lies_still,
    targets_are_kept,
    triggers_are_kept,
    watches_exile,
)


def is_a_card(argument: Argument) -> bool:
    """What is asked about is a card of the table."""
    return argument < CARDS


def may_leave(before: Position, after: Position, card: Card) -> bool:
    """Whether a card stayed where it was, or was a permanent and left the battlefield."""
    if after.zone[card] == before.zone[card] and after.mark[card] == before.mark[card]:
        return after.tapped[card] == before.tapped[card]
    if before.zone[card] != Zone.BATTLEFIELD:
        return False
    return is_away(after.zone[card]) and after.mark[card] == NO_MARK


def is_as_it_was(before: Position, after: Position) -> bool:
    """Whether all that state-based actions ask of cards is as it was."""
    for c in range(CARDS):
        if after.zone[c] != before.zone[c] or after.attached[c] != before.attached[c]:
            return False
        if after.damage[c] != before.damage[c] or after.bonus[c] != before.bonus[c]:
            return False
    return True


def is_idle(before: Position, after: Position) -> bool:
    """Whether nothing was done."""
    if after.waiting_size != before.waiting_size or after.decision != before.decision:
        return False
    return is_as_it_was(before, after)


def one_permanent_promises(before: Position, argument: Argument, after: Position) -> bool:
    """A permanent may leave the battlefield; the other cards stay where they are."""
    for c in range(CARDS):
        if c == argument:
            if not may_leave(before, after, c):
                return False
        elif not lies_still(before, after, c):
            return False
    if not libraries_grow(before, after):
        return False
    return triggers_are_kept(before, after) and targets_are_kept(before, after)


def destroy_promises(
    setup: Setup, before: Position, argument: Argument, result: bool, after: Position
) -> bool:
    """With more toughness than damage it stays, and if it stays it has that."""
    has_to = stands(setup, before, argument, CardType.CREATURE) and lethal(setup, before, argument)
    if not has_to and (result or not is_idle(before, after)):
        return False
    if not result:
        if not is_as_it_was(before, after):
            return False
        if stands(setup, after, argument, CardType.CREATURE) and lethal(setup, after, argument):
            return False
    return one_permanent_promises(before, argument, after)


def fall_off_promises(
    setup: Setup, before: Position, argument: Argument, result: bool, after: Position
) -> bool:
    """Attached it stays, and if it stays it is."""
    has_to = stands(setup, before, argument, CardType.AURA) and is_unattached(before, argument)
    if not has_to and (result or not is_idle(before, after)):
        return False
    if not result:
        if not is_as_it_was(before, after):
            return False
        if stands(setup, after, argument, CardType.AURA) and is_unattached(after, argument):
            return False
    return one_permanent_promises(before, argument, after)


def one_permanent_leaves(setup: Setup, before: Position, argument: Argument, step: Step) -> bool:
    """The permanent itself leaves the battlefield, which others may watch."""
    if step.events[0].kind == TRIGGERED_EVENT:
        return watches_exile(setup, step)
    return step.events[0].card == argument and before.zone[argument] == Zone.BATTLEFIELD


def permanents_kept(before: Position, after: Position) -> bool:
    """Whether permanents have left the battlefield at most, and only what that brings about."""
    for c in range(CARDS):
        if not may_leave(before, after, c):
            return False
    if not libraries_grow(before, after):
        return False
    return triggers_are_kept(before, after) and targets_are_kept(before, after)


def permanents_leave_one_by_one(
    setup: Setup, before: Position, result: bool, after: Position
) -> bool:
    """Permanents have left the battlefield, if any had to; as ``result``, whether the last one that
    was looked at did.
    """
    if permanents_stay(setup, before) and (result or not is_idle(before, after)):
        return False
    return permanents_kept(before, after)


def permanents_promise(setup: Setup, before: Position, result: bool, after: Position) -> bool:
    """Permanents that have to leave the battlefield; the other cards stay where they are."""
    if not result:
        if not is_as_it_was(before, after) or not permanents_stay(setup, after):
            return False
    return permanents_leave_one_by_one(setup, before, result, after)


def only_permanents_leave(setup: Setup, before: Position, step: Step) -> bool:
    """Permanents leave the battlefield, which others may watch, and players may lose."""
    if step.events[0].kind == TRIGGERED_EVENT:
        return watches_exile(setup, step)
    if step.events[0].kind == LOST or step.events[0].kind == LEFT:
        return True
    card = step.events[0].card
    return card != NONE and before.zone[card] == Zone.BATTLEFIELD


def what_has_to_leave_does(setup: Setup, before: Position, after: Position) -> bool:
    """What has to leave the battlefield does, and the game may end; with two players nobody leaves
    a game that goes on.
    """
    if nothing_has_to_leave(setup, before) and not is_idle(before, after):
        return False
    if after.decision != before.decision and after.decision != FINISHED:
        return False
    for seat in range(SEATS):
        if after.out[seat] != before.out[seat]:
            return False
    for i in range(STACK):
        if not is_same_object(before, after, i):
            return False
    return after.stack_size == before.stack_size and permanents_kept(before, after)


def state_based_actions_promise(
    setup: Setup, before: Position, result: bool, after: Position
) -> bool:
    """What has to leave the battlefield does. Something is done if and only if somebody or
    something has to leave, unless the game is over; otherwise all stays as it is.
    """
    if SEATS > 2:
        return True
    if nothing_has_to_leave(setup, before) and result:
        return False
    if not result:
        if not is_as_it_was(before, after):
            return False
        if after.decision != FINISHED and not nothing_has_to_leave(setup, after):
            return False
    return what_has_to_leave_does(setup, before, after)


def repeated_promise(setup: Setup, before: Position, result: bool, after: Position) -> bool:
    """In the end nobody and nothing has to leave, if the game goes on."""
    if SEATS > 2:
        return True
    if not result and after.decision != FINISHED and not nothing_has_to_leave(setup, after):
        return False
    return what_has_to_leave_does(setup, before, after)
