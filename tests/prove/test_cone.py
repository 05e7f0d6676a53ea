"""A goal follows, or there is a computed case against it, or nobody knows; never anything else."""

from __future__ import annotations

import weakref

import pytest

from stackproof.lang.readings.symbolic import undisturbed
from stackproof.lang.terms import Term, Terms
from stackproof.prove.asking import prove
from stackproof.prove.clauses import Clauses
from stackproof.prove.cone import Answer, Cone, Ground
from stackproof.prove.integers import Integers


@pytest.fixture
def terms() -> Terms:
    return Terms()


def ask(terms: Terms, goal: Term, *hypotheses: Term, seconds: float = 20) -> Answer:
    return prove(Ground(terms, hypotheses), goal, seconds)


def numbers(terms: Terms, count: int) -> list[Term]:
    return [terms.variable(f"x{i}", 0, 31) for i in range(count)]


def test_what_follows_is_proved_and_tells_what_it_rests_on(terms: Terms) -> None:
    a, b, c = numbers(terms, 3)
    far = terms.less(c, terms.number(3))
    found = ask(terms, terms.less(a, c), terms.less(a, b), terms.less(b, c), far)
    assert found.status == "proved"
    assert {terms.less(a, b), terms.less(b, c)} <= set(found.used)


def test_what_does_not_follow_is_refuted_by_values_that_were_computed(terms: Terms) -> None:
    a, b, c = numbers(terms, 3)
    found = ask(terms, terms.less(a, c), terms.less(a, b))
    assert found.status == "refuted"
    assert found.values.get(a, 0) < found.values.get(b, 0)
    assert found.values.get(a, 0) >= found.values.get(c, 0)


def test_a_term_that_is_not_looked_at_can_be_anything(terms: Terms) -> None:
    """A deep sum need not be opened to see that it is itself."""
    a, *others = numbers(terms, 40)
    total = a
    for other in others:
        total = terms.ite(terms.less(other, a), terms.add(total, other), total)
    small = terms.less(total, terms.number(9))
    unless = terms.both(terms.negate(small), terms.less(a, others[0]))
    known = terms.negate(terms.less(a, others[0]))
    found = ask(terms, terms.either(small, terms.negate(unless)), known)
    assert found.status == "proved"


def test_time_that_runs_out_proves_nothing(terms: Terms) -> None:
    a, b = numbers(terms, 2)
    cone = Cone(Ground(terms, [terms.less(a, b)]))
    found = cone.follows(terms.negate(terms.less(b, a)), seconds=0.0)
    assert found.status == "undetermined"
    assert "0 s" in found.reason


def test_a_solver_that_gives_up_proves_nothing(
    terms: Terms, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = numbers(terms, 2)
    cone = Cone(Ground(terms, [terms.less(a, b)]))
    monkeypatch.setattr(Clauses, "solve", lambda *_: None)
    monkeypatch.setattr(Integers, "check", lambda *_: None)
    assert cone.follows(terms.negate(terms.less(b, a)), seconds=20).status == "undetermined"


def test_one_question_does_not_rest_on_the_hypotheses_of_another(terms: Terms) -> None:
    a, b, c = numbers(terms, 3)
    first, second = terms.less(a, b), terms.less(b, c)
    cone = Cone(Ground(terms, [first, second]))
    assert cone.follows(terms.less(a, c), 20).status == "proved"
    assert cone.follows(terms.less(a, c), 20, [first]).status == "refuted"
    assert cone.follows(terms.less(a, b), 20).used == (first,)


def test_what_was_asked_is_freed_at_once(terms: Terms) -> None:
    """Garbage is not looked for in a proof, so that a cycle would keep its solver."""
    a, b = numbers(terms, 2)
    cone = Cone(Ground(terms, [terms.less(a, b)]))
    assert cone.follows(terms.negate(terms.less(b, a)), 20).status == "proved"
    left = weakref.ref(cone)
    with undisturbed():
        del cone
        assert left() is None
