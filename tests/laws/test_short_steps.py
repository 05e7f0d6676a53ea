"""Places of a step beyond its events take no time, and are false all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.prove.test_induction import TINY

from stackproof.lang.readings.execution import Execution
from stackproof.lang.readings.plan import Bound, Plan
from stackproof.lang.readings.symbolic import SymbolicReading
from stackproof.lang.system import STEP, Law
from stackproof.lang.terms import Term
from stackproof.lang.types import Scalar
from stackproof.laws.history import happened, happened_about, occurs
from stackproof.prove.game import subject
from stackproof.prove.subject import Subject

EVENTS_HAPPEN = 3


@pytest.fixture(scope="module")
def known() -> Subject:
    return subject(TINY)


def test_what_a_rule_asks_first_is_found_in_what_it_calls(known: Subject) -> None:
    plan, unit = SymbolicReading(known.system).plan, known.system.unit
    count = next(leaf for leaf in known.system.step_type.leaves if leaf.path == "count")
    first = Bound("place", "step", count.offset)
    for rule in (happened, happened_about):
        assert plan.bound(unit.functions[known.system.key(rule)]) == first
    assert plan.bound(unit.functions[known.system.key(occurs)]) is None


def test_what_may_be_outside_its_domain_is_checked_first(known: Subject) -> None:
    """Where a place may be beyond the step, that is a rule error, and the rule is run."""
    plan = SymbolicReading(known.system).plan
    asked = known.system.unit.functions[known.system.key(happened_about)]
    step, place, *others = asked.parameters
    assert isinstance(place.type, Scalar)
    wider = replace(place, type=replace(place.type, high=place.type.high + 1))
    assert plan.bound(replace(asked, key="wider", parameters=(step, wider, *others))) is None
    assert plan.bound(replace(asked, key="same")) is not None


def test_laws_come_to_the_same_and_run_fewer_rules(
    known: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = SymbolicReading(known.system)
    run, runs = Execution._run, 0

    def counted(self: Execution, *given: object) -> Term | None:
        nonlocal runs
        runs += 1
        return run(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Execution, "_run", counted)
    laws = [law for law in known.goals if law.kind == STEP]
    found = [judged(known, reading, law) for law in laws]
    few, runs = runs, 0
    reading.plan.pure.clear()
    monkeypatch.setattr(Plan, "bound", lambda *_: None)
    for law, (holds, error) in zip(laws, found, strict=True):
        again = judged(known, reading, law)
        assert again[0] is holds, law.id
        assert again[1] is error, law.id
    assert 0 < 2 * few < runs


def judged(known: Subject, reading: SymbolicReading, law: Law) -> tuple[Term, Term]:
    """What a law says of any few events, and the first check that fails."""
    system = known.system
    step = reading.variables(system.step, "step.")
    step.cells[-1] = reading.terms.number(EVENTS_HAPPEN)
    found = reading.judge(
        law, setup=reading.variables(system.setup, "setup."),
        before=reading.variables(system.state, "before."), verb=0,
        after=reading.variables(system.state, "after."), argument=0, step=step,
    )  # fmt: skip
    return found.holds, found.error
