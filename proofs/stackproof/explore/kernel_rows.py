"""States as rows: where they lie plainly, or folded into trees and unfolded from them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, njit

from .kernel_memory import block_at, pointer
from .kernel_table import FULL, HALF, LOW, intern, same, table_at
from .layout import LEAF, Cursor, Rows

rows_at = block_at(Rows)
cursor_at = block_at(Cursor)
NO_NODE = ~np.uint64(0)


@njit  # type: ignore[untyped-decorator]
def fetch(rows: int, cursor: int, state: int) -> Any:
    """The address of the row of a state, good until the next call with the same cursor."""
    m = carray(rows_at(rows), (1,))[0]
    states = carray(table_at(m.states), (1,))[0]
    if m.tree == 0:
        return states.entries + state * m.stride
    unfold(m, carray(cursor_at(cursor), (1,))[0], pointer(states.entries)[state])
    return carray(cursor_at(cursor), (1,))[0].row


@njit  # type: ignore[untyped-decorator]
def unfold(m: Any, u: Any, root: Any) -> None:
    """Brings a state into the cursor; what it shares with the one before stays as it is."""
    pairs = pointer(carray(table_at(m.pairs), (1,))[0].entries)
    leaves = carray(table_at(m.leaves), (1,))[0].entries
    nodes, changed, shape = pointer(u.nodes), pointer(u.changed), pointer(m.shape)
    top = m.depth + m.inner - 1
    if m.inner == 0:
        changed[0] = np.uint64(nodes[0] != root)
        nodes[0] = root
    for k in range(m.inner - 1, -1, -1):
        node = m.depth + k
        left, right = np.int64(shape[2 * k]), np.int64(shape[2 * k + 1])
        if node != top and changed[node] == 0:
            changed[left] = changed[right] = np.uint64(0)
            continue
        pair = root if node == top else pairs[np.int64(nodes[node])]
        changed[left] = np.uint64(nodes[left] != pair & LOW)
        changed[right] = np.uint64(nodes[right] != pair >> HALF)
        nodes[left], nodes[right] = pair & LOW, pair >> HALF
    row = pointer(u.row)
    for i in range(m.depth):
        if changed[i]:
            leaf = pointer(leaves + np.int64(nodes[i]) * LEAF * 8)
            for k in range(LEAF):
                row[LEAF * i + k] = leaf[k]


@njit  # type: ignore[untyped-decorator]
def forget(cursor: int, nodes: int) -> None:
    """Makes a cursor one that shares nothing with any state."""
    known = pointer(carray(cursor_at(cursor), (1,))[0].nodes)
    for k in range(nodes):
        known[k] = NO_NODE


@njit  # type: ignore[untyped-decorator]
def fold_row(rows: int, cursor: int, row: int) -> Any:
    """The root of a row's tree, new nodes stored; all ones where a table is full.

    What the row shares with the state in the cursor is not looked up again.
    """
    m = carray(rows_at(rows), (1,))[0]
    u = carray(cursor_at(cursor), (1,))[0]
    nodes, fresh, shape = pointer(u.nodes), pointer(u.fresh), pointer(m.shape)
    words, leaf = m.stride // 8, pointer(u.leaf)
    for i in range(m.depth):
        size = min(LEAF, words - LEAF * i)
        fresh[i] = nodes[i]
        part = pointer(row + 8 * LEAF * i)
        if nodes[i] != NO_NODE and same(part, pointer(u.row + 8 * LEAF * i), size):
            continue
        for k in range(LEAF):
            leaf[k] = part[k] if k < size else np.uint64(0)
        number = intern(m.leaves, leaf, m.leaves_lock, m.rest)
        if number == FULL:
            return NO_NODE
        fresh[i] = np.uint64(number)
    if m.inner == 0:
        return fresh[0]
    for k in range(m.inner):
        node = m.depth + k
        left, right = np.int64(shape[2 * k]), np.int64(shape[2 * k + 1])
        leaf[0] = fresh[left] | fresh[right] << HALF
        if k == m.inner - 1:
            break
        if fresh[left] == nodes[left] and fresh[right] == nodes[right]:
            fresh[node] = nodes[node]
            continue
        number = intern(m.pairs, leaf, m.pairs_lock, m.rest)
        if number == FULL:
            return NO_NODE
        fresh[node] = np.uint64(number)
    return leaf[0]
