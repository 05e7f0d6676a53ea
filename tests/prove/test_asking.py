"""Goals are asked in parts where the whole has no answer at a glance."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from stackproof.lang.terms import Term, Terms
from stackproof.prove import asking
from stackproof.prove.asking import prove
from stackproof.prove.cone import Answer, Ground
from stackproof.prove.slices import Part
from stackproof.prove.turns import GLANCE

HOUR = 3600.0


class Slow:
    """Answers about single variables only; what is named ``slow`` takes an hour."""

    asked: list[tuple[str, float]]

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def follows(self, goal: Term, seconds: float, _: Iterable[Term] | None) -> Answer:
        self.asked.append((goal.name, seconds))
        if not goal.name or goal.name == "slow":
            return Answer("undetermined", reason="no answer", seconds=seconds)
        if goal.name == "wrong":
            return Answer("refuted", values={goal: 0}, seconds=0.1)
        return Answer("proved", seconds=0.1, parts=(Part(goal, (), frozenset()),))


def answered(monkeypatch: pytest.MonkeyPatch, *names: str) -> Answer:
    """The answer about a conjunction of variables of these names."""
    monkeypatch.setattr(asking, "Cone", Slow)
    Slow.asked = []
    terms = Terms()
    goal = terms.true
    for name in names:
        goal = terms.both(goal, terms.variable(name, 0, 1, boolean=True))
    return prove(Ground(terms, []), goal, HOUR)


def test_all_parts_together_are_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    found = answered(monkeypatch, "one", "two", "three")
    assert found.status == "proved"
    assert {part.goal.name for part in found.parts} == {"one", "two", "three"}
    assert ("", GLANCE) in Slow.asked


@pytest.mark.parametrize("names", [("slow", "wrong"), ("wrong", "slow"), ("slow", "one", "wrong")])
def test_a_false_part_is_found_whatever_else_has_no_answer(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    assert answered(monkeypatch, *names).status == "refuted"


def test_a_part_without_an_answer_leaves_the_whole_without(monkeypatch: pytest.MonkeyPatch) -> None:
    found = answered(monkeypatch, "one", "slow", "two")
    assert (found.status, found.reason) == ("undetermined", f"no answer in {HOUR:g} s")
    assert not found.parts


def test_once_the_whole_cannot_be_proved_parts_are_only_glanced_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered(monkeypatch, "slow", "one", "two")
    names = [name for name, _ in Slow.asked]
    after = [seconds for _, seconds in Slow.asked[names.index("slow") + 1 :]]
    assert all(seconds <= GLANCE for seconds in after)
    before = [seconds for name, seconds in Slow.asked[: names.index("slow")] if name]
    assert all(seconds == HOUR for seconds in before)
