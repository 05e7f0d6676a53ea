"""A walk over four places, small enough to count by hand how often each line is part of it."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from stackproof.lang.declare import Range, Record
from stackproof.lang.program import Program
from stackproof.lang.system import INVARIANT, Law, System

Place = Annotated[int, Range(0, 3)]
Way = Annotated[int, Range(0, 1)]
Number = Annotated[int, Range(0, 7)]


class News(IntEnum):
    NOTHING = 0
    AHEAD = 1
    BACK = 2
    LOST = 3


class Setup(Record):
    unused: Way


class State(Record):
    at: Place


class Step(Record):
    news: News
    told: Number


def legal(setup: Setup, state: State, verb: Way, way: Way) -> bool:
    if way == 1:
        return state.at > 0
    return state.at < 3


def apply(setup: Setup, state: State, verb: Way, way: Way, step: Step) -> None:
    if way == 1:
        back(state, step)
    else:
        ahead(state, step)
    if outside(state):
        state.at = 0
        tell(step, News.LOST)
    step.told += 1


def ahead(state: State, step: Step) -> None:
    for i in range(3):
        if i == 2:
            state.at += 1
    tell(step, News.AHEAD)


def back(state: State, step: Step) -> None:
    tell(step, News.BACK)
    if state.at == 3:
        state.at = 2
        return
    tell(step, News.BACK)
    state.at -= 1


def tell(step: Step, news: News) -> None:
    step.news = news


def outside(state: State) -> bool:
    return state.at > 3


def far(state: State) -> bool:
    return state.at == 3


def unused(state: State) -> bool:
    return state.at == 3


def finished(setup: Setup, state: State) -> bool:
    return False


def near(setup: Setup, position: State) -> bool:
    if outside(position):
        return False
    return not far(position) or position.at > 2


def walk() -> System:
    """The walk as a system."""
    import sys

    return System(
        Program([sys.modules[__name__]]), Setup, State, Step, [("go", 2)], legal, apply, finished,
        [Law("near", "nobody gets away", near, kind=INVARIANT)],
    )  # fmt: skip
