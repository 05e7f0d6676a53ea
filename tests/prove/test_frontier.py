"""What a question looks at: terms that are defined, and the open ones at their border."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stackproof.lang.bits import number, size_of
from stackproof.lang.terms import Term, Terms, reachable
from stackproof.prove.evaluation import Table
from stackproof.prove.frontier import Frontier


def some(terms: Terms) -> list[Term]:
    """Conditions that have parts in common."""
    a, b, c = (terms.variable(name, -5, 9) for name in "abc")
    test = terms.variable("test", 0, 1, boolean=True)
    sum_ = terms.add(a, b)
    chosen = terms.ite(test, sum_, c)
    return [
        terms.less(chosen, terms.number(3)),
        terms.both(test, terms.less(sum_, c)),
        terms.negate(terms.equal(chosen, b)),
    ]


def looked_at(roots: list[Term], defined: set[Term]) -> set[Term]:
    """The same, from scratch."""
    found: set[Term] = set()
    pending = list(roots)
    while pending:
        term = pending.pop()
        if term not in found:
            found.add(term)
            pending += term.args if term in defined else ()
    return found


@given(st.data())
def test_it_grows_to_what_is_found_from_scratch(data: st.DataObject) -> None:
    roots = some(Terms())
    table = Table()
    table.add(reachable(roots))
    defined: set[Term] = set()
    grown = Frontier(table.rows, {}, defined)
    seen: list[Term] = []
    able = [term for term in table.terms if term.args]
    for _ in range(data.draw(st.integers(1, 8))):
        new = data.draw(st.lists(st.sampled_from(able), unique=True))
        new = [term for term in new if term not in defined]
        defined.update(new)
        grown.define(new)
        root = data.draw(st.sampled_from(roots))
        grown.look([root])
        seen.append(root)
        whole = looked_at(seen, defined)
        assert set(grown.seen) == whole
        assert set(grown.open) == whole - defined
        assert set(grown.closed()) == whole & defined
        assert list(grown.rows()) == [table.rows[term] for term in grown.open]


@given(st.data())
def test_a_model_claims_what_the_bits_of_words_come_to(data: st.DataObject) -> None:
    terms = Terms()
    domains = [(0, 1, True), (0, 1, False), (-1, 0, False), (-5, 9, False), (0, 63, False)]
    drawn = data.draw(st.lists(st.sampled_from(domains), max_size=6))
    variables = [
        terms.variable(f"v{i}", low, high, boolean)
        for i, (low, high, boolean) in enumerate(drawn)
    ]  # fmt: skip
    model = [n if data.draw(st.booleans()) else -n for n in range(1, 12)]
    literals = st.integers(1, 11).flatmap(lambda n: st.sampled_from([n, -n]))
    words = {
        term: data.draw(st.lists(literals, min_size=size_of(term), max_size=size_of(term)))
        for term in variables
    }
    table = Table()
    table.add(variables)
    border = Frontier(table.rows, words, set())
    border.look(variables)
    claimed = border.claimed(model)
    assert list(claimed) == [
        number(term, [(literal in model) for literal in words[term]]) for term in border.open
    ]
    assert border.variables(claimed) == dict(zip(border.open, claimed.tolist(), strict=True))
