"""Tables of different entries, and the hash that finds them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, njit

from .kernel_atomic import load_half, lock, store_half, unlock
from .kernel_memory import block_at, fold, halves, pointer, prefetch
from .layout import Table

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
KEYS = tuple(
    np.uint64(key)
    for key in (0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3)
)
FULL = -1
AHEAD = 16

table_at = block_at(Table)


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
def same(a: Any, b: Any, words: int) -> bool:
    for k in range(words):
        if a[k] != b[k]:
            return False
    return True


@njit  # type: ignore[untyped-decorator]
def slot_of(h: Any, size: int) -> Any:
    """Where to look first: the upper half of the hash as a share of the size."""
    return np.int64(((h >> HALF) * np.uint64(size)) >> HALF)


@njit  # type: ignore[untyped-decorator]
def tagged(h: Any, mask: int, value: int) -> Any:
    """A slot: bits of the hash, and a number."""
    return np.uint32((h & LOW & ~np.uint64(mask)) | np.uint64(value))


@njit  # type: ignore[untyped-decorator]
def alike(slot: Any, h: Any, mask: int) -> Any:
    """Whether a slot may be of an entry with this hash."""
    return (np.uint64(slot) ^ h) & LOW & ~np.uint64(mask) == np.uint64(0)


@njit  # type: ignore[untyped-decorator]
def number_in(slot: Any, mask: int) -> Any:
    """The number in a slot that is not free."""
    return np.int64(np.uint64(slot) & np.uint64(mask)) - 1


@njit  # type: ignore[untyped-decorator]
def find(t: Any, h: Any, key: Any, at: int) -> Any:
    """An entry from a slot on: its number, or ``FULL``; and the slot where the search ended."""
    while True:
        slot = load_half(t.slots + 4 * at)
        if slot == 0:
            return FULL, at
        if alike(slot, h, t.mask):
            number = number_in(slot, t.mask)
            if same(pointer(t.entries + number * t.words * 8), key, t.words):
                return number, at
        at += 1
        if at == t.size:
            at = 0


@njit  # type: ignore[untyped-decorator]
def intern(table: int, key: Any, guard: int, rest: int) -> Any:
    """The number of an entry, which is stored if it is new; ``FULL`` where there is no room."""
    t = carray(table_at(table), (1,))[0]
    h = digest(key, t.words) & np.uint64(t.hash_mask)
    number, at = find(t, h, key, slot_of(h, t.size))
    if number != FULL:
        return number
    lock(guard, rest)
    number, at = find(t, h, key, at)
    if number == FULL and t.count < t.limit:
        number = t.count
        entry = pointer(t.entries + number * t.words * 8)
        for k in range(t.words):
            entry[k] = key[k]
        t.count = number + 1
        store_half(t.slots + 4 * at, tagged(h, t.mask, number + 1))
    unlock(guard)
    return number


@njit  # type: ignore[untyped-decorator]
def refill(table: int) -> None:
    """Puts all entries into the slots, which are free."""
    t = carray(table_at(table), (1,))[0]
    slots = halves(t.slots)
    for number in range(t.count):
        if t.words == 1:
            ahead = min(number + AHEAD, t.count - 1)
            h = digest(pointer(t.entries + ahead * 8), 1) & np.uint64(t.hash_mask)
            prefetch(t.slots + 4 * slot_of(h, t.size))
        h = digest(pointer(t.entries + number * t.words * 8), t.words) & np.uint64(t.hash_mask)
        at = slot_of(h, t.size)
        while slots[at] != 0:
            at += 1
            if at == t.size:
                at = 0
        slots[at] = tagged(h, t.mask, number + 1)
