"""The graph of all plays, as laws about what comes later see it.

What a law says of every state is found once for all its choices; the passes over the graph are in
``kernel_graph.py``.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cached_property

from .control import NOWHERE, Survey
from .loader import GRAPH, load
from .memory import Block
from .model import Action, Model
from .search import Exploration
from .store import ARROW, action_of

SEED = 0xFFFFFFFFFFFFFFFF


class Graph:
    """The transitions of an exploration that kept them, and room for the passes over them."""

    def __init__(self, model: Model, setup: bytes, found: Exploration) -> None:
        store = found.store
        if store.graph is None:
            raise ValueError("the search did not keep the graph")
        self.model = model
        self.found = found
        self._store = store
        self._arrows = store.graph
        self._kernel = load(GRAPH)
        self._setup = ctypes.create_string_buffer(setup, max(len(setup), 8))
        states = found.states
        self._notes, self._inside, self._bits = (Block(states) for _ in range(3))
        self._via, self._queue = Block(8 * states), Block(4 * states)
        self._work, self._component, self._order = (Block(n * states) for n in (20, 4, 4))
        self._marks = Block(0)
        c = self.survey = Survey()
        c.starts, c.arrows = self._arrows.starts.address, self._arrows.arrows.address
        c.levels, c.depth = store.levels.address, found.depth
        self._unfolding = store.forest.unfolding()
        c.rows, c.cursor = store.forest.address, self._unfolding.address
        c.setup = ctypes.addressof(self._setup)
        c.states, c.expanded = states, found.expanded
        for name in ("cut", "observe", "classify"):
            setattr(c, name, model.addresses[name])
        for name in ("notes", "inside", "bits", "via", "queue", "work", "component", "order"):
            setattr(c, name, getattr(self, f"_{name}").address)
        self.run("openings")
        self._ordered = False

    def run(self, name: str) -> int:
        """One pass of the kernel."""
        return self._kernel.run(name, ctypes.addressof(self.survey))

    def observe(self, law: int, width: int) -> None:
        """Find where a law, by its number among those about the graph, is triggered and met."""
        c = self.survey
        c.law, c.width, c.triggered, c.error = law, width, 0, 0
        self._marks = Block(16 * width * c.states)
        c.marks = self._marks.address
        self.run("observe")

    def join(self, choices: int) -> None:
        """Make one law of all that was observed: where any of so many choices is triggered, every
        one has to be met at once. That is more than each by itself wants.
        """
        self.survey.choice = choices
        self.run("join")

    def choose(self, choice: int) -> None:
        """Turn to one choice, by its place."""
        c = self.survey
        c.choice, c.certain, c.doubtful = choice, 0, 0

    def order(self) -> None:
        """Find the components of the whole graph, unless they are known."""
        if not self._ordered:
            ctypes.memset(self._inside.address, 1, self.survey.states)
            self.run("components")
            self._ordered = True

    @cached_property
    def cyclic(self) -> bool:
        """Whether any play can go round."""
        self.order()
        return bool(self.run("cycles"))

    def narrow(self) -> None:
        """Find the components of the states inside only."""
        self._ordered = False
        self.run("components")

    def arrows(self, state: int) -> Iterator[tuple[Action, int | None]]:
        """The legal actions of a state and where they lead; None after a rule error."""
        if state >= self.found.expanded:
            return
        begin, end = self._words(self._arrows.starts, state, 2)
        for word in self._words(self._arrows.arrows, begin, end - begin):
            target = word & NOWHERE
            yield action_of(word >> 32), None if target == NOWHERE else target

    def inside(self, state: int) -> int:
        """Whether a state is meant: 0 for no; see ``kernel_graph.py``."""
        return self._inside.read(state, 1)[0]

    def component(self, state: int) -> int:
        """The number of the component of a state."""
        return int.from_bytes(self._component.read(4 * state, 4), "little")

    def queue(self) -> Iterator[int]:
        """The states that ``spread`` found, in order."""
        for i in range(self.survey.queued):
            yield int.from_bytes(self._queue.read(4 * i, 4), "little")

    def play(self, state: int) -> list[Action]:
        """A shortest play to a state that ``spread`` found, triggered on the way and not met."""
        actions: list[Action] = []
        while True:
            (word,) = self._words(self._via, state, 1)
            if word == SEED:
                return self.found.trace(state) + actions[::-1]
            state = word & NOWHERE
            actions.append(action_of(word >> 32))

    def classes(self, state: int, action: Action) -> int:
        """The classes of transitions, as bits, that an action belongs to for the law at hand."""
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 5)
        c = self.survey
        row = ctypes.create_string_buffer(
            self._store.row(state, self.model.size), self.model.stride
        )
        return int(kind(c.classify)(c.setup, ctypes.addressof(row), *action, c.law)) & 0xFF

    @staticmethod
    def _words(block: Block, start: int, count: int) -> list[int]:
        data = block.read(start * ARROW, count * ARROW)
        return [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]
