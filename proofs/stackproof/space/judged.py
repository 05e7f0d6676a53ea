"""Asks the compiled game about many stored states: laws, and what happens on transitions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from stackproof.explore.bulk import Array, Arrows
from stackproof.lang.readings.abi import ENTRIES, NUMBER
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import INVARIANT, STEP, Law


class Judge:
    """Calls the functions of a reading on rows of states, with buffers that are used again.

    ``in_force`` tells whether a law is to be judged at all.
    """

    def __init__(
        self, reading: NativeReading, setup: bytes, in_force: Callable[[Law], bool]
    ) -> None:
        self._call: dict[str, Callable[..., int]] = {
            name: ctypes.CFUNCTYPE(NUMBER, *takes)(reading.addresses[name])
            for name, takes in ENTRIES.items()
        }
        self._setup = ctypes.create_string_buffer(setup, max(len(setup), 8))
        self._words, self._stride = reading.words, reading.stride
        self._premises = (ctypes.c_uint64 * reading.words)()
        self._out = ctypes.create_string_buffer(reading.max_edges * reading.stride)
        self._step_size = max(1, reading.system.step_type.size)
        self._most = reading.max_edges
        cases = list(enumerate(reading.system.cases))
        self._chosen = {
            kind: [(i, c.name) for i, c in cases if c.law.kind == kind and in_force(c.law)]
            for kind in (STEP, INVARIANT)
        }

    def states(self, rows: Array) -> tuple[Array, Any]:
        """Whether a play is over in each state, and the invariants that are violated there."""
        masks = np.zeros((len(rows), self._words), np.uint64)
        over = np.zeros(len(rows), np.bool_)
        inspect, premises = self._call["inspect"], self._premises
        at, row, step = masks.ctypes.data, rows.ctypes.data, 8 * self._words
        for i in range(len(rows)):
            answer = inspect(self._setup, row + i * self._stride, at + i * step, premises)
            over[i] = answer & 1
        return over, self._violated(masks, INVARIANT)

    def transitions(self, rows: Array, first: int, arrows: Arrows) -> tuple[Array, Any, Array]:
        """For each transition from the rows, the first of which is that of state ``first``.

        What happened, as packed steps; the step laws that are violated; the error site or 0.
        """
        size = 8 * (1 + self._words)
        records = np.zeros((len(arrows.source) + self._most, 1 + self._words), np.uint64)
        steps = np.zeros((len(arrows.source), self._step_size), np.uint8)
        successors, step = self._call["successors"], self._call["step"]
        setup, out, row, at = self._setup, self._out, rows.ctypes.data, records.ctypes.data
        done, here = 0, steps.ctypes.data
        for source in np.unique(arrows.source).tolist():
            state = row + (source - first) * self._stride
            done += successors(setup, state, out, at + done * size, self._premises)
        assert done == len(arrows.source)
        sources = (row + (arrows.source.astype(np.int64) - first) * self._stride).tolist()
        acts = zip(sources, arrows.verb.tolist(), arrows.argument.tolist(), strict=True)
        for i, (state, verb, argument) in enumerate(acts):
            step(setup, state, verb, argument, out, here + i * self._step_size)
        sites = (records[:done, 0] >> np.uint64(32)).astype(np.int64)
        return steps, self._violated(records[:done, 1:], STEP), sites

    def _violated(self, masks: Array, kind: str) -> Any:
        """The names of the laws of a kind that are violated, as an Arrow array of lists."""
        chosen = self._chosen[kind]
        data = np.ascontiguousarray(masks).view(np.uint8).reshape(len(masks), 8 * self._words)
        bits = np.unpackbits(data, axis=1, bitorder="little")[:, [i for i, _ in chosen]]
        codes = np.nonzero(bits)[1].astype(np.int16)
        return listed(bits.sum(axis=1), named(codes, [name for _, name in chosen]))


def listed(sizes: Any, items: Any) -> Any:
    """An Arrow array of lists of so many items each."""
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), items)


def named(codes: Array, names: Sequence[str], missing: Array | None = None) -> Any:
    """Numbers as an Arrow dictionary of what they stand for."""
    keys = pa.array(codes.astype(np.int32), mask=missing)
    return pa.DictionaryArray.from_arrays(keys, pa.array(names, pa.string()))
