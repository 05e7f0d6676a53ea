"""The first reading: CPython runs the text of the rules as it stands.

The code objects are those of the modules; only what their globals stand for is settled first:
capacities and enumeration members become numbers, hooks run their extensions, and calls between
rules check the declared domains of arguments and results.
"""

from __future__ import annotations

import ast
import types
import typing
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from ..declare import Hook, Record, clear, premise
from ..errors import RuleError, Site
from ..program import Program
from ..program import Rule as ProgramRule
from ..system import POSSIBLE, Law, Rule, System
from ..types import BOOLEAN, Scalar
from .views import View, Views


class _Names:
    """What a module stands for in rules: its names, once they are settled."""


class PythonReading:
    """A program that CPython can run. ``call`` runs a rule on views."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.views = Views(frozenset(str(m.__file__) for m in program.modules))
        self.premise_held = False
        self._rules: dict[str, Callable[..., Any]] = {}
        self._namespaces = {m.__name__: dict(vars(m)) for m in program.modules}
        codes = {m.__name__: self._codes(m) for m in program.modules}
        for rule in program.rules.values():
            code = codes[rule.module.__name__][rule.function.__name__]
            raw = types.FunctionType(code, self._namespaces[rule.module.__name__], code.co_name)
            self._rules[rule.key] = self._checked(rule, raw)
        for namespace in self._namespaces.values():
            for name, value in list(namespace.items()):
                namespace[name] = self._settled(value)

    def new(self, declaration: type, data: bytes | None = None) -> Any:
        """A fresh record of a declared type."""
        return self.views.new(self.program.record(declaration), data)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run a rule. Raises :class:`RuleError`."""
        key = self.program.key(function)
        if key is None:
            raise KeyError(f"{function!r} is not part of the program")
        return self._rules[key](*arguments)

    def globals_of(self, key: str) -> dict[str, Any]:
        """A copy of what the globals of a rule stand for, all settled."""
        return dict(self._namespaces[self.program.rules[key].module.__name__])

    def domains_of(self, key: str) -> dict[str, Any]:
        """The resolved types of a rule's parameters and of its result, which is ``return``."""
        return _hints(self.program, self.program.rules[key])

    def _codes(self, module: types.ModuleType) -> dict[str, types.CodeType]:
        source, name = self.program.sources[module.__name__], str(module.__file__)
        compiled = compile(source, name, "exec", dont_inherit=True, optimize=0)
        return {c.co_name: c for c in compiled.co_consts if isinstance(c, types.CodeType)}

    def _settled(self, value: object) -> Any:
        if value is premise:
            return self._premise
        if value is clear:
            return _clear
        if isinstance(value, type) and issubclass(value, Record) and value is not Record:
            return self.views.constructor(self.program.record(value))
        if isinstance(value, types.ModuleType) and value.__name__ in self._namespaces:
            names = _Names()
            names.__dict__ = self._namespaces[value.__name__]
            return names
        if isinstance(value, bool):
            return value
        if isinstance(value, types.FunctionType | Hook):
            key = self.program.key(value)
            return self._rules[key] if key else value
        number = self.program.constant(value)
        return value if number is None else number

    def _premise(self, condition: bool) -> bool:
        self.premise_held |= condition
        return condition

    def _checked(self, rule: ProgramRule, raw: Callable[..., Any]) -> Callable[..., Any]:
        code = raw.__code__
        tree = self.program.trees[rule.key]
        line = tree.lineno
        asserts = [n for n in ast.walk(tree) if isinstance(n, ast.Assert)]
        hints = _hints(self.program, rule)
        names = code.co_varnames[: code.co_argcount]
        domains = [
            (i, name, hints[name])
            for i, name in enumerate(names)
            if isinstance(hints.get(name), Scalar)
        ]
        result = hints.get("return")

        def outside(what: str) -> RuleError:
            return RuleError(Site(rule.file, line, "domain", f"{what} of {code.co_name}"))

        def run(*arguments: Any) -> Any:
            for i, name, domain in domains:
                if not domain.low <= arguments[i] <= domain.high:
                    raise outside(f"argument {name} = {arguments[i]}")
            try:
                value = raw(*arguments)
            except AssertionError as error:
                trace = error.__traceback__
                while trace is not None and trace.tb_frame.f_code is not code:
                    trace = trace.tb_next
                reported = trace.tb_lineno if trace else line
                for node in asserts:
                    if node.lineno <= reported <= (node.end_lineno or node.lineno):
                        reported = node.lineno
                raise RuleError(Site(rule.file, reported, "assert", code.co_name)) from None
            if isinstance(result, Scalar) and not result.low <= value <= result.high:
                raise outside("result")
            return extended(value, arguments) if rule.extensions else value

        def extended(value: Any, arguments: tuple[Any, ...]) -> Any:
            for key in rule.extensions:
                if result is BOOLEAN and value:
                    break
                more = self._rules[key](*arguments)
                if result is BOOLEAN:
                    value = more
                elif isinstance(result, Scalar):
                    value += more
            if isinstance(result, Scalar) and not result.low <= value <= result.high:
                raise outside("result")
            return value

        return run


