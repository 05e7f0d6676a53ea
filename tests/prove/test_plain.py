"""What hypotheses plainly say is left out of a question, and nothing else is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lang.test_cofactor import value
from tests.lang.test_terms import Tree, build, environments, truth_trees

from stackproof.lang.terms import Term, Terms
from stackproof.prove.plain import Plain, parted


@settings(deadline=None)
@given(
    st.lists(truth_trees, max_size=4),
    st.lists(truth_trees, min_size=1, max_size=3),
    st.lists(environments, min_size=1, max_size=8),
)
def test_with_what_is_left_the_goal_is_shown(
    known: list[Tree], wanted: list[Tree], environs: list[dict[str, int]]
) -> None:
    terms = Terms()
    hypotheses = [build(terms, tree) for tree in known]
    goal = terms.true
    for tree in wanted:
        goal = terms.both(goal, build(terms, tree))
    left, used = Plain(terms, hypotheses).left(goal, hypotheses)
    assert set(used) <= set(hypotheses)
    for values in environs:
        if value(terms, left, values) and all(value(terms, h, values) for h in used):
            assert value(terms, goal, values)


def test_an_implication_with_more_premises_is_said_by_one_with_fewer() -> None:
    terms = Terms()
    p, q, r = (terms.variable(name, 0, 1, boolean=True) for name in "pqr")
    known = terms.either(terms.negate(p), r)
    wanted = terms.either(terms.negate(terms.both(p, q)), r)
    plain = Plain(terms, [known])
    assert plain.left(wanted, [known]) == (terms.true, [known])
    assert plain.left(terms.both(wanted, q), [known]) == (q, [known])


def test_it_is_not_the_other_way_round() -> None:
    terms = Terms()
    p, q, r = (terms.variable(name, 0, 1, boolean=True) for name in "pqr")
    known = terms.either(terms.negate(terms.both(p, q)), r)
    wanted = terms.either(terms.negate(p), r)
    assert Plain(terms, [known]).left(wanted, [known]) == (wanted, [])


def test_a_hypothesis_that_may_not_be_used_says_nothing() -> None:
    terms = Terms()
    p = terms.variable("p", 0, 1, boolean=True)
    assert Plain(terms, [p]).left(p, []) == (p, [])


def leaves(terms: Terms, condition: Term) -> list[Term]:
    """The parts of the parts, until there are no more."""
    parts = parted(terms, condition)
    if len(parts) == 1:
        return parts
    return [leaf for part in parts for leaf in leaves(terms, part)]


@settings(deadline=None)
@given(truth_trees, st.lists(environments, min_size=1, max_size=8))
def test_a_condition_is_true_where_all_its_parts_are(
    tree: Tree, environs: list[dict[str, int]]
) -> None:
    terms = Terms()
    condition = build(terms, tree)
    for parts in (parted(terms, condition), leaves(terms, condition)):
        for values in environs:
            together = all(value(terms, part, values) for part in parts)
            assert together == bool(value(terms, condition, values))


def test_a_choice_comes_to_what_holds_either_way_of_it() -> None:
    terms = Terms()
    p, q, r, s = (terms.variable(name, 0, 1, boolean=True) for name in "pqrs")
    choice = terms.ite(q, r, s)
    either_way = [terms.either(terms.negate(q), r), terms.either(q, s)]
    assert parted(terms, choice) == either_way
    implied = terms.either(terms.negate(p), choice)
    assert parted(terms, implied) == [terms.either(terms.negate(p), part) for part in either_way]


def test_premises_are_no_parts() -> None:
    terms = Terms()
    p, q, r = (terms.variable(name, 0, 1, boolean=True) for name in "pqr")
    n, m = (terms.variable(name, 0, 9) for name in "nm")
    said = terms.either(terms.both(p, q), terms.less(terms.add(n, m), terms.number(5)))
    assert parted(terms, said) == [said]
    assert parted(terms, r) == [r]
