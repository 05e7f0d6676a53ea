"""Whether a rule that changes nothing treats the members of a scalarset alike: by its text.

It does if it compares members for equality only, indexes with them only what there is for each of
them, never names one, and does not depend on the order in which its loops take them. Bags are
gone through in no order either. What is not plainly so counts as telling them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from . import ir
from .members import Kind, Member, ToldApartError, Values
from .types import Scalar, Type
from .walking import (
    assigned,
    premised,
    same_constant,
    speaks_of_locals,
    text,
    up_to_premises,
)


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
        except ToldApartError as error:
            return str(error)
        return None

    def kind(self, scalar: Type) -> Kind:
        """What values of a domain may be."""
        assert isinstance(scalar, Scalar)
        if scalar.of in self.sizes:
            return Member(scalar.of, 0)
        base = dict(scalar.parts).get(self.scalarset)
        return None if base is None else Member(self.scalarset, base)


class _Reader(Values):
    """Reads one rule."""

    def __init__(self, asked: Equivariance, function: ir.Function) -> None:
        super().__init__(asked, function)
        self.returned: set[object] | None = None

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
