"""A small game to prove things of: tanks are filled, drained and counted."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from stackproof.lang.declare import Array, Capacity, Index, Range, Record

TANKS = Capacity("tanks", 2, scalarset=True)

Tank = Annotated[int, Index(TANKS)]
Level = Annotated[int, Range(0, 5)]
Total = Annotated[int, Range(0, 40)]
Mode = Annotated[int, Range(0, 1)]
Count = Annotated[int, Range(0, 4)]
Argument = Annotated[int, Range(0, 7)]


class Verb(IntEnum):
    FILL = 0
    DRAIN = 1


class Setup(Record):
    limit: Level
    careful: bool


class State(Record):
    level: Array[Tank, Level]
    total: Total
    wet: Mode


class Step(Record):
    noted: Count


VERBS = [("fill", 2), ("drain", 2)]


def note(step: Step, what: Count) -> None:
    step.noted = what


def legal(setup: Setup, state: State, verb: Verb, argument: Argument) -> bool:
    if argument >= TANKS:
        return False
    if verb == Verb.FILL:
        return state.level[argument] < setup.limit
    return state.wet == 1


def apply(setup: Setup, state: State, verb: Verb, argument: Argument, step: Step) -> None:
    if verb == Verb.FILL:
        state.level[argument] += 1
        state.total += 1
    else:
        spill(setup, state, argument)
    state.wet = 1 if state.total > 0 else 0


def spill(setup: Setup, state: State, tank: Tank) -> None:
    """Empty a tank."""
    state.total -= state.level[tank]
    state.level[tank] = 0


def finished(setup: Setup, state: State) -> bool:
    return False


def any_deck(setup: Setup) -> bool:
    return setup.limit > 0


def begins(setup: Setup, position: State) -> bool:
    for i in range(TANKS):
        if position.level[i] != 0:
            return False
    return position.total == 0 and position.wet == 0


def within_limit(setup: Setup, position: State) -> bool:
    for i in range(TANKS):
        if position.level[i] > setup.limit:
            return False
    return True


def counted(position: State) -> bool:
    found = 0
    for i in range(TANKS):
        found += position.level[i]
    return position.total == found


def wet_if_filled(position: State) -> bool:
    return (position.wet == 1) == (position.total > 0)


def nothing_in_dry_tanks(position: State) -> bool:
    for i in range(TANKS):
        if position.wet == 0 and position.level[i] > 0:
            return False
    return True


def second_is_low(position: State) -> bool:
    return position.level[1] < 1


def filling_adds_one(before: State, verb: Verb, after: State) -> bool:
    return verb != Verb.FILL or after.total == before.total + 1


def draining_empties(verb: Verb, argument: Argument, after: State) -> bool:
    if verb != Verb.DRAIN or argument >= TANKS:
        return True
    return after.level[argument] == 0


def spill_promises(before: State, argument: Argument, after: State) -> bool:
    for i in range(TANKS):
        if i == argument:
            if after.level[i] != 0:
                return False
        elif after.level[i] != before.level[i]:
            return False
    return True


def spill_requires(before: State) -> bool:
    return before.wet == 1


def never(argument: Argument) -> bool:
    return TANKS > 2


def below_the_brim(position: State) -> bool:
    for i in range(TANKS):
        if position.level[i] > 4:
            return False
    return True


def second_is_empty_after(after: State) -> bool:
    return after.level[1] == 0
