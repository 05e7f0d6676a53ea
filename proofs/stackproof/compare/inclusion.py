"""Which observed plays exist on one side only: both graphs at once, as sets of states.

The subset construction: after a trace each side may be in any of a set of states. A label that only
one of the sets offers ends a trace that only this side has; breadth first, so that such traces are
shortest. Where the search ends without any, each side has all traces of the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from .observation import Action, Label, Observed

States = frozenset[int]
Node = tuple[States, States]
MOST_NODES = 60_000
ENOUGH = 50
"""So many traces of one side only are kept."""


@dataclass
class Traces:
    """Minimal traces that only one side has, shortest first; their number in all."""

    only: list[list[Label]] = field(default_factory=list)
    count: int = 0

    def add(self, trace: list[Label]) -> None:
        self.count += 1
        if self.count <= ENOUGH:
            self.only.append(trace)


@dataclass(frozen=True)
class Inclusion:
    """What each side has that the other has not; ``complete`` unless a limit came first."""

    old: Traces
    new: Traces
    complete: bool
    nodes: int


def compare(old: Observed, new: Observed) -> Inclusion:
    """Compare the traces of two sides."""
    found = Traces(), Traces()
    start: Node = _closed(old, {0}), _closed(new, {0})
    came: dict[Node, tuple[Node, Label] | None] = {start: None}
    waiting = deque([start])
    while waiting and len(came) <= MOST_NODES:
        node = waiting.popleft()
        offers = _offers(old, node[0]), _offers(new, node[1])
        for i in (0, 1):
            for label in sorted(offers[i].keys() - offers[1 - i].keys()):
                found[i].add([*_trace(came, node), label])
        for label in sorted(offers[0].keys() & offers[1].keys()):
            after: Node = _closed(old, offers[0][label]), _closed(new, offers[1][label])
            if after not in came:
                came[after] = node, label
                waiting.append(after)
    whole = not waiting and old.complete and new.complete
    return Inclusion(found[0], found[1], whole, len(came))


def _offers(side: Observed, states: States) -> dict[Label, set[int]]:
    offers: dict[Label, set[int]] = {}
    for state in states:
        for label, to, _ in side.edges[state]:
            if label is not None:
                offers.setdefault(label, set()).add(to)
    return offers


def _closed(side: Observed, states: set[int]) -> States:
    """The states with all that follow silently."""
    found = set(states)
    pending = list(found)
    while pending:
        for label, to, _ in side.edges[pending.pop()]:
            if label is None and to not in found:
                found.add(to)
                pending.append(to)
    return frozenset(found)


def _trace(came: dict[Node, tuple[Node, Label] | None], node: Node) -> list[Label]:
    labels = []
    link = came[node]
    while link is not None:
        node, label = link
        labels.append(label)
        link = came[node]
    return labels[::-1]


def play(side: Observed, trace: list[Label]) -> list[Action]:
    """A shortest play that is observed as a trace of its side."""
    start = 0, 0
    came: dict[tuple[int, int], tuple[tuple[int, int], Action | None]] = {}
    waiting, seen = deque([start]), {start}
    while waiting:
        at = state, done = waiting.popleft()
        if done == len(trace):
            return list(_actions(came, at))[::-1]
        for label, to, action in side.edges[state]:
            if label is not None and label != trace[done]:
                continue
            after = to, done + (label is not None)
            if after not in seen:
                seen.add(after)
                came[after] = at, action
                waiting.append(after)
    raise ValueError("the side has no such trace")


def _actions(
    came: dict[tuple[int, int], tuple[tuple[int, int], Action | None]], at: tuple[int, int]
) -> Iterator[Action]:
    while at in came:
        at, action = came[at]
        if action is not None:
            yield action
