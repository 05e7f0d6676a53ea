"""Rules with loops that look at the used part of an array, in every way of asking for it."""

from __future__ import annotations

from typing import Annotated

from stackproof.lang.declare import Array, Capacity, Count, Index, Range, Record, premise

PLACES = Capacity("places", 3)
Place = Annotated[int, Index(PLACES)]
Size = Annotated[int, Count(PLACES)]
Weight = Annotated[int, Range(0, 2)]
Total = Annotated[int, Range(0, 9)]
VERBS = (("grow", 1), ("add", 1))


class Setup(Record, frozen=True):
    least: Weight


class State(Record):
    weights: Array[Place, Weight]
    size: Size


class Step(Record):
    total: Total


def legal(setup: Setup, state: State, verb: Total, argument: Total) -> bool:
    return verb < 2


def apply(setup: Setup, state: State, verb: Total, argument: Total, step: Step) -> None:
    if verb == 0:
        grow(state)
    else:
        step.total = weight(state)


def finished(setup: Setup, state: State) -> bool:
    return False


def grow(state: State) -> None:
    """The bound changes meanwhile, up to a rule error."""
    for i in range(PLACES):
        if i < state.size:
            state.size += 1


def weight(state: State) -> Total:
    total = 0
    for i in range(PLACES):
        if i < state.size:
            total += state.weights[i]
    return total


def is_heavy(state: State, place: Place, least: Weight) -> bool:
    return place < state.size and state.weights[place] > least


def none_is_heavy(setup: Setup, position: State) -> bool:
    for i in range(PLACES):
        if premise(is_heavy(position, i, setup.least)):
            return False
    return True


def later_ones_are_light(setup: Setup, position: State) -> bool:
    for i in range(PLACES):
        if i > 0 and is_heavy(position, i, setup.least):
            return False
    return True


def heavy_or_empty(setup: Setup, position: State) -> bool:
    for i in range(PLACES):
        if i < position.size or position.weights[i] == 0:
            if premise(position.weights[i] <= setup.least):
                return False
    return True


def empty_beyond(setup: Setup, position: State) -> bool:
    for i in range(PLACES):
        if i < position.size:
            if position.weights[i] == 0:
                return False
        elif position.weights[i] != 0:
            return False
    return True


BOUNDED = (weight, none_is_heavy, later_ones_are_light)
UNBOUNDED = (grow, heavy_or_empty, empty_beyond)
