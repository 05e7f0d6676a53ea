"""The inner loop of the search, compiled once and independent of any rules.

Breadth-first and exact. All memory belongs to the caller, who passes its addresses in one control
block, provides more when ``advance`` asks for it, and calls again until the search is done.

Numba compiles this file. Only ``loader.py`` imports it, and only when its object code is not in
the cache yet, because importing Numba takes longer than a small search.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, cfunc, from_dtype, njit, types
from numba.extending import intrinsic

from .control import ARROWS, DONE, NO_ACTION, NOWHERE, PAUSED, ROWS, TABLE, Control
from .kernel_memory import call, pointer
from .kernel_symmetry import canonise

WORD = ir.IntType(64)
HIGH = np.uint64(0xFFFFFFFF00000000)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
KEYS = tuple(
    np.uint64(key)
    for key in (0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3)
)
LINE = 64


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(_context: Any, _address: Any) -> Any:
    """Asks for the cache line at an address."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        where = builder.inttoptr(args[0], byte)
        builder.call(function, [where, flag(0), flag(3), flag(1)])
        return None

    return types.void(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def fold(_context: Any, _x: Any, _y: Any) -> Any:
    """The 128-bit product of two words, its halves XOR-ed."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, wide(64)), WORD)
        return builder.xor(high, builder.trunc(product, WORD))

    return types.uint64(types.uint64, types.uint64), build


@njit  # type: ignore[untyped-decorator]
def digest(row: Any, words: int) -> Any:
    """A 64-bit hash of a row, in two independent lanes so that the multiplications overlap."""
    left, right = KEYS[0], KEYS[1]
    k = 0
    while k + 4 <= words:
        left = fold(row[k] ^ KEYS[2], row[k + 1] ^ left)
        right = fold(row[k + 2] ^ KEYS[3], row[k + 3] ^ right)
        k += 4
    while k < words:
        left = fold(row[k] ^ KEYS[2], left ^ KEYS[3])
        k += 1
    return fold(left ^ KEYS[2], right ^ KEYS[0])


@njit  # type: ignore[untyped-decorator]
def note(c: Any, violated: Any, state: int, action: int) -> None:
    """Keeps, for each law that is violated for the first time, where that was."""
    seen, first = pointer(c.seen), pointer(c.first)
    for w in range(c.law_words):
        fresh = violated[w] & ~seen[w]
        if fresh != np.uint64(0):
            seen[w] |= fresh
            for bit in range(64):
                if (fresh >> np.uint64(bit)) & np.uint64(1):
                    first[2 * (64 * w + bit)] = np.uint64(state)
                    first[2 * (64 * w + bit) + 1] = np.uint64(action)


@njit  # type: ignore[untyped-decorator]
def blame(c: Any, site: int, state: int, action: int) -> None:
    """Counts a rule error and keeps the first."""
    if c.errors == 0:
        c.error_site, c.error_state, c.error_action = site, state, action
    c.errors += 1


@njit  # type: ignore[untyped-decorator]
def judge(c: Any, state: int) -> Any:
    """Inspects a stored state; returns 1 if the play is finished there, otherwise 0."""
    row = c.rows + state * c.stride
    verdict = call(c.inspect, c.setup, row, c.violated, c.premises, 0)
    note(c, pointer(c.violated), state, NO_ACTION)
    if verdict >> 32:
        blame(c, verdict >> 32, state, NO_ACTION)
    return verdict & 1


@njit  # type: ignore[untyped-decorator]
def expand(c: Any, room: int) -> int:
    """Expands states of the current level until more than ``room`` transitions wait.

    Returns how many wait, with their hashes; the table slots they need are on their way.
    """
    words, record, shift = c.stride // 8, 1 + c.law_words, np.uint64(64 - c.table_bits)
    hashes, owners = pointer(c.hashes), pointer(c.owners)
    used, head = 0, c.head
    while head < c.level_end and used <= room:
        out, records = c.out + used * c.stride, c.records + used * record * 8
        row = c.rows + head * c.stride
        count = call(c.successors, c.setup, row, out, records, c.premises)
        for j in range(count):
            edge = pointer(records + j * record * 8)
            action = np.int64(edge[0] & LOW)
            for w in range(c.law_words):
                if edge[1 + w] != np.uint64(0):
                    note(c, pointer(records + (j * record + 1) * 8), head, action)
                    break
            owners[used + j] = np.uint64(head)
            if edge[0] & HIGH:
                blame(c, np.int64(edge[0] >> HALF), head, action)
                owners[used + j] = ~np.uint64(0)
            if c.scheme:
                canonise(c.scheme, out + j * c.stride)
            h = digest(pointer(out + j * c.stride), words) & np.uint64(c.hash_mask)
            hashes[used + j] = h
            prefetch(c.table + np.int64(h >> shift) * 8)
        if count == 0 and judge(c, head) == 0:
            if c.dead_ends == 0:
                c.dead_end = head
            c.dead_ends += 1
        used += count
        head += 1
        if c.starts:
            pointer(c.starts)[head] = np.uint64(c.edges + used)
    c.edges += used
    c.head = head
    return used


@njit  # type: ignore[untyped-decorator]
def hint(c: Any, used: int) -> None:
    """Asks for the stored rows with which the waiting successors will be compared."""
    table, hashes, shift = pointer(c.table), pointer(c.hashes), np.uint64(64 - c.table_bits)
    for j in range(used):
        h = hashes[j]
        entry = table[np.int64(h >> shift)]
        if entry != np.uint64(0) and (entry ^ h) <= LOW:
            row = c.rows + (np.int64(entry & LOW) - 1) * c.stride
            for line in range(0, c.stride, LINE):
                prefetch(row + line)


@njit  # type: ignore[untyped-decorator]
def same(a: Any, b: Any, words: int) -> bool:
    for k in range(words):
        if a[k] != b[k]:
            return False
    return True


@njit  # type: ignore[untyped-decorator]
def absorb(c: Any, used: int) -> None:
    """Looks the waiting successors up in order and stores those that are new.

    A table entry is the upper half of the hash and the state's index plus one; 0 is free. The
    slot comes from the top bits of the hash, so a table doubles without another look at the rows.
    Where the graph is kept, an arrow is the target and, in the upper half, the action.
    """
    table, hashes, owners = pointer(c.table), pointer(c.hashes), pointer(c.owners)
    records, links = pointer(c.records), pointer(c.links)
    rows, stride, words, record = c.rows, c.stride, c.stride // 8, 1 + c.law_words
    shift, mask = np.uint64(64 - c.table_bits), (1 << c.table_bits) - 1
    arrows, kept = pointer(c.arrows + (c.edges - used) * 8), c.arrows != 0
    for j in range(used):
        if owners[j] == ~np.uint64(0):
            if kept:
                arrows[j] = np.uint64(NOWHERE) | records[j * record] << HALF
            continue
        out, h, target = pointer(c.out + j * stride), hashes[j], np.uint64(0)
        slot = np.int64(h >> shift)
        while True:
            entry = table[slot]
            if entry == np.uint64(0):
                state = c.states
                row = pointer(rows + state * stride)
                for k in range(words):
                    row[k] = out[k]
                links[state] = owners[j] | records[j * record] << HALF
                table[slot] = (h & HIGH) | np.uint64(state + 1)
                c.states = state + 1
                judge(c, state)
                target = np.uint64(state)
                break
            if (entry ^ h) <= LOW:
                known = pointer(rows + (np.int64(entry & LOW) - 1) * stride)
                if same(known, out, words):
                    target = (entry & LOW) - np.uint64(1)
                    break
            slot = (slot + 1) & mask
        if kept:
            arrows[j] = target | records[j * record] << HALF


@cfunc(types.int64(types.CPointer(from_dtype(np.dtype(Control)))))  # type: ignore[untyped-decorator]
def advance(block: Any) -> int:
    """Searches on until done, for about ``budget`` more states, or until memory has to grow."""
    c = carray(block, (1,))[0]
    if c.states == 0:
        h = digest(pointer(c.rows), c.stride // 8) & np.uint64(c.hash_mask)
        table = pointer(c.table)
        table[np.int64(h >> np.uint64(64 - c.table_bits))] = (h & HIGH) | np.uint64(1)
        c.states, c.level_end, c.levels = 1, 1, 1
        judge(c, 0)
    stop = c.head + c.budget
    while c.head < c.states:
        if c.head == c.level_end:
            c.level_end = c.states
            c.levels += 1
        if c.head >= stop:
            return PAUSED
        row_room = c.row_limit - c.states - c.max_edges
        table_room = c.table_limit - c.states - c.max_edges
        if row_room < 0:
            return ROWS
        if table_room < 0:
            return TABLE
        if c.arrows and c.arrow_limit - c.edges < c.batch + c.max_edges:
            return ARROWS
        used = expand(c, min(c.batch, row_room, table_room))
        hint(c, used)
        absorb(c, used)
    return DONE


@cfunc(types.int64(types.int64, types.int64))  # type: ignore[untyped-decorator]
def canonical(scheme: int, row: int) -> int:
    """Turns a row into its canonical form; both addresses."""
    canonise(scheme, row)
    return 0


@cfunc(types.int64(*[types.int64] * 4))  # type: ignore[untyped-decorator]
def rehash(old: int, old_bits: int, new: int, new_bits: int) -> int:
    """Copies a table into a larger, empty one; both addresses, both sizes as powers of two."""
    source, target = pointer(old), pointer(new)
    shift, mask = np.uint64(64 - new_bits), (1 << new_bits) - 1
    for i in range(1 << old_bits):
        entry = source[i]
        if entry != np.uint64(0):
            slot = np.int64(entry >> shift)
            while target[slot] != np.uint64(0):
                slot = (slot + 1) & mask
            target[slot] = entry
    return 0
