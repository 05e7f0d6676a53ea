"""Searches the plays of a graph for sequels, breadth first, so that what is found is shortest."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from stackproof.scenarios.claims import Moment, Sequel

from .automaton import Automaton
from .graph import ERROR, Action, Graph

IDLE = -1
"""In place of a set of places: nothing is owed yet."""

Node = tuple[int, int]
"""A state, and the set of places in the sequel."""


class Occurrences(Protocol):
    """What is known of the moments in a graph, as masks of the bits of moments."""

    @property
    def bit(self) -> Mapping[Moment, int]: ...

    def transition(self, state: int, edge: int) -> tuple[int, ...]:
        """Of the action and of each event of an edge, in order; zeros may be left out."""

    def position(self, state: int) -> int:
        """Of the facts of a position."""


@dataclass(frozen=True)
class Found:
    """A shortest play of the kind looked for, if there is one.

    ``furthest`` is the number of moments that some play has in order.
    """

    play: list[Action] | None
    furthest: int


def some_play(graph: Graph, labels: Occurrences, sequel: Sequel) -> Found:
    """Look for a play that has the moments of the sequel."""
    automaton = Automaton(sequel, labels.bit)
    tree = _Tree((0, automaton.reach(1, labels.position(0))))
    furthest = 0
    for node in tree:
        state, places = node
        furthest = max(furthest, places.bit_length() - 1)
        over = not automaton.waits or state in graph.finished
        if over and automaton.complete(places):
            return Found(tree.play(node), automaton.length)
        for i, (verb, argument, after) in enumerate(graph.edges[state] or ()):
            if after != ERROR:
                moved = automaton.happen(places, labels.transition(state, i))
                moved = automaton.reach(moved, labels.position(after))
                if moved:
                    tree.add(node, (verb, argument), (after, moved))
    return Found(None, furthest)


def broken_promise(graph: Graph, labels: Occurrences, sequel: Sequel) -> Found:
    """Look for a play in which the first moment occurs and the others never follow.

    A play that goes on for ever without them is one, too. ``furthest`` is 0 if the first moment
    never occurs.
    """
    first = labels.bit[sequel.moments[0]]
    automaton = Automaton(Sequel(sequel.moments[1:], sequel.barred[1:]), labels.bit)

    def owed(places: int, masks: tuple[int, ...], facts: int) -> Iterator[int]:
        """What is owed after a transition, for each occurrence of the first moment."""
        if places != IDLE:
            yield automaton.reach(automaton.happen(places, masks), facts)
            return
        yield IDLE
        for i, mask in enumerate(masks):
            if mask & first:
                yield automaton.reach(automaton.happen(1, masks[i + 1 :]), facts)
        if facts & first:
            yield 1 | automaton.forward(0, facts)

    tree: _Tree | None = None
    for places in owed(IDLE, (), labels.position(0)):
        tree = tree or _Tree((0, places))
        tree.add(None, (0, 0), (0, places))
    assert tree is not None
    furthest = 0
    pending: dict[Node, list[Node]] = {}
    for node in tree:
        state, places = node
        edges = graph.edges[state]
        if places != IDLE:
            furthest = 1
            done = automaton.complete(places)
            if done and (not automaton.waits or state in graph.finished):
                continue
            if not places or edges == []:
                return Found(tree.play(node), furthest)
        after = pending[node] = []
        for i, (verb, argument, reached) in enumerate(edges or ()):
            if reached != ERROR:
                for moved in owed(places, labels.transition(state, i), labels.position(reached)):
                    tree.add(node, (verb, argument), (reached, moved))
                    after.append((reached, moved))
    endless = _on_a_cycle({n: nodes for n, nodes in pending.items() if n[1] != IDLE})
    return Found(tree.play(endless) if endless else None, furthest)


def _on_a_cycle(after: dict[Node, list[Node]]) -> Node | None:
    """Some node from which one never has to leave the given ones."""
    entering = dict.fromkeys(after, 0)
    for nodes in after.values():
        for node in nodes:
            if node in entering:
                entering[node] += 1
    free = [node for node, count in entering.items() if not count]
    while free:
        for node in after[free.pop()]:
            if node in entering:
                entering[node] -= 1
                if not entering[node]:
                    free.append(node)
    return next((node for node, count in entering.items() if count), None)


class _Tree:
    """Nodes in the order in which they are found, each with how it was reached."""

    def __init__(self, root: Node) -> None:
        self._before: dict[Node, tuple[Node | None, Action]] = {root: (None, (0, 0))}
        self._waiting = deque([root])

    def add(self, before: Node | None, action: Action, node: Node) -> None:
        """Note a node that an action leads to, unless it is known."""
        if node not in self._before:
            self._before[node] = before, action
            self._waiting.append(node)

    def __iter__(self) -> Iterator[Node]:
        while self._waiting:
            yield self._waiting.popleft()

    def play(self, node: Node) -> list[Action]:
        """The actions that led to a node."""
        actions = []
        before, action = self._before[node]
        while before is not None:
            actions.append(action)
            before, action = self._before[before]
        return actions[::-1]
