"""Small systems with known state spaces, as the search sees them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

WORD, ADDRESS = ctypes.c_int64, ctypes.c_void_p
SUCCESSORS = ctypes.CFUNCTYPE(WORD, *[ADDRESS] * 5)
INSPECT = ctypes.CFUNCTYPE(WORD, *[ADDRESS] * 4)


@dataclass(frozen=True)
class Edge:
    """A transition as a test writes it; laws are numbers."""

    verb: int
    argument: int
    after: bytes
    violated: tuple[int, ...] = ()
    premises: tuple[int, ...] = ()
    error: int = 0


@dataclass(frozen=True)
class Look:
    """What there is to say about a state."""

    finished: bool = False
    violated: tuple[int, ...] = ()
    premises: tuple[int, ...] = ()
    error: int = 0


class Interpreted:
    """A model whose native functions call back into Python."""

    def __init__(
        self,
        size: int,
        edges: Callable[[bytes], Iterable[Edge]],
        look: Callable[[bytes], Look] = lambda _: Look(),
        *,
        max_edges: int = 8,
        laws: int = 1,
    ) -> None:
        self.size, self.stride, self.max_edges = size, -(-size // 8) * 8, max_edges
        self.words, self.alphabet = -(-laws // 64), ()
        self.setups: set[bytes] = set()
        self._edges, self._look = edges, look
        self._functions = (SUCCESSORS(self._successors), INSPECT(self._inspect))
        names = ("successors", "inspect")
        self.addresses = {
            name: ctypes.cast(function, ADDRESS).value or 0
            for name, function in zip(names, self._functions, strict=True)
        }

    def _mark(self, mask: Any, laws: Iterable[int]) -> None:
        for law in laws:
            mask[law // 64] |= 1 << law % 64

    def _successors(self, setup: int, row: int, out: int, records: int, premises: int) -> int:
        self.setups.add(ctypes.string_at(setup, 8))
        mask = ctypes.c_uint64 * self.words
        count = 0
        for edge in self._edges(ctypes.string_at(row, self.size)):
            after = edge.after.ljust(self.stride, b"\0")
            ctypes.memmove(out + count * self.stride, after, self.stride)
            where = records + count * 8 * (1 + self.words)
            word = edge.argument | edge.verb << 16 | edge.error << 32
            ctypes.c_uint64.from_address(where).value = word
            ctypes.memset(where + 8, 0, 8 * self.words)
            self._mark(mask.from_address(where + 8), edge.violated)
            self._mark(mask.from_address(premises), edge.premises)
            count += 1
        return count

    def _inspect(self, _setup: int, row: int, violated: int, premises: int) -> int:
        mask = ctypes.c_uint64 * self.words
        look = self._look(ctypes.string_at(row, self.size))
        ctypes.memset(violated, 0, 8 * self.words)
        self._mark(mask.from_address(violated), look.violated)
        self._mark(mask.from_address(premises), look.premises)
        return int(look.finished) | look.error << 32


@dataclass(frozen=True)
class Compiled:
    """A model in machine code."""

    addresses: dict[str, int]
    owner: object
    size: int
    stride: int
    max_edges: int
    words: int = 1
    alphabet: tuple[int, ...] = ()


@cache
def grid(counters: int = 6, top: int = 9) -> Compiled:
    """Counters from 0 to ``top``; a step raises one of them."""
    from numba import carray, cfunc, types

    byte, word = types.CPointer(types.uint8), types.CPointer(types.uint64)
    stride = -(-counters // 8) * 8

    @cfunc(types.int64(byte, byte, byte, word, word))  # type: ignore[untyped-decorator]
    def successors(setup: Any, row: Any, out: Any, records: Any, premises: Any) -> int:
        state, rows = carray(row, stride), carray(out, stride * counters)
        record = carray(records, 2 * counters)
        count = 0
        for i in range(counters):
            if state[i] < top:
                for k in range(stride):
                    rows[count * stride + k] = state[k]
                rows[count * stride + i] += 1
                record[2 * count], record[2 * count + 1] = i, 0
                count += 1
        return count

    @cfunc(types.int64(byte, byte, word, word))  # type: ignore[untyped-decorator]
    def inspect(setup: Any, row: Any, violated: Any, premises: Any) -> int:
        carray(violated, 1)[0] = 0
        state = carray(row, stride)
        for i in range(counters):
            if state[i] < top:
                return 0
        return 1

    addresses = {"successors": successors.address, "inspect": inspect.address}
    return Compiled(addresses, (successors, inspect), counters, stride, counters)
