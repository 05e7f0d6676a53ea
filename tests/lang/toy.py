"""A toy game with every construct of the rules language, on which the readings are compared.

Things are put on a counter, taken off, moved to shelves, traded and wrapped. Many of its rules can
fail on purpose, in each way in which a rule can fail.
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
    extends,
    hook,
    premise,
)

THINGS = Capacity("things", 4)
SHELVES = Capacity("shelves", 2)

Thing = Annotated[int, Index(THINGS)]
MaybeThing = Annotated[int, Index(THINGS, optional=True)]
Shelf = Annotated[int, Index(SHELVES)]
Size = Annotated[int, Count(THINGS)]
Balance = Annotated[int, Range(-100, 100)]
Total = Annotated[int, Range(0, 200)]
Argument = Annotated[int, Range(0, 7)]


class Colour(IntEnum):
    RED = 0
    BLUE = 1
    GREEN = 2


class Verb(IntEnum):
    PUT = 0
    TAKE = 1
    MOVE = 2
    TRADE = 3
    WRAP = 4


class Mood(Symbol):
    """What the keeper of the shop is like; open, so that others can add to it."""


CALM = Mood("calm")
ANGRY = Mood("angry")
ASLEEP = Mood("asleep")


class Item(Record):
    colour: Colour
    who: MaybeThing
    wrapped: bool
    price: Balance


class Setup(Record):
    strict: bool
    prices: Array[Thing, Balance]
    limit: Total


class State(Record):
    mood: Mood
    last: MaybeThing
    items: Array[Thing, Item]
    count: Size
    shelves: Array[Shelf, Array[Thing, MaybeThing]]
    purse: Balance
    spent: Total
    best: Item


class Step(Record):
    bonus: Size
    moved: bool
    change: Balance
    seen: Array[Thing, Item]


@hook
def bonus(setup: Setup, state: State) -> Size:
    return 0


@extends(bonus)
def anger_bonus(setup: Setup, state: State) -> Size:
    return 1 if state.mood == ANGRY else 0


@extends(bonus)
def riches_bonus(setup: Setup, state: State) -> Size:
    if state.purse <= 50:
        return 0
    return state.count


@hook
def forbidden(setup: Setup, state: State, verb: Verb, argument: Argument) -> bool:
    return setup.strict and verb == Verb.TRADE and argument > 2


@extends(forbidden)
def asleep_forbids(setup: Setup, state: State, verb: Verb, argument: Argument) -> bool:
    return state.mood == ASLEEP and verb != Verb.PUT


@hook
def noted(setup: Setup, state: State, step: Step) -> None:
    step.bonus = bonus(setup, state)


@extends(noted)
def noted_calm(setup: Setup, state: State, step: Step) -> None:
    if state.count == 0 and not step.moved:
        state.mood = CALM


def colour_of(thing: Thing) -> Colour:
    if thing == 0:
        return Colour.RED
    elif thing == 1:
        return Colour.BLUE
    return Colour.GREEN


def find(state: State, thing: MaybeThing) -> MaybeThing:
    for i in range(THINGS):
        if i < state.count and state.items[i].who == thing:
            return i
    return NONE


def doubled(size: Size) -> Size:
    return size * 2


def shelved(state: State, thing: Thing) -> Size:
    total = 0
    for shelf in range(SHELVES):
        for i in range(THINGS):
            if state.shelves[shelf][i] == thing:
                total += 1
    return total


def put(state: State, thing: Thing) -> None:
    """Fails on a full counter, and with a price below the domain."""
    state.items[state.count] = Item(
        who=thing,
        price=state.purse - 17 * thing,
        wrapped=state.mood == ANGRY and thing != 0,
        colour=colour_of(thing),
    )
    state.count += 1
    state.last = thing
    if state.count > 2:
        state.mood = ANGRY


def take(state: State, step: Step, thing: Thing) -> None:
    found = find(state, thing)
    if found == NONE:
        return
    step.seen = state.items
    for i in range(THINGS - 1):
        if i >= found:
            state.items[i] = state.items[i + 1]
    state.count -= 1
    clear(state.items[state.count])
    state.last = NONE if state.count == 0 else state.items[state.count - 1].who


def move(state: State, step: Step, shelf: Shelf) -> None:
    """Fails with an empty counter."""
    other = SHELVES - 1 - shelf
    state.shelves[other] = state.shelves[shelf]
    state.shelves[shelf][state.count - 1] = state.last
    step.moved = True
    if shelved(state, 1) >= 3:
        clear(state.shelves)
        state.mood = ASLEEP


def trade(setup: Setup, state: State, step: Step, argument: Argument) -> None:
    """Fails for things there are none of, and where the purse or the total overflows."""
    price = setup.prices[argument]
    before = state.purse
    state.purse -= price
    state.spent += price if price > 0 else -price
    step.change = state.purse - before
    assert state.spent <= setup.limit or not setup.strict
    if state.items[argument].price > state.best.price:
        state.best = state.items[argument]


def wrap(state: State, argument: Argument) -> None:
    """Fails as a call does: with an argument or a result outside its domain."""
    state.best.price *= 3
    state.items[find(state, argument)].wrapped = True
    state.spent = doubled(state.count) + doubled(argument)


def legal(setup: Setup, state: State, verb: Verb, argument: Argument) -> bool:
    """Fails for taking from an empty counter, and beyond the end of one."""
    if forbidden(setup, state, verb, argument):
        return False
    if verb == Verb.PUT:
        return 0 <= argument < THINGS
    if verb == Verb.TAKE:
        return argument == 0 or state.items[state.count + argument - 2].who != NONE
    if verb == Verb.MOVE:
        return argument < SHELVES and (state.last != NONE or state.count > 0)
    return verb == Verb.TRADE or (argument <= state.count and state.mood != CALM)


def apply(setup: Setup, state: State, verb: Verb, argument: Argument, step: Step) -> None:
    if verb == Verb.PUT:
        put(state, argument)
    elif verb == Verb.TAKE:
        take(state, step, argument)
    elif verb == Verb.MOVE:
        move(state, step, argument)
    elif verb == Verb.TRADE:
        trade(setup, state, step, argument)
    else:
        wrap(state, argument)
    noted(setup, state, step)


def finished(setup: Setup, state: State) -> bool:
    return state.spent > setup.limit and state.items[state.count - 1].wrapped


def law_put_adds_one(before: State, verb: Verb, after: State) -> bool:
    if premise(verb == Verb.PUT):
        return after.count == before.count + 1
    return True


def law_purse_is_slow(after: State, before: State) -> bool:
    return -60 < after.purse - before.purse < 60


def law_last_is_on_top(step: Step, argument: Argument, setup: Setup, after: State) -> bool:
    """Fails with a full counter."""
    if not premise(step.moved):
        return argument != 3 or after.items[after.count].price <= setup.limit
    return after.last == NONE or after.items[after.count - 1].who == after.last


def law_anger_has_cause(position: State) -> bool:
    return not premise(position.mood == ANGRY) or position.count > 2


def law_best_is_dear(position: State, setup: Setup) -> bool:
    dear = position.best.price >= setup.prices[0]
    return dear or position.items[position.count - 1].price <= 5


VERBS = (("put", 4), ("take", 4), ("move", 2), ("trade", 8), ("wrap", 5))
