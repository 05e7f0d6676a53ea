"""Interval analysis: which checks can never fail, and that no number outgrows 32 bits.

Plain abstract interpretation: locals carry intervals, fields their declared domains, parameters
and results theirs. What is proved here needs no run-time check in a compiled reading; what might
leave 32 bits is refused, so that every reading computes with the same mathematical integers.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import ir
from .errors import Refused
from .types import RecordType, Scalar

Interval = tuple[int, int]
Environment = dict[str, Interval]

LIMIT = 2**31 - 1
TRUTH: Interval = (0, 1)


def unproven_sites(functions: Mapping[str, ir.Function]) -> frozenset[int]:
    """The sites whose check may fail. Raises :class:`Refused` for a number beyond 32 bits."""
    unproven: set[int] = set()
    for function in functions.values():
        _Analysis(function, functions, unproven).run()
    return frozenset(unproven)


def _join(a: Interval, b: Interval) -> Interval:
    return (min(a[0], b[0]), max(a[1], b[1]))


class _Analysis:
    def __init__(
        self, function: ir.Function, functions: Mapping[str, ir.Function], unproven: set[int]
    ) -> None:
        self.function = function
        self.functions = functions
        self.unproven = unproven
        self.line = function.line

    def run(self) -> None:
        environment: Environment = {
            p.name: (p.type.low, p.type.high)
            for p in self.function.parameters
            if isinstance(p.type, Scalar)
        }
        self.block(self.function.body, environment)

    def demand(self, found: Interval, domain: Interval, site: int) -> None:
        if found[0] < domain[0] or found[1] > domain[1]:
            self.unproven.add(site)

    def block(self, body: tuple[ir.Stmt, ...], environment: Environment) -> Environment | None:
        """Run statements; None where every path returned."""
        current: Environment | None = environment
        for statement in body:
            if current is None:
                break
            self.line = statement.line
            current = self.statement(statement, current)
        return current

    def statement(self, s: ir.Stmt, env: Environment) -> Environment | None:
        if isinstance(s, ir.SetLocal):
            return env | {s.name: self.value(s.value, env)}
        if isinstance(s, ir.Branch):
            self.value(s.test, env)
            then = self.block(s.then, dict(env))
            other = self.block(s.other, dict(env))
            if then is None or other is None:
                return other if then is None else then
            return {n: _join(then[n], other[n]) for n in then.keys() & other.keys()}
        if isinstance(s, ir.Loop):
            return self.loop(s, env)
        if isinstance(s, ir.Return):
            if s.value is not None and self.function.result is not None:
                result = self.function.result
                found = self.value(s.value, env)
                self.demand(found, (result.low, result.high), self.function.result_site)
            return None
        if isinstance(s, ir.Check):
            self.value(s.test, env)
            self.unproven.add(s.site)
        elif isinstance(s, ir.Do):
            self.value(s.call, env)
        elif isinstance(s, ir.Store):
            self.path(s.path, env)
            assert isinstance(s.path.type, Scalar)
            domain = (s.path.type.low, s.path.type.high)
            found = self.value(s.value, env)
            self.demand(found if s.op == "=" else self.arith(s.op, domain, found), domain, s.site)
        elif isinstance(s, ir.MakeRecord):
            for _, scalar, value, site in s.values:
                self.demand(self.value(value, env), (scalar.low, scalar.high), site)
            self.path(s.target, env)
        else:
            self.path(s.target, env)
            if isinstance(s, ir.CopyRecord):
                self.path(s.source, env)
        return env

    def loop(self, s: ir.Loop, env: Environment) -> Environment | None:
        if s.stop <= s.start:
            return env
        for _ in range(s.start, s.stop):
            inside = self.block(s.body, env | {s.name: (s.start, s.stop - 1)})
            if inside is None:
                return env
            joined = {n: _join(env[n], inside[n]) for n in env}
            if joined == env:
                break
            env = joined
        return env

    def path(self, path: ir.Path, env: Environment) -> None:
        for step in path.steps:
            if isinstance(step, ir.IndexStep):
                self.demand(self.value(step.index, env), (0, step.length - 1), step.site)

    def arith(self, op: str, a: Interval, b: Interval) -> Interval:
        if op == "+":
            found = (a[0] + b[0], a[1] + b[1])
        elif op == "-":
            found = (a[0] - b[1], a[1] - b[0])
        else:
            corners = [x * y for x in a for y in b]
            found = (min(corners), max(corners))
        if found[0] < -LIMIT or found[1] > LIMIT:
            what = "a number here may outgrow 32 bits"
            raise Refused(self.function.file, self.line, what, "keep it in a field with a domain")
        return found

    def value(self, e: ir.Expr, env: Environment) -> Interval:
        if isinstance(e, ir.Const):
            return (e.value, e.value)
        if isinstance(e, ir.Local):
            return env[e.name]
        if isinstance(e, ir.Load):
            self.path(e.path, env)
            assert isinstance(e.path.type, Scalar)
            return (e.path.type.low, e.path.type.high)
        if isinstance(e, ir.Arith):
            left = self.value(e.left, env)
            return self.arith(e.op, left, self.value(e.right, env))
        if isinstance(e, ir.Choose):
            self.value(e.test, env)
            return _join(self.value(e.then, env), self.value(e.other, env))
        if isinstance(e, ir.Call):
            return self.call(e, env)
        if isinstance(e, ir.Compare):
            self.value(e.left, env)
            self.value(e.right, env)
        elif isinstance(e, ir.Logic):
            for part in e.parts:
                self.value(part, env)
        else:
            self.value(e.part, env)
        return TRUTH

    def call(self, e: ir.Call, env: Environment) -> Interval:
        callee = self.functions[e.key]
        for argument, parameter in zip(e.arguments, callee.parameters, strict=True):
            if isinstance(argument, str) or isinstance(parameter.type, RecordType):
                continue
            domain = (parameter.type.low, parameter.type.high)
            self.demand(self.value(argument, env), domain, parameter.site)
        return (callee.result.low, callee.result.high) if callee.result else TRUTH
