"""Exact breadth-first search of everything that can happen from one state."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .control import ARROWS, DONE, NO_ACTION, ROWS, TABLE, Control
from .loader import load
from .memory import Block, available
from .model import Action, Failure, Limits, Model, Progress, Reason, Violation
from .store import MOST_STATES, SLOT, Store, action_of
from .symmetry import Canonical, Symmetry

SHORT, LONG = 0.05, 0.2
ALL_BITS = -1


@dataclass(frozen=True)
class Tuning:
    """Inner sizes; they change the time that a search takes and never its result.

    ``capacity`` is the number of states to start with room for, ``batch`` the number of
    transitions that are looked up together, ``hash_mask`` the bits of the hash to use.
    """

    capacity: int = 1 << 14
    batch: int = 32
    hash_mask: int = ALL_BITS


@dataclass(frozen=True)
class Exploration:
    """What a search found. States are numbered from 0, the initial one, by growing depth.

    ``edges`` counts transitions, those with a rule error included; ``depth`` is the number of
    levels. ``premises`` has a bit for each law whose premise held somewhere. A dead end is a
    state without a legal action in which the play is not finished. Everything counted has been
    judged, also where the search is not complete.
    """

    states: int
    edges: int
    depth: int
    expanded: int
    reason: Reason | None
    violations: dict[int, Violation]
    premises: int
    errors: int
    first_error: Failure | None
    dead_ends: int
    first_dead_end: int | None
    peak_bytes: int
    seconds: float
    _store: Store = field(repr=False)
    _size: int = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether every reachable state was found and expanded."""
        return self.reason is None

    @property
    def store(self) -> Store:
        """The states and transitions themselves."""
        return self._store

    def row(self, state: int) -> bytes:
        """A state in its packed form."""
        return self._store.row(self._known(state), self._size)

    def trace(self, state: int) -> list[Action]:
        """A shortest play from the initial state to this one."""
        actions = []
        self._known(state)
        while state:
            state, action = self._store.link(state)
            actions.append(action)
        return actions[::-1]

    def _known(self, state: int) -> int:
        if not 0 <= state < self.states:
            raise IndexError(f"no state {state}: the search found {self.states}")
        return state


def explore(
    model: Model,
    setup: bytes,
    initial: bytes,
    limits: Limits | None = None,
    *,
    tuning: Tuning | None = None,
    progress: Callable[[Progress], None] | None = None,
    graph: bool = False,
    symmetry: Symmetry | None = None,
) -> Exploration:
    """Searches everything reachable from ``initial``, through violations and rule errors.

    With ``graph`` it keeps all transitions, for laws about the graph of all plays. With
    ``symmetry`` it keeps one state of each orbit.
    ``progress`` is called several times a second. Ctrl-C ends the search like a limit does.
    """
    if len(initial) != model.size:
        raise ValueError(f"a state has {model.size} bytes, not {len(initial)}")
    search = _Search(model, setup, initial, limits or Limits(), tuning or Tuning(), graph, symmetry)
    try:
        reason = search.run(progress)
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    return search.result(reason)


