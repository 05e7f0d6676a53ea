"""How states lie in memory, in blocks of words that kernels share.

A table holds different entries, each ``words`` words long, in the order in which they came; an
index of u32 slots finds them. A slot is 0 or the number of an entry plus one in the bits of
``mask``, and bits of its hash in the others.

Plain states are one table of rows. Compressed, a row is the root of a binary tree: its leaves are
entries of four words in a table for all of them, and every node above is an entry of one word, the
numbers of its two children. Only roots are different from state to state; what is below is shared.
"""

from __future__ import annotations

import ctypes
from typing import TypeVar

LEAF = 4
"""Words in a leaf."""

LINE = ctypes.c_int64 * 8
Words = TypeVar("Words", bound=type[ctypes.Structure])


def in_words(structure: Words) -> Words:
    """Lays the annotated fields out as words. Signed, as Numba turns mixed sums into floats.

    ``apart`` is a gap of a cache line, before what a thread writes while others read the rest.
    """
    structure._fields_ = [
        (name, LINE if name == "apart" else ctypes.c_int64) for name in structure.__annotations__
    ]
    return structure


@in_words
class Table(ctypes.Structure):
    """``limit`` is the number of entries at which it has to grow."""

    slots: int
    size: int
    mask: int
    entries: int
    words: int
    limit: int
    hash_mask: int
    apart: int
    count: int


@in_words
class Rows(ctypes.Structure):
    """All states. ``states``, ``pairs`` and ``leaves`` are addresses of tables.

    ``inner`` is the number of nodes of a tree that are not leaves, 0 where states are plain.
    ``shape`` has the numbers of the two children of each, children first; ``depth`` is the number
    of leaves. ``locks`` are two words, and ``rest`` a function that lets other threads run.
    """

    stride: int
    states: int
    pairs: int
    leaves: int
    tree: int
    inner: int
    depth: int
    shape: int
    pairs_lock: int
    leaves_lock: int
    rest: int


@in_words
class Cursor(ctypes.Structure):
    """A place to unfold a state in: its row, the numbers of the nodes of its tree and which of
    them are new, and the same of a row that is folded next to it.
    """

    row: int
    nodes: int
    changed: int
    fresh: int
    leaf: int
