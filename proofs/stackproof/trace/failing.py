"""Which part of a law decided: its rule is run once more, and every condition noted.

The text of the rule is rewritten so that each condition reports its value. Of the statement that
returned, and of the branches that led to it, those conditions are told on which the value hangs.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from stackproof.lang.readings.python import PythonReading, reading_of
from stackproof.lang.system import Rule, System
from stackproof.lang.types import Scalar

from .domains import Domains

NOTE, LEAVE = "__note__", "__leave__"


@dataclass(frozen=True)
class Condition:
    """A condition of a law as it is written, and its value."""

    text: str
    holds: bool


@dataclass(frozen=True)
class Failure:
    """How the rule of a law came to its value, at a line of its file.

    ``holds`` is that value. ``given`` are the conditions under which the law says something here,
    ``decisive`` those on which it fails, if any does: what a law looks for may just not be there.
    ``values`` are the parts that occur in them, with their domains, as far as they are declared;
    ``stands_for`` are the expressions whose values local names were given.
    """

    line: int
    holds: bool
    given: tuple[Condition, ...]
    decisive: tuple[Condition, ...]
    values: Mapping[str, tuple[int, Scalar | None]] = field(compare=False)
    stands_for: Mapping[str, str] = field(compare=False)

    @property
    def way(self) -> object:
        """What two failures of the same kind have in common, whatever cards they are about."""
        return self.line, self.given, self.decisive


def failure(system: System, rule: Rule, known: Mapping[str, Any]) -> Failure:
    """Run the rule of a law on what it names. Raises :class:`RuleError` as the rule does."""
    return _instrumented(system, system.key(rule)).run(known)


class _Noter(ast.NodeTransformer):
    """Makes conditions and returns report."""

    def __init__(self) -> None:
        self.returns: list[ast.Return] = []

    def _noted(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            return ast.BoolOp(node.op, [self._noted(value) for value in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.UnaryOp(node.op, self._noted(node.operand))
        if _is_premise(node):
            assert isinstance(node, ast.Call)
            return ast.Call(node.func, [self._noted(node.args[0])], [])
        text = ast.Constant(ast.unparse(node))
        return ast.Call(ast.Name(NOTE, ast.Load()), [text, node], [])

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        node.test = self._noted(node.test)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        if isinstance(node.value, ast.BoolOp | ast.UnaryOp | ast.Compare):
            node.value = self._noted(node.value)
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        assert node.value is not None
        place = ast.Constant(len(self.returns))
        self.returns.append(copy.deepcopy(node))
        names = ast.Call(ast.Name("locals", ast.Load()), [], [])
        value = node.value if isinstance(node.value, ast.Constant) else self._noted(node.value)
        node.value = ast.Call(ast.Name(LEAVE, ast.Load()), [place, value, names], [])
        return node


def _is_premise(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "premise"
        and len(node.args) == 1
    )


@lru_cache(maxsize=64)
def _of(reading: PythonReading, key: str) -> _Instrumented:
    return _Instrumented(reading, key)


def _instrumented(system: System, key: str) -> _Instrumented:
    return _of(reading_of(system.program), key)


class _Instrumented:
    """A rule that reports."""

    def __init__(self, reading: PythonReading, key: str) -> None:
        self.tree = reading.program.trees[key]
        self.names = [argument.arg for argument in self.tree.args.args]
        self.domains = Domains(reading, key)
        self.branches = {
            (node.lineno, node.col_offset): tests for node, tests in _returns(self.tree.body, [])
        }
        self.assigned = {
            node.targets[0].id: node.value
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        noter = _Noter()
        plain = copy.deepcopy(self.tree)
        plain.decorator_list, plain.returns = [], None
        for argument in plain.args.args:
            argument.annotation = None
        noter.visit(plain)
        self.returns = noter.returns
        module = ast.fix_missing_locations(ast.Module([plain], []))
        self.code = compile(module, reading.program.rules[key].file, "exec")
        self.globals = reading.globals_of(key)

    def run(self, known: Mapping[str, Any]) -> Failure:
        notes: dict[str, bool] = {}
        left: list[tuple[int, dict[str, Any]]] = []

        def note(text: str, value: Any) -> Any:
            notes[text] = bool(value)
            return value

        def leave(place: int, value: Any, names: dict[str, Any]) -> Any:
            left.append((place, names))
            return value

        space = self.globals | {NOTE: note, LEAVE: leave}
        exec(self.code, space)
        holds = bool(space[self.tree.name](*(known[name] for name in self.names)))
        place, names = left[-1]
        return self._told(holds, self.returns[place], notes, space, names)

    def _told(
        self,
        holds: bool,
        node: ast.Return,
        notes: dict[str, bool],
        space: dict[str, Any],
        names: dict[str, Any],
    ) -> Failure:
        assert node.value is not None
        given: list[Condition] = []
        decisive: list[Condition] = []
        tests = list(self.branches[node.lineno, node.col_offset])
        if not isinstance(node.value, ast.Constant):
            decisive = list(self._decisive(node.value, notes))
        while tests and not decisive:
            test = tests.pop()
            decisive = [c for part in _parts(test, False) for c in self._decisive(part, notes)]
            given += [c for part in _parts(test, True) for c in self._decisive(part, notes)]
        for test in reversed(tests):
            given = list(self._decisive(test, notes)) + given
        if not decisive:
            given, decisive = [], given
        told = [ast.parse(c.text, mode="eval").body for c in (*given, *decisive)]
        values = {}
        for part, domain in {p: d for node in told for p, d in self.domains.parts(node)}.items():
            value = eval(compile(part, "", "eval"), space, names)
            values[part] = (int(value), domain)
        meaning = {name: ast.unparse(value) for name, value in self.assigned.items()}
        return Failure(node.lineno, holds, tuple(given), tuple(decisive), values, meaning)

    def _decisive(self, node: ast.expr, notes: dict[str, bool]) -> Iterator[Condition]:
        """The conditions on which the value of an expression hangs."""
        if isinstance(node, ast.BoolOp):
            whole = isinstance(node.op, ast.And)
            values = []
            for part in node.values:
                values.append(part)
                if self._value(part, notes) is not whole:
                    values = [part]
                    break
            for part in values:
                yield from self._decisive(part, notes)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield from self._decisive(node.operand, notes)
        elif _is_premise(node):
            assert isinstance(node, ast.Call)
            yield from self._decisive(node.args[0], notes)
        elif isinstance(node, ast.Name) and self._expands(node.id, notes):
            yield from self._decisive(self.assigned[node.id], notes)
        elif isinstance(node, ast.Name) and isinstance(self.assigned.get(node.id), ast.Call):
            yield Condition(ast.unparse(self.assigned[node.id]), notes[node.id])
        else:
            yield Condition(ast.unparse(node), notes[ast.unparse(node)])

    def _value(self, node: ast.expr, notes: dict[str, bool]) -> bool:
        if isinstance(node, ast.BoolOp):
            values = (self._value(part, notes) for part in node.values)
            return all(values) if isinstance(node.op, ast.And) else any(values)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return not self._value(node.operand, notes)
        if _is_premise(node):
            assert isinstance(node, ast.Call)
            return self._value(node.args[0], notes)
        return notes[ast.unparse(node)]

    def _expands(self, name: str, notes: dict[str, bool]) -> bool:
        """Whether a local name stands for a condition that was noted."""
        value = self.assigned.get(name)
        if not isinstance(value, ast.BoolOp | ast.UnaryOp | ast.Compare):
            return False
        try:
            return self._value(value, notes) is notes.get(name)
        except KeyError:
            return False


def _parts(test: ast.expr, premise: bool) -> list[ast.expr]:
    """The conjuncts of a test that are premises, or those that are not."""
    both = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
    parts = test.values if isinstance(test, ast.BoolOp) and both else [test]
    return [part for part in parts if _is_premise(part) is premise]


def _returns(
    body: list[ast.stmt], tests: list[ast.expr]
) -> Iterator[tuple[ast.Return, list[ast.expr]]]:
    """Every return with the tests of the branches around it, the outermost first."""
    for node in body:
        if isinstance(node, ast.Return):
            yield node, tests
        elif isinstance(node, ast.If):
            yield from _returns(node.body, [*tests, node.test])
            yield from _returns(node.orelse, [*tests, node.test])
        elif isinstance(node, ast.For):
            yield from _returns(node.body, tests)
