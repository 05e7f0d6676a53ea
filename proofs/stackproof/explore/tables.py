"""Tables of different entries, as the caller of the kernels provides them."""

from __future__ import annotations

import ctypes

from .layout import LEAF
from .layout import Table as Words
from .loader import Kernel
from .memory import Block

SLOT = 4
LOAD = 0.85
MOST_SLOTS = (1 << 32) - 1
SMALL = 1 << 22
"""Beyond so many slots they grow by a quarter only, as then every byte counts; but those of
plain rows, which are small next to the rows, as seldom as possible: each row is read again then."""


class Table:
    """Entries of ``words`` words each. Room for entries costs nothing before it is used."""

    def __init__(self, words: int, capacity: int, hash_mask: int) -> None:
        self.words = words
        self.capacity = capacity
        self.entries = Block(capacity * words * 8)
        self.size = min(MOST_SLOTS, max(16, int(capacity / LOAD)))
        self.slots = Block(self.size * SLOT)
        self.block = Words(words=words, hash_mask=hash_mask)
        self._attach()

    def _attach(self) -> None:
        b = self.block
        b.slots, b.size, b.entries = self.slots.address, self.size, self.entries.address
        b.mask = (1 << self.size.bit_length()) - 1
        b.limit = int(LOAD * self.size)

    @property
    def address(self) -> int:
        return ctypes.addressof(self.block)

    @property
    def count(self) -> int:
        return self.block.count

    @property
    def larger(self) -> int:
        """The number of slots after the next growth."""
        quarters = 8 if self.size < SMALL else 5
        if self.words > LEAF:
            quarters = 64 if self.size < SMALL else 8
        return min(MOST_SLOTS, self.size * quarters // 4)

    @property
    def used(self) -> int:
        """Bytes in use."""
        return self.count * self.words * 8 + self.size * SLOT

    def make_room(self, capacity: int) -> None:
        """Room for so many entries, not yet for finding them."""
        self.capacity = capacity
        self.entries.grow(capacity * self.words * 8)
        self._attach()

    def grow(self, kernel: Kernel) -> None:
        """More slots. The old ones go first: all that they say is in the entries."""
        self.resize(kernel, self.larger)

    def reindex(self, kernel: Kernel) -> None:
        """As many slots as suit the entries, filled anew."""
        size = self.size
        while int(LOAD * size) <= self.count:
            size = min(MOST_SLOTS, size * 3 // 2)
        self.make_room(max(self.capacity, size))
        self.resize(kernel, size)

    def resize(self, kernel: Kernel, size: int) -> None:
        """So many slots, filled anew."""
        self.size = size
        self.slots.close()
        self.slots = Block(size * SLOT)
        self._attach()
        kernel.run("index", self.address)

    def word(self, number: int) -> int:
        """The first word of an entry."""
        return int.from_bytes(self.entries.read(number * self.words * 8, 8), "little")
