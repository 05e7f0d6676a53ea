"""Slices cover a goal if they show all parts of it, and may show more than one each."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

from stackproof.certify.covering import covered
from stackproof.lang.terms import Term, Terms, reachable
from stackproof.prove.cases import Case
from stackproof.prove.plain import Plain
from stackproof.prove.slices import Part, Slice, cut


def case(terms: Terms, goal: Term) -> Case:
    """A case without hypotheses and with one goal."""
    return cast(Case, SimpleNamespace(
        terms=terms, hypotheses={}, plain=Plain(terms, ()), questions=lambda _: [(goal, [])],
    ))  # fmt: skip


def distinct(terms: Terms, number: int) -> Term:
    """That what is 1 after a call is not what is 2."""
    v, w = (terms.variable(f"call{number}.{name}", 0, 3) for name in "vw")
    is_one, is_two = (terms.equal(x, terms.number(n)) for x, n in ((v, 1), (w, 2)))
    return terms.negate(terms.both(terms.both(is_one, is_two), terms.equal(v, w)))


def shows(goal: Term) -> Slice:
    return cut(Part(goal, (), frozenset(reachable([goal]))), {})


def told(goal: Term, terms: Terms, slices: Sequence[Slice]) -> int | None:
    """How many slices are needed, or None where they are not enough."""
    found = covered(case(terms, goal), "any", slices)
    return None if found is None else len(found[1])


def test_a_slice_may_show_several_parts() -> None:
    terms = Terms()
    parts = [distinct(terms, number) for number in range(3)]
    goal = terms.both(parts[0], terms.both(parts[1], parts[2]))
    assert told(goal, terms, [shows(parts[0])]) == 1


def test_a_slice_of_the_whole_is_enough() -> None:
    terms = Terms()
    goal = terms.both(distinct(terms, 1), distinct(terms, 2))
    assert told(goal, terms, [shows(goal)]) == 1


def test_a_part_that_no_slice_shows_is_left() -> None:
    terms = Terms()
    x, y = (terms.variable(name, 0, 3) for name in "xy")
    goal = terms.both(distinct(terms, 1), terms.less(x, y))
    assert told(goal, terms, [shows(distinct(terms, 1))]) is None
    assert told(goal, terms, []) is None


def test_slices_fit_whatever_was_made_before() -> None:
    first, again = Terms(), Terms()
    for number in (3, 2, 1):
        distinct(again, number)

    def both(terms: Terms) -> Term:
        found = terms.true
        for number in range(1, 4):
            v = terms.variable(f"call.mark[{number}]", 0, 3)
            part = terms.either(terms.equal(v, terms.number(1)), distinct(terms, number))
            found = terms.both(found, part)
        return found

    terms = Terms()
    for number in (3, 1, 2):
        terms.equal(terms.variable(f"call.mark[{number}]", 0, 3), terms.number(1))
    assert told(both(terms), terms, [shows(both(first))]) == 1
    assert told(both(again), again, [shows(both(first))]) == 1
