"""The explicit-state search: exact counts, shortest plays, and honest limits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.explore.models import Edge, Interpreted, Look, grid
from tests.lang import toys

from stackproof.explore import loader, memory
from stackproof.explore.model import Failure, Limits, Model, Progress, Reason, Violation
from stackproof.explore.search import Exploration, explore
from stackproof.explore.tuning import Tuning
from stackproof.lang.readings.native import NativeReading

TINY = Tuning(capacity=1, span=1)


def counters(state: bytes, top: int = 3) -> Iterator[Edge]:
    for i, value in enumerate(state):
        if value < top:
            yield Edge(1, i, bytes(v + (k == i) for k, v in enumerate(state)))


def full(state: bytes) -> Look:
    return Look(finished=all(value == 3 for value in state))


def figures(found: Exploration) -> tuple[object, ...]:
    traces = [tuple(found.trace(state)) for state in range(min(found.states, 300))]
    return (
        (found.states, found.edges, found.depth, found.reason, found.violations, found.premises),
        (found.errors, found.first_error, found.dead_ends, found.first_dead_end, traces),
    )


def test_the_grid_has_its_known_size() -> None:
    found = explore(grid(), b"", bytes(6))
    assert (found.states, found.edges, found.depth) == (1_000_000, 5_400_000, 55)
    assert found.complete
    assert (found.dead_ends, found.violations, found.errors) == (0, {}, 0)
    assert found.row(found.states - 1) == bytes([9] * 6)
    assert len(found.trace(found.states - 1)) == 54
    assert 16 * found.states <= found.peak_bytes <= 64 * found.states


@pytest.mark.parametrize("mask", [0, 1 << 63, 0xF << 32, 0xFF << 56, 0xFFFF])
@pytest.mark.parametrize("tuning", [TINY, Tuning(capacity=1, span=100), Tuning()])
def test_exact_whatever_the_hash_and_the_sizes(mask: int, tuning: Tuning) -> None:
    model = grid(4, 4)
    plain = explore(model, b"", bytes(4))
    found = explore(model, b"", bytes(4), tuning=replace(tuning, hash_mask=mask))
    assert (plain.states, plain.edges, plain.depth) == (625, 2000, 17)
    assert figures(found) == figures(plain)


def test_growth_from_room_for_one_state() -> None:
    found = explore(grid(), b"", bytes(6), tuning=TINY)
    assert (found.states, found.edges, found.depth) == (1_000_000, 5_400_000, 55)


def test_growth_where_memory_cannot_be_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_move", lambda *_: False)
    plain, found = (explore(grid(5, 5), b"", bytes(5), tuning=t) for t in (None, TINY))
    assert figures(found) == figures(plain)


def test_every_trace_replays_and_is_shortest() -> None:
    found = explore(Interpreted(3, counters, full), b"", bytes(3))
    assert (found.states, found.edges, found.depth, found.dead_ends) == (64, 144, 10, 0)
    for index in range(found.states):
        state = bytes(3)
        for action in found.trace(index):
            state = next(e.after for e in counters(state) if (e.verb, e.argument) == action)
        assert state == found.row(index)
        assert len(found.trace(index)) == sum(state)
    with pytest.raises(IndexError):
        found.row(64)
    with pytest.raises(IndexError):
        found.trace(-1)


def test_the_largest_verb_and_argument_survive() -> None:
    def edges(state: bytes) -> Iterator[Edge]:
        if state == b"\0":
            yield Edge(0xFFFE, 0xFFFF, b"\1")

    assert explore(Interpreted(1, edges), b"", b"\0").trace(1) == [(0xFFFE, 0xFFFF)]


def test_the_setup_reaches_the_rules() -> None:
    model = Interpreted(1, lambda _: ())
    explore(model, b"abcdefgh", b"\0")
    assert model.setups == {b"abcdefgh"}


def test_first_violations_are_at_minimal_depth_and_the_search_goes_on() -> None:
    """Law 0: a step law, 65: an invariant, 70: never violated, 3: a premise only."""

    def edges(state: bytes) -> Iterator[Edge]:
        for edge in counters(state):
            broken = (0,) if sum(state) >= 4 and edge.argument == 1 else ()
            yield Edge(edge.verb, edge.argument, edge.after, broken, (3,))

    def look(state: bytes) -> Look:
        return Look(all(v == 3 for v in state), (65,) if sum(state) >= 6 else (), (64,))

    for tuning in (TINY, Tuning()):
        found = explore(Interpreted(3, edges, look, laws=71), b"", bytes(3), tuning=tuning)
        assert found.states == 64
        assert found.violations.keys() == {0, 65}
        step, state = found.violations[0], found.violations[65]
        assert step.action == (1, 1)
        assert sum(found.row(step.state)) == 4
        assert step.state == min(
            s for s in range(64) if sum(found.row(s)) >= 4 and found.row(s)[1] < 3
        )
        assert state == Violation(65, min(s for s in range(64) if sum(found.row(s)) >= 6), None)
        assert found.premises == 1 << 3 | 1 << 64


def test_the_initial_state_is_judged() -> None:
    look = Look(violated=(0,), error=9)
    found = explore(Interpreted(1, lambda _: (), lambda _: look), b"", b"\7")
    assert found.violations == {0: Violation(0, 0, None)}
    assert found.first_error == Failure(9, 0, None)
    assert (found.states, found.edges, found.depth) == (1, 0, 1)
    assert (found.dead_ends, found.first_dead_end) == (1, 0)


def test_a_rule_error_leads_nowhere_and_is_reported_once_it_is_met() -> None:
    def edges(state: bytes) -> Iterator[Edge]:
        for edge in counters(state):
            wrong = 7 if edge.after[0] == 2 else 0
            yield Edge(edge.verb, edge.argument, b"\x63" * 3 if wrong else edge.after, error=wrong)

    found = explore(Interpreted(3, edges, full), b"", bytes(3))
    assert found.states == 2 * 4 * 4
    assert found.errors == 16
    assert found.edges == 16 + 16 + 2 * 4 * 3 * 2
    assert found.first_error is not None
    assert found.first_error.site == 7
    assert found.first_error.action == (1, 0)
    assert found.row(found.first_error.state) == bytes([1, 0, 0])
    assert found.complete


def test_dead_ends_are_told_from_finished_plays() -> None:
    def edges(state: bytes) -> Iterator[Edge]:
        return (edge for edge in counters(state) if state[0] != 2)

    found = explore(Interpreted(2, edges, full), b"", bytes(2))
    assert found.dead_ends == 4
    assert found.first_dead_end is not None
    assert found.row(found.first_dead_end) == bytes([2, 0])


def test_limits_stop_the_search_and_say_so() -> None:
    model = grid()
    by_states = explore(model, b"", bytes(6), Limits(max_states=1000))
    assert by_states.reason is Reason.STATES
    assert not by_states.complete
    assert 1000 < by_states.states <= 1006
    assert by_states.expanded < by_states.states

    by_memory = explore(model, b"", bytes(6), Limits(max_bytes=4 << 20))
    assert by_memory.reason is Reason.MEMORY
    assert by_memory.peak_bytes < 5 << 20
    assert by_memory.states > 10_000

    by_time = explore(model, b"", bytes(6), Limits(max_seconds=0))
    assert by_time.reason is Reason.SECONDS
    assert by_time.states > 1


@pytest.mark.parametrize("limit", [0, 1, 2, 624])
def test_a_limit_below_the_size_is_never_complete(limit: int) -> None:
    for tuning in (TINY, Tuning()):
        found = explore(grid(4, 4), b"", bytes(4), Limits(max_states=limit), tuning=tuning)
        assert found.reason is Reason.STATES
        assert found.states > limit


def test_a_limit_at_the_size_is_complete() -> None:
    found = explore(grid(4, 4), b"", bytes(4), Limits(max_states=625))
    assert found.complete
    assert found.states == 625


def test_no_memory_at_all() -> None:
    found = explore(grid(4, 4), b"", bytes(4), Limits(max_bytes=0))
    assert (found.reason, found.states) == (Reason.MEMORY, 1)


def test_ctrl_c_keeps_what_was_found() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.states > 100:
            os.kill(os.getpid(), signal.SIGINT)

    def slow(state: bytes) -> Iterator[Edge]:
        return counters(state, top=60)

    found = explore(Interpreted(3, slow), b"", bytes(3), progress=interrupt)
    assert found.reason is Reason.INTERRUPTED
    assert 100 < found.states < 61**3
    assert len(found.trace(found.states - 1)) == sum(found.row(found.states - 1))


def test_progress_is_reported_with_what_is_left() -> None:
    seen: list[Progress] = []
    found = explore(grid(), b"", bytes(6), progress=seen.append)
    assert seen
    assert all(a.states <= b.states and a.seconds <= b.seconds for a, b in pairwise(seen))
    assert all(0 <= p.frontier <= p.states <= found.states for p in seen)


def test_a_state_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="4 bytes, not 5"):
        explore(grid(4, 4), b"", bytes(5))


def test_wide_rows_differ_in_any_byte() -> None:
    """200 bytes, of which a step sets one: every subset of 8 scattered bytes is a state."""
    places = (0, 7, 8, 63, 64, 127, 191, 199)

    def edges(state: bytes) -> Iterator[Edge]:
        for k, at in enumerate(places):
            if not state[at]:
                yield Edge(0, k, state[:at] + b"\1" + state[at + 1 :])

    for size in range(200, 208):
        found = explore(Interpreted(size, edges), b"", bytes(size))
        assert (found.states, found.edges, found.depth) == (256, 1024, 9)


@pytest.mark.parametrize("things", [1, 2, pytest.param(3, marks=pytest.mark.deep)])
def test_agrees_with_a_plain_search_on_compiled_rules(things: int) -> None:
    reading = NativeReading(toys.system(things=things))
    model: Model = reading
    setup, initial = bytes(reading.system.setup_type.size), bytes(reading.size)
    found = explore(model, setup, initial)

    level, known, edges, depth = [initial], {initial}, 0, 0
    violated: set[str] = set()
    errors = dead = 0
    while level:
        depth, following = depth + 1, []
        for state in level:
            verdict = reading.inspect(setup, state)
            steps = reading.successors(setup, state)
            edges += len(steps)
            dead += not steps and not verdict.finished
            violated |= verdict.violated
            errors += verdict.error is not None
            for step in steps:
                violated |= step.violated
                errors += step.error is not None
                if step.error is None and step.after not in known:
                    known.add(step.after)
                    following.append(step.after)
        level = following
    assert (found.states, found.edges, found.depth) == (len(known), edges, depth)
    assert (found.errors, found.dead_ends) == (errors, dead)
    assert {reading.system.laws[law].id for law in found.violations} == violated
    assert {found.row(i) for i in range(found.states)} == known


SMALL = """
import ctypes, sys
from stackproof.explore.search import explore
assert not {"numba", "numpy"} & set(sys.modules)
Successors = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 5)
Inspect = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 4)
class Model:
    size, stride, words, max_edges, alphabet = 8, 8, 0, 1, ()
    functions = Successors(lambda *_: 0), Inspect(lambda *_: 0)
    addresses = {
        name: ctypes.cast(function, ctypes.c_void_p).value
        for name, function in zip(("successors", "inspect"), functions)
    }
assert explore(Model(), b"", bytes(8)).states == 1
print("numba" in sys.modules)
"""


def run_small(cache: Path) -> str:
    environment = {**os.environ, "STACKPROOF_CACHE": str(cache), "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", SMALL], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_numba_is_needed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKPROOF_CACHE", str(tmp_path))
    loader.load.cache_clear()
    loader.load()
    assert len(list(tmp_path.iterdir())) == 1
    assert run_small(tmp_path) == "False"


def test_a_cache_that_cannot_be_used_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    monkeypatch.setenv("STACKPROOF_CACHE", str(in_the_way))
    loader.load.cache_clear()
    assert explore(grid(4, 4), b"", bytes(4)).states == 625


@pytest.mark.parametrize("part", [loader.SEARCH, loader.GRAPH])
def test_a_kernel_leaves_nothing_to_resolve_at_run_time(part: loader.Part) -> None:
    """Only then does its object code work without the compiler that made it."""
    needed = [
        line
        for line in loader.translate(part).splitlines()
        if line.startswith("define") and "internal" not in line
    ]
    assert len(needed) == len(part.functions)
