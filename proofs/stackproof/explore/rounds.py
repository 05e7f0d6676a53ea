"""Drives the kernel: gives it room when it asks for it, threads, and limits."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

from .control import ARROWS, DONE, LEAVES, LIMIT, PAIRS, PAUSED, ROWS, TABLE, Control
from .estimate import LEVELS, remaining
from .interrupts import Interrupts
from .loader import load
from .memory import Block, available
from .model import Limits, Model, Progress, Reason
from .store import MOST_STATES, Storage, Store
from .symmetry import Canonical, Symmetry
from .tables import SLOT, Table
from .tuning import Tuning
from .workers import Findings, Own, together

SHORT, LONG = 0.05, 0.2
SYNC = 256
REGIONS = 32
"""Spans for each thread in a round, where there are several; one thread takes one at a time."""
SHARE = 4
"""Plain states may take this part of the memory before they are compressed."""
WIDE = 64
"""States of no more bytes gain nothing by it."""


class Search:
    """One search: its store, its control block and the buffers that the kernel writes to."""

    def __init__(
        self, model: Model, setup: bytes, limits: Limits, tuning: Tuning, graph: bool,
        symmetry: Symmetry | None, forced: bool,
    ) -> None:  # fmt: skip
        self.begun = time.monotonic()
        self.model = model
        self.tuning = tuning
        self.kernel = load()
        self.most_edges = max(1, model.max_edges)
        self.max_states = min(
            MOST_STATES - self.most_edges,
            MOST_STATES if limits.max_states is None else limits.max_states,
        )
        self.max_seconds = limits.max_seconds
        self.max_bytes = available() if limits.max_bytes is None else limits.max_bytes
        self.store = Store(model, max(tuning.capacity, 1), tuning.hash_mask, graph)
        self.setup = ctypes.create_string_buffer(setup, max(len(setup), 8))
        self.symmetry = symmetry
        self.forced = forced
        self.own: list[Own] = []
        self.pool: ThreadPoolExecutor | None = None
        self.peak = 0

        c = self.control = Control()
        c.successors, c.inspect = model.addresses["successors"], model.addresses["inspect"]
        c.setup = ctypes.addressof(self.setup)
        c.stride, c.law_words, c.max_edges = model.stride, model.words, self.most_edges
        c.span, c.room = tuning.span, tuning.span * self.most_edges
        c.budget = 1024
        self._sync = Block(SYNC)
        c.sync = self._sync.address
        self._employ(tuning.threads_for(1))

    def _employ(self, threads: int) -> None:
        """From now on by so many threads, with room for the transitions of a round."""
        c, words = self.control, self.model.words
        self.close()
        shape = self.store.forest.shape
        ahead = self.forced * c.max_edges * (c.stride + 8 * (1 + words))
        self.own += [
            Own(i, words, shape, self.symmetry, ahead) for i in range(len(self.own), threads)
        ]
        self.pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        c.threads, c.regions = threads, REGIONS * threads if threads > 1 else 1
        waiting, states = c.regions * c.room, c.regions * c.span
        parts = {
            "out": waiting * c.stride, "records": waiting * 8 * (1 + words),
            "hashes": waiting * 8, "roots": waiting * 8, "places": waiting * 8,
            "degrees": states * 8, "sizes": c.regions * 8, "news": c.regions * 8,
            "takers": c.regions * 8,
        }  # fmt: skip
        self.buffers = Block(sum(parts.values()))
        address = self.buffers.address
        for name, size in parts.items():
            setattr(c, name, address)
            address += size
        self._attach()

    def enter(self, initial: bytes) -> None:
        """Stores and judges the initial state."""
        c, states, stride = self.control, self.store.states, self.model.stride
        if self.symmetry is not None:
            initial = Canonical(self.symmetry, stride)(initial.ljust(stride, b"\0"))
        states.entries.write(0, initial)
        states.block.count = c.states = 1
        self.kernel.run("index", states.address)
        self.store.ways.samples.write(0, (1).to_bytes(8, "little"))
        self.kernel.run("begin", ctypes.addressof(c), self.own[0].address)

    def resumed(self, found: Findings, seconds: float, peak: int) -> None:
        """Goes on from a store that was filled, and from what was found before."""
        self.own[0].take(found)
        self.begun -= seconds
        self.peak = peak
        self._attach()

    def _attach(self) -> None:
        """Tells the kernel where the store is and how far it may fill it."""
        c, store = self.control, self.store
        ways, graph = store.ways, store.graph
        c.rows, c.levels = store.forest.address, store.levels.address
        c.children, c.actions = ways.children.address, ways.actions.address
        c.samples = ways.samples.address
        c.child_width, c.action_width = ways.child_width, ways.action_width
        c.offsets = 0 if ways.offsets is None else ctypes.addressof(ways.offsets)
        c.row_limit, c.state_limit = store.capacity, self._most_rows()
        if graph is not None:
            c.arrows, c.starts = graph.arrows.address, graph.starts.address
            c.arrow_limit = graph.capacity

    def _most_rows(self) -> int:
        """The number of states at which a limit stops the search."""
        room = self.max_bytes - self.store.used(0, self.control.edges)
        return min(self.max_states + self.most_edges, room // self.store.bytes_per_state)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    @property
    def findings(self) -> Findings:
        return together(self.own)

    def close(self) -> None:
        """Sends the other threads home."""
        if self.pool is not None:
            self.pool.shutdown()
            self.pool = None

    def run(
        self,
        progress: Callable[[Progress], None] | None,
        interrupts: Interrupts,
        between: Callable[[], None],
    ) -> Reason | None:
        """Searches until done (None) or until a limit is reached.

        Calls ``between`` in pauses.
        """
        c = self.control
        while True:
            since = time.monotonic()
            answer = self._advance()
            now = time.monotonic()
            self.store.ways.expanded = c.head
            fits = self._weigh(0)
            if answer == DONE:
                return None
            if not fits:
                return Reason.MEMORY
            if answer == LIMIT:
                return Reason.STATES if c.states > self.max_states else Reason.MEMORY
            if answer != PAUSED:
                if not self._grow(answer):
                    return Reason.MEMORY
            elif now - since < SHORT:
                c.budget *= 2
            elif now - since > LONG:
                c.budget = max(1, c.budget // 2)
            self._adapt()
            between()
            if progress is not None:
                progress(self._progress())
            if interrupts.asked:
                return Reason.INTERRUPTED
            if self.max_seconds is not None and self.seconds > self.max_seconds:
                return Reason.SECONDS

    def _progress(self) -> Progress:
        c, levels = self.control, self.store.levels
        first = max(0, c.depth - LEVELS)
        starts = [levels.word(level) for level in range(first, c.depth + 1)]
        widths = [after - before for before, after in pairwise(starts)]
        more, seconds = remaining(widths, c.level_end - c.head), self.seconds
        left = None if more is None or not c.head else more * seconds / c.head
        used = self.store.used(c.states, c.edges) + self.buffers_used
        return Progress(c.states, c.edges, c.depth, c.states - c.head, seconds, used, left)

    def _advance(self) -> int:
        """Lets all threads work until the kernel pauses."""
        control = ctypes.addressof(self.control)
        if self.pool is None:
            return self.kernel.run("advance", control, self.own[0].address)
        others = [
            self.pool.submit(self.kernel.run, "advance", control, own.address)
            for own in self.own[1 : self.control.threads]
        ]
        answer = self.kernel.run("advance", control, self.own[0].address)
        for other in others:
            other.result()
        return answer

    def _weigh(self, more: int) -> bool:
        """Notes how much memory is in use, with so many bytes more; whether that is allowed."""
        used = self.store.used(self.control.states, self.control.edges) + more
        if used > self.max_bytes:
            return False
        self.peak = max(self.peak, used + self.buffers_used)
        return True

    @property
    def buffers_used(self) -> int:
        """Bytes of the buffers in use: of each region as much as the largest span needed."""
        return self.buffers.size * self.control.largest // self.control.room

    def _grow(self, answer: int) -> bool:
        """Makes room, if the memory allows it."""
        store, c = self.store, self.control
        forest = store.forest
        if answer == ROWS:
            store.grow_rows()
        elif answer == ARROWS:
            assert store.graph is not None
            if store.used(c.states, 2 * c.edges) > self.max_bytes:
                return False
            store.graph.grow()
        else:
            table = {TABLE: store.states, PAIRS: forest.pairs, LEAVES: forest.leaves}[answer]
            if not self._weigh((table.larger - table.size) * SLOT):
                return False
            self._widen(table, answer != TABLE)
        self._attach()
        return True

    def _widen(self, table: Table, inner: bool) -> None:
        if inner:
            self.store.forest.grow(table, self.kernel)
        else:
            table.grow(self.kernel)

    def _adapt(self) -> None:
        """Compresses the states and calls more threads once the search is large."""
        c, tuning, store = self.control, self.tuning, self.store
        if store.storage is Storage.PLAIN and self._crowded():
            self._compress()
        threads = tuning.threads_for(c.states)
        if threads != c.threads:
            self._employ(threads)

    def _crowded(self) -> bool:
        """Whether plain states should be compressed now."""
        states, tuning = self.control.states, self.tuning
        if tuning.storage is Storage.COMPRESSED:
            return states >= tuning.sample
        if tuning.storage is Storage.PLAIN or self.model.stride <= WIDE:
            return False
        plain = states * self.store.bytes_per_state
        return states >= tuning.compress_at or plain > self.max_bytes // SHARE

    def _compress(self) -> None:
        plain = self.store.used(self.control.states, self.control.edges)
        self.store.compress(self.kernel)
        self._weigh(plain)
        self._attach()
