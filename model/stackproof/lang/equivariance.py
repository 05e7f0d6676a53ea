"""Whether a rule treats the members of a scalarset alike: by its text.

It does if it compares members for equality only, indexes with them only what there is for each of
them, never names one, changes nothing while it goes through them, and does not depend on the order
in which its loops take them. Bags are gone through in no order either. What is not plainly so
counts as telling them apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from . import ir
from .members import Given, Kind, Member, ToldApartError, Values
from .types import Scalar, Type, leaves
from .walking import (
    assigned,
    nodes,
    premised,
    same_constant,
    speaks_of_locals,
    text,
    up_to_premises,
)

CHANGES = ir.Store | ir.CopyRecord | ir.MakeRecord | ir.Clear


class Equivariance:
    """Asks rules of a unit about a scalarset; ``sizes`` are the capacities, by name, of it and of
    the domains that bags are indexed by. What ``opaque`` rules do is not looked at. Scalars that
    are ``assumed``, by the names of a record and a field of it, have a value as long as nothing
    changes.
    """

    def __init__(
        self,
        unit: ir.Unit,
        scalarset: str,
        sizes: Mapping[str, int],
        opaque: Collection[str] = (),
        assumed: Mapping[tuple[str, str], int] | None = None,
    ) -> None:
        self.unit = unit
        self.scalarset = scalarset
        self.sizes = sizes
        self.opaque = opaque
        self.assumed = assumed or {}
        self.bases = _bases(unit, scalarset)
        self.called: set[str] = set()
        """The opaque rules that are called where something was read."""
        self._told: dict[tuple[str, Given], str | None] = {}

    @cached_property
    def _premised(self) -> frozenset[str]:
        return premised(self.unit)

    def told_apart(
        self,
        key: str,
        kinds: Mapping[str, Kind] | None = None,
        values: Mapping[str, int] | None = None,
    ) -> str | None:
        """Where a rule, or one that it calls, may tell members apart; None if it does not. Numbers
        that it is given may be of other ``kinds`` than their domains say, or have known ``values``.
        """
        return self.read(key, self._given(self.unit.functions[key], kinds or {}, values or {}))

    def read(self, key: str, given: Given) -> str | None:
        """The same of a call."""
        known = key, given
        if known not in self._told:
            self._told[known] = self._read(self.unit.functions[key], given)
        return self._told[known]

    def premises_told_apart(self, key: str) -> str | None:
        """The same of what decides whether a rule notes a premise."""
        function = self.unit.functions[key]
        given = self._given(function, {}, {})
        body = up_to_premises(function.body, self._premised)
        return self._read(replace(function, body=body), given)

    def kind(self, scalar: Type) -> Kind:
        """What values of a domain may be."""
        assert isinstance(scalar, Scalar)
        if scalar.of in self.sizes:
            return Member(scalar.of, 0)
        base = dict(scalar.parts).get(self.scalarset)
        return None if base is None else Member(self.scalarset, base)

    def over(self, loop: ir.Loop) -> Kind:
        """What a loop goes through: all members, with or without other things, or numbers."""
        if loop.over in self.sizes:
            return Member(loop.over, 0)
        base = self.bases.get(loop.over)
        return None if base is None else Member(self.scalarset, base)

    def _given(
        self, function: ir.Function, kinds: Mapping[str, Kind], values: Mapping[str, int]
    ) -> Given:
        numbers = [p for p in function.parameters if isinstance(p.type, Scalar)]
        return Given(
            tuple(kinds.get(p.name, self.kind(p.type)) for p in numbers),
            tuple(values.get(p.name) for p in numbers),
        )

    def _read(self, function: ir.Function, given: Given) -> str | None:
        try:
            _Reader(self, function, given).read()
        except ToldApartError as error:
            return str(error)
        return None


def _bases(unit: ir.Unit, scalarset: str) -> dict[str, int]:
    """The capacities of domains that stand for members of the scalarset among other things, with
    the number of the first of them.
    """
    domains = {p.type for f in unit.functions.values() for p in f.parameters}
    scalars = [leaf.scalar for domain in domains for leaf in leaves(domain)]
    parts = [(scalar.of, dict(scalar.parts)) for scalar in scalars]
    return {name: known[scalarset] for name, known in parts if scalarset in known}


class _Reader(Values):
    """Reads one rule."""

    def __init__(self, asked: Equivariance, function: ir.Function, given: Given) -> None:
        super().__init__(asked, function, given)
        self.returned: set[object] | None = None

    def read(self) -> None:
        self.block(self.function.body, set(self.kinds))

    def block(self, body: Iterable[ir.Stmt], defined: set[str]) -> bool:
        """Statements in order, up to one that certainly returns, which is told; ``defined`` are
        the locals that have a value, in the end too.
        """
        for statement in body:
            self.line = statement.line
            if isinstance(statement, ir.Branch):
                if self.branch(statement, defined):
                    return True
            else:
                self.statement(statement, defined)
                if isinstance(statement, ir.Return):
                    return True
        return False

    def statement(self, statement: ir.Stmt, defined: set[str]) -> None:
        if isinstance(statement, ir.SetLocal):
            self.assign(statement)
            defined.add(statement.name)
        elif isinstance(statement, ir.Loop):
            self.loop(statement, defined)
        elif isinstance(statement, ir.Return):
            self.leave(statement)
        elif isinstance(statement, ir.Check):
            self.value(statement.test)
        elif isinstance(statement, ir.Do):
            self.value(statement.call)
        else:
            assert isinstance(statement, CHANGES)
            self.change(statement)

    def branch(self, branch: ir.Branch, defined: set[str]) -> bool:
        """Both ways, or the one that is known to be taken. Returns whether it certainly returns."""
        if self.keeps_greatest(branch):
            return False
        self.value(branch.test)
        known = self.constant(branch.test)
        if known is not None:
            return self.block(branch.then if known else branch.other, defined)
        then, other, before = set(defined), set(defined), self.changed
        over = self.block(branch.then, then)
        after, self.changed = self.changed, before
        over &= self.block(branch.other, other)
        self.changed |= after
        defined |= then & other
        return over

    def loop(self, loop: ir.Loop, defined: set[str]) -> None:
        """A loop over members, or over the places of a bag, must not depend on their order."""
        kind = self.asked.over(loop)
        self.kinds[loop.name] = kind
        self.ranges[loop.name] = range(loop.start, loop.stop)
        self.changed |= self.may_change(loop.body)
        before = self.carried, self.returned
        if kind is not None:
            self.inside += 1
            self.carried |= defined & set(assigned(loop.body))
            self.returned = set() if self.returned is None else self.returned
        self.block(loop.body, defined | {loop.name})
        self.inside -= kind is not None
        self.carried, self.returned = before

    def may_change(self, body: tuple[ir.Stmt, ...]) -> bool:
        """Whether statements may change a record."""
        functions = self.asked.unit.functions
        return any(
            isinstance(node, CHANGES) or (isinstance(node, ir.Call) and functions[node.key].writes)
            for node in nodes(body)
        )

    def change(self, change: CHANGES) -> None:
        """A change of a record."""
        if self.inside:
            raise self.refuse("something changes for one member after the other")
        if isinstance(change, ir.Store):
            kind = self.asked.kind(self.place(change.path))
            if kind is not None and change.op != "=":
                raise self.refuse("arithmetic with a member")
            self.fits(change.value, kind)
        else:
            self.place(change.target)
        if isinstance(change, ir.CopyRecord):
            self.place(change.source)
        elif isinstance(change, ir.MakeRecord):
            for _, domain, value, _ in change.values:
                self.fits(value, self.asked.kind(domain))
        elif isinstance(change, ir.Clear):
            held = [leaf.scalar for leaf in leaves(change.target.type)]
            if any(self.asked.kind(scalar) is not None for scalar in held):
                raise self.refuse("what is cleared holds the first member")
        self.changed = True

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
