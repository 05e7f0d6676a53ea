"""What happens before a player receives priority, as a promise: permanents may leave, and triggers
go on the stack.
"""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    FINISHED,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PRIORITY,
    SETTLE,
    STACK,
    WAITING,
)
from stackproof.game.events import PRIORITY_GIVEN, STACKED
from stackproof.game.position import Position, Step
from stackproof.game.seats import players_left
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from ..history import has_source
from ..state_based import nothing_has_to_leave
from .leaving import is_as_it_was, may_leave, only_permanents_leave
from .promises import is_same_object, libraries_grow


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
            if not is_same_object(before, after, i):
                return False
            target = after.stack[i].target
            if target != before.stack[i].target and target != NONE:
                return False
    return True


def settles(setup: Setup, before: Position, step: Step) -> bool:
    """State-based actions apart, triggers go on the stack and a player receives priority."""
    if step.events[0].kind == STACKED or step.events[0].kind == PRIORITY_GIVEN:
        return True
    return only_permanents_leave(setup, before, step)


def settle_promises(setup: Setup, before: Position, after: Position) -> bool:
    """Permanents that have to leave do so, triggers go on the stack, and the game may end;
    then somebody has priority or orders triggers.
    """
    if nothing_has_to_leave(setup, before) and not is_as_it_was(before, after):
        return False
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
