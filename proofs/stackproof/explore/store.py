"""The stores of a search: states, the way to each, the hash table, and the graph if wanted."""

from __future__ import annotations

from .loader import Kernel
from .memory import Block
from .model import Action

LINK = 8
ARROW = 8
SLOT = 8
LOAD = 0.6
MOST_BITS = 32
MOST_STATES = (1 << MOST_BITS) - 2


def action_of(word: int) -> Action:
    """The verb and the argument in an action word."""
    return word >> 16 & 0xFFFF, word & 0xFFFF


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
    """States in the order in which they were found, as rows of ``stride`` bytes.

    A link is the index of the state's parent and, in the upper half, the action from there.
    """

    def __init__(self, stride: int, capacity: int, graph: bool = False) -> None:
        self.stride = stride
        self.capacity = capacity
        self.rows = Block(capacity * stride)
        self.links = Block(capacity * LINK)
        self.bits = min(MOST_BITS, max(4, int(capacity / LOAD).bit_length()))
        self.table = Block(SLOT << self.bits)
        self.graph = Arrows(capacity) if graph else None

    @property
    def table_limit(self) -> int:
        """The number of states at which the table has to grow."""
        return MOST_STATES if self.bits == MOST_BITS else int(LOAD * (1 << self.bits))

    @property
    def bytes_per_state(self) -> int:
        return self.stride + LINK + (0 if self.graph is None else ARROW)

    def used(self, states: int, edges: int) -> int:
        """Bytes in use with so many states and transitions."""
        kept = 0 if self.graph is None else edges * ARROW
        return states * self.bytes_per_state + kept + (SLOT << self.bits)

    def grow_rows(self) -> None:
        """Doubles the room for states. Room costs nothing before it is used."""
        self.capacity = min(2 * self.capacity, MOST_STATES)
        self.rows.grow(self.capacity * self.stride)
        self.links.grow(self.capacity * LINK)
        if self.graph is not None:
            self.graph.starts.grow((self.capacity + 1) * ARROW)

    def grow_table(self, kernel: Kernel) -> None:
        """Doubles the hash table."""
        table = Block(SLOT << self.bits + 1)
        kernel.run("rehash", self.table.address, self.bits, table.address, self.bits + 1)
        self.table = table
        self.bits += 1

    def row(self, state: int, size: int) -> bytes:
        return self.rows.read(state * self.stride, size)

    def link(self, state: int) -> tuple[int, Action]:
        """The parent of a state and the action that leads from there."""
        word = int.from_bytes(self.links.read(state * LINK, LINK), "little")
        return word & 0xFFFFFFFF, action_of(word >> 32)
