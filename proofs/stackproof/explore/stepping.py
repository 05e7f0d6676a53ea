"""One state at a time: the compiled transitions for searches that are written in Python."""

from __future__ import annotations

import ctypes

from .model import Model

Arrow = tuple[int, int, bytes | None, int, int]
"""Verb, argument, the next row (None after a rule error), the error site, and the mask of laws."""


class Stepper:
    """Calls the code of a model, with buffers that are used again. A row is a padded state."""

    def __init__(self, model: Model, setup: bytes) -> None:
        pointer = ctypes.c_void_p
        self._successors = ctypes.CFUNCTYPE(ctypes.c_int64, *[pointer] * 5)(
            model.addresses["successors"]
        )
        self._inspect = ctypes.CFUNCTYPE(ctypes.c_int64, *[pointer] * 4)(model.addresses["inspect"])
        self._setup = setup
        self._stride, self._words = model.stride, model.words
        self._rows = ctypes.create_string_buffer(max(1, model.max_edges) * model.stride)
        self._records = (ctypes.c_uint64 * (max(1, model.max_edges) * (1 + self._words)))()
        self._masks = [(ctypes.c_uint64 * model.words)() for _ in range(2)]

    def padded(self, state: bytes) -> bytes:
        """The row of a state."""
        return state.ljust(self._stride, b"\0")

    def successors(self, row: bytes) -> list[Arrow]:
        """All transitions of a state, in the order of verbs and arguments."""
        records, stride, width = self._records, self._stride, 1 + self._words
        count = self._successors(self._setup, row, self._rows, records, self._masks[0])
        start = ctypes.addressof(self._rows)
        found: list[Arrow] = []
        for i in range(count):
            word = records[i * width]
            site = word >> 32
            after = None if site else ctypes.string_at(start + i * stride, stride)
            mask = 0
            for j in range(self._words):
                mask |= records[i * width + 1 + j] << 64 * j
            found.append((word >> 16 & 0xFFFF, word & 0xFFFF, after, site, mask))
        return found

    def forced(self, row: bytes) -> Arrow | None:
        """The transition of a state in which one action only is legal, and a look does not fail."""
        if self._successors(self._setup, row, self._rows, self._records, self._masks[0]) != 1:
            return None
        failed = self._inspect(self._setup, row, *self._masks) >> 32
        return None if failed else self.successors(row)[0]

    def inspect(self, row: bytes) -> tuple[bool, int]:
        """Whether the play is over in a state, and the mask of invariants that it violates."""
        answer = self._inspect(self._setup, row, *self._masks)
        return bool(answer & 1), sum(word << 64 * i for i, word in enumerate(self._masks[0]))
