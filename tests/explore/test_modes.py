"""However states are stored and however many threads search, the result is the same."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from math import comb

import pytest
from bench.cases import case
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.explore.models import Edge, Interpreted, Look, grid
from tests.explore.test_symmetry import counters
from tests.lang import toys

from stackproof.explore.model import Limits, Model, Reason
from stackproof.explore.search import Exploration, explore
from stackproof.explore.store import ARROW, Storage
from stackproof.explore.tuning import Tuning
from stackproof.lang.readings.native import NativeReading

SMALL = 200
"""Searches in trees change to them after so many states."""


def modes(**others: int) -> list[Tuning]:
    """Every storage by one thread and by several, the plain search by one first."""
    plain, compressed, auto = Storage.PLAIN, Storage.COMPRESSED, Storage.AUTO
    ways = ((plain, 1), (plain, 2), (compressed, 1), (compressed, 2), (auto, 1), (auto, 3))
    return [
        Tuning(threads=threads, storage=storage, sample=SMALL, compress_at=SMALL, **others)
        for storage, threads in ways
    ]


def reduced(found: Exploration) -> tuple[object, ...]:
    """All that a search says, each state and the way to it included."""
    digest = hashlib.sha256()
    for state in range(found.states):
        digest.update(found.row(state))
    for state in range(1, found.states, 97):
        digest.update(repr(found.trace(state)).encode())
    ways = found.store.ways
    digest.update(ways.children.read(0, ways.child_width * found.expanded))
    digest.update(ways.actions.read(0, ways.action_width * found.states))
    graph = found.store.graph
    arrows = b"" if graph is None else graph.arrows.read(0, ARROW * found.edges)
    starts = b"" if graph is None else graph.starts.read(0, ARROW * (found.expanded + 1))
    return (
        (found.states, found.edges, found.depth, found.expanded, found.reason),
        (found.violations, found.premises, found.errors, found.first_error),
        (found.dead_ends, found.first_dead_end, digest.hexdigest(), starts, arrows),
    )


KNOWN = {
    "ripple-discard-cost": (19_944, 27_707, 33),
    "madness-granted": (14_218, 17_529, 37),
    "ripple-two-instances": (5_334, 8_977, 30),
}


@pytest.mark.parametrize("graph", [False, True])
@pytest.mark.parametrize("name", KNOWN)
def test_shipped_scenarios_have_their_known_sizes(name: str, graph: bool) -> None:
    game = case(name)
    reading = NativeReading(game.system)
    plain, *others = (
        explore(reading, game.setup, game.initial, tuning=tuning, graph=graph)
        for tuning in modes(capacity=64)
    )
    assert (plain.states, plain.edges, plain.depth) == KNOWN[name]
    assert plain.store.storage is Storage.PLAIN
    expected = reduced(plain)
    for found in others:
        assert reduced(found) == expected
    assert [found.store.storage for found in others[1:]] == [Storage.COMPRESSED] * 4


@pytest.mark.parametrize("graph", [False, True])
def test_rules_with_violations_and_rule_errors(graph: bool) -> None:
    reading = NativeReading(toys.system(things=2))
    model: Model = reading
    setup, initial = bytes(reading.system.setup_type.size), bytes(reading.size)
    plain, *others = (
        reduced(explore(model, setup, initial, tuning=tuning, graph=graph)) for tuning in modes()
    )
    assert plain[1] != ({}, 0, 0, None)
    for found in others:
        assert found == plain


@pytest.mark.parametrize("mask", [0, 0xF << 32, 0xFF << 56, 0xFFFF])
def test_exact_in_every_mode_whatever_the_hash(mask: int) -> None:
    game = case("ripple-two-instances")
    reading = NativeReading(game.system)
    limits = Limits(max_states=700)
    plain = explore(reading, game.setup, game.initial, limits)
    assert plain.reason is Reason.STATES
    for tuning in modes(hash_mask=mask, capacity=1, span=3):
        assert reduced(explore(reading, game.setup, game.initial, limits, tuning=tuning)) == (
            reduced(plain)
        )


@pytest.mark.parametrize("limit", [0, 1, 2, 300, 623, 624, 625])
def test_a_limit_stops_every_mode_before_the_same_state(limit: int) -> None:
    limits = Limits(max_states=limit)
    plain, *others = (
        reduced(explore(grid(4, 4), b"", bytes(4), limits, tuning=tuning))
        for tuning in [Tuning(span=1), *modes(), *modes(span=5)]
    )
    for found in others:
        assert found == plain


@pytest.mark.parametrize("storage", [Storage.PLAIN, Storage.COMPRESSED])
def test_the_first_parent_wins_though_it_is_the_slowest(storage: Storage) -> None:
    """Four states lead to the same one; the earlier a state is, the longer its thread takes."""

    def edges(state: bytes) -> Iterator[Edge]:
        if state[0] == 0:
            yield from (Edge(1, i, bytes([1, i]) + bytes(78)) for i in range(4))
        elif state[0] == 1:
            time.sleep(0.02 * (4 - state[1]))
            yield Edge(2, state[1], bytes([2]) + bytes(79))

    tuning = Tuning(threads=4, storage=storage, span=1, sample=1, capacity=1)
    for _ in range(3):
        found = explore(Interpreted(80, edges), b"", bytes(80), tuning=tuning, graph=True)
        assert found.states == 6
        assert found.store.storage is storage
        assert found.trace(5) == [(1, 0), (2, 0)]


def test_canonical_forms_in_every_mode() -> None:
    """Each thread has a scheme of its own."""
    plain, *others = (
        reduced(explore(grid(6, 5), b"", bytes(6), tuning=tuning, symmetry=counters(6)))
        for tuning in modes(span=3)
    )
    assert plain[0][:1] == (comb(11, 5),)  # type: ignore[index]
    for found in others:
        assert found == plain


@st.composite
def systems(draw: st.DrawFn) -> tuple[int, list[bytes], list[list[tuple[int, int, int, int]]]]:
    """States as rows of some width, and for each its transitions: where to, verb, error, law."""
    width = draw(st.sampled_from([1, 8, 31, 33, 80]))
    count = draw(st.integers(1, 40))
    rows = draw(st.lists(st.binary(min_size=width, max_size=width), min_size=count,
                         max_size=count, unique=True))  # fmt: skip
    edge = st.tuples(
        st.integers(0, len(rows) - 1), st.integers(0, 3), st.sampled_from([0, 0, 0, 0, 7]),
        st.sampled_from([-1, -1, 0, 1]),
    )  # fmt: skip
    arrows = draw(st.lists(st.lists(edge, max_size=6), min_size=count, max_size=count))
    return width, rows, arrows


@settings(max_examples=40, deadline=None)
@given(systems())
def test_any_graph_is_the_same_in_every_mode(
    system: tuple[int, list[bytes], list[list[tuple[int, int, int, int]]]],
) -> None:
    width, rows, arrows = system
    numbers = {row: i for i, row in enumerate(rows)}

    def edges(state: bytes) -> Iterator[Edge]:
        for place, (target, verb, error, law) in enumerate(arrows[numbers[state]]):
            broken = () if law < 0 else (law,)
            yield Edge(verb, place, rows[target], () if error else broken, broken, error)

    def look(state: bytes) -> Look:
        number = numbers[state]
        return Look(number % 2 == 0, (64 + number % 3,), (2,), 9 if number == 5 else 0)

    plain, *others = (
        reduced(
            explore(Interpreted(width, edges, look, laws=70), b"", rows[0], tuning=tuning,
                    graph=True)
        )
        for tuning in [
            Tuning(),
            Tuning(threads=2, capacity=1, span=1),
            Tuning(storage=Storage.COMPRESSED, sample=1, capacity=1, span=1),
            Tuning(storage=Storage.COMPRESSED, sample=3, threads=3, capacity=1, span=2),
        ]
    )  # fmt: skip
    for found in others:
        assert found == plain


@pytest.mark.deep
def test_the_large_scenario_in_every_mode() -> None:
    game = case("bench-stack")
    reading = NativeReading(game.system)
    for tuning in modes():
        found = explore(reading, game.setup, game.initial, tuning=tuning)
        assert (found.states, found.edges, found.depth) == (1_823_105, 2_619_389, 48)
        used = found.store.used(found.states, found.edges) / found.states
        assert (used < 24) == (tuning.storage is not Storage.PLAIN)
