"""Exact breadth-first search of everything that can happen from one state."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

from .checkpoint import Checkpoints
from .interrupts import Interrupts
from .model import Action, Failure, Limits, Model, Progress, Reason, Violation
from .rounds import Search
from .saving import Saver
from .store import Store
from .symmetry import Symmetry
from .tuning import Tuning


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
    forced: bool = False,
    checkpoints: Checkpoints | None = None,
) -> Exploration:
    """Searches everything reachable from ``initial``, through violations and rule errors.

    With ``graph`` it keeps all transitions, for laws about the graph of all plays. With
    ``symmetry`` it keeps one state of each orbit. With ``forced`` it passes over states in which
    one action only is legal: they are judged on the way and not kept, and a violation there is
    one by the transition on whose way they are. Not together with ``graph``.
    With ``checkpoints`` it writes some as it goes, goes on from the newest one if it is to, and
    leaves one if it is not complete.
    ``progress`` is called several times a second. Ctrl-C ends the search like a limit does.
    """
    if len(initial) != model.size:
        raise ValueError(f"a state has {model.size} bytes, not {len(initial)}")
    if graph and forced:
        raise ValueError("a graph without the states that are passed over is none")
    search = Search(model, setup, limits or Limits(), tuning or Tuning(), graph, symmetry, forced)
    with closing(search), Interrupts() as interrupts:
        saver = Saver(search, checkpoints, initial)
        try:
            reason = search.run(progress, interrupts, saver.now_and_then)
        except KeyboardInterrupt:
            reason = Reason.INTERRUPTED
        saver.finish(reason is None)
    c, found = search.control, search.findings
    return Exploration(
        states=c.states,
        edges=c.edges,
        depth=c.depth,
        expanded=c.head,
        reason=reason,
        violations=found.violations,
        premises=found.premises,
        errors=found.errors,
        first_error=found.first_error,
        dead_ends=found.dead_ends,
        first_dead_end=found.first_dead_end,
        peak_bytes=search.peak,
        seconds=search.seconds,
        _store=search.store,
        _size=model.size,
    )
