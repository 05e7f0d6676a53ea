"""Traces, bisimilarity and simulation on graphs small enough to be judged by hand."""

from __future__ import annotations

import pytest

from stackproof.compare.inclusion import compare, play
from stackproof.compare.observation import Observed
from stackproof.compare.simulation import quotients, simulates

Edges = dict[int, list[tuple[str | None, int]]]

CHOICE_LATE: Edges = {0: [("a", 1)], 1: [("b", 2), ("c", 3)]}
CHOICE_EARLY: Edges = {0: [("a", 1), ("a", 2)], 1: [("b", 3)], 2: [("c", 4)]}
SILENT_FIRST: Edges = {0: [(None, 1)], 1: [("a", 2)], 2: [(None, 3)], 3: [("b", 4), ("c", 5)]}
ONLY_B: Edges = {0: [("a", 1)], 1: [("b", 2)]}
ROUND: Edges = {0: [(None, 1), ("a", 2)], 1: [(None, 0)], 2: [("b", 3), ("c", 3)]}


def graph(edges: Edges) -> Observed:
    size = 1 + max([*edges, *(to for found in edges.values() for _, to in found)])
    made = Observed()
    for node in range(size):
        made.new()
        for i, (label, to) in enumerate(edges.get(node, [])):
            made.edges[node].append((label, to, (node, i)))
    return made


def traces(old: Edges, new: Edges) -> tuple[list[list[str]], list[list[str]]]:
    found = compare(graph(old), graph(new))
    assert found.complete
    return found.old.only, found.new.only


def test_the_shortest_trace_of_one_side_is_found() -> None:
    assert traces(CHOICE_LATE, ONLY_B) == ([["a", "c"]], [])
    assert traces(ONLY_B, CHOICE_LATE) == ([], [["a", "c"]])


@pytest.mark.parametrize("other", [CHOICE_EARLY, SILENT_FIRST, ROUND])
def test_when_a_choice_is_made_and_what_is_silent_does_not_change_traces(other: Edges) -> None:
    assert traces(CHOICE_LATE, other) == ([], [])


def test_a_trace_has_a_play_that_is_observed_as_it() -> None:
    assert play(graph(SILENT_FIRST), ["a", "c"]) == [(0, 0), (1, 0), (2, 0), (3, 1)]
    with pytest.raises(ValueError, match="no such trace"):
        play(graph(ONLY_B), ["a", "c"])


@pytest.mark.parametrize(
    "old, new, alike",
    [
        (CHOICE_LATE, SILENT_FIRST, True),
        (CHOICE_LATE, ROUND, True),
        (CHOICE_LATE, CHOICE_EARLY, False),
        (CHOICE_LATE, ONLY_B, False),
    ],
)
def test_alike_is_branching_bisimilar(old: Edges, new: Edges, alike: bool) -> None:
    _, here, there = quotients(graph(old), graph(new))
    assert (here == there) is alike


def test_who_chooses_later_simulates_who_chooses_earlier() -> None:
    moves, late, early = quotients(graph(CHOICE_LATE), graph(CHOICE_EARLY))
    assert simulates(moves, early, late)
    assert not simulates(moves, late, early)


def test_more_simulates_less() -> None:
    moves, more, less = quotients(graph(SILENT_FIRST), graph(ONLY_B))
    assert simulates(moves, less, more)
    assert not simulates(moves, more, less)
