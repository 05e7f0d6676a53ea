"""Small systematic changes to checked rules, all in one program: a schema of mutants.

Every place that can be changed is guarded with the number of the mutant, so that one compilation
holds all of them and a number chosen at run time says which one plays (Untch, Offutt and Harrold,
"Mutation analysis using mutant schemata", 1993).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from . import ir
from .intervals import unproven_sites
from .types import Scalar

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
INVERSE = {"+": "-", "-": "+"}
SEATS = "seats"


@dataclass(frozen=True)
class Mutant:
    """One change: where it is and what it does, in words. Numbers count from 1.

    ``place`` numbers the changes of a rule, whatever the sizes of the game are.
    """

    number: int
    rule: str
    file: str
    line: int
    does: str
    place: int

    @property
    def key(self) -> str:
        """What names the mutant among those of all sizes of the game."""
        return f"{self.rule}#{self.place}"

    @property
    def name(self) -> str:
        """The rule without its package, and which change of it."""
        return f"{self.rule.rpartition('.')[2]}#{self.place}"


@dataclass(frozen=True)
class Schema:
    """A unit with all mutants in it, which are off, and the mutants by number from 1."""

    unit: ir.Unit
    mutants: tuple[Mutant, ...]


def schema(unit: ir.Unit, files: Collection[str], sizes: Collection[str] = (SEATS,)) -> Schema:
    """All mutants of the rules in some files. ``sizes`` names the capacities whose members are
    swapped, such as players.
    """
    functions: dict[str, ir.Function] = {}
    mutants: list[Mutant] = []
    for key, function in unit.functions.items():
        if function.file in files and (
            key.endswith(".base") or f"{key}.base" not in unit.functions
        ):
            functions[key] = _Mutation(function, mutants, sizes).run()
        else:
            functions[key] = function
    made = ir.Unit(functions, unit.sites, unproven_sites(functions))
    return Schema(made, tuple(mutants))


def only(unit: ir.Unit, number: int) -> ir.Unit:
    """A unit in which one mutant of a schema plays, without guards."""
    functions = {key: _Settled(number).function(f) for key, f in unit.functions.items()}
    return ir.Unit(functions, unit.sites, unproven_sites(functions))


class _Rebuilt:
    """Rebuilds a tree, with a chance to change each statement and expression."""

    def block(self, body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        return tuple(made for s in body for made in self.statement(s))

    def statement(self, s: ir.Stmt) -> tuple[ir.Stmt, ...]:
        match s:
            case ir.SetLocal():
                return (replace(s, value=self.value(s.value)),)
            case ir.Store():
                return (replace(s, path=self.path(s.path), value=self.value(s.value)),)
            case ir.CopyRecord():
                return (replace(s, target=self.path(s.target), source=self.path(s.source)),)
            case ir.MakeRecord():
                values = tuple((o, d, self.value(v), site) for o, d, v, site in s.values)
                return (replace(s, target=self.path(s.target), values=values),)
            case ir.Clear():
                return (replace(s, target=self.path(s.target)),)
            case ir.Branch():
                test = self.value(s.test)
                then, other = self.block(s.then), self.block(s.other)
                return (replace(s, test=test, then=then, other=other),)
            case ir.Loop():
                return (replace(s, body=self.block(s.body)),)
            case ir.Return():
                return (replace(s, value=None if s.value is None else self.value(s.value)),)
            case ir.Check():
                return (s,)
            case ir.Do():
                return (replace(s, call=self.call(s.call)),)

    def value(self, e: ir.Expr) -> ir.Expr:
        match e:
            case ir.Load():
                return replace(e, path=self.path(e.path))
            case ir.Arith() | ir.Compare():
                return replace(e, left=self.value(e.left), right=self.value(e.right))
            case ir.Logic():
                return replace(e, parts=tuple(map(self.value, e.parts)))
            case ir.Not() | ir.Premise():
                return replace(e, part=self.value(e.part))
            case ir.Choose():
                test, then, other = map(self.value, (e.test, e.then, e.other))
                return replace(e, test=test, then=then, other=other)
            case ir.Call():
                return self.call(e)
        return e

    def call(self, e: ir.Call) -> ir.Call:
        given = tuple(a if isinstance(a, str) else self.value(a) for a in e.arguments)
        return replace(e, arguments=given)

    def path(self, path: ir.Path) -> ir.Path:
        steps = tuple(
            replace(step, index=self.value(step.index)) if isinstance(step, ir.IndexStep) else step
            for step in path.steps
        )
        return replace(path, steps=steps)


class _Mutation(_Rebuilt):
    """Guards every change of one function."""

    def __init__(
        self, function: ir.Function, mutants: list[Mutant], sizes: Collection[str]
    ) -> None:
        self.function, self.mutants, self.sizes = function, mutants, sizes
        self.line = function.line
        self.place = 0
        self.seats = {
            p.name for p in function.parameters
            if isinstance(p.type, Scalar) and p.type.of in sizes
        }  # fmt: skip

    def run(self) -> ir.Function:
        return replace(self.function, body=self.block(self.function.body))

    def guard(self, does: str) -> ir.Guard:
        self.place += 1
        number, f = len(self.mutants) + 1, self.function
        rule = f.key.removesuffix(".base")
        self.mutants.append(Mutant(number, rule, f.file, self.line, does, self.place))
        return ir.Guard(number)

    def statement(self, s: ir.Stmt) -> tuple[ir.Stmt, ...]:
        self.line = s.line
        made = super().statement(s)
        self.line = s.line
        others: list[tuple[str, tuple[ir.Stmt, ...]]] = []
        dropped = ir.Store | ir.CopyRecord | ir.MakeRecord | ir.Clear | ir.Do
        if isinstance(s, dropped) or (isinstance(s, ir.Branch) and not s.other):
            others.append(("is left out", ()))
        if isinstance(s, ir.Return) and s.value is None and self.function.result is None:
            others.append(("does not return here", ()))
        if isinstance(s, ir.Store) and s.op in INVERSE:
            inverse = INVERSE[s.op]
            others.append((f"{s.op}= becomes {inverse}=", (replace(s, op=inverse),)))
        for does, other in others:
            made = (ir.Branch(self.guard(does), other, made, s.line),)
        return made

    def value(self, e: ir.Expr) -> ir.Expr:
        made = super().value(e)
        for does, other in self.variants(e):
            made = ir.Choose(self.guard(does), other, made, e.boolean)
        return made

    def variants(self, e: ir.Expr) -> Iterator[tuple[str, ir.Expr]]:
        match e:
            case ir.Const(value, True):
                yield f"{bool(value)} becomes {not value}", ir.Const(1 - value, True)
            case ir.Const(value):
                yield f"{value} becomes {value + 1}", ir.Const(value + 1)
            case ir.Compare(op):
                yield f"{op} becomes {OPPOSITE[op]}", replace(e, op=OPPOSITE[op])
                if op in BOUNDARY:
                    yield f"{op} becomes {BOUNDARY[op]}", replace(e, op=BOUNDARY[op])
            case ir.Logic(op, parts):
                swapped = "or" if op == "and" else "and"
                yield f"{op} becomes {swapped}", ir.Logic(swapped, parts)
                for i in range(len(parts)):
                    rest = (*parts[:i], *parts[i + 1 :])
                    kept = rest[0] if len(rest) == 1 else ir.Logic(op, rest)
                    yield f"part {i + 1} of {op} is left out", kept
            case ir.Not(part):
                yield "not is left out", part
            case ir.Arith(op) if op in INVERSE:
                yield f"{op} becomes {INVERSE[op]}", replace(e, op=INVERSE[op])
            case ir.Load() | ir.Local() | ir.Call() if e.boolean:
                yield "is negated", ir.Not(e)
            case ir.Load(path) if isinstance(path.type, Scalar) and path.type.of in self.sizes:
                yield f"another of the {path.type.of}", _other(e)
            case ir.Local(name) if name in self.seats:
                yield f"another of the {SEATS}", _other(e)


class _Settled(_Rebuilt):
    """Decides all guards."""

    def __init__(self, number: int) -> None:
        self.number = number

    def function(self, f: ir.Function) -> ir.Function:
        return replace(f, body=self.block(f.body))

    def statement(self, s: ir.Stmt) -> tuple[ir.Stmt, ...]:
        if isinstance(s, ir.Branch) and isinstance(s.test, ir.Guard):
            return self.block(s.then if s.test.number == self.number else s.other)
        return super().statement(s)

    def value(self, e: ir.Expr) -> ir.Expr:
        if isinstance(e, ir.Choose) and isinstance(e.test, ir.Guard):
            return self.value(e.then if e.test.number == self.number else e.other)
        return super().value(e)


def _other(e: ir.Expr) -> ir.Expr:
    """The first member where it is another one, else the second."""
    return ir.Choose(ir.Compare("==", e, ir.Const(0)), ir.Const(1), ir.Const(0), False)
