"""How each state was reached: its parent and the action from there, in two bytes where that fits.

States get their numbers in the order of their parents, so how many children each has tells whose
child a state is; every so often the number of the first one is kept as well.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from .memory import Block
from .model import Action

SAMPLE = 256
WORD = 8


def action_of(word: int) -> Action:
    """The verb and the argument in an action word."""
    return word >> 16 & 0xFFFF, word & 0xFFFF


def width(largest: int) -> int:
    """The bytes that a number takes: 1, 2 or 4."""
    return 1 if largest < 1 << 8 else 2 if largest < 1 << 16 else 4


class Ways:
    """Parents and actions. An action is its place in the alphabet, if that is known."""

    def __init__(self, capacity: int, max_edges: int, alphabet: Sequence[int]) -> None:
        self._starts = [0, *accumulate(alphabet)]
        self.child_width = width(max_edges)
        self.action_width = width(self._starts[-1]) if alphabet else 4
        self.offsets = (ctypes.c_uint64 * len(self._starts))(*self._starts) if alphabet else None
        self.children = Block(capacity * self.child_width)
        self.actions = Block(capacity * self.action_width)
        self.samples = Block(self.samples_used(capacity))
        self.expanded = 0

    @staticmethod
    def samples_used(states: int) -> int:
        """Bytes that the samples take with so many states."""
        return (states // SAMPLE + 1) * WORD

    def grow(self, capacity: int) -> None:
        self.children.grow(capacity * self.child_width)
        self.actions.grow(capacity * self.action_width)
        self.samples.grow(self.samples_used(capacity))

    def link(self, state: int) -> tuple[int, Action]:
        """The parent of a state, which is not the first, and the action that leads from there."""
        code = self._number(self.actions, state, self.action_width)
        if self.offsets is None:
            return self._parent(state), action_of(code)
        verb = bisect_right(self._starts, code) - 1
        return self._parent(state), (verb, code - self._starts[verb])

    def _parent(self, state: int) -> int:
        samples = range((self.expanded - 1) // SAMPLE + 1)
        group = bisect_right(samples, state, key=lambda k: self._number(self.samples, k, WORD)) - 1
        child = self._number(self.samples, group, WORD)
        for parent in range(group * SAMPLE, self.expanded):
            child += self._number(self.children, parent, self.child_width)
            if child > state:
                return parent
        raise IndexError(f"no state {state}")

    @staticmethod
    def _number(block: Block, place: int, size: int) -> int:
        return int.from_bytes(block.read(place * size, size), "little")
