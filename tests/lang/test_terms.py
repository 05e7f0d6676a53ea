"""Terms mean what plain Python means, however they are simplified, and so does their Z3 form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stackproof.lang.bits import Circuits, constant, number, size_of
from stackproof.lang.knowledge import Knowledge
from stackproof.lang.terms import Term, Terms, family, reachable
from stackproof.lang.z3terms import Z3Terms, width
from stackproof.prove.clauses import Clauses
from stackproof.prove.evaluation import evaluate

NUMBERS = {"a": (-3, 2), "b": (0, 5), "c": (-1, 11), "d": (2, 9)}
TRUTHS = ("p", "q", "r")

Tree = tuple[object, ...]
"""An expression as nested tuples: an operator and its operands."""


def trees() -> tuple[st.SearchStrategy[Tree], st.SearchStrategy[Tree]]:
    """Expressions for numbers, and expressions for truth values."""
    literals = st.integers(-4, 12).map(lambda n: ("literal", n))
    names = st.sampled_from([("number", name) for name in NUMBERS])
    number: st.SearchStrategy[Tree] = st.deferred(
        lambda: st.one_of(
            literals,
            names,
            names,
            st.tuples(st.sampled_from("+-*"), number, number),
            st.tuples(st.just("clamp"), number, st.integers(-5, 0), st.integers(0, 9)),
            st.tuples(st.just("choose"), truth, number, number),
        )
    )
    truth: st.SearchStrategy[Tree] = st.deferred(
        lambda: st.one_of(
            st.sampled_from([("truth", name) for name in TRUTHS]),
            st.booleans().map(lambda value: ("constant", value)),
            st.tuples(st.sampled_from(("==", "<")), number, number),
            st.tuples(st.sampled_from(("==", "<", "and", "or")), truth, truth),
            st.tuples(st.just("not"), truth),
            st.tuples(st.just("choose"), truth, truth, truth),
        )
    )
    return number, truth


number_trees, truth_trees = trees()
environments = st.fixed_dictionaries(
    {name: st.integers(*domain) for name, domain in NUMBERS.items()}
    | {name: st.integers(0, 1) for name in TRUTHS}
)


def build(terms: Terms, tree: Tree) -> Term:
    op, *rest = tree
    if op in ("literal", "constant"):
        (value,) = rest
        return terms.number(int(str(value))) if op == "literal" else terms.truth(bool(value))
    if op == "number":
        name = str(rest[0])
        return terms.variable(name, *NUMBERS[name])
    if op == "truth":
        return terms.variable(str(rest[0]), 0, 1, boolean=True)
    parts = [build(terms, part) for part in rest if isinstance(part, tuple)]
    if op == "clamp":
        return terms.clamp(parts[0], *(int(str(n)) for n in rest[1:]))
    makers: dict[str, Callable[..., Term]] = {
        "+": terms.add, "-": terms.subtract, "*": terms.multiply, "choose": terms.ite,
        "==": terms.equal, "<": terms.less, "and": terms.both, "or": terms.either,
        "not": terms.negate,
    }  # fmt: skip
    return makers[str(op)](*parts)


def meaning(tree: Tree, values: Mapping[str, int]) -> int:
    """What plain Python makes of an expression."""
    op, *rest = tree
    if op in ("literal", "constant"):
        return int(rest[0])  # type: ignore[call-overload, no-any-return]
    if op in ("number", "truth"):
        return values[str(rest[0])]
    parts = [meaning(part, values) for part in rest if isinstance(part, tuple)]
    if op == "clamp":
        low, high = (int(str(n)) for n in rest[1:])
        return parts[0] if low <= parts[0] <= high else low
    return combine(str(op), parts)


def combine(op: str, parts: list[int]) -> int:
    if op in ("choose", "ite"):
        return parts[1] if parts[0] else parts[2]
    if op == "not":
        return 1 - parts[0]
    a, b = parts
    found = {
        "+": a + b, "-": a - b, "*": a * b, "==": a == b, "<": a < b, "and": a & b, "or": a | b,
    }  # fmt: skip
    return int(found[op])


def compute(root: Term, values: Mapping[str, int]) -> int:
    """What plain Python makes of a term, and that no part of it leaves its interval."""
    found: dict[Term, int] = {}
    for term in reachable([root]):
        if term.op == "const":
            value = term.low
        elif term.op == "var":
            value = values[term.name]
        elif term.op == "clamp":
            part = found[term.args[0]]
            value = part if term.low <= part <= term.high else term.low
        else:
            value = combine(term.op, [found[part] for part in term.args])
        assert term.low <= value <= term.high, term
        found[term] = value
    return found[root]


@settings(max_examples=150, deadline=None)
@given(st.one_of(number_trees, truth_trees), st.lists(environments, min_size=3, max_size=8))
def test_terms_mean_what_they_were_made_of(tree: Tree, cases: list[dict[str, int]]) -> None:
    term = build(Terms(), tree)
    for values in cases:
        assert compute(term, values) == meaning(tree, values)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(number_trees, truth_trees), min_size=1, max_size=4), environments)
def test_z3_computes_the_same(found: list[Tree], values: dict[str, int]) -> None:
    terms = Terms()
    roots = [build(terms, tree) for tree in found]
    variables = {t: values[t.name] for t in reachable(roots) if t.op == "var"}
    assert Z3Terms().evaluate(roots, variables) == [meaning(tree, values) for tree in found]


@settings(max_examples=150, deadline=None)
@given(st.one_of(number_trees, truth_trees), environments)
def test_gates_compute_the_same(found: Tree, values: dict[str, int]) -> None:
    """The solver, told the bits of the variables, finds those of the term and no others."""
    root = build(Terms(), found)
    clauses = Clauses()
    circuits = Circuits(clauses)
    words: dict[Term, list[int]] = {}
    told: list[int] = []
    for term in reachable([root]):
        if term.op == "var":
            words[term] = [clauses.fresh() for _ in range(size_of(term))]
            bits = constant(values[term.name], size_of(term))
            told += [b if bit > 0 else -b for b, bit in zip(words[term], bits, strict=True)]
            told.append(circuits.within(term, words[term]))
        else:
            words[term] = circuits.node(term, [words[part] for part in term.args])
    assert clauses.solve(told, until=float("inf"))
    model = clauses.model()
    known = [(bit > 0) == (model[abs(bit) - 1] > 0) for bit in words[root]]
    assert number(root, known) == meaning(found, values)
    other = [-bit if value else bit for bit, value in zip(words[root], known, strict=True)]
    flipped = clauses.fresh()
    clauses.add(-flipped, *other)
    assert clauses.solve([*told, flipped], until=float("inf")) is False


@settings(max_examples=100, deadline=None)
@given(truth_trees, truth_trees, number_trees, st.lists(environments, min_size=4, max_size=10))
def test_what_is_known_under_a_condition_is_true(
    condition: Tree, claim: Tree, number: Tree, cases: list[dict[str, int]]
) -> None:
    terms = Terms()
    knowledge = Knowledge(terms)
    test, other, amount = (build(terms, tree) for tree in (condition, claim, number))
    facts = knowledge.of(test)
    for values in cases:
        if not meaning(condition, values):
            continue
        assert facts is not None
        for term, mask in facts.items():
            assert mask >> (compute(term, values) - term.low) & 1, (term, mask)
        assert compute(knowledge.decide(facts, other), values) == meaning(claim, values)
        assert compute(knowledge.value(facts, amount), values) == meaning(number, values)


@given(st.integers(-300, 300), st.integers(0, 300))
def test_a_width_is_the_smallest_that_holds_an_interval(low: int, span: int) -> None:
    high, bits = low + span, width(low, low + span)
    first = 0 if low >= 0 else -(1 << bits - 1)
    assert first <= low
    assert high < first + (1 << bits)
    if bits > 1:
        smaller = 0 if low >= 0 else -(1 << bits - 2)
        assert low < smaller or high >= smaller + (1 << bits - 1)


def test_equal_terms_are_one() -> None:
    terms = Terms()
    a, b = terms.variable("a", 0, 5), terms.variable("b", 0, 5)
    assert terms.add(a, b) is terms.add(b, a)
    assert terms.less(a, terms.number(6)) is terms.true
    assert terms.either(terms.equal(a, b), terms.negate(terms.equal(b, a))) is terms.true
    assert terms.ite(terms.equal(a, b), a, b) is b
    assert terms.negate(terms.less(a, terms.number(1))) is terms.less(terms.number(0), a)


def test_a_variable_has_one_domain() -> None:
    terms = Terms()
    assert terms.variable("a", 0, 5) is terms.variable("a", 0, 5)
    with pytest.raises(ValueError, match=r"0\.\.5"):
        terms.variable("a", 0, 6)


def test_domains_exclude_what_bits_could_hold_besides() -> None:
    z3terms, terms = Z3Terms(), Terms()
    for low, high in ((0, 5), (-1, 6), (-3, 3), (0, 7), (-4, 3)):
        x = terms.variable(f"x{low}.{high}", low, high)
        solver, found = z3terms.z3.Solver(), set()
        solver.add(z3terms.domains([x]))
        while str(solver.check()) == "sat":
            value = z3terms.value(x, solver.model())
            found.add(value)
            solver.add(z3terms(terms.negate(terms.equal(x, terms.number(value)))))
        assert found == set(range(low, high + 1))


def test_deep_terms_need_no_deep_recursion() -> None:
    terms = Terms()
    total = terms.number(0)
    for i in range(5000):
        test = terms.variable(f"p{i}", 0, 1, boolean=True)
        total = terms.ite(test, total, terms.variable(f"x{i}", 0, 3))
    assert Z3Terms()(total).size() == 2


def test_two_conditions_of_which_one_can_be_true_may_both_be_false() -> None:
    terms = Terms()
    x = terms.variable("x", 0, 3)
    one, two = terms.equal(x, terms.number(1)), terms.equal(x, terms.number(2))
    same = terms.equal(one, two)
    for n in range(4):
        ordered = reachable([same])
        assert evaluate(ordered, {x: n})[same] == ((n == 1) == (n == 2))
    assert terms.equal(one, terms.negate(one)) is terms.false


DEEP = 100


@given(st.one_of(number_trees, truth_trees), st.lists(st.one_of(number_trees, truth_trees)))
def test_the_shape_of_a_term_does_not_depend_on_what_was_made_before(
    tree: Tree, others: list[Tree]
) -> None:
    apart, after = Terms(), Terms()
    for other in others:
        build(after, other)
    one, same = build(apart, tree), build(after, tree)
    assert one.text(DEEP) == same.text(DEEP)
    assert one.rank == same.rank


def test_parts_are_placed_alike_whatever_number_a_call_has() -> None:
    def made(first: int, names: Sequence[str]) -> str:
        terms = Terms()
        known = {name: terms.variable(f"call{first}.{name}", 0, 1, boolean=True) for name in names}
        return family(terms.both(known["a"], known["b"]).args[0].name)

    found = {made(number, names) for number in (1, 2, 30) for names in ("ab", "ba")}
    assert len(found) == 1
