"""The whole graph of a small scenario in memory, with its edges."""

from __future__ import annotations

import ctypes
import time
from collections import deque
from dataclasses import dataclass, field

from stackproof.explore.model import Limits, Model, Reason

MOST_STATES = 250_000

Action = tuple[int, int]
Edge = tuple[int, int, int]
"""Verb, argument and the state reached, or ``ERROR``."""

ERROR = -1


@dataclass
class Graph:
    """States in the order of a breadth-first search, the initial one first.

    ``edges[s]`` is None where a limit came before the state was expanded. ``links[s]`` is the
    state before on a shortest play, with the action.
    """

    rows: list[bytes]
    edges: list[list[Edge] | None] = field(default_factory=list)
    links: list[tuple[int, Action]] = field(default_factory=list)
    finished: set[int] = field(default_factory=set)
    errors: int = 0
    reason: Reason | None = None

    @property
    def whole(self) -> bool:
        """Whether every play is in the graph."""
        return self.reason is None and not self.errors

    @property
    def size(self) -> int:
        """The number of edges."""
        return sum(len(edges or ()) for edges in self.edges)

    def play(self, state: int) -> list[Action]:
        """A shortest play to a state."""
        actions = []
        while state:
            state, action = self.links[state]
            actions.append(action)
        return actions[::-1]


def explore(model: Model, setup: bytes, initial: bytes, limits: Limits) -> Graph:
    """Everything reachable from a state, as far as the limits allow."""
    most = MOST_STATES if limits.max_states is None else min(limits.max_states, MOST_STATES)
    until = None if limits.max_seconds is None else time.monotonic() + limits.max_seconds
    expand = _Expansion(model, setup)
    graph = Graph([initial.ljust(model.stride, b"\0")])
    numbers = {graph.rows[0]: 0}
    graph.links.append((0, (0, 0)))
    waiting = deque([0])
    while waiting:
        if len(graph.rows) > most:
            graph.reason = Reason.STATES
        elif until is not None and time.monotonic() > until:
            graph.reason = Reason.SECONDS
        if graph.reason:
            graph.edges.extend([None] * (len(graph.rows) - len(graph.edges)))
            break
        state = waiting.popleft()
        edges: list[Edge] = []
        for verb, argument, row in expand(graph.rows[state]):
            if row is None:
                graph.errors += 1
                edges.append((verb, argument, ERROR))
                continue
            reached = numbers.setdefault(row, len(graph.rows))
            if reached == len(graph.rows):
                graph.rows.append(row)
                graph.links.append((state, (verb, argument)))
                waiting.append(reached)
            edges.append((verb, argument, reached))
        graph.edges.append(edges)
        if not edges and expand.finished(graph.rows[state]):
            graph.finished.add(state)
    return graph


class _Expansion:
    """Calls the compiled transition relation, with buffers that are used again."""

    def __init__(self, model: Model, setup: bytes) -> None:
        pointer = ctypes.c_void_p
        self._successors = ctypes.CFUNCTYPE(ctypes.c_int64, *[pointer] * 5)(
            model.addresses["successors"]
        )
        self._inspect = ctypes.CFUNCTYPE(ctypes.c_int64, *[pointer] * 4)(model.addresses["inspect"])
        self._setup = setup
        self._stride, self._words = model.stride, 1 + model.words
        self._rows = ctypes.create_string_buffer(model.max_edges * model.stride)
        self._records = (ctypes.c_uint64 * (model.max_edges * self._words))()
        self._masks = [(ctypes.c_uint64 * model.words)() for _ in range(2)]

    def __call__(self, row: bytes) -> list[tuple[int, int, bytes | None]]:
        """Verb, argument and next row of each edge; no row where there is a rule error."""
        records, stride = self._records, self._stride
        count = self._successors(self._setup, row, self._rows, records, self._masks[0])
        start = ctypes.addressof(self._rows)
        found: list[tuple[int, int, bytes | None]] = []
        for i in range(count):
            word = records[i * self._words]
            after = None if word >> 32 else ctypes.string_at(start + i * stride, stride)
            found.append((word >> 16 & 0xFFFF, word & 0xFFFF, after))
        return found

    def finished(self, row: bytes) -> bool:
        """Whether the play is over."""
        return bool(self._inspect(self._setup, row, *self._masks) & 1)
