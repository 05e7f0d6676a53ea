"""The whole graph of a small scenario in memory, with its edges."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field

from stackproof.explore.model import Limits, Model, Reason
from stackproof.explore.stepping import Stepper

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
    stepper = Stepper(model, setup)
    graph = Graph([stepper.padded(initial)])
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
        for verb, argument, row, _, _ in stepper.successors(graph.rows[state]):
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
        if not edges and stepper.inspect(graph.rows[state])[0]:
            graph.finished.add(state)
    return graph