def _hints(program: Program, rule: ProgramRule) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, hint in typing.get_type_hints(rule.function, include_extras=True).items():
        if hint is not type(None):
            found[name] = program.resolver.resolve(hint)
    return found


def _clear(target: View) -> None:
    target.clear()


@lru_cache(maxsize=8)
def reading_of(program: Program) -> PythonReading:
    """The CPython reading of a program, made once."""
    return PythonReading(program)


class Player:
    """Plays a system in CPython, one action at a time."""

    def __init__(self, system: System, setup: bytes) -> None:
        self.system = system
        self.reading = reading_of(system.program)
        self.setup = self.reading.new(system.setup, setup)

    def position(self, packed: bytes) -> Any:
        """A position as a view of a fresh copy."""
        return self.reading.new(self.system.state, packed)

    def legal(self, position: Any, verb: int, argument: int) -> bool:
        """Whether an action is legal."""
        return bool(self.reading.call(self.system.legal, self.setup, position, verb, argument))

    def actions(self, position: Any) -> Iterator[tuple[int, int]]:
        """The legal actions in the order in which every reading lists them."""
        for verb, (_, size) in enumerate(self.system.verbs):
            for argument in range(size):
                if self.legal(position, verb, argument):
                    yield verb, argument

    def apply(self, position: Any, verb: int, argument: int) -> tuple[Any, Any]:
        """The next position and the step that leads to it. Raises :class:`RuleError`."""
        after = self.position(position.pack())
        step = self.reading.new(self.system.step)
        self.reading.call(self.system.apply, self.setup, after, verb, argument, step)
        return after, step

    def finished(self, position: Any) -> bool:
        """Whether the play ends here."""
        return bool(self.reading.call(self.system.finished, self.setup, position))

    def cut(self, position: Any) -> bool:
        """Whether a play that ends here was cut off."""
        rule = self.system.cut
        return rule is not None and bool(self.reading.call(rule, self.setup, position))

    def judge(self, law: Law, **known: Any) -> tuple[bool, bool]:
        """Whether a law holds of ``position``, or of ``before``, ``verb``, ``argument``, ``step``
        and ``after``, and of ``choice``; and whether one of its premises held.
        """
        self.reading.premise_held = False
        if law.kind == POSSIBLE and law.trigger is not None and not self.ask(law.trigger, **known):
            return False, False
        holds = self.ask(law.check, **known)
        return holds, self.reading.premise_held

    def ask(self, rule: Rule, **known: Any) -> bool:
        """Run a condition, such as one of the rules of a law; it takes what it names."""
        everything = known | {"setup": self.setup}
        code = rule.__code__
        names = code.co_varnames[: code.co_argcount]
        return bool(self.reading.call(rule, *(everything[name] for name in names)))
