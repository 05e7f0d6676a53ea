"""The canonical form of a row under renaming of members, computed in place.

Colours in the manner of refinement: a member's colour is what the row says of it, however members
are named; the members of a class get its names in the order of their colours. The form is always
one of the images of the row. Where members that differ get the same colour, images of one row may
get different forms: that costs states and is never wrong.

Numba compiles this file, as part of ``kernel.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from .control import (
    BAGS,
    CELLS,
    CLASSES,
    COLOURS,
    DOUBT,
    HUES,
    MEMBERS,
    MOVING,
    NAMES,
    NEW,
    ORDER,
    PLACES,
    PLAIN,
    REFERENCES,
    SPARE,
)
from .kernel_memory import octets, pointer

FIRST = np.uint64(0x9E3779B97F4A7C15)
SECOND = np.uint64(0xC2B2AE3D27D4EB4F)
SHIFT, LAST = np.uint64(29), np.uint64(32)
ZERO, ONE = np.uint64(0), np.uint64(1)
ALWAYS = np.int64(-1)


@njit  # type: ignore[untyped-decorator]
def number(word: Any) -> Any:
    """A word as a signed number."""
    return np.int64(word)


@njit  # type: ignore[untyped-decorator]
def mix(a: Any, b: Any) -> Any:
    """A hash of two words, in this order."""
    h = (a ^ (a >> SHIFT)) * FIRST + b
    h = (h ^ (h >> LAST)) * SECOND
    return h ^ (h >> SHIFT)


@njit  # type: ignore[untyped-decorator]
def means(s: Any, row: Any, start: int, size: int, guard: int, first: int, end: int) -> bool:
    """Whether a record in the row means anything; doubt where it is cleared but for members."""
    if guard == ALWAYS:
        return True
    if guard >= 0:
        return bool(row[start + guard] != 0)
    left = False
    for i in range(size):
        if row[start + i] != 0:
            own = False
            for k in range(first, end):
                own = own or place_at(s, k)[0] == i
            if not own:
                return True
            left = True
    if left:
        s[DOUBT] = ONE
    return False


@njit  # type: ignore[untyped-decorator]
def reference_at(s: Any, j: int) -> Any:
    """Start, step, base and guard of a column of members."""
    at = number(s[REFERENCES]) + 1 + 4 * j
    return number(s[at]), number(s[at + 1]), number(s[at + 2]), number(s[at + 3])


@njit  # type: ignore[untyped-decorator]
def cell_at(s: Any, j: int) -> Any:
    """Start, size and guard of a record, and the first and the end of its places for members."""
    at = number(s[CELLS]) + 1 + 5 * j
    first, end = number(s[at + 3]), number(s[at + 4])
    return number(s[at]), number(s[at + 1]), number(s[at + 2]), first, end


@njit  # type: ignore[untyped-decorator]
def bag_at(s: Any, j: int) -> Any:
    """The same of the first record in a bag, with the number of records before the size."""
    at = number(s[BAGS]) + 1 + 6 * j
    guard, first, end = number(s[at + 3]), number(s[at + 4]), number(s[at + 5])
    return number(s[at]), number(s[at + 1]), number(s[at + 2]), guard, first, end


@njit  # type: ignore[untyped-decorator]
def place_at(s: Any, k: int) -> Any:
    """Where in its record a place for a member is, and its base."""
    at = number(s[PLACES]) + 2 * k
    return number(s[at]), number(s[at + 1])


@njit  # type: ignore[untyped-decorator]
def look(s: Any, row: Any) -> None:
    """The first colours: the class, the plain values, and the places of its own."""
    colours, moving, plain = number(s[COLOURS]), number(s[MOVING]), number(s[PLAIN])
    members, hues = number(s[MEMBERS]), number(s[HUES])
    for m in range(members):
        s[colours + m] = s[hues + m]
    for j in range(number(s[plain])):
        start, step = number(s[plain + 1 + 2 * j]), number(s[plain + 2 + 2 * j])
        for i in range(number(s[moving])):
            m = number(s[moving + 1 + i])
            value = np.uint64(row[start + m * step])
            if value != ZERO:
                s[colours + m] += mix(np.uint64(j) * SECOND + value, FIRST)
    for j in range(number(s[number(s[CELLS])])):
        start, size, guard, first, end = cell_at(s, j)
        if means(s, row, start, size, guard, first, end):
            for k in range(first, end):
                at, base = place_at(s, k)
                m = number(row[start + at]) - base
                if 0 <= m < members:
                    s[colours + m] += mix(np.uint64(k), SECOND)


@njit  # type: ignore[untyped-decorator]
def refine(s: Any, row: Any) -> bool:
    """New colours from those of the members that stand together; returns whether any do."""
    colours, new, members = number(s[COLOURS]), number(s[NEW]), number(s[MEMBERS])
    any_at_all = False
    for m in range(members):
        s[new + m] = ZERO
    for j in range(number(s[number(s[REFERENCES])])):
        start, step, base, guard = reference_at(s, j)
        for m in range(members):
            other = number(row[start + m * step]) - base
            if 0 <= other and other < members and (guard < 0 or row[guard + m * step] != 0):
                any_at_all = True
                s[new + m] += mix(s[colours + other], np.uint64(2 * j + 1))
                s[new + other] += mix(s[colours + m], np.uint64(2 * j + 2))
    for j in range(number(s[number(s[BAGS])])):
        begin, count, size, guard, first, end = bag_at(s, j)
        for i in range(count):
            start = begin + i * size
            if not means(s, row, start, size, guard, first, end):
                continue
            h, k = np.uint64(j), first
            for b in range(size):
                value = np.uint64(row[start + b])
                if k < end and place_at(s, k)[0] == b:
                    m = number(value) - place_at(s, k)[1]
                    if 0 <= m < members:
                        value = s[colours + m]
                    k += 1
                h = mix(h, value)
            for k in range(first, end):
                at, base = place_at(s, k)
                m = number(row[start + at]) - base
                if 0 <= m < members:
                    any_at_all = True
                    s[new + m] += mix(h, np.uint64(k))
    if any_at_all:
        for m in range(members):
            if s[new + m] != ZERO:
                s[colours + m] = mix(s[colours + m], s[new + m])
    return any_at_all


@njit  # type: ignore[untyped-decorator]
def arrange(s: Any) -> int:
    """Puts the members of each class in the order of their colours, as far as they differ.

    Returns one of those that stand with others and have the colour of another, or -1.
    """
    colours, new, order = number(s[COLOURS]), number(s[NEW]), number(s[ORDER])
    classes, moving = number(s[CLASSES]), number(s[MOVING]) + 1
    tied = -1
    for j in range(number(s[classes])):
        begin, end = number(s[classes + 1 + j]), number(s[classes + 2 + j])
        for i in range(begin, end):
            m = s[moving + i]
            colour = s[colours + number(m)]
            k = i
            while k > begin and s[colours + number(s[order + k - 1])] > colour:
                s[order + k] = s[order + k - 1]
                k -= 1
            s[order + k] = m
        for i in range(begin + 1, end):
            m = number(s[order + i])
            if s[colours + m] == s[colours + number(s[order + i - 1])] and s[new + m] != ZERO:
                tied = m
    return tied


@njit  # type: ignore[untyped-decorator]
def named(s: Any, value: Any, base: int) -> Any:
    """A value under the new names."""
    m = number(value) - base
    if 0 <= m < number(s[MEMBERS]):
        return np.uint8(base + number(s[number(s[NAMES]) + m]))
    return value


@njit  # type: ignore[untyped-decorator]
def rename(s: Any, row: Any) -> None:
    """Gives the members in a row their new names."""
    names, members, spare = number(s[NAMES]), number(s[MEMBERS]), number(s[SPARE])
    moving, plain = number(s[MOVING]), number(s[PLAIN])
    for j in range(number(s[plain])):
        start, step = number(s[plain + 1 + 2 * j]), number(s[plain + 2 + 2 * j])
        for i in range(number(s[moving])):
            m = number(s[moving + 1 + i])
            s[spare + m] = np.uint64(row[start + m * step])
        for i in range(number(s[moving])):
            m = number(s[moving + 1 + i])
            row[start + number(s[names + m]) * step] = np.uint8(s[spare + m])
    for j in range(number(s[number(s[REFERENCES])])):
        start, step, base, guard = reference_at(s, j)
        for m in range(members):
            value = row[start + m * step]
            meant = guard < 0 or row[guard + number(s[names + m]) * step] != 0
            s[spare + m] = np.uint64(named(s, value, base) if meant else value)
        for m in range(members):
            row[start + number(s[names + m]) * step] = np.uint8(s[spare + m])
    for j in range(number(s[number(s[CELLS])])):
        start, size, guard, first, end = cell_at(s, j)
        if means(s, row, start, size, guard, first, end):
            for k in range(first, end):
                at, base = place_at(s, k)
                row[start + at] = named(s, row[start + at], base)
    rename_bags(s, row)


@njit  # type: ignore[untyped-decorator]
def rename_bags(s: Any, row: Any) -> None:
    """Gives the members in bags their new names."""
    for j in range(number(s[number(s[BAGS])])):
        begin, count, size, guard, first, end = bag_at(s, j)
        for i in range(count):
            start = begin + i * size
            if means(s, row, start, size, guard, first, end):
                for k in range(first, end):
                    at, base = place_at(s, k)
                    row[start + at] = named(s, row[start + at], base)


@njit  # type: ignore[untyped-decorator]
def sort_bags(s: Any, row: Any) -> None:
    """Puts the elements of bags in order, the greatest first."""
    for j in range(number(s[number(s[BAGS])])):
        begin, count, size, _, _, _ = bag_at(s, j)
        for i in range(1, count):
            at = begin + i * size
            while at > begin and less(row, at - size, at, size):
                for b in range(size):
                    row[at + b], row[at - size + b] = row[at - size + b], row[at + b]
                at -= size


@njit  # type: ignore[untyped-decorator]
def less(row: Any, left: int, right: int, size: int) -> bool:
    """Whether one element comes before another in the order of their bytes."""
    for b in range(size):
        if row[left + b] != row[right + b]:
            return bool(row[left + b] < row[right + b])
    return False


@njit  # type: ignore[untyped-decorator]
def canonise(scheme: int, address: int) -> None:
    """Turns a row into its canonical form; the new names stay in the scheme."""
    s, row = pointer(scheme), octets(address)
    moving, order, names = number(s[MOVING]), number(s[ORDER]), number(s[NAMES])
    look(s, row)
    if refine(s, row):
        refine(s, row)
        tied = arrange(s)
        while tied >= 0:
            s[number(s[COLOURS]) + tied] += FIRST
            refine(s, row)
            refine(s, row)
            tied = arrange(s)
    else:
        arrange(s)
    moved = False
    for i in range(number(s[moving])):
        name, m = s[moving + 1 + i], number(s[order + i])
        s[names + m] = name
        moved = moved or number(name) != m
    if moved:
        rename(s, row)
    sort_bags(s, row)
