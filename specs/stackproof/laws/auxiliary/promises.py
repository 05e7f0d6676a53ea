"""What rules of the kernel promise and need, as conditions on the state before and after a call."""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CARDS,
    CHOOSE_DISCARD,
    COPY,
    FINISHED,
    LIBRARY,
    NO_MARK,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PAY_UNLESS,
    PRIORITY,
    SEATS,
    SETTLE,
    SPELL,
    STACK,
    TRIGGERED,
    WAITING,
    Argument,
    Card,
    Zone,
)
from stackproof.game.effects import acting_card, acting_part
from stackproof.game.keywords.madness import STRANDED
from stackproof.game.position import Position
from stackproof.game.seats import players_left
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from ..history import has_source
from .aiming import finds_on_stack
from .decks import aims_at_the_stack


def triggers_are_kept(before: Position, after: Position) -> bool:
    """Triggers that wait go on waiting, and those that join them are no keyword's."""
    if after.waiting_size < before.waiting_size:
        return False
    for i in range(WAITING):
        if i < before.waiting_size:
            if after.waiting[i].kind != before.waiting[i].kind:
                return False
            if after.waiting[i].source != before.waiting[i].source:
                return False
            if after.waiting[i].controller != before.waiting[i].controller:
                return False
            if after.waiting[i].number != before.waiting[i].number:
                return False
        elif i < after.waiting_size and after.waiting[i].kind != TRIGGERED:
            return False
    return True


def targets_are_kept(before: Position, after: Position) -> bool:
    """Objects on the stack may lose their target, and get no other."""
    for i in range(STACK):
        target = after.stack[i].target
        if target != before.stack[i].target and target != NONE:
            return False
    return True


def libraries_grow(before: Position, after: Position) -> bool:
    """Cards may join a library at the bottom; those in it keep their order."""
    for seat in range(SEATS):
        for i in range(LIBRARY):
            if i < before.library_size[seat]:
                if after.library[seat][i] != before.library[seat][i]:
                    return False
    return True


def is_away(zone: Zone) -> bool:
    """Whether a zone is one where a permanent can go when it is put into the graveyard."""
    return zone == Zone.GRAVEYARD or zone == Zone.EXILE or zone == Zone.LIBRARY


def bury_promises(before: Position, argument: Argument, after: Position) -> bool:
    """One card leaves for the graveyard, exile or its library; the others stay where they are."""
    for c in range(CARDS):
        if c == argument:
            if not is_away(after.zone[c]) or after.mark[c] != NO_MARK:
                return False
        elif after.zone[c] != before.zone[c] or after.mark[c] != before.mark[c]:
            return False
    if before.zone[argument] != Zone.LIBRARY and not libraries_grow(before, after):
        return False
    return triggers_are_kept(before, after) and targets_are_kept(before, after)


def bury_requires(setup: Setup, argument: Argument) -> bool:
    """What is put away is a card, not a further face of one."""
    return argument < CARDS and setup.cards[argument].front == NONE


def may_leave(before: Position, after: Position, card: Card) -> bool:
    """Whether a card stayed where it was, or was a permanent and left the battlefield."""
    if after.zone[card] == before.zone[card] and after.mark[card] == before.mark[card]:
        return True
    if before.zone[card] != Zone.BATTLEFIELD:
        return False
    return is_away(after.zone[card]) and after.mark[card] == NO_MARK


def one_permanent_promises(before: Position, argument: Argument, after: Position) -> bool:
    """A permanent may leave the battlefield; the other cards stay where they are."""
    for c in range(CARDS):
        if c == argument:
            if not may_leave(before, after, c):
                return False
        elif after.zone[c] != before.zone[c] or after.mark[c] != before.mark[c]:
            return False
    if not libraries_grow(before, after):
        return False
    return triggers_are_kept(before, after) and targets_are_kept(before, after)


def draw_promises(before: Position, after: Position) -> bool:
    """A card may go from a library to the hand."""
    for c in range(CARDS):
        if after.zone[c] != before.zone[c] or after.mark[c] != before.mark[c]:
            if before.zone[c] != Zone.LIBRARY or after.zone[c] != Zone.HAND:
                return False
            if after.mark[c] != NO_MARK:
                return False
    return targets_are_kept(before, after)


def mill_promises(before: Position, after: Position) -> bool:
    """A card may go from a library where buried cards go."""
    for c in range(CARDS):
        if after.zone[c] != before.zone[c] or after.mark[c] != before.mark[c]:
            if before.zone[c] != Zone.LIBRARY or not is_away(after.zone[c]):
                return False
            if after.mark[c] != NO_MARK:
                return False
    return triggers_are_kept(before, after) and targets_are_kept(before, after)


