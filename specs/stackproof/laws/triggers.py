"""Triggered abilities on their way to the stack: in turn order, and in the order that each player
likes.
"""

from __future__ import annotations

from stackproof.game.domains import (
    EVENTS,
    ORDER_TRIGGERS,
    STACK,
    WAITING,
    Argument,
    Seat,
    SeatCount,
    Verb,
    WaitingCount,
    WaitingPlace,
)
from stackproof.game.events import STACKED
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup
from stackproof.game.stack import is_spell
from stackproof.lang.declare import premise

from .declare import law, possible
from .history import count_of, happened, occurs


def turns_away(setup: Setup, position: Position, seat: Seat) -> SeatCount:
    """How many places in turn order a player is from the active player."""
    away = seat - position.active
    return away if away >= 0 else away + setup.seats


@law(
    "step",
    "triggers-in-turn-order",
    "Of the triggers that go on the stack at once, those of the active player go first, and then "
    "those of the others in turn order.",
    "trigger.apnap",
)
def triggers_in_turn_order(setup: Setup, step: Step, after: Position) -> bool:
    if not premise(occurs(step, STACKED)):
        return True
    last = 0
    for i in range(EVENTS):
        if happened(step, i, STACKED):
            away = turns_away(setup, after, step.events[i].seat)
            if away < last:
                return False
            last = away
    return True


@law(
    "invariant",
    "triggers-wait-for-their-turn",
    "While a player puts triggers on the stack, none of a player earlier in turn order waits.",
    "trigger.apnap",
)
def triggers_wait_for_their_turn(setup: Setup, position: Position) -> bool:
    if premise(position.decision == ORDER_TRIGGERS):
        away = turns_away(setup, position, position.decider)
        for i in range(WAITING):
            if i < position.waiting_size:
                if turns_away(setup, position, position.waiting[i].controller) < away:
                    return False
    return True


def own_waits(position: Position, place: WaitingPlace) -> bool:
    """Whether a trigger of the player who is to choose waits at a place."""
    if place < position.waiting_size:
        return position.waiting[place].controller == position.decider
    return False


def own_waiting(position: Position) -> WaitingCount:
    """How many triggers of the player who is to choose wait."""
    count = 0
    for i in range(WAITING):
        if own_waits(position, i):
            count += 1
    return count


@possible(
    "triggers-in-any-own-order",
    "A player with several triggers puts any of them on the stack first: each in some play.",
    "trigger.apnap",
)
def triggers_in_any_own_order(
    before: Position, verb: Verb, argument: Argument, choice: WaitingCount
) -> bool:
    if before.decision != ORDER_TRIGGERS or not premise(choice < own_waiting(before)):
        return False
    place = 0
    for i in range(WAITING):
        if own_waits(before, i):
            if argument == i:
                return verb == Verb.ORDER and place == choice
            place += 1
    return False


@law(
    "step",
    "triggers-above-spells",
    "Triggers go on the stack above everything that was there.",
    "trigger.stacked",
    "stack.order",
)
def triggers_above_spells(step: Step, after: Position) -> bool:
    if premise(occurs(step, STACKED)):
        lowest = after.stack_size - count_of(step, STACKED)
        for i in range(STACK):
            if i >= lowest and i < after.stack_size and is_spell(after.stack[i].kind):
                return False
    return True
