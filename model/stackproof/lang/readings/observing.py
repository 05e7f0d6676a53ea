"""What is asked of the graph of all plays: where a law is triggered and met, and what is fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from llvmlite import ir as ll

from ..system import ACTION_PARAMETERS, STATE_PARAMETERS, Law
from .abi import width
from .emit import (
    BIT,
    CONTEXT,
    LONG,
    POINTER,
    WORD,
    Builder,
    Value,
    at,
    counting,
    high,
    is_zero,
    long,
    room,
    word,
    zero,
)
from .judging import Known

if TYPE_CHECKING:
    from .entries import Entries


def emit(entries: Entries) -> None:
    """Export ``observe``, ``classify`` and ``cut``."""
    traced = entries.system.traced
    observers = [_observer(entries, law, i) for i, law in enumerate(traced)]
    (*given, law, marks), b = entries.function("observe", LONG, [POINTER, POINTER, LONG, POINTER])
    _dispatch(b, law, observers, [*given, marks])

    given, b = entries.function("classify", LONG, [POINTER, POINTER, LONG, LONG, LONG])
    setup, state, verb, argument, law = given
    classes = [_classes(entries, law, i) for i, law in enumerate(traced)]
    action = [setup, state, b.trunc(verb, WORD), b.trunc(argument, WORD)]
    _dispatch(b, law, classes, action)

    given, b = entries.function("cut", LONG, [POINTER] * 2)
    known = dict(zip(STATE_PARAMETERS, given, strict=True))
    if entries.system.cut is None:
        b.ret(long(0))
    else:
        found, met = entries.invoke(b, room(b, CONTEXT), entries.system.cut, known)
        b.ret(b.or_(b.zext(b.and_(is_zero(b, met), found), LONG), high(b, met)))


def _dispatch(b: Builder, law: Value, functions: Sequence[Value], arguments: list[Value]) -> None:
    """Return what the function of a law returns; 0 for no law."""
    otherwise = b.append_basic_block()
    choose = b.switch(law, otherwise)
    for i, function in enumerate(functions):
        block = b.append_basic_block()
        choose.add_case(long(i), block)
        b.position_at_end(block)
        b.ret(b.call(function, arguments))
    b.position_at_end(otherwise)
    b.ret(long(0))


def _observer(entries: Entries, law: Law, number: int) -> Value:
    """``(setup, state, marks) -> whether triggered, error << 32`` for all members of a law.

    Where one of the rules meets an error, the member is neither triggered nor met.
    """
    (*given, marks), b = entries.function(f"observe{number}", LONG, [POINTER] * 3, internal=True)
    known: Known = dict(zip(STATE_PARAMETERS, given, strict=True))
    choices = entries.system.choices(law)
    size = 8 * width(len(choices))
    zero(b, marks, 2 * size)
    context, error, any_trigger = room(b, CONTEXT), room(b, WORD), room(b, LONG)
    b.store(word(0), error)
    b.store(long(0), any_trigger)
    low, top = choices[0] or 0, choices[-1] or 0
    with counting(b, low, top) as choice:
        asked = known if choices[0] is None else {**known, "choice": choice}
        goal, met = entries.invoke(b, context, law.check, asked, by_name=True)
        trigger = ll.Constant(BIT, 1)
        if law.trigger is not None:
            trigger, other = entries.invoke(b, context, law.trigger, asked, by_name=True)
            met = b.select(is_zero(b, met), other, met)
        sound = is_zero(b, met)
        bit = b.zext(b.sub(choice, word(low)), LONG)
        mask = b.shl(long(1), b.and_(bit, long(63)))
        for start, value in ((0, trigger), (size, goal)):
            place = at(b, marks, b.add(b.mul(b.lshr(bit, long(6)), long(8)), long(start)))
            chosen = b.select(b.and_(sound, value), mask, long(0))
            b.store(b.or_(b.load(place, typ=LONG), chosen), place)
        triggered = b.zext(b.and_(sound, trigger), LONG)
        b.store(b.or_(b.load(any_trigger, typ=LONG), triggered), any_trigger)
        first = b.load(error, typ=WORD)
        b.store(b.select(is_zero(b, first), met, first), error)
    b.ret(b.or_(b.load(any_trigger, typ=LONG), high(b, b.load(error, typ=WORD))))
    return b.function


def _classes(entries: Entries, law: Law, number: int) -> Value:
    """``(setup, state, verb, argument) -> one bit for each class of transitions, error << 32``."""
    given, b = entries.function(
        f"classify{number}", LONG, [POINTER, POINTER, WORD, WORD], internal=True
    )
    known = dict(zip(ACTION_PARAMETERS, given, strict=True))
    context, bits, error = room(b, CONTEXT), long(0), word(0)
    for i, fairness in enumerate(law.fairness):
        taken, met = entries.invoke(b, context, fairness.taken, known, by_name=True)
        sound = b.zext(b.and_(is_zero(b, met), taken), LONG)
        bits = b.or_(bits, b.shl(sound, long(i)))
        error = b.select(is_zero(b, error), met, error)
    b.ret(b.or_(bits, high(b, error)))
    return b.function
