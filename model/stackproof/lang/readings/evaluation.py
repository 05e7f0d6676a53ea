"""Symbolic evaluation: what expressions and places of checked rules are, as terms.

All scalars, those of records and of locals alike, live in one memory. A place may depend on
symbolic indices; reading one is a choice between the elements that it may be.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from .. import ir
from ..knowledge import Facts
from ..terms import Term
from ..types import Scalar
from .plan import Outcome, Plan

Choices = list[list[tuple[Term, int]]]
"""For each symbolic index on a path, what it may add to the address under which condition. The
conditions of one index exclude each other; all are false where it is outside its array."""


@dataclass
class Frame:
    """One call: the addresses of its records and locals, of whether it returned, and what."""

    records: dict[str, int]
    slots: dict[str, int]
    returned: int
    result: int


class Evaluation:
    """The state of one run, and what expressions are in it.

    ``path`` is the condition under which the run is where it is, ``facts`` what is known there.
    """

    def __init__(self, plan: Plan, memory: list[Term], facts: Facts) -> None:
        self.plan = plan
        self.terms = plan.terms
        self.memory: list[Term | None] = list(memory)
        self.path = self.terms.true
        self.outcome = Outcome(self.terms.false)
        self.facts = facts
        self.frame = Frame({}, {}, -1, -1)

    def invoke(self, call: ir.Call) -> Term | None:
        """Run the rule that is called; its result, if it has one."""
        raise NotImplementedError

    def error(self) -> Term:
        """The site of the first failed check, or 0."""
        found = self.terms.number(0)
        for failed, site in reversed(self.outcome.failures.items()):
            found = self.terms.ite(failed, self.terms.number(site), found)
        return found

    def scalars(self, start: int, size: int) -> list[Term]:
        """The scalars of a record in memory."""
        return [self.read(start + i) for i in range(size)]

    # Checks

    def fail(self, failed: Term, site: int) -> None:
        """Note under which condition a check fails, and go on as if it had not."""
        failed = self.known(failed)
        if failed is self.terms.false:
            return
        self.outcome.failures.setdefault(self.terms.both(self.path, failed), site)
        passed = self.plan.knowledge.join(self.facts, self.plan.knowledge.of(failed, False))
        if passed is not None:  # Otherwise it always fails here, and what follows is meaningless.
            self.facts = passed

    def note(self, premise: Term) -> None:
        held = self.terms.both(self.path, premise)
        self.outcome.premise = self.terms.either(self.outcome.premise, held)

    def outside(self, value: Term, low: int, high: int) -> Term:
        below = self.terms.less(value, self.terms.number(low))
        return self.terms.either(below, self.terms.less(self.terms.number(high), value))

    def inside(self, value: Term, domain: Scalar, site: int) -> Term:
        """A value after the check that it is in a domain."""
        if domain.boolean or (domain.low <= value.low and value.high <= domain.high):
            return value
        self.fail(self.outside(value, domain.low, domain.high), site)
        return self.terms.clamp(value, domain.low, domain.high)

    # Places

    def read(self, address: int) -> Term:
        found = self.memory[address]
        assert found is not None
        return self.plan.knowledge.value(self.facts, found)

    def place(self, path: ir.Path) -> tuple[int, Choices]:
        address = self.frame.records[path.root]
        choices: Choices = []
        for step in path.steps:
            if isinstance(step, ir.FieldStep):
                address += step.offset
                continue
            index = self.value(step.index)
            if index.low < 0 or index.high >= step.length:
                self.fail(self.outside(index, 0, step.length - 1), step.site)
            first, last = max(index.low, 0), min(index.high, step.length - 1)
            if index.low == index.high:
                address += step.stride * (index.low if first <= last else 0)
                continue
            options = [
                (self.known(self.terms.equal(index, self.terms.number(i))), i * step.stride)
                for i in range(first, last + 1)
            ]
            options = [o for o in options if o[0] is not self.terms.false]
            choices.append(options or [(self.terms.false, 0)])
        return address, choices

    def fetch(self, address: int, choices: Choices) -> Term:
        """The scalar at a place; the first of its candidates where an index is outside."""
        if not choices:
            return self.read(address)
        options, *rest = choices
        found = self.fetch(address + options[0][1], rest)
        for chosen, offset in options[1:]:
            found = self.terms.ite(chosen, self.fetch(address + offset, rest), found)
        return found

    def candidates(self, address: int, choices: Choices) -> Iterator[tuple[Term, int]]:
        """The addresses that a place may stand for, each with its condition."""
        for combination in itertools.product(*choices):
            chosen, offset = self.terms.true, 0
            for condition, distance in combination:
                chosen = self.terms.both(chosen, condition)
                offset += distance
            yield chosen, address + offset

    # Expressions

    def value(self, e: ir.Expr) -> Term:
        return self._evaluate[type(e)](self, e)

    def known(self, condition: Term) -> Term:
        return self.plan.knowledge.decide(self.facts, condition)

    def _under(self, test: Term, e: ir.Expr) -> Term | None:
        """An expression that is evaluated where ``test`` holds only; None where it never does."""
        facts = self.plan.knowledge.join(self.facts, self.plan.knowledge.of(test))
        if facts is None:
            return None
        saved = self.path, self.facts
        self.path, self.facts = self.terms.both(self.path, test), facts
        found = self.value(e)
        self.path, self.facts = saved
        return found

    def _const(self, e: ir.Const) -> Term:
        return self.terms.truth(bool(e.value)) if e.boolean else self.terms.number(e.value)

    def _local(self, e: ir.Local) -> Term:
        return self.read(self.frame.slots[e.name])

    def _load(self, e: ir.Load) -> Term:
        return self.fetch(*self.place(e.path))

    def _arith(self, e: ir.Arith) -> Term:
        left = self.value(e.left)
        return self.calculate(e.op, left, self.value(e.right))

    def calculate(self, op: str, a: Term, b: Term) -> Term:
        if op == "+":
            return self.terms.add(a, b)
        return self.terms.subtract(a, b) if op == "-" else self.terms.multiply(a, b)

    def _compare(self, e: ir.Compare) -> Term:
        a = self.value(e.left)
        b = self.value(e.right)
        if e.op in (">", "<="):
            a, b = b, a
        found = self.known(self.terms.equal(a, b) if e.op in "==!=" else self.terms.less(a, b))
        return found if e.op in ("==", "<", ">") else self.terms.negate(found)

    def _logic(self, e: ir.Logic) -> Term:
        conjunction = e.op == "and"
        found = self.value(e.parts[0])
        for part in e.parts[1:]:
            value = self._under(found if conjunction else self.terms.negate(found), part)
            if value is None:
                break
            found = (self.terms.both if conjunction else self.terms.either)(found, value)
        return found

    def _not(self, e: ir.Not) -> Term:
        return self.terms.negate(self.value(e.part))

    def _choose(self, e: ir.Choose) -> Term:
        test = self.known(self.value(e.test))
        then = self._under(test, e.then)
        other = self._under(self.terms.negate(test), e.other)
        if then is None or other is None:
            found = other if then is None else then
            assert found is not None
            return found
        return self.terms.ite(test, then, other)

    def _call(self, e: ir.Call) -> Term:
        found = self.invoke(e)
        assert found is not None
        return found

    def _premise(self, e: ir.Premise) -> Term:
        found = self.value(e.part)
        self.note(found)
        return found

    # Functions, as bound methods would make each run a cycle, which is not freed in a proof.
    _evaluate: ClassVar[Mapping[type, Callable[..., Term]]] = {
        ir.Const: _const, ir.Local: _local, ir.Load: _load, ir.Arith: _arith, ir.Compare: _compare,
        ir.Logic: _logic, ir.Not: _not, ir.Choose: _choose, ir.Call: _call, ir.Premise: _premise,
    }  # fmt: skip
