"""One measurement in a process of its own: ``python -m bench.worker WHAT SCENARIO``.

WHAT is a key of ``MEASURES``, for the rules with all laws followed by ``-with-laws``; a search may
say how, as ``search:compressed:2`` for compressed storage and two threads, or
``search:plain:1:orbits`` for one position of each orbit. The answer is JSON.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from stackproof.explore.loader import load
from stackproof.explore.model import Limits
from stackproof.explore.search import explore
from stackproof.explore.store import Storage
from stackproof.explore.tuning import Tuning
from stackproof.lang.readings.cache import fetch
from stackproof.lang.readings.native import NativeReading, build
from stackproof.lang.readings.python import Player
from stackproof.searching import symmetry_of

from .cases import Case, case

LAWS = "-with-laws"


def compile_rules(chosen: Case) -> dict[str, object]:
    """Front end and LLVM, past any cache; then searches find the rules there, and the kernel."""
    since = time.perf_counter()
    artifact = build(chosen.system)
    seconds = time.perf_counter() - since
    fetch(chosen.system, lambda: artifact)
    load()
    return {"seconds": seconds}


def load_rules(chosen: Case) -> dict[str, object]:
    """Callable code, from the cache where it is there."""
    since = time.perf_counter()
    NativeReading(chosen.system)
    return {"seconds": time.perf_counter() - since}


def search(
    chosen: Case, storage: str = "plain", threads: str = "1", kept: str = "all"
) -> dict[str, object]:
    """The project's own search; ``kept`` is "orbits" for one position of each."""
    reading = NativeReading(chosen.system)
    symmetry = symmetry_of(chosen.system, chosen.setup) if kept == "orbits" else None
    explore(reading, chosen.setup, chosen.initial, Limits(max_states=1))
    tuning = Tuning(threads=int(threads), storage=Storage(storage))
    since = time.perf_counter()
    found = explore(reading, chosen.setup, chosen.initial, tuning=tuning, symmetry=symmetry)
    seconds = time.perf_counter() - since
    if not found.complete or found.errors:
        raise SystemExit(f"the search is not complete: {found.reason}, {found.errors} rule errors")
    store = found.store
    trees = sum(table.count * table.words * 8 for table in store.tables.values())
    return {
        "states": found.states,
        "edges": found.edges,
        "seconds": seconds,
        "stored": store.used(found.states, found.edges),
        "trees": trees if store.storage is Storage.COMPRESSED else None,
    }


def minicheck(chosen: Case) -> dict[str, object]:
    """Minicheck with successors from our compiled rules."""
    reading = NativeReading(chosen.system)
    stride, most = reading.stride, max(1, reading.max_edges)
    rows = ctypes.create_string_buffer(most * stride)
    edges = (ctypes.c_uint64 * (2 * most))()
    premises = (ctypes.c_uint64 * 1)()
    text, address = ctypes.c_char_p, ctypes.c_void_p
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, text, text, address, address, address)
    successors = kind(reading.addresses["successors"])
    given = (ctypes.addressof(rows), ctypes.addressof(edges), ctypes.addressof(premises))
    setup = chosen.setup

    def transitions(state: bytes) -> Iterable[tuple[int, bytes]]:
        count = successors(setup, state, *given)
        return [
            (edges[2 * i], rows[i * stride : (i + 1) * stride])  # type: ignore[misc]
            for i in range(count)
        ]

    return _minicheck(chosen, transitions, chosen.initial.ljust(stride, b"\0"))


def minicheck_python(chosen: Case) -> dict[str, object]:
    """Minicheck with the rules as Python functions, which is how one uses it."""
    player = Player(chosen.system, chosen.setup)

    def transitions(state: bytes) -> Iterable[tuple[tuple[int, int], bytes]]:
        position = player.position(state)
        for action in player.actions(position):
            yield action, bytes(player.apply(position, *action)[0].pack())

    return _minicheck(chosen, transitions, chosen.initial)


def _minicheck(chosen: Case, transitions: Any, initial: bytes) -> dict[str, object]:
    """A favour: states are bytes and Python's cyclic garbage collector does not run."""
    peer = importlib.import_module("minicheck")
    model = peer.Protocol(chosen.scenario, False, ("state",), initial, transitions, {})
    gc.disable()
    since = time.perf_counter()
    found = peer.check_safety(model, max_states=1 << 40)
    seconds = time.perf_counter() - since
    return {"states": found["reachable_states"], "edges": None, "seconds": seconds}


MEASURES: dict[str, Callable[..., dict[str, object]]] = {
    "compile": compile_rules,
    "load": load_rules,
    "search": search,
    "minicheck": minicheck,
    "minicheck-python": minicheck_python,
}


def main(what: str, scenario: str) -> None:
    """Measure and print."""
    what, *how = what.split(":")
    chosen = case(scenario, laws=what.endswith(LAWS))
    print(json.dumps(MEASURES[what.removesuffix(LAWS)](chosen, *how)))


if __name__ == "__main__":
    main(*sys.argv[1:])
