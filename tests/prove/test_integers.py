"""Terms are the same numbers to Z3 as integers, and what is left open can be any."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lang.test_terms import Tree, build, environments, meaning, number_trees, truth_trees

from stackproof.lang.terms import Term, Terms, reachable
from stackproof.prove.cone import Cone, Ground
from stackproof.prove.integers import Integers


@settings(max_examples=100, deadline=None)
@given(st.one_of(number_trees, truth_trees), environments)
def test_integers_are_what_terms_mean(tree: Tree, values: Mapping[str, int]) -> None:
    terms = Terms()
    root, told = build(terms, tree), meaning(tree, values)
    expected = terms.truth(bool(told)) if root.boolean else terms.number(told)
    where = [_is(terms, t, values[t.name]) for t in reachable([root]) if t.op == "var"]
    same = terms.equal(root, expected)
    known = reachable([root, same, terms.negate(same), *where])
    asked = Integers(known, frozenset(known))
    assert asked.check([*where, same], 20) is True
    assert asked.value(root) == told
    again = Integers(known, frozenset(known))
    assert again.check(where, 20, goal=same) is False


def _is(terms: Terms, variable: Term, value: int) -> Term:
    if variable.boolean:
        return variable if value else terms.negate(variable)
    return terms.equal(variable, terms.number(value))


def test_what_is_not_defined_can_be_anything_in_its_interval() -> None:
    terms = Terms()
    a = terms.variable("a", 0, 5)
    twice = terms.add(a, a)
    odd, much = terms.equal(twice, terms.number(3)), terms.less(terms.number(10), twice)
    known = reachable([odd, much])
    open_ = frozenset(known) - {twice}
    assert Integers(known, open_).check([odd], 20) is True
    assert Integers(known, open_).check([much], 20) is False
    assert Integers(known, frozenset(known)).check([odd], 20) is False


def test_only_conditions_that_matter_are_needed() -> None:
    terms = Terms()
    a, b, c = (terms.variable(name, 0, 9) for name in "abc")
    far, near, other = terms.less(a, b), terms.less(b, a), terms.less(c, a)
    known = reachable([far, near, other])
    asked = Integers(known, frozenset(known))
    assert asked.check([far, other, near], 20) is False
    assert [asked.needed(part) for part in (far, other, near)] == [True, False, True]


def test_sums_that_are_put_together_otherwise_are_seen_to_be_the_same() -> None:
    """Of gates this takes minutes."""
    terms = Terms()
    parts = [
        terms.ite(terms.variable(f"p{i}", 0, 1, boolean=True), terms.variable(f"x{i}", 0, 200),
                  terms.number(0))
        for i in range(12)
    ]  # fmt: skip
    forth, back = terms.number(0), terms.number(0)
    for one, other in zip(parts, reversed(parts), strict=True):
        forth, back = terms.add(forth, one), terms.add(back, other)
    found = Cone(Ground(terms, [])).follows(terms.equal(forth, back), 60)
    assert found.status == "proved"
    assert found.seconds < 20
