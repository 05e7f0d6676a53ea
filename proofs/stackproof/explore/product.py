"""Two systems side by side, to see whether they play alike step by step under a renaming.

Breadth first through all pairs of positions that the same play leads to. In each pair everything
that is meant must be the same: the position, the legal actions, and what each of them does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stackproof.lang.projection import Projection
from stackproof.lang.readings.native import NativeReading

from .model import Action

Pair = tuple[bytes, bytes]
Named = tuple[int, int]
Cells = list[tuple[str, int]]


@dataclass(frozen=True)
class Side:
    """One of the two: its game, its names, and the capacity that a verb's argument is of.

    ``told`` tells what is meant of a step.
    """

    reading: NativeReading
    setup: bytes
    initial: bytes
    names: Projection
    argument_of: Callable[[int], str]
    told: Callable[[Projection, bytes], object]

    def position(self, state: bytes) -> Cells:
        """What is meant of a position."""
        return self.names.cells(self.reading.system.state_type, state)

    def actions(self, state: bytes) -> dict[Named, tuple[Action, bytes, object]]:
        """The legal actions under their new names, with where they lead and their rule errors."""
        found: dict[Named, tuple[Action, bytes, object]] = {}
        for edge in self.reading.successors(self.setup, state):
            named = edge.verb, self.names.number(self.argument_of(edge.verb), edge.argument)
            error = None if edge.error is None else edge.error.key
            found[named] = ((edge.verb, edge.argument), edge.after, error)
        return found

    def happened(self, state: bytes, action: Action) -> object:
        """What is meant of what happens on an action."""
        _, step, _ = self.reading.step(self.setup, state, *action)
        return self.told(self.names, step)


@dataclass(frozen=True)
class Difference:
    """The shortest play after which the two sides differ, on both sides, and how."""

    left: list[Action]
    right: list[Action]
    what: str


@dataclass(frozen=True)
class Comparison:
    """``complete`` unless a limit was reached before a difference was found."""

    pairs: int
    edges: int
    complete: bool
    difference: Difference | None = None


def compare(left: Side, right: Side, max_states: int | None = None) -> Comparison:
    """Walk through both sides together."""
    start = left.initial, right.initial
    came: dict[Pair, tuple[Pair, Action, Action] | None] = {start: None}
    waiting, edges = deque([start]), 0

    def different(pair: Pair, what: str, *last: Action) -> Comparison:
        plays = _play(came, pair)
        for play, action in zip(plays, last, strict=False):
            play.append(action)
        return Comparison(len(came), edges, True, Difference(*plays, what))

    while waiting:
        pair = waiting.popleft()
        apart = _apart(left, right, pair)
        if apart:
            return different(pair, apart)
        here, there = left.actions(pair[0]), right.actions(pair[1])
        for named in sorted(here.keys() ^ there.keys()):
            side = "first" if named in here else "second"
            action, _, _ = (here if named in here else there)[named]
            verb = left.reading.system.verbs[action[0]][0]
            return different(pair, f"only the {side} allows {verb} {action[1]}")
        for named, (action, after, error) in here.items():
            edges += 1
            other, other_after, other_error = there[named]
            if error != other_error:
                return different(pair, "a rule error on one side", action, other)
            if error is not None:
                continue
            if left.happened(pair[0], action) != right.happened(pair[1], other):
                return different(pair, "other events happen", action, other)
            following = after, other_after
            if following not in came:
                came[following] = pair, action, other
                waiting.append(following)
        if max_states is not None and len(came) > max_states:
            return Comparison(len(came), edges, complete=False)
    return Comparison(len(came), edges, complete=True)


def _apart(left: Side, right: Side, pair: Pair) -> str:
    """Where two positions differ; empty where they do not."""
    one, other = dict(left.position(pair[0])), dict(right.position(pair[1]))
    for path in {**one, **other}:
        here, there = one.get(path, "nothing"), other.get(path, "nothing")
        if here != there:
            return f"{path} is {here} in the first and {there} in the second"
    return ""


def _play(
    came: dict[Pair, tuple[Pair, Action, Action] | None], pair: Pair
) -> tuple[list[Action], list[Action]]:
    steps = list(_back(came, pair))[::-1]
    return [one for one, _ in steps], [other for _, other in steps]


def _back(
    came: dict[Pair, tuple[Pair, Action, Action] | None], pair: Pair
) -> Iterator[tuple[Action, Action]]:
    link = came[pair]
    while link is not None:
        before, one, other = link
        yield one, other
        link = came[before]