class _Search:
    """One search: its stores, its control block and the buffers that the kernel writes to."""

    def __init__(
        self, model: Model, setup: bytes, initial: bytes, limits: Limits, tuning: Tuning,
        graph: bool, symmetry: Symmetry | None,
    ) -> None:  # fmt: skip
        self.begun = time.monotonic()
        self.model = model
        self.kernel = load()
        self.max_states = min(
            MOST_STATES - model.max_edges,
            MOST_STATES if limits.max_states is None else limits.max_states,
        )
        self.max_seconds = limits.max_seconds
        self.max_bytes = available() if limits.max_bytes is None else limits.max_bytes

        stride = model.stride
        self.store = Store(stride, max(tuning.capacity, 1), graph)
        if symmetry is not None:
            initial = Canonical(symmetry, stride)(initial.ljust(stride, b"\0"))
        self.store.rows.write(0, initial)
        self.setup = ctypes.create_string_buffer(setup, max(len(setup), 8))

        edges, words = tuning.batch + model.max_edges, model.words
        laws = 64 * words
        self.findings = (ctypes.c_uint64 * (3 * words + 2 * laws))()
        self.buffers = Block(edges * (stride + 8 * (1 + words) + 16))

        c = self.control = Control()
        c.successors, c.inspect = model.addresses["successors"], model.addresses["inspect"]
        c.setup = ctypes.addressof(self.setup)
        c.out = self.buffers.address
        c.records = c.out + edges * stride
        c.owners = c.records + edges * 8 * (1 + words)
        c.hashes = c.owners + edges * 8
        c.seen = ctypes.addressof(self.findings)
        c.premises = c.seen + 8 * words
        c.violated = c.premises + 8 * words
        c.first = c.violated + 8 * words
        if symmetry is not None:
            self.scheme = symmetry.scheme()
            c.scheme = ctypes.addressof(self.scheme)
        c.stride, c.law_words, c.max_edges = stride, words, model.max_edges
        c.batch, c.hash_mask, c.budget = tuning.batch, tuning.hash_mask, 1024
        self.peak = 0
        self._attach()

    def _attach(self) -> None:
        """Tells the kernel where the stores are and how far it may fill them."""
        c, store = self.control, self.store
        c.rows, c.links, c.table = store.rows.address, store.links.address, store.table.address
        c.table_bits, c.table_limit = store.bits, store.table_limit
        c.row_limit = min(store.capacity, self._most_rows())
        if store.graph is not None:
            c.arrows, c.starts = store.graph.arrows.address, store.graph.starts.address
            c.arrow_limit = store.graph.capacity

    def _most_rows(self) -> int:
        """The number of states at which a limit stops the search."""
        room = self.max_bytes - self.store.used(0, self.control.edges)
        return min(self.max_states + self.model.max_edges, room // self.store.bytes_per_state)

    def run(self, progress: Callable[[Progress], None] | None) -> Reason | None:
        """Searches until done (None) or until a limit is reached."""
        c = self.control
        while True:
            since = time.monotonic()
            answer = self.kernel.run("advance", ctypes.addressof(c))
            now = time.monotonic()
            self.peak = max(self.peak, self.store.used(c.states, c.edges))
            if answer == DONE:
                return None
            if answer in (ROWS, TABLE, ARROWS):
                reason = self._grow(answer)
                if reason is not None:
                    return reason
            elif now - since < SHORT:
                c.budget *= 2
            elif now - since > LONG:
                c.budget = max(1, c.budget // 2)
            seconds = now - self.begun
            if progress is not None:
                progress(Progress(c.states, c.edges, c.levels, c.states - c.head, seconds))
            if self.max_seconds is not None and seconds > self.max_seconds:
                return Reason.SECONDS

    def _grow(self, answer: int) -> Reason | None:
        """Makes room, or says which limit forbids it."""
        c, store = self.control, self.store
        if answer == ARROWS:
            assert store.graph is not None
            if store.used(c.states, 2 * c.edges) > self.max_bytes:
                return Reason.MEMORY
            store.graph.grow()
        elif answer == TABLE:
            peak = store.used(c.states, c.edges) + (SLOT << store.bits + 1)
            if peak > self.max_bytes:
                return Reason.MEMORY
            self.peak = max(self.peak, peak)
            store.grow_table(self.kernel)
        elif c.states > self.max_states:
            return Reason.STATES
        elif c.row_limit < store.capacity:
            return Reason.MEMORY
        else:
            store.grow_rows()
        self._attach()
        return None

    def result(self, reason: Reason | None) -> Exploration:
        c, words = self.control, self.model.words
        return Exploration(
            states=c.states,
            edges=c.edges,
            depth=c.levels,
            expanded=c.head,
            reason=reason,
            violations=self._violations(),
            premises=self._mask(words),
            errors=c.errors,
            first_error=(
                Failure(c.error_site, c.error_state, _action(c.error_action)) if c.errors else None
            ),
            dead_ends=c.dead_ends,
            first_dead_end=c.dead_end if c.dead_ends else None,
            peak_bytes=self.peak + self.buffers.size,
            seconds=time.monotonic() - self.begun,
            _store=self.store,
            _size=self.model.size,
        )

    def _violations(self) -> dict[int, Violation]:
        words = self.model.words
        seen = self._mask(0)
        found = {}
        for law in range(64 * words):
            if seen >> law & 1:
                state, action = self.findings[3 * words + 2 * law :][:2]
                found[law] = Violation(law, state, _action(action))
        return found

    def _mask(self, start: int) -> int:
        """A mask among the findings as one number, bit ``i`` for law ``i``."""
        words = self.findings[start : start + self.model.words]
        return sum(word << 64 * i for i, word in enumerate(words))


def _action(word: int) -> Action | None:
    return None if word == NO_ACTION else action_of(word)
