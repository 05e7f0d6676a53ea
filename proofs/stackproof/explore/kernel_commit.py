"""The second half of a round: new states get their numbers, and everything is judged."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, njit

from .control import FRESH, KNOWN, NO_ACTION, NOWHERE, WRONG
from .kernel_atomic import load_half, store_half
from .kernel_memory import call, halves, octets, pointer
from .kernel_rows import fetch, rows_at
from .kernel_table import HALF, LOW, number_in, table_at, tagged

SAMPLE = 256


@njit  # type: ignore[untyped-decorator]
def note(c: Any, w: Any, violated: Any, state: int, action: int) -> None:
    """Keeps, for each law that is violated for the first time, where that was.

    A thread comes to states in the order of their numbers, so what it sees first is its first.
    """
    seen, first = pointer(w.seen), pointer(w.first)
    for word in range(c.law_words):
        fresh = violated[word] & ~seen[word]
        if fresh != np.uint64(0):
            seen[word] |= fresh
            for bit in range(64):
                if (fresh >> np.uint64(bit)) & np.uint64(1):
                    first[2 * (64 * word + bit)] = np.uint64(state)
                    first[2 * (64 * word + bit) + 1] = np.uint64(action)


@njit  # type: ignore[untyped-decorator]
def blame(w: Any, site: int, state: int, action: int) -> None:
    """Counts a rule error and keeps that of the first state."""
    if w.errors == 0 or state < w.error_state:
        w.error_site, w.error_state, w.error_action = site, state, action
    w.errors += 1


@njit  # type: ignore[untyped-decorator]
def judge(c: Any, w: Any, row: int, state: int) -> None:
    """Inspects a new state."""
    verdict = call(c.inspect, c.setup, row, w.violated, w.premises, 0)
    note(c, w, pointer(w.violated), state, NO_ACTION)
    if verdict >> 32:
        blame(w, verdict >> 32, state, NO_ACTION)


@njit  # type: ignore[untyped-decorator]
def stuck(c: Any, w: Any, state: int) -> None:
    """Looks at a state in which nothing is legal: a dead end, or a play that is over."""
    row = fetch(c.rows, w.cursor, state)
    if call(c.inspect, c.setup, row, w.violated, w.premises, 0) & 1 == 0:
        if w.dead_ends == 0 or state < w.dead_end:
            w.dead_end = state
        w.dead_ends += 1


@njit  # type: ignore[untyped-decorator]
def put(address: int, width: int, place: int, value: int) -> None:
    """Writes a number of 1, 2 or 4 bytes."""
    if width == 1:
        octets(address)[place] = np.uint8(value)
    elif width == 2:
        octets(address)[2 * place] = np.uint8(value & 0xFF)
        octets(address)[2 * place + 1] = np.uint8(value >> 8)
    else:
        halves(address)[place] = np.uint32(value)


@njit  # type: ignore[untyped-decorator]
def count_new(c: Any, w: Any) -> None:
    """Marks the transitions that were the first to find a state, and counts them."""
    m = carray(rows_at(c.rows), (1,))[0]
    t = carray(table_at(m.states), (1,))[0]
    places, sizes, news = pointer(c.places), pointer(c.sizes), pointer(c.news)
    takers = pointer(c.takers)
    for region in range(c.spans):
        if takers[region] != np.uint64(w.index):
            continue
        found = 0
        for g in range(region * c.room, region * c.room + np.int64(sizes[region])):
            if places[g] < np.uint64(FRESH):
                slot = load_half(t.slots + 4 * np.int64(places[g]))
                if number_in(slot, t.mask) == c.states + g:
                    places[g] |= np.uint64(FRESH)
                    found += 1
        news[region] = np.uint64(found)


@njit  # type: ignore[untyped-decorator]
def commit(c: Any, w: Any) -> None:
    """Numbers and stores the new states of the spans that the thread took."""
    sizes, news, takers = pointer(c.sizes), pointer(c.news), pointer(c.takers)
    number: Any = c.states
    edge: Any = c.edges
    for region in range(c.spans):
        if takers[region] == np.uint64(w.index):
            settle(c, w, region, number, edge)
        number += np.int64(news[region])
        edge += np.int64(sizes[region])


@njit  # type: ignore[untyped-decorator]
def settle(c: Any, w: Any, region: int, number: Any, edge: Any) -> None:
    """Settles the transitions of a span, with the numbers of its first new state and transition."""
    m = carray(rows_at(c.rows), (1,))[0]
    t = carray(table_at(m.states), (1,))[0]
    places, degrees, record = pointer(c.places), halves(c.degrees), 8 * (1 + c.law_words)
    begin, g = c.begun + region * c.span, region * c.room
    for head in range(begin, min(begin + c.span, c.ended)):
        if head % SAMPLE == 0:
            pointer(c.samples)[head // SAMPLE] = np.uint64(number)
        degree, before = np.int64(degrees[head - c.begun]), number
        for h in range(g, g + degree):
            told = pointer(c.records + h * record)
            action = np.int64(told[0] & LOW)
            for word in range(c.law_words):
                if told[1 + word] != np.uint64(0):
                    note(c, w, pointer(c.records + h * record + 8), head, action)
                    break
            if places[h] == np.uint64(WRONG):
                blame(w, np.int64(told[0] >> HALF), head, action)
            elif places[h] & np.uint64(FRESH):
                store(c, m, t, h, number, action)
                judge(c, w, c.out + h * c.stride, number)
                number += 1
        if degree == 0:
            stuck(c, w, head)
        put(c.children, c.child_width, head, number - before)
        g += degree
        edge += degree
        if c.starts:
            pointer(c.starts)[head + 1] = np.uint64(edge)


@njit  # type: ignore[untyped-decorator]
def store(c: Any, m: Any, t: Any, g: int, number: int, action: Any) -> None:
    """Stores a new state under its number."""
    entry = pointer(t.entries + number * 8 * t.words)
    waiting = pointer(c.roots + 8 * g if m.tree else c.out + g * c.stride)
    for k in range(t.words):
        entry[k] = waiting[k]
    if c.offsets:
        action = np.int64(pointer(c.offsets)[action >> 16]) + (action & 0xFFFF)
    put(c.actions, c.action_width, number, action)
    slot = t.slots + 4 * np.int64(pointer(c.places)[g] & ~np.uint64(FRESH))
    store_half(slot, tagged(np.uint64(load_half(slot)), t.mask, number + 1))


@njit  # type: ignore[untyped-decorator]
def keep_arrows(c: Any, w: Any) -> None:
    """Keeps the transitions of the spans that the thread took, once all states have numbers.

    An arrow is the target and, in the upper half, the action.
    """
    m = carray(rows_at(c.rows), (1,))[0]
    t = carray(table_at(m.states), (1,))[0]
    places, sizes, takers = pointer(c.places), pointer(c.sizes), pointer(c.takers)
    record, edge = 8 * (1 + c.law_words), c.edges
    for region in range(c.spans):
        size = np.int64(sizes[region])
        if takers[region] == np.uint64(w.index):
            for j in range(size):
                g = region * c.room + j
                where, target = places[g], np.uint64(NOWHERE)
                if where != np.uint64(WRONG):
                    if where & np.uint64(KNOWN):
                        target = where & LOW
                    else:
                        slot = load_half(t.slots + 4 * np.int64(where & ~np.uint64(FRESH)))
                        target = np.uint64(number_in(slot, t.mask))
                action = pointer(c.records + g * record)[0] << HALF
                pointer(c.arrows)[edge + j] = target | action
        edge += size
