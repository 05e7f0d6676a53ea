"""Symbolic execution of checked rules: every path at once, merged where paths meet.

The sides of a branch run one after the other on the same memory; what each changed is taken back
and then merged, so that a branch costs what it changes. Loops are unrolled, calls run in place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from .. import ir
from ..knowledge import Facts
from ..statements import returns
from ..terms import Term
from ..types import Scalar
from .evaluation import Choices, Evaluation, Frame
from .plan import Body, Outcome, Plan


class Execution(Evaluation):
    """One run, on a memory that starts with the records it is given."""

    def __init__(self, plan: Plan, memory: list[Term], facts: Facts) -> None:
        super().__init__(plan, memory, facts)
        self._changed: dict[int, Term | None] = {}

    # Calls

    def call(
        self, function: ir.Function, records: dict[str, int], values: dict[str, Term]
    ) -> Term | None:
        """Run a rule on records in memory; the arguments need not be in their domains."""
        for parameter in function.parameters:
            if isinstance(parameter.type, Scalar):
                value = values[parameter.name]
                values[parameter.name] = self.inside(value, parameter.type, parameter.site)
        if function.writes:
            return self._run(function, records, values)
        bound = self.plan.bound(function)
        if bound is not None:
            limit = self.memory[records[bound.record] + bound.offset]
            if limit is not None and values[bound.number].low >= limit.high:
                return self.terms.false
        key: list[object] = [function.key, *values.values()]
        for name, size, take in self.plan.reads.takers(function.key):
            start = records[name]
            key += take(self.memory[start : start + size])
        known = self.plan.pure.get(tuple(key))
        if known is None:
            saved = self.path, self.facts, self.outcome
            self.path, self.facts, self.outcome = self.terms.true, {}, Outcome(self.terms.false)
            known = self._run(function, records, values), self.outcome
            self.path, self.facts, self.outcome = saved
            self.plan.pure[tuple(key)] = known
        result, noted = known
        for failed, site in noted.failures.items():
            self.fail(failed, site)
        self.note(noted.premise)
        return result

    def _run(
        self, function: ir.Function, records: dict[str, int], values: dict[str, Term]
    ) -> Term | None:
        caller, base = self.frame, len(self.memory)
        names = self.plan.locals(function)
        slots = {name: base + 2 + i for i, name in enumerate(names)}
        self.frame = Frame(records, slots, base, base + 1)
        self.memory += [self.terms.false, None, *(values.get(name) for name in names)]
        self._block(function.body)
        result = self.memory[base + 1]
        del self.memory[base:]
        self.frame = caller
        if function.result is None or result is None:
            return None
        return self.inside(result, function.result, function.result_site)

    def invoke(self, e: ir.Call) -> Term | None:
        function = self.plan.unit.functions[e.key]
        records: dict[str, int] = {}
        values: dict[str, Term] = {}
        for parameter, argument in zip(function.parameters, e.arguments, strict=True):
            if isinstance(argument, str):
                records[parameter.name] = self.frame.records[argument]
            else:
                values[parameter.name] = self.value(argument)
        return self.call(function, records, values)

    # Paths

    def _block(self, body: Body) -> None:
        frame = self.frame
        for i, s in enumerate(body):
            rest = body[i + 1 :]
            if type(s) is ir.Branch:
                ends, other_ends = returns(s.then), returns(s.other)
                if rest and (ends or other_ends):
                    # What follows is reached from one side only, and runs on that side's memory.
                    then = s.then if ends else s.then + rest
                    self._fork(self.value(s.test), then, s.other if other_ends else s.other + rest)
                    return
            elif type(s) is ir.Loop:
                unrolled = self.plan.unrolled(s)
                if unrolled is not None:
                    self._block(unrolled + rest)
                    return
            self._execute[type(s)](self, s)
            returned = self.read(frame.returned)
            if returned is self.terms.true:
                return
            if rest and returned is not self.terms.false:
                self._fork(returned, (), rest)
                return

    def _fork(self, test: Term, then: Body, other: Body) -> None:
        """Run one side where ``test`` holds and the other where it does not; merge the changes."""
        test = self.known(test)
        facts = self.facts
        if_true = self.plan.knowledge.join(facts, self.plan.knowledge.of(test))
        if_false = self.plan.knowledge.join(facts, self.plan.knowledge.of(test, False))
        if if_true is None or if_false is None:
            self._side(other if if_true is None else then)
            return
        first = self._attempt(test, if_true, then)
        second = self._attempt(self.terms.negate(test), if_false, other)
        for address in {**first, **second}:
            old = self.memory[address]
            a, b = first.get(address, old), second.get(address, old)
            # A side on which a local or a result is not set cannot lead to where it is read.
            merged = b if a is None else a if b is None else self.terms.ite(test, a, b)
            self._write(address, merged)

    def _side(self, body: Body) -> None:
        if body:
            # Nothing has returned on a side that has something to run.
            self._write(self.frame.returned, self.terms.false)
        self._block(body)

    def _attempt(self, test: Term, facts: Facts, body: Body) -> dict[int, Term | None]:
        """What a block changes under a condition; it is taken back from memory."""
        saved = self.path, self.facts, self._changed
        self.path, self.facts, self._changed = self.terms.both(self.path, test), facts, {}
        self._side(body)
        found: dict[int, Term | None] = {}
        for address, old in self._changed.items():
            if address < len(self.memory):  # The rest was locals of calls that are over.
                found[address], self.memory[address] = self.memory[address], old
        self.path, self.facts, self._changed = saved
        return found

    # Statements

    def _write(self, address: int, value: Term | None) -> None:
        self._changed.setdefault(address, self.memory[address])
        self.memory[address] = value

    def _put(self, place: tuple[int, Choices], values: list[tuple[int, Term]]) -> None:
        """Write scalars at their offsets from a place."""
        for chosen, start in self.candidates(*place):
            for offset, value in values:
                old = self.read(start + offset)
                self._write(start + offset, self.terms.ite(chosen, value, old))

    def _set_local(self, s: ir.SetLocal) -> None:
        self._write(self.frame.slots[s.name], self.value(s.value))

    def _store(self, s: ir.Store) -> None:
        domain = s.path.type
        assert isinstance(domain, Scalar)
        if s.op == "=":
            value = self.value(s.value)
            place = self.place(s.path)
            self._put(place, [(0, self.inside(value, domain, s.site))])
            return
        # Cell by cell, so that no cell comes to depend on its neighbours.
        cells = [(c, a, self.read(a)) for c, a in self.candidates(*self.place(s.path))]
        value = self.value(s.value)
        outside = self.terms.false
        for chosen, address, old in cells:
            found = self.calculate(s.op, old, value)
            bad = self.terms.both(chosen, self.outside(found, domain.low, domain.high))
            outside = self.terms.either(outside, bad)
            found = self.terms.clamp(found, domain.low, domain.high)
            self._write(address, self.terms.ite(chosen, found, self.read(address)))
        self.fail(outside, s.site)

    def _copy(self, s: ir.CopyRecord) -> None:
        start, choices = self.place(s.source)
        target = self.place(s.target)
        size = s.target.type.size
        self._put(target, [(i, self.fetch(start + i, choices)) for i in range(size)])

    def _make(self, s: ir.MakeRecord) -> None:
        found = [self.value(value) for _, _, value, _ in s.values]
        values = [
            (offset, self.inside(value, domain, site))
            for value, (offset, domain, _, site) in zip(found, s.values, strict=True)
        ]
        self._put(self.place(s.target), values)

    def _clear(self, s: ir.Clear) -> None:
        self._put(self.place(s.target), list(enumerate(self.plan.zeros(s.target.type))))

    def _branch(self, s: ir.Branch) -> None:
        self._fork(self.value(s.test), s.then, s.other)

    def _loop(self, s: ir.Loop) -> None:
        for i in range(s.start, s.stop):
            self._write(self.frame.slots[s.name], self.terms.number(i))
            self._block(s.body)

    def _return(self, s: ir.Return) -> None:
        if s.value is not None:
            self._write(self.frame.result, self.value(s.value))
        self._write(self.frame.returned, self.terms.true)

    def _check(self, s: ir.Check) -> None:
        self.fail(self.terms.negate(self.value(s.test)), s.site)

    def _do(self, s: ir.Do) -> None:
        self.invoke(s.call)

    _execute: ClassVar[Mapping[type, Callable[..., None]]] = {
        ir.SetLocal: _set_local, ir.Store: _store, ir.CopyRecord: _copy, ir.MakeRecord: _make,
        ir.Clear: _clear, ir.Branch: _branch, ir.Loop: _loop, ir.Return: _return,
        ir.Check: _check, ir.Do: _do,
    }  # fmt: skip
