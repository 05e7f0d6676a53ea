"""A toy with a pile of boxes on a desk: what is true of it takes finding, and not all is inductive.

``alarm`` and ``tired`` never become true, since ``ups`` and ``downs`` are always equal, which no
template says.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from stackproof.lang.declare import (
    NONE,
    Array,
    Capacity,
    Count,
    Index,
    Range,
    Record,
    Symbol,
    clear,
)

PLACES = Capacity("places", 3)

Place = Annotated[int, Index(PLACES)]
MaybePlace = Annotated[int, Index(PLACES, optional=True)]
Size = Annotated[int, Count(PLACES)]
Number = Annotated[int, Range(0, 7)]


class Verb(IntEnum):
    PUT = 0
    TAKE = 1
    ASK = 2
    ANSWER = 3


class Phase(IntEnum):
    IDLE = 0
    ASKING = 1


class Kind(Symbol):
    """What lies at a place."""


NOTHING = Kind("nothing")
BOX = Kind("box")
CROWN = Kind("crown")


class Item(Record):
    kind: Kind
    heavy: bool


class Setup(Record, frozen=True):
    strict: bool


class State(Record):
    phase: Phase
    asked: MaybePlace
    items: Array[Place, Item]
    items_size: Size
    ups: Number
    downs: Number
    tired: bool
    alarm: bool
    notes: Number


class Step(Record):
    notes: Number


def emit(step: Step, note: Number) -> None:
    step.notes = note


def note(setup: Setup, state: State) -> None:
    """Known by contract."""
    state.notes = 1 - state.notes if state.notes < 2 else 0


def note_promises(before: State, after: State) -> bool:
    """Nothing of what lies on the desk changes; of the rest nothing is said."""
    for i in range(PLACES):
        if after.items[i].kind != before.items[i].kind:
            return False
        if after.items[i].heavy != before.items[i].heavy:
            return False
    return after.items_size == before.items_size and after.phase == before.phase


def put(setup: Setup, state: State) -> None:
    """The pile has a gap while it is noted."""
    state.items[state.items_size].kind = BOX
    note(setup, state)
    state.items_size += 1


def legal(setup: Setup, state: State, verb: Verb, argument: Place) -> bool:
    if verb == Verb.ANSWER:
        return state.phase == Phase.ASKING
    if state.phase == Phase.ASKING:
        return False
    if verb == Verb.PUT:
        return state.items_size < PLACES
    return verb == Verb.ASK or state.items_size > 0


def apply(setup: Setup, state: State, verb: Verb, argument: Place, step: Step) -> None:
    if verb == Verb.PUT:
        put(setup, state)
    elif verb == Verb.TAKE:
        state.items_size -= 1
        clear(state.items[state.items_size])
    elif verb == Verb.ASK:
        state.phase = Phase.ASKING
        state.asked = argument
        state.ups = state.ups + 1 if state.ups < 3 else 0
        state.downs = state.downs + 1 if state.downs < 3 else 0
    else:
        state.phase = Phase.IDLE
        state.asked = NONE
        note(setup, state)
    if state.tired:
        state.alarm = True
    if state.ups != state.downs:
        state.tired = True
    emit(step, state.notes)


def finished(setup: Setup, state: State) -> bool:
    return False


def any_desk(position: State) -> bool:
    return True


def start(position: State) -> bool:
    for i in range(PLACES):
        if position.items[i].kind != NOTHING or position.items[i].heavy:
            return False
    if position.phase != Phase.IDLE or position.asked != NONE or position.items_size != 0:
        return False
    counted = position.ups == 0 and position.downs == 0 and position.notes == 0
    return counted and not position.tired and not position.alarm


def nobody_is_asked_alone(position: State) -> bool:
    """Known: who is asked, is asked while it is the time for it."""
    return position.phase == Phase.ASKING or position.asked == NONE


VERBS = (("put", 1), ("take", 1), ("ask", 3), ("answer", 1))
