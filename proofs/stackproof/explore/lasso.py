"""The way round of a lasso: a cycle that keeps every assumption of fairness."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from .graph import Graph
from .model import Action

Goal = Callable[[int, Action, int], bool]


def way_round(graph: Graph, entry: int, weak: int, strong: int) -> list[Action]:
    """Actions that lead from a state back to itself within its component, which is fair.

    For each assumption the way takes one of the transitions meant, if the component has one; else,
    for a weak one, it passes a state in which none is legal. For a strong one none ever is.
    """
    state, actions, taken = entry, list[Action](), 0
    for bit in (1 << i for i in range((weak | strong).bit_length())):
        if taken & bit:
            continue
        part = _path(graph, state, _taking(graph, bit))
        if part is None and weak & bit and _offered(graph, state) & bit:
            part = _path(graph, state, _without(graph, bit))
        for action, target in part or []:
            taken |= graph.classes(state, action)
            state = target
            actions.append(action)
    if state != entry or not actions:
        part = _path(graph, state, lambda _, __, target: target == entry)
        assert part is not None
        actions += [action for action, _ in part]
    return actions


def _taking(graph: Graph, bit: int) -> Goal:
    return lambda state, action, _: bool(graph.classes(state, action) & bit)


def _without(graph: Graph, bit: int) -> Goal:
    return lambda _, __, target: not _offered(graph, target) & bit


def _offered(graph: Graph, state: int) -> int:
    """The classes of which some transition is legal in a state."""
    offered = 0
    for action, _ in graph.arrows(state):
        offered |= graph.classes(state, action)
    return offered


def _path(graph: Graph, start: int, goal: Goal) -> list[tuple[Action, int]] | None:
    """A shortest way within a component that ends with such a transition; None if there is none."""
    here = graph.component(start)
    back: dict[int, tuple[int, Action]] = {}
    waiting, seen = deque([start]), {start}
    while waiting:
        state = waiting.popleft()
        for action, target in graph.arrows(state):
            if target is None or not graph.inside(target) or graph.component(target) != here:
                continue
            if goal(state, action, target):
                way = [(action, target)]
                while state != start:
                    before, led = back[state]
                    way.append((led, state))
                    state = before
                return way[::-1]
            if target not in seen:
                seen.add(target)
                back[target] = (state, action)
                waiting.append(target)
    return None