def is_a_card(argument: Argument) -> bool:
    """What is asked about is a card of the table."""
    return argument < CARDS


def permanents_promise(before: Position, after: Position) -> bool:
    """Permanents may leave the battlefield; the other cards stay where they are."""
    for c in range(CARDS):
        if not may_leave(before, after, c):
            return False
    if not libraries_grow(before, after):
        return False
    return triggers_are_kept(before, after) and targets_are_kept(before, after)


def state_based_actions_promise(before: Position, after: Position) -> bool:
    """Permanents may leave the battlefield, and the game may end; with two players nobody leaves
    a game that goes on.
    """
    if SEATS > 2:
        return True
    if after.decision != before.decision and after.decision != FINISHED:
        return False
    for seat in range(SEATS):
        if after.out[seat] != before.out[seat]:
            return False
    for i in range(STACK):
        if after.stack[i].kind != before.stack[i].kind:
            return False
        if after.stack[i].source != before.stack[i].source:
            return False
        if after.stack[i].face != before.stack[i].face:
            return False
        if after.stack[i].controller != before.stack[i].controller:
            return False
        if after.stack[i].how != before.stack[i].how:
            return False
    if after.stack_size != before.stack_size:
        return False
    return permanents_promise(before, after)


def notice_promises(before: Position, after: Position) -> bool:
    """Abilities of permanents may trigger."""
    return triggers_are_kept(before, after)


def carry_out_requires(setup: Setup, before: Position, argument: Argument) -> bool:
    """An object that has this effect line resolves, nobody is asked yet, and a target on the stack
    is there if the effect is about it.
    """
    kind = before.resolving.kind
    if before.decision != SETTLE or before.announcement.kind != NO_OBJECT:
        return False
    if kind != SPELL and kind != COPY and kind != ACTIVATED and kind != TRIGGERED:
        return False
    if before.progress == 0:
        return False
    place = before.progress - 1
    operation = setup.cards[acting_card(before)].parts[acting_part(before)].effects[place].operation
    if aims_at_the_stack(operation) and not finds_on_stack(setup, before):
        return False
    return operation == argument


def carry_out_promises(before: Position, after: Position) -> bool:
    """A player may be asked to discard or to pay. No card enters or leaves the game, and what a
    keyword remembers of a card stays or is over.
    """
    for c in range(CARDS):
        if (after.zone[c] == Zone.OUTSIDE) != (before.zone[c] == Zone.OUTSIDE):
            return False
        kept = after.mark[c] == before.mark[c] and after.zone[c] == before.zone[c]
        if not kept and after.mark[c] != NO_MARK and after.mark[c] != STRANDED:
            return False
    if after.decision == SETTLE:
        return after.decider == before.decider
    return after.decision == CHOOSE_DISCARD or after.decision == PAY_UNLESS


def settle_requires(setup: Setup, before: Position) -> bool:
    """Nothing is under way, and somebody is due to receive priority."""
    if before.decision != SETTLE or before.due == NONE:
        return False
    if before.announcement.kind != NO_OBJECT or before.resolving.kind != NO_OBJECT:
        return False
    return before.passes < players_left(setup, before)


def stack_is_kept(before: Position, after: Position) -> bool:
    """What was on the stack is where it was; something may have come on top."""
    if after.stack_size < before.stack_size:
        return False
    for i in range(STACK):
        if i < before.stack_size:
            if after.stack[i].kind != before.stack[i].kind:
                return False
            if after.stack[i].source != before.stack[i].source:
                return False
            if after.stack[i].face != before.stack[i].face:
                return False
            if after.stack[i].controller != before.stack[i].controller:
                return False
            target = after.stack[i].target
            if target != before.stack[i].target and target != NONE:
                return False
    return True


def settle_promises(before: Position, after: Position) -> bool:
    """Permanents may leave the battlefield, triggers go on the stack, and the game may end; then
    somebody has priority or orders triggers.
    """
    for c in range(CARDS):
        if not may_leave(before, after, c):
            return False
    for i in range(WAITING):
        if i < before.waiting_size:
            if not has_source(after, before.waiting[i].kind, before.waiting[i].source):
                return False
    if not libraries_grow(before, after) or not stack_is_kept(before, after):
        return False
    if after.decision == ORDER_TRIGGERS:
        return after.waiting_size > 1 and after.due != NONE
    return after.decision == PRIORITY or after.decision == FINISHED


def more_than_two(argument: Argument) -> bool:
    """A player who leaves has more than one opponent: of two players, the other has won."""
    return SEATS > 2
