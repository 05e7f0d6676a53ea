"""What a search found, many states at a time, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .control import NOWHERE
from .search import Exploration
from .store import ARROW, LEVEL

Array = np.ndarray[Any, np.dtype[Any]]


def rows(found: Exploration, start: int, stop: int) -> Array:
    """The packed states of a range below each other, each padded to the stride of the model."""
    stride = found.store.stride
    data = found.store.rows(start, stop)
    return np.frombuffer(data, np.uint8).reshape(stop - start, stride)


def depths(found: Exploration, start: int, stop: int) -> Array:
    """How many actions the shortest play to each state of a range has."""
    levels = np.frombuffer(found.store.levels.read(0, (found.depth + 1) * LEVEL), np.int64)
    return (np.searchsorted(levels, np.arange(start, stop), side="right") - 1).astype(np.uint32)


@dataclass(frozen=True)
class Arrows:
    """Transitions in order, as arrays. ``failed`` where a rule error left no target."""

    source: Array
    target: Array
    failed: Array
    verb: Array
    argument: Array


def arrows(found: Exploration, start: int, stop: int) -> Arrows:
    """The transitions from a range of states. Raises ValueError if the search kept none."""
    graph = found.store.graph
    if graph is None:
        raise ValueError("the search did not keep the graph")
    stop = min(stop, found.expanded)
    count = max(0, stop - start)
    starts = np.frombuffer(graph.starts.read(start * ARROW, (count + 1) * ARROW), np.int64)
    first, last = (int(starts[0]), int(starts[-1])) if count else (0, 0)
    words = np.frombuffer(graph.arrows.read(first * ARROW, (last - first) * ARROW), np.uint64)
    sizes = np.diff(starts) if count else np.zeros(0, np.int64)
    target = (words & np.uint64(NOWHERE)).astype(np.uint32)
    return Arrows(
        source=np.repeat(np.arange(start, start + count, dtype=np.uint32), sizes),
        target=target,
        failed=target == np.uint32(NOWHERE),
        verb=(words >> np.uint64(48)).astype(np.uint16),
        argument=(words >> np.uint64(32) & np.uint64(0xFFFF)).astype(np.uint16),
    )
