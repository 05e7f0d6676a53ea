"""A cofactor is the term itself wherever what was assumed holds."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lang.test_terms import Tree, build, environments, meaning, number_trees, truth_trees

from stackproof.lang.cofactor import Cofactor
from stackproof.lang.knowledge import Knowledge
from stackproof.lang.terms import Term, Terms, reachable
from stackproof.prove.evaluation import evaluate


def value(terms: Terms, term: Term, values: Mapping[str, int]) -> int:
    ordered = reachable([term])
    given_values = {t: values[t.name] for t in ordered if t.op == "var"}
    return evaluate(ordered, given_values)[term]


@settings(deadline=None)
@given(
    st.lists(st.tuples(truth_trees, st.booleans()), min_size=1, max_size=3),
    st.one_of(truth_trees, number_trees),
    st.lists(environments, min_size=1, max_size=8),
)
def test_it_means_the_same_where_the_conditions_hold(
    conditions: list[tuple[Tree, bool]], tree: Tree, known: list[dict[str, int]]
) -> None:
    terms = Terms()
    cofactor = Cofactor(terms, Knowledge(terms))
    possible = all(cofactor.assume(build(terms, c), truth) for c, truth in conditions)
    found = cofactor.of(build(terms, tree))
    for values in known:
        if all(bool(meaning(c, values)) == truth for c, truth in conditions):
            assert possible
            assert value(terms, found, values) == meaning(tree, values)


def test_a_choice_that_is_decided_is_one_side_of_it() -> None:
    terms = Terms()
    a, b = (terms.variable(name, 0, 9) for name in "ab")
    test = terms.less(a, b)
    cofactor = Cofactor(terms, Knowledge(terms))
    assert cofactor.assume(test)
    assert cofactor.of(terms.add(terms.ite(test, a, b), b)) is terms.add(a, b)


def test_what_cannot_be_is_told() -> None:
    terms = Terms()
    a = terms.variable("a", 0, 9)
    cofactor = Cofactor(terms, Knowledge(terms))
    assert cofactor.assume(terms.equal(a, terms.number(3)))
    assert not cofactor.assume(terms.equal(a, terms.number(4)))


def test_shared_parts_are_shown_once_and_not_for_ever() -> None:
    """A term whose parts are shared has a short text, however much it would be in full."""
    terms = Terms()
    total = terms.variable("a", 0, 1)
    for _ in range(200):
        total = terms.add(total, total)
    assert len(repr(total)) < 2000
