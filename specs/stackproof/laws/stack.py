"""The stack: last in, first out; triggers wait for the next priority point."""

from __future__ import annotations

from stackproof.game.domains import (
    EVENTS,
    NO_OBJECT,
    ORDER_TRIGGERS,
    SEATS,
    SETTLE,
    SPELL,
    STACK,
)
from stackproof.game.events import BURIED, COUNTERED, LEFT, RESOLVING, STACKED, UNDONE
from stackproof.game.position import Position, Step
from stackproof.lang.declare import NONE, premise

from .declare import law
from .history import happened, happened_about, is_moved_instead, occurs, occurs_after


@law(
    "step",
    "last-in-first-out",
    "The object that resolves is the one on top of the stack.",
    "stack.order",
)
def last_in_first_out(before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, RESOLVING)):
            if before.stack_size == 0:
                return False
            top = before.stack_size - 1
            if before.stack[top].source != step.events[i].card:
                return False
            if before.stack[top].kind != step.events[i].about:
                return False
    return True


@law(
    "step",
    "order-of-stack-is-kept",
    "What is on the stack keeps its order: nothing is inserted below or moved. Objects leave it "
    "only by resolving, being countered or undone, or with a player who leaves the game.",
    "stack.order",
)
def order_of_stack_is_kept(before: Position, step: Step, after: Position) -> bool:
    if occurs(step, COUNTERED) or occurs(step, LEFT):
        return True
    leaves = occurs(step, RESOLVING) or occurs(step, UNDONE)
    staying = before.stack_size - (1 if leaves else 0)
    for i in range(STACK):
        if premise(i < staying):
            if before.stack[i].source != after.stack[i].source:
                return False
            if before.stack[i].kind != after.stack[i].kind:
                return False
    return True


@law(
    "step",
    "triggers-wait",
    "Triggered abilities go on the stack only when a player is about to receive priority.",
    "trigger.stacked",
)
def triggers_wait(step: Step, after: Position) -> bool:
    if premise(occurs(step, STACKED)):
        return after.announcement.kind == NO_OBJECT and after.resolving.kind == NO_OBJECT
    return True


@law(
    "invariant",
    "no-trigger-left-behind",
    "Nobody has priority while a triggered ability still waits.",
    "priority.before",
)
def no_trigger_left_behind(position: Position) -> bool:
    if premise(position.waiting_size > 0):
        return position.priority == NONE
    return True


@law(
    "step",
    "countered-spell-to-graveyard",
    "A countered spell goes to its owner's graveyard. Exception: a replacement effect, or the "
    "keyword by which it was cast, puts it elsewhere instead.",
    "counter",
    "replacement",
)
def countered_spell_to_graveyard(step: Step) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, COUNTERED, SPELL)):
            card = step.events[i].card
            if not occurs_after(step, i, BURIED, card) and not is_moved_instead(step, i, card):
                return False
    return True


@law(
    "invariant",
    "no-automatic-position",
    "A position in which nobody has to decide is no position of the graph.",
    "priority.before",
)
def no_automatic_position(position: Position) -> bool:
    if position.decision == ORDER_TRIGGERS:
        return position.due != NONE and position.waiting_size > 1
    return position.decision != SETTLE


@law(
    "invariant",
    "spells-have-their-target",
    "A target on the stack is older than the object that targets it.",
    "cast.targets",
)
def spells_have_their_target(position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size:
            aimed = position.stack[i].target - SEATS
            if premise(aimed >= 0 and aimed < STACK):
                if aimed >= i:
                    return False
    return True
