"""The search for moments agrees with trying out every play and every choice of occurrences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from stackproof.claims.graph import Graph
from stackproof.claims.plays import broken_promise, some_play
from stackproof.scenarios.claims import Atom, Moment, Sequel

HAPPENINGS = [Moment((Atom("", name),)) for name in "ab"]
FACTS = [Moment((Atom("stack", name),)) for name in "xy"]
BITS = {moment: 1 << i for i, moment in enumerate(HAPPENINGS + FACTS)}
MOMENTS = st.sampled_from(HAPPENINGS + FACTS)


@dataclass
class Known:
    """Moments of a made-up graph."""

    transitions: dict[tuple[int, int], tuple[int, ...]]
    positions: list[int]
    bit: dict[Moment, int] = field(default_factory=lambda: BITS)

    def transition(self, state: int, edge: int) -> tuple[int, ...]:
        return self.transitions[state, edge]

    def position(self, state: int) -> int:
        return self.positions[state]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, Known]:
    """A graph without cycles, all of whose ends are finished plays."""
    size = draw(st.integers(1, 5))
    graph = Graph([bytes([i]) for i in range(size)])
    transitions = {}
    for state in range(size):
        later = (
            draw(st.lists(st.integers(state + 1, size - 1), max_size=2)) if state < size - 1 else []
        )
        graph.edges.append([(0, i, to) for i, to in enumerate(later)])
        for i in range(len(later)):
            transitions[state, i] = tuple(draw(st.lists(st.integers(0, 3), max_size=2)))
        if not later:
            graph.finished.add(state)
    facts = st.integers(0, 3).map(lambda mask: mask << 2)
    return graph, Known(transitions, [draw(facts) for _ in range(size)])


@st.composite
def sequels(draw: st.DrawFn) -> Sequel:
    moments = draw(st.lists(MOMENTS, max_size=3))
    barred = [draw(st.lists(MOMENTS, max_size=1)) for _ in range(len(moments) + 1)]
    return Sequel(tuple(moments), tuple(map(tuple, barred)))


Place = tuple[int, int]
"""How many transitions were made, and the number of the moment in it; facts come last."""

LAST = 99


def plays(graph: Graph, known: Known) -> Iterator[list[tuple[Place, int]]]:
    """The moments of every play to its end, with their places."""

    def go(
        state: int, depth: int, seen: list[tuple[Place, int]]
    ) -> Iterator[list[tuple[Place, int]]]:
        here = [*seen, ((depth, LAST), known.positions[state])]
        if not graph.edges[state]:
            yield here
        for i, (_, _, to) in enumerate(graph.edges[state] or ()):
            masks = known.transition(state, i)
            yield from go(to, depth + 1, here + [((depth + 1, j), m) for j, m in enumerate(masks)])

    return go(0, 0, [])


def matches(play: list[tuple[Place, int]], sequel: Sequel, after: Place | None) -> bool:
    """By trying every choice; facts of one position may be used several times."""

    def clear(barred: tuple[Moment, ...], start: Place | None, end: Place | None) -> bool:
        between = [m for p, m in play if (start is None or p > start) and (end is None or p < end)]
        return not any(m & BITS[moment] for m in between for moment in barred)

    def go(number: int, last: Place | None) -> bool:
        if number == len(sequel.moments):
            return not sequel.barred[number] or clear(sequel.barred[number], last, None)
        bit = BITS[sequel.moments[number]]
        return any(
            mask & bit and clear(sequel.barred[number], last, place) and go(number + 1, place)
            for place, mask in play
            if last is None or place > last or (place == last and place[1] == LAST)
        )

    return go(0, after)


@given(graphs(), sequels())
def test_some_play(made: tuple[Graph, Known], sequel: Sequel) -> None:
    graph, known = made
    expected = any(matches(play, sequel, None) for play in plays(graph, known))
    assert (some_play(graph, known, sequel).play is not None) == expected


@given(graphs(), sequels(), MOMENTS)
def test_broken_promises(made: tuple[Graph, Known], sequel: Sequel, first: Moment) -> None:
    graph, known = made
    whole = Sequel((first, *sequel.moments), ((), *sequel.barred))
    expected = any(
        not matches(play, sequel, place)
        for play in plays(graph, known)
        for place, mask in play
        if mask & BITS[first]
    )
    assert (broken_promise(graph, known, whole).play is not None) == expected


def test_a_play_that_goes_on_for_ever_breaks_a_promise() -> None:
    graph = Graph([b"0", b"1", b"2"], [[(0, 0, 1)], [(0, 0, 0), (0, 1, 2)], []], finished={2})
    a, x = HAPPENINGS[0], FACTS[0]
    masks = {(0, 0): (BITS[a],), (1, 0): (), (1, 1): ()}
    sequel = Sequel((a, x), ((), (), ()))
    known = Known(masks, [0, 0, BITS[x]])
    assert broken_promise(graph, known, sequel).play == [(0, 0)]
    graph.edges[1] = [(0, 1, 2)]
    assert broken_promise(graph, known, sequel).play is None
