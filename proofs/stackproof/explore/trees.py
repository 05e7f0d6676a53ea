"""States folded into trees that share what is equal, as the caller of the kernels provides them."""

from __future__ import annotations

import ctypes
from functools import partial

from .layout import LEAF, Cursor, Rows
from .loader import Kernel
from .memory import Block
from .tables import Table

SOME = 1 << 10


class Shape:
    """A binary tree over the leaves of a row, balanced on both sides of a first cut."""

    def __init__(self, stride: int, cut: int = 0) -> None:
        self.leaves = -(-stride // (8 * LEAF))
        self.cut = cut
        self.children: list[tuple[int, int]] = []
        if self.leaves > 1:
            middle = cut or self.leaves // 2
            root = self._build(0, middle), self._build(middle, self.leaves)
            self.children.append(root)
        flat = [child for pair in self.children for child in pair]
        self.words = (ctypes.c_uint64 * max(1, len(flat)))(*flat)

    def _build(self, first: int, end: int) -> int:
        if end - first == 1:
            return first
        middle = (first + end) // 2
        self.children.append((self._build(first, middle), self._build(middle, end)))
        return self.leaves + len(self.children) - 1

    @property
    def nodes(self) -> int:
        return self.leaves + len(self.children)


class Unfolding:
    """Room for the kernels to unfold a state in."""

    def __init__(self, shape: Shape) -> None:
        row, nodes = shape.leaves * LEAF * 8, 8 * shape.nodes
        self._room = Block(row + 3 * nodes + LEAF * 8)
        c = self.block = Cursor(row=self._room.address)
        c.nodes = c.row + row
        c.changed, c.fresh, c.leaf = (c.nodes + k * nodes for k in (1, 2, 3))
        ctypes.memset(c.nodes, 0xFF, nodes)

    @property
    def address(self) -> int:
        return ctypes.addressof(self.block)


class Forest:
    """The tables that trees share, and how the kernels find all states."""

    def __init__(self, shape: Shape, stride: int, states: Table, tree: bool) -> None:
        self.shape, hash_mask = shape, states.block.hash_mask
        self.pairs = Table(1, SOME if tree else 1, hash_mask)
        self.leaves = Table(LEAF, SOME if tree else 1, hash_mask)
        self._locks = Block(128)
        self._unfolding = Unfolding(self.shape)
        r = self.block = Rows(stride=stride, tree=tree, states=states.address)
        r.pairs, r.leaves = self.pairs.address, self.leaves.address
        r.inner, r.depth = len(self.shape.children), self.shape.leaves
        r.shape = ctypes.addressof(self.shape.words)
        r.pairs_lock, r.leaves_lock = self._locks.address, self._locks.address + 64
        r.rest = _rest()

    @property
    def address(self) -> int:
        return ctypes.addressof(self.block)

    @property
    def used(self) -> int:
        """Bytes in use."""
        return self.pairs.used + self.leaves.used

    def grow(self, table: Table, kernel: Kernel) -> None:
        """More room for nodes of one kind."""
        table.make_room(int(table.larger))
        table.grow(kernel)

    def fold(self, rows: int, start: int, stop: int, kernel: Kernel) -> int:
        """Fold plain rows, by their address; the first that found no room, which there is now."""
        work = self._unfolding.address
        done = kernel.run("compress", self.address, work, rows, start, stop)
        for table in (self.pairs, self.leaves):
            if table.count >= table.block.limit:
                self.grow(table, kernel)
        return done

    def fold_all(self, rows: int, count: int, kernel: Kernel) -> None:
        """Fold so many plain rows, by their address."""
        done = 0
        while done < count:
            done = self.fold(rows, done, count, kernel)

    def row(self, state: int, size: int, kernel: Kernel) -> bytes:
        """A state as a row."""
        return self.rows(state, state + 1, kernel)[:size]

    def rows(self, start: int, stop: int, kernel: Kernel) -> bytes:
        """The rows of a range of states."""
        out = ctypes.create_string_buffer((stop - start) * self.block.stride)
        work, where = self._unfolding.address, ctypes.addressof(out)
        kernel.run("copy_rows", self.address, work, start, stop, where)
        return out.raw

    def unfolding(self) -> Unfolding:
        """Room for kernels to unfold states in, sharing nothing with any yet."""
        return Unfolding(self.shape)


def _rest() -> int:
    """The address of the system's function that lets other threads run."""
    return ctypes.cast(ctypes.CDLL(None).sched_yield, ctypes.c_void_p).value or 0


def best_shape(rows: int, stride: int, start: int, stop: int, kernel: Kernel) -> Shape:
    """A shape, not too uneven, in which some plain rows, by address, need the fewest nodes."""
    leaves = -(-stride // (8 * LEAF))
    cuts = range(max(1, leaves // 3), min(leaves - 1, leaves - leaves // 3) + 1)
    shapes = [Shape(stride, cut) for cut in cuts]
    size = partial(_nodes, rows=rows, stride=stride, start=start, stop=stop, kernel=kernel)
    return min(shapes or [Shape(stride)], key=size)


def _nodes(shape: Shape, rows: int, stride: int, start: int, stop: int, kernel: Kernel) -> int:
    states = Table(1, stop - start, -1)
    forest = Forest(shape, stride, states, tree=True)
    forest.fold_all(rows + start * stride, stop - start, kernel)
    return forest.pairs.count
