"""Graphs to judge laws on, and what is true of them by definition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, combinations
from typing import Any

from stackproof.explore.graph import Graph
from stackproof.explore.model import Limits
from stackproof.explore.search import Exploration, explore
from stackproof.lang.program import Program
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.readings.views import Views
from stackproof.lang.system import ALWAYS_POSSIBLE, LEADS_TO, POSSIBLE, Fairness, Law, System

from . import graphs as g

RED, BLUE = 0, 1
WEAK, STRONG = False, True

ASSUMPTIONS: tuple[tuple[tuple[int, bool], ...], ...] = (
    (),
    ((RED, WEAK),),
    ((RED, STRONG),),
    ((RED, WEAK), (BLUE, STRONG)),
    ((RED, STRONG), (BLUE, STRONG)),
    ((RED, WEAK), (BLUE, WEAK)),
)


def leads_to_law(assumed: tuple[tuple[int, bool], ...]) -> Law:
    fairness = tuple(Fairness((g.takes_red, g.takes_blue)[c], s) for c, s in assumed)
    name = "leads-to-" + "".join("rb"[c] + "ws"[s] for c, s in assumed)
    return Law(name, "", g.met, kind=LEADS_TO, trigger=g.triggered, fairness=fairness)


LAWS = (
    *(leads_to_law(assumed) for assumed in ASSUMPTIONS),
    Law("always", "", g.met, kind=ALWAYS_POSSIBLE, trigger=g.triggered),
    Law("always-anywhere", "", g.first_met, kind=ALWAYS_POSSIBLE),
    Law("arrives", "", g.arrives, kind=POSSIBLE),
)
ALWAYS, ANYWHERE = len(ASSUMPTIONS), len(ASSUMPTIONS) + 1


def system() -> System:
    return System(
        Program([g]), g.Setup, g.State, g.Step, (("go", int(g.SLOTS)),),
        g.legal, g.apply, g.finished, LAWS, g.cut,
    )  # fmt: skip


@cache
def native() -> NativeReading:
    return NativeReading(system())


@dataclass
class Arrow:
    source: int
    target: int
    red: bool = False
    blue: bool = False
    broken: bool = False


@dataclass
class Drawing:
    """A graph; play starts in node 0."""

    arrows: list[Arrow]
    trigger: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    goal: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    cut: frozenset[int] = frozenset()
    out: dict[int, list[Arrow]] = field(init=False)

    def __post_init__(self) -> None:
        self.out = {node: [] for node in range(int(g.NODES))}
        for arrow in self.arrows:
            if len(self.out[arrow.source]) < int(g.SLOTS):
                self.out[arrow.source].append(arrow)

    def setup(self) -> bytes:
        packed: Any = Views(frozenset()).new(native().system.setup_type)
        for node, leaving in self.out.items():
            for slot in range(int(g.SLOTS)):
                packed.arrows[node][slot] = -1
            for slot, arrow in enumerate(leaving):
                packed.arrows[node][slot] = arrow.target
                packed.red[node][slot], packed.blue[node][slot] = arrow.red, arrow.blue
                packed.broken[node][slot] = arrow.broken
            packed.cut[node] = node in self.cut
            for choice in range(int(g.CHOICES)):
                packed.trigger[choice][node] = node in self.trigger[choice]
                packed.goal[choice][node] = node in self.goal[choice]
        return bytes(packed.pack())

    def explored(self, limits: Limits | None = None) -> Exploration:
        return explore(native(), self.setup(), b"\0", limits, graph=True)

    def graph(self, limits: Limits | None = None) -> Graph:
        return Graph(native(), self.setup(), self.explored(limits))

    # What is true by definition

    def reachable(self) -> set[int]:
        return self.after({0}, set(range(int(g.NODES))))

    def after(self, start: set[int], within: set[int]) -> set[int]:
        known = start & within
        while True:
            more = {a.target for n in known for a in self.out[n] if not a.broken} & within
            if more <= known:
                return known
            known |= more

    def pending(self, choice: int) -> set[int]:
        """Where a play can be after the trigger and before the goal."""
        unmet = set(self.out) - self.goal[choice]
        return self.after(self.reachable() & self.trigger[choice] & unmet, unmet)

    def classes(self, arrow: Arrow) -> tuple[bool, bool]:
        return arrow.red, arrow.blue

    def offered(self, node: int, colour: int) -> bool:
        return any(self.classes(arrow)[colour] for arrow in self.out[node])

    def goes_round(self, nodes: tuple[int, ...]) -> bool:
        inner = set(nodes)
        return all(
            inner <= self.after({a.target for a in self.out[n] if not a.broken}, inner)
            for n in nodes
        )

    def is_fair(self, nodes: tuple[int, ...], assumed: tuple[tuple[int, bool], ...]) -> bool:
        inside = [a for n in nodes for a in self.out[n] if a.target in nodes and not a.broken]
        for colour, strong in assumed:
            if any(self.classes(arrow)[colour] for arrow in inside):
                continue
            offers = [self.offered(node, colour) for node in nodes]
            if any(offers) if strong else all(offers):
                return False
        return True

    def leads_to(self, choice: int, assumed: tuple[tuple[int, bool], ...]) -> bool | None:
        pending = self.pending(choice)
        if any(not self.out[n] and n not in self.cut for n in pending):
            return False
        if any(self.goes_round(s) and self.is_fair(s, assumed) for s in subsets(pending)):
            return False
        return None if self.unsure(pending) else True

    def always(self, choice: int, triggered: bool = True) -> bool | None:
        answer: bool | None = True
        for node in self.reachable() & (self.trigger[choice] if triggered else set(self.out)):
            ahead = self.after({node}, set(self.out))
            if not ahead & self.goal[choice]:
                if not self.unsure(ahead):
                    return False
                answer = None
        return answer

    def unsure(self, nodes: set[int]) -> bool:
        ends = any(not self.out[node] and node in self.cut for node in nodes)
        return ends or any(arrow.broken for node in nodes for arrow in self.out[node])

    def broken(self) -> bool:
        return any(a.broken for n in self.reachable() for a in self.out[n])


def subsets(nodes: set[int]) -> Iterator[tuple[int, ...]]:
    """All sets of nodes that are not empty."""
    return chain.from_iterable(combinations(sorted(nodes), k + 1) for k in range(len(nodes)))
