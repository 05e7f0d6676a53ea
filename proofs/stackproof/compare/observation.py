"""What is observed of plays, and the graph of a scenario with that on its edges.

- ``events``: what happens to cards and players, event by event: not who passes or has priority, and
  not what triggers, waits and resolves on the way.
- ``zones``: in which zone each card is, whenever that changes.
- ``priority``: who has priority, with the zones and the stack, whenever somebody has it.

Everything else is silent. An observation that repeats the last one says nothing new, so it is
silent too: two editions may take a different number of passes or choices to come to the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from stackproof.claims import graph as small
from stackproof.claims.moments import Teller
from stackproof.explore.model import Limits
from stackproof.game.domains import PRIORITY, REPLACE_DISCARD, EventKind
from stackproof.lang.program import Program
from stackproof.scenarios.load import Scenario

from .side import Side

LEVELS = ("events", "zones", "priority")
ENDS = "the play ends"
Label = str
Action = tuple[int, int]
SILENT = frozenset({
    "activation begun", "activated", "cast begun", "found nothing", "not cast", "passed",
    "priority", "resolved", "resolving", "stacked", "step", "targeted", "triggered", "turn",
    "undone", "window opened",
})  # fmt: skip
"""Events, by name, that say how the game gets on and not what becomes of anything."""


@dataclass
class Observed:
    """A graph whose edges carry labels; ``None`` is silent. Node 0 is the initial one.

    An edge has the action that it begins with: of several events in a row only the first does.
    ``start`` is what is seen before anything happens.
    """

    edges: list[list[tuple[Label | None, int, Action | None]]] = field(default_factory=list)
    complete: bool = True
    start: Label | None = None

    def new(self) -> int:
        """A further node."""
        self.edges.append([])
        return len(self.edges) - 1


def observed(scenario: Scenario, side: Side, level: str, limits: Limits) -> Observed:
    """The graph of a scenario on one side as it is observed at a level."""
    reading, game = side.reading(scenario), side.game(scenario)
    graph = small.explore(reading, game.setup, game.initial, limits)
    teller = side.teller(scenario)
    if level == "events":
        return _happenings(graph, teller, reading.system.program)
    return _snapshots(graph, [LOOK[level](teller, row) for row in graph.rows])


def _snapshots(graph: small.Graph, labels: list[Label | None]) -> Observed:
    """The graph with what is seen in a position; a node is a position and what was seen last."""
    found = Observed(complete=graph.whole, start=labels[0])
    start = 0, labels[0]
    nodes = {start: found.new()}
    pending = [start]
    while pending:
        at = state, last = pending.pop()
        node = nodes[at]
        for verb, argument, after in graph.edges[state] or ():
            if after == small.ERROR:
                continue
            label = labels[after]
            to = after, last if label is None else label
            if to not in nodes:
                nodes[to] = found.new()
                pending.append(to)
            seen = None if label == last else label
            found.edges[node].append((seen, nodes[to], (verb, argument)))
        if state in graph.finished:
            found.edges[node].append((ENDS, found.new(), None))
    return found


def _happenings(graph: small.Graph, teller: Teller, program: Program) -> Observed:
    """The graph with one edge for each event, so that it does not matter which of them one action
    brings.
    """
    silent = {program.constant(k) or 0 for k in program.members(EventKind) if k.name in SILENT}
    found = Observed(complete=graph.whole)
    for _ in graph.rows:
        found.new()
    for state, row in enumerate(graph.rows):
        for verb, argument, after in graph.edges[state] or ():
            if after == small.ERROR:
                continue
            at, action = state, (verb, argument)
            told = teller.events(row, verb, argument, silent)
            way: Action | None = action
            for text in told[:-1]:
                between = found.new()
                found.edges[at].append((text, between, way))
                at, way = between, None
            found.edges[at].append((told[-1] if told else None, after, way))
        if state in graph.finished:
            found.edges[state].append((ENDS, found.new(), None))
    return found


def _zones(teller: Teller, row: bytes) -> Label | None:
    """Nothing in the middle of an event, where it is chosen what to replace (CR 616.1), and nothing
    of a cast that may still be undone.
    """
    if teller.facts("asked", row)[0].endswith(f" {REPLACE_DISCARD.name}"):
        return None
    if any(teller.key(("announcement",), row)):
        return None
    return "; ".join(teller.facts("zone", row))


def _priority(teller: Teller, row: bytes) -> Label | None:
    (asked,) = teller.facts("asked", row)
    if not asked.endswith(f" {PRIORITY.name}"):
        return None
    zones = "; ".join(teller.facts("zone", row))
    return f"{asked}; stack: {teller.facts('stack', row)[0]}; {zones}"


LOOK: dict[str, Callable[[Teller, bytes], Label | None]] = {
    "zones": _zones, "priority": _priority,
}  # fmt: skip
