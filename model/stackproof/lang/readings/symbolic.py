"""The third reading: rules as terms over every position, and every setup, at once.

:class:`SymbolicReading` runs rules on records whose scalars are terms: variables where all values
are meant, constants where one is, or what an earlier run came to.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..errors import Site
from ..knowledge import Facts
from ..system import POSSIBLE, Law, Rule, System
from ..terms import Term, Terms
from ..types import Leaf, RecordType, Scalar
from ..z3terms import Z3Terms
from .execution import Execution
from .plan import Plan


@dataclass
class SymbolicRecord:
    """A record whose scalars are terms, in packed order."""

    kind: RecordType
    cells: list[Term]

    def copy(self) -> SymbolicRecord:
        return SymbolicRecord(self.kind, list(self.cells))

    def leaves(self) -> Iterator[tuple[Leaf, Term]]:
        """Each scalar with its place and its term."""
        return zip(self.kind.leaves, self.cells, strict=True)

    def assignment(self, packed: bytes) -> dict[Term, int]:
        """What the variables of this record are in a packed one."""
        return {
            term: unpack(leaf.scalar, packed[leaf.offset])
            for leaf, term in self.leaves()
            if term.op == "var"
        }

    def pack(self, value: Callable[[Term], int]) -> bytes:
        """The packed form, given what terms are."""
        return bytes(value(term) & 0xFF for term in self.cells)


def unpack(scalar: Scalar, byte: int) -> int:
    """The value of a scalar that is stored as ``byte``."""
    return (byte ^ 0x80) - 0x80 if scalar.signed else byte


@dataclass
class Transition:
    """All transitions of one verb.

    All fields are terms over the variables of the setup, of the position before and of
    ``argument``. ``legal`` is meant where ``legal_error`` is 0; ``error`` where ``legal`` holds
    besides; ``after`` and ``step`` where ``error`` is 0 too. Errors are site numbers.
    """

    verb: int
    argument: Term
    legal: Term
    legal_error: Term
    after: SymbolicRecord
    step: SymbolicRecord
    error: Term


@dataclass
class Judgement:
    """Whether a law holds, whether one of its premises does, and the site at which it fails."""

    holds: Term
    premise: Term
    error: Term


@dataclass
class SymbolicReading:
    """A system as terms. All its records and terms belong together.

    ``executing`` makes the run of a rule, given a plan, a memory and facts.
    """

    system: System
    terms: Terms = field(default_factory=Terms)
    executing: Callable[[Plan, list[Term], Facts], Execution] = Execution

    @cached_property
    def plan(self) -> Plan:
        return Plan(self.system.unit, self.terms)

    @cached_property
    def z3(self) -> Z3Terms:
        """The translation of terms to Z3."""
        return Z3Terms()

    def site(self, number: int) -> Site:
        """The place in the rules that an error number stands for."""
        return self.plan.unit.sites[number]

    # Records

    def variables(self, declaration: type, prefix: str) -> SymbolicRecord:
        """A record that stands for all records of a type."""
        kind = self.system.program.record(declaration)
        domains = [(prefix + leaf.path, leaf.scalar) for leaf in kind.leaves]
        cells = [self.terms.variable(n, s.low, s.high, s.boolean) for n, s in domains]
        return SymbolicRecord(kind, cells)

    def constants(self, declaration: type, packed: bytes | None = None) -> SymbolicRecord:
        """One record: zero throughout, or as packed."""
        kind = self.system.program.record(declaration)
        if packed is None:
            return SymbolicRecord(kind, list(self.plan.zeros(kind)))
        values = [(unpack(leaf.scalar, packed[leaf.offset]), leaf.scalar) for leaf in kind.leaves]
        return SymbolicRecord(kind, [self.constant(*value) for value in values])

    def constant(self, value: int, scalar: Scalar | None = None) -> Term:
        """A number, or a truth value where that is the domain."""
        if scalar is not None and scalar.boolean:
            return self.terms.truth(bool(value))
        return self.terms.number(value)

    def domains(self, *records: SymbolicRecord | Term) -> list[Any]:
        """The Z3 constraints that keep the variables of records in their domains."""
        cells = [t for r in records for t in (r.cells if isinstance(r, SymbolicRecord) else [r])]
        return self.z3.domains(cells)

    # Runs

    def run(
        self,
        function: Callable[..., Any],
        *arguments: SymbolicRecord | Term | int,
        given: Term | None = None,
    ) -> tuple[Term | None, Term, Term]:
        """Run a rule; it changes the records in place.

        Returns its result, the site of its first rule error or 0, and whether a premise held:
        all this, and what became of the records, where the condition ``given`` holds.
        """
        checked = self.plan.unit.functions[self.system.key(function)]
        memory: list[Term] = []
        records: dict[str, int] = {}
        values: dict[str, Term] = {}
        starts: dict[int, int] = {}
        for parameter, argument in zip(checked.parameters, arguments, strict=True):
            if isinstance(argument, SymbolicRecord):
                if id(argument) not in starts:
                    starts[id(argument)] = len(memory)
                    memory += argument.cells
                records[parameter.name] = starts[id(argument)]
            elif isinstance(argument, Term):
                values[parameter.name] = argument
            else:
                assert isinstance(parameter.type, Scalar)
                values[parameter.name] = self.constant(argument, parameter.type)
        facts = self.plan.knowledge.of(given) if given is not None else None
        execution = self.executing(self.plan, memory, facts or {})
        with undisturbed():
            result = execution.call(checked, records, values)
        for argument in arguments:
            if isinstance(argument, SymbolicRecord):
                start = starts[id(argument)]
                argument.cells[:] = execution.scalars(start, argument.kind.size)
        return result, execution.error(), execution.outcome.premise

    def condition(
        self, function: Callable[..., Any], *arguments: SymbolicRecord | Term | int
    ) -> tuple[Term, Term]:
        """Run a rule that is a condition: whether it holds, and its error."""
        result, error, _ = self.run(function, *arguments)
        assert result is not None
        return result, error

    def transition(
        self, verb: int, setup: SymbolicRecord, before: SymbolicRecord, argument: Term | None = None
    ) -> Transition:
        """The transitions of a verb from all positions that ``before`` stands for.

        ``argument`` is the variable ``argument`` over all arguments of the verb by default.
        """
        name, size = self.system.verbs[verb]
        if argument is None:
            argument = self.terms.variable(f"argument.{name}", 0, size - 1)
        legal, legal_error = self.condition(self.system.legal, setup, before.copy(), verb, argument)
        after, step = before.copy(), self.constants(self.system.step)
        no_error = self.terms.equal(legal_error, self.terms.number(0))
        given = self.terms.both(legal, no_error)
        _, error, _ = self.run(self.system.apply, setup, after, verb, argument, step, given=given)
        return Transition(verb, argument, legal, legal_error, after, step, error)

    def judge(
        self, law: Law, *, given: Term | None = None, **known: SymbolicRecord | Term | int
    ) -> Judgement:
        """What a law says where ``given`` holds; its parameters are taken by name from ``known``.

        An invariant speaks about ``setup`` and ``position``; a step law about ``setup``,
        ``before``, ``verb``, ``argument``, ``step`` and ``after``; a family about ``choice`` too.
        """
        if law.kind != POSSIBLE or law.trigger is None:
            return self.ask(law.check, given=given, **known)
        trigger = self.ask(law.trigger, given=given, **known)
        here = self.terms.both(trigger.holds, self.terms.equal(trigger.error, self.terms.number(0)))
        given = here if given is None else self.terms.both(given, here)
        asked = {n: k.copy() if isinstance(k, SymbolicRecord) else k for n, k in known.items()}
        found = self.ask(law.check, given=given, **asked)
        return Judgement(
            self.terms.both(here, found.holds),
            self.terms.both(here, found.premise),
            self.terms.ite(here, found.error, trigger.error),
        )

    def ask(
        self, rule: Rule, *, given: Term | None = None, **known: SymbolicRecord | Term | int
    ) -> Judgement:
        """What a condition comes to, such as one of the rules of a law."""
        names = [p.name for p in self.plan.unit.functions[self.system.key(rule)].parameters]
        holds, error, premise = self.run(rule, *(known[name] for name in names), given=given)
        assert holds is not None
        return Judgement(holds, premise, error)

    def evaluate(self, terms: Sequence[Term], values: Mapping[Term, int]) -> list[int]:
        """What terms are where the variables have these values, as Z3 computes it."""
        return self.z3.evaluate(terms, values)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Room for a run, which nests as deep as the rules do with their loops.

    Cyclic garbage is not looked for: a run makes none, and its many terms would be walked in vain.
    It is when this ends, so what is not needed any more should be gone by then.
    """
    limit, collecting = sys.getrecursionlimit(), gc.isenabled()
    sys.setrecursionlimit(max(limit, 50_000))
    gc.disable()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
        if collecting:
            gc.enable()
