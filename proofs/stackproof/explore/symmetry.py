"""Symmetry: of the positions that differ only in the names of interchangeable members, one is kept.

A scalarset's members are interchangeable if the setup says the same of them. Where the rules treat
them alike, everything that can happen from a position can happen, under other names, from its
images, so a search needs one position of each orbit: the canonical form that
``kernel_symmetry.py`` computes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from math import factorial, prod

from stackproof.lang.symmetry import Layout

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
    SCHEME,
    SPARE,
)
from .loader import load

HUE = 0x9E3779B97F4A7C15
WORD = 1 << 64


class Symmetry:
    """The renamings of interchangeable members, for positions of one layout.

    ``classes`` are the members that may take each other's place; those that are left out, or are
    alone in a class, keep their names.
    """

    def __init__(self, state: Layout, classes: Sequence[Sequence[int]]) -> None:
        self.layout = state
        self.classes = [sorted(c) for c in classes if len(c) > 1]

    @property
    def trivial(self) -> bool:
        """Whether there is nothing to gain."""
        return not self.classes and not self.layout.heaps

    @property
    def images(self) -> int:
        """The number of renamings."""
        return prod(factorial(len(members)) for members in self.classes)

    def scheme(self) -> ctypes.Array[ctypes.c_uint64]:
        """What the kernel works with: tables, and room of its own for one thread."""
        found, parts = self.layout, _Parts()
        hues = [0] * found.members
        for member in range(found.members):
            hues[member] = HUE * (member + 1) % WORD
        for members in self.classes:
            for member in members:
                hues[member] = hues[members[0]]
        ends = [0]
        for members in self.classes:
            ends.append(ends[-1] + len(members))
        moving = [member for members in self.classes for member in members]
        plain = [(c.offset, c.step) for c in found.columns if c.base is None]
        references = [
            (c.offset, c.step, c.base, c.guard) for c in found.columns if c.base is not None
        ]
        places: list[tuple[int, int]] = []
        cells = []
        for cell in found.cells:
            first = len(places)
            places += [(place.offset, place.base) for place in cell.places]
            cells.append((cell.offset, cell.size, cell.guard, first, len(places)))
        bags = []
        for heap in found.heaps:
            one, first = heap.element, len(places)
            places += [(place.offset, place.base) for place in one.places]
            bags.append((one.offset, heap.count, one.size, one.guard, first, len(places)))
        parts.head[MEMBERS] = found.members
        parts.table(MOVING, [(member,) for member in moving])
        parts.table(CLASSES, [(end,) for end in ends], len(self.classes))
        parts.table(PLAIN, plain)
        parts.table(REFERENCES, references)
        parts.table(CELLS, cells)
        parts.table(BAGS, bags)
        parts.words(PLACES, [number for place in places for number in place])
        parts.words(HUES, hues)
        parts.words(NAMES, range(found.members))
        for room in (COLOURS, NEW, ORDER, SPARE):
            parts.words(room, [0] * found.members)
        words = [word % WORD for word in parts.head + parts.rest]
        return (ctypes.c_uint64 * len(words))(*words)


class _Parts:
    """The words of a scheme in the making."""

    def __init__(self) -> None:
        self.head = [0] * SCHEME
        self.rest: list[int] = []

    def words(self, part: int, words: Sequence[int]) -> None:
        self.head[part] = SCHEME + len(self.rest)
        self.rest += words

    def table(self, part: int, rows: Sequence[tuple[int, ...]], count: int | None = None) -> None:
        """Rows after their number."""
        self.words(part, [len(rows) if count is None else count, *(n for row in rows for n in row)])


class Canonical:
    """Canonical forms for use from Python."""

    def __init__(self, symmetry: Symmetry, stride: int) -> None:
        self._scheme = symmetry.scheme()
        self._row = ctypes.create_string_buffer(stride)
        self._kernel = load()

    def __call__(self, row: bytes) -> bytes:
        """The canonical form of a row of ``stride`` bytes."""
        self._row.raw = row
        self._kernel.run("canonical", ctypes.addressof(self._scheme), ctypes.addressof(self._row))
        return self._row.raw

    @property
    def doubtful(self) -> bool:
        """Whether any row had a record of which nothing tells whether it means anything."""
        return bool(self._scheme[DOUBT])
