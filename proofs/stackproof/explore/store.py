"""The store of a search: states, the way to each, and the graph if wanted."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from .control import Control
from .loader import Kernel, load
from .memory import Block
from .model import Action, Model
from .tables import LOAD, MOST_SLOTS, Table
from .trees import Forest, Shape, best_shape
from .ways import Ways, action_of

__all__ = ["ARROW", "MOST_STATES", "Arrows", "Storage", "Store", "action_of"]

ARROW = 8
LEVEL = 8
SAMPLE = 1 << 15
"""So many states tell which shape of trees suits them."""
MOST_STATES = int(LOAD * MOST_SLOTS)


class Storage(StrEnum):
    """How states are stored, always exactly: as rows, as trees that share what is equal, or as
    rows until there are many.
    """

    AUTO = "auto"
    PLAIN = "plain"
    COMPRESSED = "compressed"


class Arrows:
    """The graph: all transitions, state by state in their order.

    Those of state ``i`` are ``starts[i]`` up to ``starts[i + 1]``. An arrow is the index of its
    target, all ones where there was a rule error, and in the upper half the action.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = max(2 * capacity, 1 << 12)
        self.arrows = Block(self.capacity * ARROW)
        self.starts = Block((capacity + 1) * ARROW)

    def grow(self) -> None:
        """Doubles the room for transitions."""
        self.capacity *= 2
        self.arrows.grow(self.capacity * ARROW)


class Store:
    """States in the order in which they were found, by growing depth.

    ``levels`` has the number of the first state of each depth, the one not begun included.
    """

    def __init__(self, model: Model, capacity: int, hash_mask: int, graph: bool) -> None:
        self.stride = model.stride
        self.capacity = capacity
        self.states = Table(self.stride // 8, capacity, hash_mask)
        self.forest = Forest(Shape(self.stride), self.stride, self.states, tree=False)
        self.ways = Ways(capacity, model.max_edges, model.alphabet)
        self.levels = Block((capacity + 2) * LEVEL)
        self.graph = Arrows(capacity) if graph else None

    @property
    def storage(self) -> Storage:
        """How the states are stored now."""
        return Storage.COMPRESSED if self.forest.block.tree else Storage.PLAIN

    @property
    def bytes_per_state(self) -> int:
        """What another state takes at least."""
        ways = self.ways.child_width + self.ways.action_width
        return self.states.words * 8 + ways + (0 if self.graph is None else ARROW)

    def used(self, states: int, edges: int) -> int:
        """Bytes in use with so many states and transitions."""
        kept = 0 if self.graph is None else edges * ARROW
        slots = self.states.size * 4
        inner = self.forest.used if self.storage is Storage.COMPRESSED else 0
        return states * self.bytes_per_state + self.ways.samples_used(states) + slots + inner + kept

    def grow_rows(self) -> None:
        """Doubles the room for states. Room costs nothing before it is used."""
        self.capacity = min(2 * self.capacity, MOST_STATES)
        self.states.make_room(self.capacity)
        self.ways.grow(self.capacity)
        self.levels.grow((self.capacity + 2) * LEVEL)
        if self.graph is not None:
            self.graph.starts.grow((self.capacity + 1) * ARROW)

    @property
    def tables(self) -> dict[str, Table]:
        """All tables in use, by name."""
        if self.storage is Storage.PLAIN:
            return {"rows": self.states}
        return {"roots": self.states, "pairs": self.forest.pairs, "leaves": self.forest.leaves}

    def sections(self, at: Control) -> dict[str, tuple[Block, int]]:
        """Everything that only grows, with how many bytes of it are in use."""
        ways, states, head = self.ways, at.states, at.head
        found = {name: (t.entries, t.count * t.words * 8) for name, t in self.tables.items()}
        found |= {
            "children": (ways.children, head * ways.child_width),
            "actions": (ways.actions, states * ways.action_width),
            "samples": (ways.samples, ways.samples_used(head - 1)),
            "levels": (self.levels, (at.depth + 1) * LEVEL),
        }
        if self.graph is not None:
            found["arrows"] = self.graph.arrows, at.edges * ARROW
            found["starts"] = self.graph.starts, (head + 1) * ARROW
        return found

    def prepare(self, at: Control, cut: int | None, counts: Mapping[str, int]) -> None:
        """Room for what was saved of another store: in trees with this first cut, or in rows."""
        while self.capacity < at.states:
            self.grow_rows()
        if cut is not None:
            self.states = Table(1, self.capacity, self.states.block.hash_mask)
            self.forest = Forest(Shape(self.stride, cut), self.stride, self.states, tree=True)
        for name, table in self.tables.items():
            table.block.count = counts[name]
            table.make_room(max(table.capacity, counts[name]))
        while self.graph is not None and self.graph.capacity < at.edges:
            self.graph.grow()
        self.ways.expanded = at.head

    def reindex(self, kernel: Kernel) -> None:
        """Finds all entries anew."""
        for table in self.tables.values():
            table.reindex(kernel)

    def compress(self, kernel: Kernel) -> None:
        """Folds all states into trees."""
        plain, count, stride = self.states, self.states.count, self.stride
        rows = plain.entries.address
        shape = best_shape(rows, stride, max(0, count - SAMPLE), count, kernel)
        self.states = Table(1, self.capacity, plain.block.hash_mask)
        self.forest = Forest(shape, stride, self.states, tree=True)
        self.forest.fold_all(rows, count, kernel)
        self.states.resize(kernel, plain.size)
        plain.entries.close()
        plain.slots.close()

    def row(self, state: int, size: int) -> bytes:
        """A state in its packed form."""
        return self.forest.row(state, size, load())

    def rows(self, start: int, stop: int) -> bytes:
        """The rows of a range of states, each padded to ``stride`` bytes."""
        return self.forest.rows(start, stop, load())

    def link(self, state: int) -> tuple[int, Action]:
        """The parent of a state and the action that leads from there."""
        return self.ways.link(state)
