"""What a symbolic run needs to know of checked rules, found once for all runs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from .. import ir
from ..knowledge import Knowledge
from ..reads import Reads
from ..terms import Term, Terms
from ..types import Scalar, Type, leaves

Body = tuple[ir.Stmt, ...]


@dataclass
class Outcome:
    """What a run noted on its way: failed checks in order, and whether a premise held."""

    premise: Term
    failures: dict[Term, int] = field(default_factory=dict)
    """The condition under which a check fails, and its site; the first of several counts."""


@dataclass(frozen=True)
class Bound:
    """That a number which a rule is given is below a scalar of a record: its name, that of the
    record, and where the scalar is in it.
    """

    number: str
    record: str
    offset: int


class Plan:
    """What is worth knowing of a unit before it runs, found once."""

    def __init__(self, unit: ir.Unit, terms: Terms) -> None:
        self.unit = unit
        self.terms = terms
        self.knowledge = Knowledge(terms)
        self.reads = Reads(unit)
        self.pure: dict[tuple[object, ...], tuple[Term | None, Outcome]] = {}
        """What calls that change nothing came to, by rule, arguments and what they read."""
        self._locals: dict[str, tuple[str, ...]] = {}
        self._bounds: dict[str, Bound | None] = {}
        self._unrolled: dict[int, Body | None] = {}
        self._zeros: dict[int, list[Term]] = {}

    def locals(self, function: ir.Function) -> tuple[str, ...]:
        """The names of a rule's scalar parameters and locals."""
        if function.key not in self._locals:
            names = {p.name: None for p in function.parameters if isinstance(p.type, Scalar)}
            names.update(dict.fromkeys(_assigned(function.body)))
            self._locals[function.key] = tuple(names)
        return self._locals[function.key]

    def bound(self, function: ir.Function) -> Bound | None:
        """What a rule asks first, if it is false where that is. Laws go through all places of a
        step, and most are beyond its events.
        """
        if function.key not in self._bounds:
            self._bounds[function.key] = self._bound(function)
        return self._bounds[function.key]

    def _bound(self, function: ir.Function) -> Bound | None:
        if len(function.body) != 1 or not isinstance(function.body[0], ir.Return):
            return None
        first = function.body[0].value
        while isinstance(first, ir.Logic) and first.op == "and":
            first = first.parts[0]
        if isinstance(first, ir.Call):
            return self._bound_of_call(function, first)
        if isinstance(first, ir.Compare) and first.op == "<":
            number, size = first.left, first.right
            if isinstance(number, ir.Local) and isinstance(size, ir.Load):
                steps = [s for s in size.path.steps if isinstance(s, ir.FieldStep)]
                if len(steps) == len(size.path.steps):
                    return Bound(number.name, size.path.root, sum(s.offset for s in steps))
        return None

    def _bound_of_call(self, function: ir.Function, call: ir.Call) -> Bound | None:
        """What the rule that is called asks first, unless a check of what it is given can fail."""
        inner = self.unit.functions[call.key]
        asked, domains = self.bound(inner), {p.name: p.type for p in function.parameters}
        given: dict[str, str] = {}
        for parameter, argument in zip(inner.parameters, call.arguments, strict=True):
            if isinstance(argument, str):
                given[parameter.name] = argument
                continue
            if not isinstance(argument, ir.Local):
                return None
            own, wanted = domains[argument.name], parameter.type
            assert isinstance(own, Scalar) and isinstance(wanted, Scalar)
            if own.low < wanted.low or wanted.high < own.high:
                return None
            given[parameter.name] = argument.name
        return asked and Bound(given[asked.number], given[asked.record], asked.offset)

    def unrolled(self, loop: ir.Loop) -> Body | None:
        """The iterations of a loop in a row if it may return from within, else None."""
        if id(loop) not in self._unrolled:
            body: Body | None = None
            if _may_return(loop.body):
                body = tuple(
                    itertools.chain.from_iterable(
                        (ir.SetLocal(loop.name, ir.Const(i), loop.line), *loop.body)
                        for i in range(loop.start, loop.stop)
                    )
                )
            self._unrolled[id(loop)] = body
        return self._unrolled[id(loop)]

    def zeros(self, kind: Type) -> list[Term]:
        """The scalars of a cleared record or array."""
        if id(kind) not in self._zeros:
            number, truth = self.terms.number(0), self.terms.false
            self._zeros[id(kind)] = [truth if x.scalar.boolean else number for x in leaves(kind)]
        return self._zeros[id(kind)]


def _may_return(body: Body) -> bool:
    for s in body:
        if isinstance(s, ir.Return):
            return True
        if isinstance(s, ir.Branch) and (_may_return(s.then) or _may_return(s.other)):
            return True
        if isinstance(s, ir.Loop) and _may_return(s.body):
            return True
    return False


def _assigned(body: Body) -> Iterator[str]:
    for s in body:
        if isinstance(s, ir.SetLocal):
            yield s.name
        elif isinstance(s, ir.Branch):
            yield from _assigned(s.then)
            yield from _assigned(s.other)
        elif isinstance(s, ir.Loop):
            yield s.name
            yield from _assigned(s.body)
