"""The first half of a round: successors, and whether they are known. It changes nothing for good.

A state that is not known yet is entered in the table under the number that it would have if all
transitions of the round led to new states: that of the first transition that leads there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, njit

from .control import FRESH, FULL, KNOWN, LEAVES, MOST_FORCED, PAIRS, TAKEN, WRONG
from .kernel_atomic import add_word, load_half, load_word, store_half, store_word, swap_half
from .kernel_memory import call, halves, pointer, prefetch
from .kernel_rows import NO_NODE, fetch, fold_row, rows_at
from .kernel_symmetry import canonise
from .kernel_table import LOW, alike, digest, number_in, same, slot_of, table_at, tagged

LINE = 64
ERROR_BITS = ~LOW


@njit  # type: ignore[untyped-decorator]
def explore_spans(c: Any, w: Any) -> None:
    """Takes spans until none is left or a table is full."""
    takers = pointer(c.takers)
    while True:
        region = add_word(c.sync + TAKEN, 1)
        if region >= c.spans:
            return
        takers[region] = np.uint64(w.index)
        if load_word(c.sync + FULL) == 0 and expand(c, w, region):
            look_up(c, region)


@njit  # type: ignore[untyped-decorator]
def expand(c: Any, w: Any, region: int) -> bool:
    """Expands the states of a span; False where a table of nodes is full."""
    m = carray(rows_at(c.rows), (1,))[0]
    states = carray(table_at(m.states), (1,))[0]
    record, base = 8 * (1 + c.law_words), region * c.room
    hashes, roots, places = pointer(c.hashes), pointer(c.roots), pointer(c.places)
    degrees, sizes = halves(c.degrees), pointer(c.sizes)
    begin = c.begun + region * c.span
    used = 0
    for head in range(begin, min(begin + c.span, c.ended)):
        first = base + used
        row = fetch(c.rows, w.cursor, head)
        count = call(
            c.successors, c.setup, row, c.out + first * c.stride, c.records + first * record,
            w.premises,
        )  # fmt: skip
        degrees[head - c.begun] = np.uint32(count)
        for g in range(first, first + count):
            places[g] = np.uint64(0)
            if w.ahead:
                follow(c, w, c.out + g * c.stride, pointer(c.records + g * record))
            if pointer(c.records + g * record)[0] & ERROR_BITS:
                places[g] = np.uint64(WRONG)
                continue
            after = c.out + g * c.stride
            if w.scheme:
                canonise(w.scheme, after)
            if m.tree:
                root = fold_row(c.rows, w.cursor, after)
                if root == NO_NODE:
                    pairs = carray(table_at(m.pairs), (1,))[0]
                    answer = PAIRS if pairs.count >= pairs.limit else LEAVES
                    store_word(c.sync + FULL, answer)
                    return False
                roots[g] = root
                h = digest(pointer(c.roots + 8 * g), 1)
            else:
                h = digest(pointer(after), c.stride // 8)
            hashes[g] = h & np.uint64(states.hash_mask)
            prefetch(states.slots + 4 * slot_of(hashes[g], states.size))
        used += count
    sizes[region] = np.uint64(used)
    return True


@njit  # type: ignore[untyped-decorator]
def follow(c: Any, w: Any, row: int, told: Any) -> None:
    """Goes on from the target of a transition as long as one action only is legal.

    What the states and transitions on the way violate, and a rule error at their end, is told of
    the transition. A state at which a look fails stays, to be judged by itself.
    """
    if told[0] & ERROR_BITS:
        return
    records = w.ahead + c.max_edges * c.stride
    forced = pointer(records)
    for _ in range(MOST_FORCED):
        if call(c.successors, c.setup, row, w.ahead, records, w.premises) != 1:
            return
        if call(c.inspect, c.setup, row, w.violated, w.premises, 0) >> 32:
            return
        for k in range(c.law_words):
            told[1 + k] |= pointer(w.violated)[k] | forced[1 + k]
        if forced[0] & ERROR_BITS:
            told[0] |= forced[0] & ERROR_BITS
            return
        for k in range(c.stride // 8):
            pointer(row)[k] = pointer(w.ahead)[k]


@njit  # type: ignore[untyped-decorator]
def look_up(c: Any, region: int) -> None:
    """Finds the successors of a span in the table, or enters them."""
    m = carray(rows_at(c.rows), (1,))[0]
    t = carray(table_at(m.states), (1,))[0]
    hashes, places = pointer(c.hashes), pointer(c.places)
    begin = region * c.room
    end = begin + np.int64(pointer(c.sizes)[region])
    found = t.entries
    for g in range(begin, end):
        slot = halves(t.slots)[slot_of(hashes[g], t.size)]
        if slot != 0 and alike(slot, hashes[g], t.mask):
            known = number_in(slot, t.mask)
            if known < c.states:
                for line in range(0, 8 * t.words, LINE):
                    prefetch(found + known * 8 * t.words + line)
    for g in range(begin, end):
        if places[g] != np.uint64(WRONG):
            places[g] = place(c, m, t, g)


@njit  # type: ignore[untyped-decorator]
def place(c: Any, m: Any, t: Any, g: int) -> Any:
    """Where a successor belongs: the state that it is, or the slot of one that is new."""
    h, mine = pointer(c.hashes)[g], c.roots + 8 * g if m.tree else c.out + g * c.stride
    apart = 8 if m.tree else c.stride
    waiting = c.roots if m.tree else c.out
    entered = tagged(h, t.mask, c.states + g + 1)
    at = slot_of(h, t.size)
    slot = load_half(t.slots + 4 * at)
    while True:
        if slot == 0:
            slot = swap_half(t.slots + 4 * at, np.uint32(0), entered)
            if slot == 0:
                return np.uint64(at)
        if alike(slot, h, t.mask):
            other = number_in(slot, t.mask)
            if other < c.states:
                if same(pointer(t.entries + other * 8 * t.words), pointer(mine), t.words):
                    return np.uint64(KNOWN) | np.uint64(other)
            elif same(pointer(waiting + (other - c.states) * apart), pointer(mine), t.words):
                if other - c.states < g:
                    return np.uint64(at)
                before = swap_half(t.slots + 4 * at, slot, entered)
                if before == slot:
                    return np.uint64(at)
                slot = before
                continue
        at += 1
        if at == t.size:
            at = 0
        slot = load_half(t.slots + 4 * at)


@njit  # type: ignore[untyped-decorator]
def undo(c: Any, w: Any) -> None:
    """Takes back what the thread entered in the table."""
    m = carray(rows_at(c.rows), (1,))[0]
    t = carray(table_at(m.states), (1,))[0]
    places, sizes, takers = pointer(c.places), pointer(c.sizes), pointer(c.takers)
    for region in range(c.spans):
        if takers[region] == np.uint64(w.index):
            for g in range(region * c.room, region * c.room + np.int64(sizes[region])):
                if places[g] < np.uint64(FRESH):
                    store_half(t.slots + 4 * np.int64(places[g]), np.uint32(0))
