"""What the values in a rule are: members of a set, or numbers; part of ``equivariance.py``.

Where a rule is called counts: a number may be a member here and none there, and a number that is
known tells which branches are taken.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import ir
from .types import ArrayType, RecordType, Scalar, Type
from .walking import assigned

if TYPE_CHECKING:
    from .equivariance import Equivariance

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


@dataclass(frozen=True)
class Given:
    """What is known where a rule is called: the kinds of its numbers, those that have a known
    value, and whether a record may have ``changed`` since something was assumed of it.
    """

    kinds: tuple[Kind, ...]
    values: tuple[int | None, ...]
    changed: bool = False


class ToldApartError(Exception):
    """A rule may tell members apart."""


class Values:
    """Reads the expressions of one rule; raises :class:`ToldApartError`."""

    def __init__(self, asked: Equivariance, function: ir.Function, given: Given) -> None:
        self.asked = asked
        self.function = function
        self.line = function.line
        self.kinds: dict[str, Kind] = {}
        self.ranges: dict[str, range] = {}
        self.known: dict[str, int] = {}
        self.records: dict[str, RecordType] = {}
        for parameter in function.parameters:
            if isinstance(parameter.type, RecordType):
                self.records[parameter.name] = parameter.type
        numbers = [p for p in function.parameters if isinstance(p.type, Scalar)]
        fixed = set(assigned(function.body))
        for parameter, kind, value in zip(numbers, given.kinds, given.values, strict=True):
            self.kinds[parameter.name] = kind
            self.ranges[parameter.name] = domain_of(parameter.type)
            if value is not None and parameter.name not in fixed:
                self.known[parameter.name] = value
        self.changed = given.changed
        self.carried: frozenset[str] = frozenset()
        self.inside = 0
        """In how many loops over members a statement is."""

    def refuse(self, what: str) -> ToldApartError:
        return ToldApartError(f"{self.function.file}:{self.line}: {what}")

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
            return domain_of(value.path.type)
        if isinstance(value, ir.Local):
            return self.ranges.get(value.name)
        if isinstance(value, ir.Arith) and value.op in "+-":
            left, right = self.domain(value.left), self.domain(value.right)
            if left is not None and right is not None:
                if value.op == "-":
                    right = range(1 - right.stop, 1 - right.start)
                return range(left.start + right.start, left.stop + right.stop - 1)
        return None

    def constant(self, value: ir.Expr) -> int | None:
        """The value of an expression if it is known."""
        if isinstance(value, ir.Const):
            return value.value
        if isinstance(value, ir.Local):
            return self.known.get(value.name)
        if isinstance(value, ir.Load) and not self.changed and len(value.path.steps) == 1:
            (step,) = value.path.steps
            name = self.records[value.path.root].name
            return self.asked.assumed.get((name, getattr(step, "name", "")))
        if isinstance(value, ir.Compare):
            left, right = self.constant(value.left), self.constant(value.right)
            return None if left is None or right is None else HOLDS[value.op](left, right)
        if isinstance(value, ir.Not):
            found = self.constant(value.part)
            return None if found is None else not found
        if isinstance(value, ir.Logic):
            parts = [self.constant(part) for part in value.parts]
            decisive = value.op == "or"
            if any(part is not None and bool(part) is decisive for part in parts):
                return decisive
            return None if None in parts else not decisive
        return None

    def logic(self, value: ir.Logic) -> None:
        """The parts up to one that is known to decide."""
        for part in value.parts:
            self.value(part)
            known = self.constant(part)
            if known is not None and bool(known) is (value.op == "or"):
                return

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
            self.logic(value)
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
        """The kind of what a rule returns, read with what is known of its arguments."""
        function = self.asked.unit.functions[call.key]
        if function.writes and self.inside:
            raise self.refuse("something changes for one member after the other")
        kinds, values = [], []
        for argument, parameter in zip(call.arguments, function.parameters, strict=True):
            if not isinstance(argument, str):
                assert isinstance(parameter.type, Scalar)
                kinds.append(self.passed(argument, parameter.type, call.key))
                values.append(self.constant(argument))
        given = Given(tuple(kinds), tuple(values), self.changed)
        if call.key in self.asked.opaque:
            self.asked.called.add(call.key)
        else:
            why = self.asked.read(call.key, given)
            if why is not None:
                raise ToldApartError(why)
        self.changed |= bool(function.writes)
        return None if function.result is None else self.asked.kind(function.result)

    def passed(self, argument: ir.Expr, wanted: Scalar, key: str) -> Kind:
        """The kind of an argument; a number that may be any of the members is one of them."""
        found, kind = self.value(argument), self.asked.kind(wanted)
        if found is not None and kind is None:
            if found.base > wanted.high:
                return None
            if key not in self.asked.opaque and set(self.numbers(found)) <= set(domain_of(wanted)):
                return found
        if not self.alike(kind, found, argument):
            raise self.refuse("a member is used as a number, or a number as a member")
        return kind


def domain_of(scalar: Type) -> range:
    assert isinstance(scalar, Scalar)
    return range(scalar.low, scalar.high + 1)
