"""The three stores of a search: the states, the way to each of them, and the hash table."""

from __future__ import annotations

from .loader import Kernel
from .memory import Block
from .model import Action

LINK = 8
SLOT = 8
LOAD = 0.6
MOST_BITS = 32
MOST_STATES = (1 << MOST_BITS) - 2


def action_of(word: int) -> Action:
    """The verb and the argument in an action word."""
    return word >> 16 & 0xFFFF, word & 0xFFFF


class Store:
    """States in the order in which they were found, as rows of ``stride`` bytes.

    A link is the index of the state's parent and, in the upper half, the action from there.
    """

    def __init__(self, stride: int, capacity: int) -> None:
        self.stride = stride
        self.capacity = capacity
        self.rows = Block(capacity * stride)
        self.links = Block(capacity * LINK)
        self.bits = min(MOST_BITS, max(4, int(capacity / LOAD).bit_length()))
        self.table = Block(SLOT << self.bits)

    @property
    def table_limit(self) -> int:
        """The number of states at which the table has to grow."""
        return MOST_STATES if self.bits == MOST_BITS else int(LOAD * (1 << self.bits))

    @property
    def bytes_per_state(self) -> int:
        return self.stride + LINK

    def used(self, states: int) -> int:
        """Bytes in use with so many states."""
        return states * self.bytes_per_state + (SLOT << self.bits)

    def grow_rows(self) -> None:
        """Doubles the room for states. Room costs nothing before it is used."""
        self.capacity = min(2 * self.capacity, MOST_STATES)
        self.rows.grow(self.capacity * self.stride)
        self.links.grow(self.capacity * LINK)

    def grow_table(self, kernel: Kernel) -> None:
        """Doubles the hash table."""
        table = Block(SLOT << self.bits + 1)
        kernel.rehash(self.table.address, self.bits, table.address, self.bits + 1)
        self.table = table
        self.bits += 1

    def row(self, state: int, size: int) -> bytes:
        return self.rows.read(state * self.stride, size)

    def link(self, state: int) -> tuple[int, Action]:
        """The parent of a state and the action that leads from there."""
        word = int.from_bytes(self.links.read(state * LINK, LINK), "little")
        return word & 0xFFFFFFFF, action_of(word >> 32)
