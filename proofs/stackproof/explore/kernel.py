"""The inner loop of the search, compiled once and independent of any rules.

Breadth-first and exact, by any number of threads. All memory belongs to the caller, who passes its
addresses in a control block, provides more when ``advance`` asks for it, and calls again until the
search is done.

A search goes round by round. The next states are dealt out in spans to whoever is free; then, once
all transitions of the round wait with their targets looked up, those that are new get their numbers
in the order of parents and actions. So nothing depends on which thread was faster.

Numba compiles this file. Only ``loader.py`` imports it, and only when its object code is not in
the cache yet, because importing Numba takes longer than a small search.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, cfunc, njit, types

from .control import (
    ARRIVED,
    ARROWS,
    DONE,
    FULL,
    LIMIT,
    PAUSED,
    PHASE,
    ROWS,
    SEARCHING,
    TABLE,
    TAKEN,
    Control,
    Worker,
)
from .kernel_atomic import barrier, load_word, store_word
from .kernel_commit import commit, count_new, judge, keep_arrows
from .kernel_expand import explore_spans, undo
from .kernel_memory import block_at, pointer
from .kernel_rows import NO_NODE, fetch, fold_row, forget, rows_at
from .kernel_symmetry import canonise
from .kernel_table import refill, table_at

control_at, worker_at = block_at(Control), block_at(Worker)


@njit  # type: ignore[untyped-decorator]
def meet(c: Any) -> None:
    """Waits for the other threads."""
    rest = carray(rows_at(c.rows), (1,))[0].rest
    barrier(c.sync + ARRIVED, c.sync + PHASE, c.threads, rest)


@njit  # type: ignore[untyped-decorator]
def plan(c: Any) -> int:
    """Deals the next states out, or says why not."""
    states = carray(table_at(carray(rows_at(c.rows), (1,))[0].states), (1,))[0]
    if c.head == c.states:
        return DONE
    if c.head == c.level_end:
        c.level_end = c.states
        c.depth += 1
        pointer(c.levels)[c.depth] = np.uint64(c.level_end)
    if c.head >= c.pause_at:
        return PAUSED
    if c.state_limit - c.states < c.max_edges:
        return LIMIT
    # Near the limit so few that the search stops before the same state as one by one.
    allowed = (c.state_limit - c.states) // c.max_edges
    count = min(c.level_end - c.head, c.regions * c.span, allowed)
    most = count * c.max_edges
    spans = (count + c.span - 1) // c.span
    if c.row_limit - c.states < most:
        return ROWS
    if states.limit - c.states < spans * c.room:
        return TABLE
    if c.starts and c.arrow_limit - c.edges < most:
        return ARROWS
    c.begun, c.ended, c.spans = c.head, c.head + count, spans
    sizes = pointer(c.sizes)
    for region in range(spans):
        sizes[region] = np.uint64(0)
    store_word(c.sync + TAKEN, 0)
    store_word(c.sync + FULL, 0)
    return SEARCHING


@njit  # type: ignore[untyped-decorator]
def finish(c: Any) -> None:
    """Counts what the round has found."""
    sizes, news = pointer(c.sizes), pointer(c.news)
    for region in range(c.spans):
        c.largest = max(c.largest, np.int64(sizes[region]))
        c.edges += np.int64(sizes[region])
        c.states += np.int64(news[region])
    carray(table_at(carray(rows_at(c.rows), (1,))[0].states), (1,))[0].count = c.states
    c.head = c.ended


@njit  # type: ignore[untyped-decorator]
def alone(c: Any, w: Any) -> Any:
    """A round that is not worth to be shared, and the plan for the next."""
    explore_spans(c, w)
    full = load_word(c.sync + FULL)
    if full:
        undo(c, w)
        return full
    count_new(c, w)
    commit(c, w)
    if c.arrows:
        keep_arrows(c, w)
    finish(c)
    return plan(c)


@cfunc(types.int64(types.int64, types.int64))  # type: ignore[untyped-decorator]
def advance(control: int, worker: int) -> Any:
    """Searches on until done, for about ``budget`` more states, or until memory has to grow."""
    c = carray(control_at(control), (1,))[0]
    w = carray(worker_at(worker), (1,))[0]
    m = carray(rows_at(c.rows), (1,))[0]
    forget(w.cursor, m.depth + m.inner)
    leader = w.index == 0
    if leader:
        c.pause_at = c.head + c.budget
    while True:
        if leader:
            c.answer = plan(c)
            while c.answer == SEARCHING and c.spans == 1:
                c.answer = alone(c, w)
        meet(c)
        if c.answer != SEARCHING:
            return c.answer
        explore_spans(c, w)
        meet(c)
        full = load_word(c.sync + FULL)
        if full:
            undo(c, w)
            meet(c)
            return full
        count_new(c, w)
        meet(c)
        commit(c, w)
        meet(c)
        if c.arrows:
            keep_arrows(c, w)
            meet(c)
        if leader:
            finish(c)


@cfunc(types.int64(types.int64, types.int64))  # type: ignore[untyped-decorator]
def begin(control: int, worker: int) -> int:
    """Judges the initial state, which is stored."""
    c = carray(control_at(control), (1,))[0]
    w = carray(worker_at(worker), (1,))[0]
    judge(c, w, fetch(c.rows, w.cursor, 0), 0)
    return 0


@cfunc(types.int64(types.int64, types.int64))  # type: ignore[untyped-decorator]
def canonical(scheme: int, row: int) -> int:
    """Turns a row into its canonical form; both addresses."""
    canonise(scheme, row)
    return 0


@cfunc(types.int64(types.int64))  # type: ignore[untyped-decorator]
def index(table: int) -> int:
    """Puts the entries of a table into its slots, which are free."""
    refill(table)
    return 0


@cfunc(types.int64(*[types.int64] * 5))  # type: ignore[untyped-decorator]
def copy_rows(rows: int, cursor: int, start: int, stop: int, target: int) -> int:
    """Copies the rows of a range of states to an address."""
    m = carray(rows_at(rows), (1,))[0]
    forget(cursor, m.depth + m.inner)
    words, out = m.stride // 8, pointer(target)
    for state in range(start, stop):
        row = pointer(fetch(rows, cursor, state))
        for k in range(words):
            out[(state - start) * words + k] = row[k]
    return 0


@cfunc(types.int64(*[types.int64] * 5))  # type: ignore[untyped-decorator]
def compress(rows: int, cursor: int, source: int, start: int, stop: int) -> int:
    """Folds plain rows into trees, whose roots are the states; the first that found no room."""
    m = carray(rows_at(rows), (1,))[0]
    states = carray(table_at(m.states), (1,))[0]
    forget(cursor, m.depth + m.inner)
    for state in range(start, stop):
        root = fold_row(rows, cursor, source + state * m.stride)
        if root == NO_NODE:
            return state
        pointer(states.entries)[state] = root
        states.count = state + 1
        fetch(rows, cursor, state)
    return stop
