"""One state of each orbit: known counts of the canonical form, on systems small enough to list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest
from tests.explore.models import Edge, Interpreted, grid

from stackproof.explore.retell import Retelling, ToldApartError
from stackproof.explore.search import explore
from stackproof.explore.symmetry import Canonical, Symmetry
from stackproof.lang.symmetry import Cell, Column, Heap, Layout, Place, renamed, sorted_bags


def counters(number: int) -> Symmetry:
    """So many counters, each of which may take the place of any other."""
    return Symmetry(Layout(number, number, [Column(0, 1)]), [range(number)])


@pytest.mark.parametrize(
    "number, top, orbits, edges", [(6, 9, 5005, 27027), (4, 4, 70, 224), (1, 9, 10, 9)]
)
def test_interchangeable_counters_are_multisets(
    number: int, top: int, orbits: int, edges: int
) -> None:
    """As many as there are ways to choose values for the counters without regard to order."""
    found = explore(grid(number, top), b"", bytes(number), symmetry=counters(number))
    assert (found.states, found.edges) == (orbits, edges)
    assert found.complete
    assert found.depth == number * top + 1


def test_a_class_apart_keeps_its_names() -> None:
    """Two pairs of counters: pairs of multisets of two out of five values."""
    layout = Layout(4, 4, [Column(0, 1)])
    found = explore(grid(4, 4), b"", bytes(4), symmetry=Symmetry(layout, [[0, 2], [1, 3]]))
    assert found.states == 15 * 15


LAYOUT = Layout(
    size=21,
    members=4,
    columns=[Column(0, 1), Column(4, 1, base=0)],
    cells=[Cell(8, 3, 0, (Place(1, 0), Place(2, 10))), Cell(0, 21, -1, (Place(11, 0),))],
    heaps=[Heap(3, Cell(12, 3, 0, (Place(1, 0), Place(2, 0))))],
)
"""Four members with a value and a partner each, a record with a member and a target, a scalar with
a member, and a bag of three records with two members each.
"""
NONE = 255


def row(*values: int) -> bytes:
    return bytes(values).ljust(24, b"\0")


ROWS = [
    row(1, 1, 2, 1, NONE, NONE, NONE, NONE, 1, 3, 11, NONE),
    row(1, 1, 1, 1, 2, 3, NONE, NONE, 0, 0, 0, NONE),
    row(0, 0, 0, 0, NONE, NONE, NONE, NONE, 0, 0, 0, 2, 1, 3, 3, 1, 1, 1, 0, 0, 0),
    row(0, 0, 0, 0, 1, 2, 3, 0, 5, 3, 3, 0, 2, 0, 1, 2, 2, 3, 0, 0, 0),
    row(7, 7, 7, 7, 1, 0, 3, 2, 0, 0, 0, NONE, 1, 0, 1, 1, 1, 0, 1, 2, 3),
]


@pytest.mark.parametrize("start", ROWS)
def test_all_images_have_one_form(start: bytes) -> None:
    canonical = Canonical(Symmetry(LAYOUT, [range(4)]), 24)
    images = {renamed(LAYOUT, start, names) for names in permutations(range(4))}
    forms = {canonical(image) for image in images}
    assert len(forms) == 1
    assert forms <= {sorted_bags(LAYOUT, image) for image in images}
    assert not canonical.doubtful


def test_what_is_cleared_stays_so() -> None:
    """Zeros in a record that stands for nothing are no member."""
    canonical = Canonical(Symmetry(LAYOUT, [range(4)]), 24)
    nothing = row(3, 2, 1, 0, NONE, NONE, NONE, NONE, 0, 0, 0, NONE)
    assert canonical(nothing)[8:] == nothing[8:]
    assert canonical(nothing) != nothing


def test_a_record_of_nothing_but_members_is_doubtful() -> None:
    layout = Layout(4, 2, [], [Cell(0, 2, -2, (Place(0, 0), Place(1, 0)))])
    canonical = Canonical(Symmetry(layout, [range(2)]), 8)
    canonical(bytes(8))
    assert not canonical.doubtful
    canonical(bytes([0, 1, 0, 0, 0, 0, 0, 0]))
    assert canonical.doubtful


def test_a_play_that_goes_round_is_told_until_it_really_does() -> None:
    """A token goes from place to place: one representative, and back at once; really, after all
    three places.
    """

    def onward(state: bytes) -> Iterator[Edge]:
        at = state.index(1)
        yield Edge(0, at, bytes(int(i == (at + 1) % 3) for i in range(3)))

    model, symmetry = Interpreted(3, onward), counters(3)
    found = explore(model, b"", b"\1\0\0", symmetry=symmetry)
    assert (found.states, found.edges) == (1, 1)
    retelling = Retelling(model, b"", b"\1\0\0", symmetry)
    kept = next(onward(found.row(0)))
    told = retelling.play([(kept.verb, kept.argument)], loop=0)
    assert told == ([(0, 0), (0, 1), (0, 2)], 0)


def test_a_play_without_a_counterpart_is_no_play() -> None:
    """Only the first of two counters may be raised to 2: the rules tell them apart."""

    def unfair(state: bytes) -> Iterator[Edge]:
        for i, value in enumerate(state):
            if value < 2 - i:
                yield Edge(0, i, bytes(v + (k == i) for k, v in enumerate(state)))

    model, symmetry = Interpreted(2, unfair), counters(2)
    found = explore(model, b"", bytes(2), symmetry=symmetry)
    retelling = Retelling(model, b"", bytes(2), symmetry)
    with pytest.raises(ToldApartError):
        retelling.spot_check(found)
