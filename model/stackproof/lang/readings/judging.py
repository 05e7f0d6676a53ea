"""What a search asks of laws: one bit for each case, on every transition or in every position.

A law that meets a rule error counts neither as violated nor as relevant there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ..system import LAW_PARAMETERS, POSSIBLE, STEP, Case, Law
from .emit import (
    BIT,
    CONTEXT,
    LONG,
    POINTER,
    PREMISE,
    WORD,
    Builder,
    Value,
    at,
    counting,
    is_zero,
    long,
    room,
    word,
    zero,
)

if TYPE_CHECKING:
    from .entries import Entries

Known = Mapping[str, Value]


def step_laws(entries: Entries) -> Value:
    """``judge(setup, before, verb, argument, step, after, violated, premises) -> error``."""
    kinds = [POINTER, POINTER, WORD, WORD, *[POINTER] * 4]
    (*given, violated, premises), b = entries.function("judge", WORD, kinds, internal=True)
    b.function.attributes.add("noinline")
    known = dict(zip(LAW_PARAMETERS, given, strict=True))
    b.ret(judge_laws(entries, b, (STEP, POSSIBLE), known, violated, premises))
    return b.function


def judge_laws(
    entries: Entries, b: Builder, kinds: Sequence[str], known: Known, verdict: Value,
    premises: Value,
) -> Value:  # fmt: skip
    """Set the bits of all cases of some kinds; yields the first rule error that one of them met.

    A set bit says that the law is violated, or that something possible happens here.
    """
    context = room(b, CONTEXT)
    error = word(0)
    verdicts = [long(0) for _ in range(entries.words)]
    relevant = [long(0) for _ in range(entries.words)]
    zero(b, verdict, 8 * entries.words)
    bit = 0
    for law, group in groupby(entries.system.cases, lambda case: case.law):
        cases = list(group)
        first, bit = bit, bit + len(cases)
        if law.kind not in kinds:
            continue
        if cases[0].choice is None and law.trigger is None:
            found, speaks, met = ask(entries, b, context, law, known)
            for bits, value in ((verdicts, found), (relevant, speaks)):
                shifted = b.shl(b.zext(value, LONG), long(first % 64))
                bits[first // 64] = b.or_(bits[first // 64], shifted)
        else:
            members = family(entries, law, cases, first, list(known))
            met = b.call(members, [*known.values(), verdict, premises])
        error = b.select(is_zero(b, error), met, error)
    for i in range(entries.words):
        for target, bits in ((verdict, verdicts), (premises, relevant)):
            _add(b, at(b, target, 8 * i), bits[i])
    return error


def ask(
    entries: Entries, b: Builder, context: Value, law: Law, known: Known
) -> tuple[Value, Value, Value]:
    """The bit of a verdict, whether the law has something to say here, and its rule error."""
    holds, met = entries.invoke(b, context, law.check, known, by_name=True)
    sound = is_zero(b, met)
    speaks = sound
    if entries.system.key(law.check) in entries.premised:
        flag = b.load(at(b, context, PREMISE), typ=WORD)
        speaks = b.and_(sound, b.trunc(flag, BIT))
    found = holds if law.kind == POSSIBLE else b.not_(holds)
    return b.and_(sound, found), speaks, met


def family(
    entries: Entries, law: Law, cases: Sequence[Case], first: int, names: Sequence[str]
) -> Value:
    """A function that judges all members of a family and sets their bits, where it is triggered."""
    kinds = [WORD if name in ("verb", "argument") else POINTER for name in names]
    (*given, verdict, premises), b = entries.function(
        f"family{first}", WORD, [*kinds, POINTER, POINTER], internal=True
    )
    b.function.attributes.add("noinline")
    known = dict(zip(names, given, strict=True))
    context, error = room(b, CONTEXT), room(b, WORD)
    b.store(word(0), error)
    if law.trigger is not None:
        triggered, met = entries.invoke(b, context, law.trigger, known, by_name=True)
        with b.if_then(b.not_(b.and_(is_zero(b, met), triggered)), likely=True):
            b.ret(met)
    low, high = cases[0].choice or 0, cases[-1].choice or 0
    single = cases[0].choice is None
    with counting(b, low, high) as choice:
        found, speaks, met = ask(
            entries, b, context, law, known if single else known | {"choice": choice}
        )
        bit = b.zext(b.add(choice, word(first - low)), LONG)
        for target, value in ((verdict, found), (premises, speaks)):
            with b.if_then(value, likely=False):
                place = at(b, target, b.mul(b.lshr(bit, long(6)), long(8)))
                _add(b, place, b.shl(long(1), b.and_(bit, long(63))))
        known_error = b.load(error, typ=WORD)
        b.store(b.select(is_zero(b, known_error), met, known_error), error)
    b.ret(b.load(error, typ=WORD))
    return b.function


def _add(b: Builder, place: Value, bits: Value) -> None:
    b.store(b.or_(b.load(place, typ=LONG), bits), place)
