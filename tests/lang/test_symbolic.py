"""The symbolic reading agrees with CPython, and would be caught if it did not."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stackproof.lang import ir
from stackproof.lang.knowledge import Facts, Knowledge
from stackproof.lang.readings.evaluation import Evaluation
from stackproof.lang.readings.execution import Execution
from stackproof.lang.readings.plan import Body
from stackproof.lang.readings.python import Player
from stackproof.lang.terms import Term, Terms
from stackproof.lang.z3terms import Z3Terms

from . import toys
from .symbolically import GAMES, Symbolic, a_record, attempt, disagreements, game, ordering, records
from .toy import Verb


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_all_setups_and_positions(name: str, data: st.DataObject) -> None:
    symbolic = game(name)
    setup = data.draw(records(symbolic.system.setup_type))
    before = data.draw(records(symbolic.system.state_type))
    for verb, (_, size) in enumerate(symbolic.system.verbs):
        argument = data.draw(st.integers(0, size - 1))
        assert not disagreements(symbolic, setup, before, verb, argument)


@pytest.mark.parametrize("seed", range(5))
def test_random_walks(seed: int) -> None:
    symbolic, chance = game("toy"), random.Random(seed)
    system = symbolic.system
    setup = a_record(system.setup_type, chance)
    player, before = Player(system, setup), bytes(system.state_type.size)
    for _ in range(40):
        verb = chance.randrange(len(system.verbs))
        argument = chance.randrange(system.verbs[verb][1])
        assert not disagreements(symbolic, setup, before, verb, argument)
        position = player.position(before)
        if attempt(player.legal, position, verb, argument)[0]:
            applied, _ = attempt(player.apply, position, verb, argument)
            if isinstance(applied, tuple):
                before = applied[0].pack()


def test_one_setup_may_be_constant() -> None:
    symbolic, chance = game("toy"), random.Random(1)
    reading, system = symbolic.reading, symbolic.system
    packed = a_record(system.setup_type, chance)
    setup = reading.constants(system.setup, packed)
    before = reading.variables(system.state, "before.")
    found = reading.transition(Verb.TRADE, setup, before)
    player = Player(system, packed)
    for _ in range(50):
        state, argument = a_record(system.state_type, chance), chance.randrange(8)
        values = before.assignment(state) | {found.argument: argument}
        legal, error, *after = reading.evaluate(
            [found.legal, found.error, *found.after.cells], values
        )
        position = player.position(state)
        assert attempt(player.legal, position, Verb.TRADE, argument) == (legal, None)
        if legal and not error:
            expected = player.apply(position, Verb.TRADE, argument)[0].pack()
            assert bytes(value & 0xFF for value in after) == expected


def test_z3_is_imported_when_it_is_needed() -> None:
    text = "import sys, stackproof.lang.readings.symbolic; sys.exit('z3' in sys.modules)"
    path = [p for p in sys.path if p]
    text = f"import sys; sys.path[:0] = {path!r}; {text}"
    assert subprocess.run([sys.executable, "-c", text], check=False).returncode == 0


# Planted faults: each breaks one thing, and the comparison above has to notice.

Patch = Callable[[pytest.MonkeyPatch], None]
FAULTS: dict[str, Patch] = {}


def fault(plant: Patch) -> Patch:
    FAULTS[plant.__name__] = plant
    return plant


@fault
def less_is_at_most(patch: pytest.MonkeyPatch) -> None:
    less = Terms.less
    patch.setattr(Terms, "less", lambda self, a, b: self.either(less(self, a, b), self.equal(a, b)))


@fault
def plus_in_z3_is_minus(patch: pytest.MonkeyPatch) -> None:
    binary = Z3Terms._binary
    swapped = {"+": "-", "-": "+"}

    def wrong(self: Z3Terms, op: str, whole: Term) -> Any:
        return binary(self, swapped.get(op, op), whole)

    patch.setattr(Z3Terms, "_binary", wrong)


@fault
def numbers_are_unsigned(patch: pytest.MonkeyPatch) -> None:
    sized = Z3Terms._sized

    def wrong(self: Z3Terms, term: Term, size: int) -> Any:
        found = sized(self, term, size)
        bits = self(term).size()
        return found if size <= bits else self.z3.ZeroExt(size - bits, self(term))

    patch.setattr(Z3Terms, "_sized", wrong)


@fault
def errors_of_skipped_parts_count(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Evaluation, "_under", lambda self, _, e: self.value(e))


@fault
def the_last_error_counts(patch: pytest.MonkeyPatch) -> None:
    def error(self: Evaluation) -> Term:
        found = self.terms.number(0)
        for failed, site in self.outcome.failures.items():
            found = self.terms.ite(failed, self.terms.number(site), found)
        return found

    patch.setattr(Evaluation, "error", error)


@fault
def a_value_is_taken_after_the_place(patch: pytest.MonkeyPatch) -> None:
    store = Execution._store

    def early(self: Execution, s: ir.Store) -> None:
        self.place(s.path)
        store(self, s)

    table = {**Execution._execute, ir.Store: early}
    patch.setattr(Execution, "_execute", table)


@fault
def a_side_of_a_branch_is_not_taken_back(patch: pytest.MonkeyPatch) -> None:
    attempt = Execution._attempt

    def leak(self: Execution, test: Term, facts: Facts, body: Body) -> dict[int, Term | None]:
        found = attempt(self, test, facts, body)
        for address, value in found.items():
            self.memory[address] = value
        return found

    patch.setattr(Execution, "_attempt", leak)


@fault
def returning_is_forgotten_at_the_end_of_a_branch(patch: pytest.MonkeyPatch) -> None:
    fork = Execution._fork

    def forget(self: Execution, test: Term, then: Body, other: Body) -> None:
        fork(self, test, then, other)
        if self.read(self.frame.returned) is not self.terms.true:
            self.memory[self.frame.returned] = self.terms.false

    patch.setattr(Execution, "_fork", forget)


@fault
def too_much_is_known(patch: pytest.MonkeyPatch) -> None:
    def join(self: Knowledge, first: Facts | None, second: Facts | None) -> Facts | None:
        return None if first is None or second is None else {**first, **second}

    def draw(self: Knowledge, condition: Term, truth: bool = True) -> Facts | None:
        if condition.op == "and":
            return join(self, self.of(condition.args[0], truth), self.of(condition.args[1], truth))
        return original(self, condition, truth)

    original = Knowledge._draw
    patch.setattr(Knowledge, "_draw", draw)


@fault
def premises_always_hold(patch: pytest.MonkeyPatch) -> None:
    note = Evaluation.note
    patch.setattr(Evaluation, "note", lambda self, _: note(self, self.terms.true))


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_planted_faults_are_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[name](monkeypatch)
    games, chance = [Symbolic(toys.system()), Symbolic(ordering())], random.Random(7)
    for i in range(600):
        symbolic = games[i % 2]
        system = symbolic.system
        setup, before = (a_record(k, chance) for k in (system.setup_type, system.state_type))
        verb = chance.randrange(len(system.verbs))
        argument = chance.randrange(system.verbs[verb][1])
        if disagreements(symbolic, setup, before, verb, argument):
            return
    pytest.fail("nobody noticed")
