"""Whether a rule that changes nothing treats the members of a scalarset alike: by its text.

It does if it compares members for equality only, indexes with them only what there is for each of
them, never names one, and does not depend on the order in which its loops take them. Bags are
gone through in no order either. What is not plainly so counts as telling them apart.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from . import ir
from .types import ArrayType, RecordType, Scalar, Type
from .walking import (
    assigned,
    premised,
    same_constant,
    speaks_of_locals,
    text,
    up_to_premises,
)

HOLDS: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip


@dataclass(frozen=True)
class Member:
    """The kind of a value that may be a member of a set, as its number plus ``base``."""

    of: str
    base: int


Kind = Member | None


class _ToldApartError(Exception):
    """A rule may tell members apart."""


class Equivariance:
    """Asks rules of a unit about a scalarset; ``sizes`` are the capacities, by name, of it and of
    the domains that bags are indexed by.
    """

    def __init__(self, unit: ir.Unit, scalarset: str, sizes: Mapping[str, int]) -> None:
        self.unit = unit
        self.scalarset = scalarset
        self.sizes = sizes
        self._told: dict[str, str | None] = {}
        self._premised = premised(unit)

    def told_apart(self, key: str) -> str | None:
        """Where a rule, or one that it calls, may tell members apart; None if it does not."""
        if key not in self._told:
            self._told[key] = self._read(self.unit.functions[key])
        return self._told[key]

    def premises_told_apart(self, key: str) -> str | None:
        """The same of what decides whether a rule notes a premise."""
        function = self.unit.functions[key]
        return self._read(replace(function, body=up_to_premises(function.body, self._premised)))

    def _read(self, function: ir.Function) -> str | None:
        try:
            _Reader(self, function).read()
        except _ToldApartError as error:
            return str(error)
        return None

    def kind(self, scalar: Type) -> Kind:
        """What values of a domain may be."""
        assert isinstance(scalar, Scalar)
        if scalar.of in self.sizes:
            return Member(scalar.of, 0)
        base = dict(scalar.parts).get(self.scalarset)
        return None if base is None else Member(self.scalarset, base)


class _Reader:
    """Reads one rule."""

    def __init__(self, asked: Equivariance, function: ir.Function) -> None:
        self.asked = asked
        self.function = function
        self.line = function.line
        self.kinds: dict[str, Kind] = {}
        self.ranges: dict[str, range] = {}
        self.records: dict[str, RecordType] = {}
        for parameter in function.parameters:
            if isinstance(parameter.type, RecordType):
                self.records[parameter.name] = parameter.type
            else:
                self.kinds[parameter.name] = asked.kind(parameter.type)
                self.ranges[parameter.name] = _domain(parameter.type)
        self.carried: frozenset[str] = frozenset()
        self.returned: set[object] | None = None

    def refuse(self, what: str) -> _ToldApartError:
        return _ToldApartError(f"{self.function.file}:{self.line}: {what}")

    def read(self) -> None:
        if self.function.writes:
            raise self.refuse("changes a record")
        self.block(self.function.body, set(self.kinds))

    def block(self, body: Iterable[ir.Stmt], defined: set[str]) -> None:
        """Statements in order; ``defined`` are the locals that have a value, in the end too."""
        for statement in body:
            self.line = statement.line
            self.statement(statement, defined)

    def statement(self, statement: ir.Stmt, defined: set[str]) -> None:
        if isinstance(statement, ir.SetLocal):
            self.assign(statement)
            defined.add(statement.name)
        elif isinstance(statement, ir.Branch):
            if self.keeps_greatest(statement):
                return
            self.value(statement.test)
            then, other = set(defined), set(defined)
            self.block(statement.then, then)
            self.block(statement.other, other)
            defined |= then & other
        elif isinstance(statement, ir.Loop):
            self.loop(statement, defined)
        elif isinstance(statement, ir.Return):
            self.leave(statement)
        elif isinstance(statement, ir.Check):
            self.value(statement.test)
        else:
            raise self.refuse("changes something")

    def loop(self, loop: ir.Loop, defined: set[str]) -> None:
        """A loop over members, or over the places of a bag, must not depend on their order."""
        members = loop.over in self.asked.sizes
        self.kinds[loop.name] = Member(loop.over, 0) if members else None
        self.ranges[loop.name] = range(loop.start, loop.stop)
        before = self.carried, self.returned
        if members:
            self.carried |= defined & set(assigned(loop.body))
            self.returned = set() if self.returned is None else self.returned
        self.block(loop.body, defined | {loop.name})
        self.carried, self.returned = before

    def leave(self, statement: ir.Return) -> None:
        """Out of a loop over members only one answer may be given, whichever member it is."""
        if statement.value is None:
            return
        if self.returned is not None:
            self.returned.add(text(statement.value))
            if len(self.returned) > 1 or speaks_of_locals(statement.value):
                raise self.refuse("the answer depends on which member comes first")
        assert self.function.result is not None
        self.fits(statement.value, self.asked.kind(self.function.result))

    def assign(self, statement: ir.SetLocal) -> None:
        name, value = statement.name, statement.value
        if name in self.carried:
            self.carry(name, value)
            return
        kind = self.value(value)
        if name in self.kinds and not self.alike(self.kinds[name], kind, value):
            raise self.refuse(f"{name} is a member here and a number there")
        if not (isinstance(value, ir.Const) and name in self.kinds):
            self.kinds[name] = kind

    def carry(self, name: str, value: ir.Expr) -> None:
        """What a loop over members may do to a local of before: add up, or note a truth."""
        own = ir.Local(name, bool(value.boolean))
        if isinstance(value, ir.Const) and self.kinds.get(name) is None:
            if not same_constant(self.function.body, name, value):
                raise self.refuse(f"{name} depends on the order of members")
        elif isinstance(value, ir.Arith) and value.op in "+-" and value.left == own:
            self.plain(value.right)
        elif isinstance(value, ir.Logic) and value.parts[0] == own:
            for part in value.parts[1:]:
                self.value(part)
        else:
            raise self.refuse(f"{name} depends on the order of members")

    def keeps_greatest(self, branch: ir.Branch) -> bool:
        """Whether a branch is ``if value > greatest: greatest = value``."""
        test = branch.test
        if not (
            isinstance(test, ir.Compare) and test.op == ">" and isinstance(test.right, ir.Local)
        ):
            return False
        name = test.right.name
        kept = ("SetLocal", name, text(test.left))
        if name not in self.carried or [text(s) for s in branch.then] != [kept] or branch.other:
            return False
        self.plain(test.left)
        return True

    def plain(self, value: ir.Expr) -> None:
        if self.value(value) is not None:
            raise self.refuse("a member is used as a number")

    def fits(self, value: ir.Expr, wanted: Kind) -> None:
        if not self.alike(wanted, self.value(value), value):
            raise self.refuse("a member is used as a number, or a number as a member")

    def alike(self, wanted: Kind, kind: Kind, value: ir.Expr) -> bool:
        """Whether a value is of the kind that is wanted, or names no member of its set."""
        if wanted == kind:
            return True
        if wanted is None or kind is not None:
            return False
        known = self.domain(value)
        return known is not None and not set(known) & set(self.numbers(wanted))

    def numbers(self, kind: Member) -> range:
        """The values of a kind that stand for members."""
        return range(kind.base, kind.base + self.asked.sizes[kind.of])

    def domain(self, value: ir.Expr) -> range | None:
        """Values among which a plain number is, if that is known."""
        if isinstance(value, ir.Const):
            return range(value.value, value.value + 1)
        if isinstance(value, ir.Load):
            return _domain(value.path.type)
        if isinstance(value, ir.Local):
            return self.ranges.get(value.name)
        if isinstance(value, ir.Arith) and value.op in "+-":
            left, right = self.domain(value.left), self.domain(value.right)
            if left is not None and right is not None:
                if value.op == "-":
                    right = range(1 - right.stop, 1 - right.start)
                return range(left.start + right.start, left.stop + right.stop - 1)
        return None

    def value(self, value: ir.Expr) -> Kind:
        """The kind of an expression."""
        if isinstance(value, ir.Const):
            return None
        if isinstance(value, ir.Local):
            if value.name in self.carried:
                raise self.refuse(f"{value.name} depends on the order of members")
            return self.kinds.get(value.name)
        if isinstance(value, ir.Load):
            return self.asked.kind(self.place(value.path))
        if isinstance(value, ir.Arith):
            return self.arithmetic(value)
        if isinstance(value, ir.Compare):
            self.compare(value)
        elif isinstance(value, ir.Logic):
            for part in value.parts:
                self.value(part)
        elif isinstance(value, ir.Not | ir.Premise):
            self.value(value.part)
        elif isinstance(value, ir.Choose):
            self.value(value.test)
            then, other = self.value(value.then), self.value(value.other)
            if not (self.alike(then, other, value.other) or self.alike(other, then, value.then)):
                raise self.refuse("a member or a number")
            return then or other
        elif isinstance(value, ir.Call):
            return self.call(value)
        return None

    def place(self, path: ir.Path) -> Type:
        """The type of a place, every index of it being of its domain."""
        kind: Type = self.records[path.root]
        for step in path.steps:
            if isinstance(step, ir.FieldStep):
                assert isinstance(kind, RecordType)
                kind = kind.fields[step.name][1]
            else:
                assert isinstance(kind, ArrayType)
                found, wanted = self.value(step.index), self.asked.kind(kind.index)
                outside = found is not None and wanted is None and found.base >= kind.length
                if found != wanted and not outside:
                    raise self.refuse("an index that is no member, or a member that is no index")
                kind = kind.element
        return kind

    def arithmetic(self, value: ir.Arith) -> Kind:
        left, right = self.value(value.left), self.value(value.right)
        if left is None and right is None:
            return None
        if left is not None and isinstance(value.right, ir.Const) and value.op in "+-":
            by = value.right.value if value.op == "+" else -value.right.value
            return Member(left.of, left.base + by)
        if right is not None and isinstance(value.left, ir.Const) and value.op == "+":
            return Member(right.of, right.base + value.left.value)
        raise self.refuse("arithmetic with a member")

    def compare(self, value: ir.Compare) -> None:
        left, right = self.value(value.left), self.value(value.right)
        if left is None and right is None:
            return
        if left == right and value.op in ("==", "!="):
            return
        holds = HOLDS[value.op]
        if left is not None and right is None:
            bounds = self.domain(value.right)
            if bounds and len({holds(m, b) for m in self.numbers(left) for b in bounds}) == 1:
                return
        elif right is not None and left is None:
            bounds = self.domain(value.left)
            if bounds and len({holds(b, m) for m in self.numbers(right) for b in bounds}) == 1:
                return
        in_bag = left is not None and left.of != self.asked.scalarset
        if in_bag and value.op == "<" and isinstance(value.right, ir.Load):
            return
        raise self.refuse("members are compared by their order, or with a number")

    def call(self, call: ir.Call) -> Kind:
        why = self.asked.told_apart(call.key)
        if why is not None:
            raise _ToldApartError(why)
        function = self.asked.unit.functions[call.key]
        for argument, parameter in zip(call.arguments, function.parameters, strict=True):
            if not isinstance(argument, str):
                assert isinstance(parameter.type, Scalar)
                found, wanted = self.value(argument), self.asked.kind(parameter.type)
                outside = found is not None and wanted is None
                if outside and found is not None and found.base > parameter.type.high:
                    continue
                if not self.alike(wanted, found, argument):
                    raise self.refuse("a member is used as a number, or a number as a member")
        return None if function.result is None else self.asked.kind(function.result)


def _domain(scalar: Type) -> range:
    assert isinstance(scalar, Scalar)
    return range(scalar.low, scalar.high + 1)
