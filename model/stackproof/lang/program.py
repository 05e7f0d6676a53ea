"""A program: rules modules put together, with every capacity and enumeration settled."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from .declare import REPLACES, Capacity, Hook, Symbol
from .errors import Refused
from .types import RecordType, Resolver


@dataclass
class Rule:
    """One function of the program, or one hook with the extensions that the program loads."""

    key: str
    function: Callable[..., Any]
    module: ModuleType
    extensions: list[str] = field(default_factory=list)
    is_hook: bool = False

    @property
    def file(self) -> str:
        return str(self.module.__file__)

    @property
    def line(self) -> int:
        return int(inspect.unwrap(self.function).__code__.co_firstlineno)


class Program:
    """Rules modules in order, and the sizes with which they are read.

    ``capacities`` overrides the defaults of the declared capacities, by name. Raises
    :class:`Refused` where a module cannot be read and KeyError for an undeclared capacity.
    """

    def __init__(
        self, modules: Sequence[ModuleType], capacities: Mapping[str, int] | None = None
    ) -> None:
        self.modules = list(modules)
        self.order = {module.__name__: i for i, module in enumerate(self.modules)}
        self.sources = {m.__name__: Path(str(m.__file__)).read_text("utf-8") for m in self.modules}
        declared: dict[str, int] = {}
        self.scalarsets: list[str] = []
        members: dict[type, list[Symbol]] = {}
        self._numbers: dict[int, int] = {}
        for module in self.modules:
            for value in vars(module).values():
                if isinstance(value, Capacity):
                    declared.setdefault(value.name, int(value))
                    if value.scalarset and value.name not in self.scalarsets:
                        self.scalarsets.append(value.name)
                elif isinstance(value, Symbol) and id(value) not in self._numbers:
                    siblings = members.setdefault(type(value), [])
                    self._numbers[id(value)] = len(siblings)
                    siblings.append(value)
        for name in capacities or {}:
            if name not in declared:
                raise KeyError(f"no capacity is called {name!r}")
        self.capacities = declared | dict(capacities or {})
        self.symbols = members
        self.resolver = Resolver(self.capacities, members)
        self.rules: dict[str, Rule] = {}
        self.replaced: dict[str, str] = {}
        self._keys: dict[int, str] = {}
        self._collect()

    def _collect(self) -> None:
        hooks: list[tuple[Rule, Hook[..., Any]]] = []
        for module in self.modules:
            for value in vars(module).values():
                function = value.base if isinstance(value, Hook) else value
                if not isinstance(function, types.FunctionType):
                    continue
                if function.__module__ != module.__name__:
                    continue
                key = f"{module.__name__}.{function.__qualname__}"
                rule = Rule(key, function, module, is_hook=isinstance(value, Hook))
                self.rules[key] = rule
                self._keys[id(value)] = key
                if isinstance(value, Hook):
                    hooks.append((rule, value))
        for rule, declared in hooks:
            loaded = [f for f in declared.extensions if id(f) in self._keys]
            loaded.sort(key=lambda f: (self.order[f.__module__], f.__code__.co_firstlineno))
            rule.extensions = [self._keys[id(f)] for f in loaded]
        for rule in list(self.rules.values()):
            replaced = getattr(rule.function, REPLACES, None)
            if replaced is not None:
                self._replace(rule, replaced)

    def _replace(self, rule: Rule, replaced: object) -> None:
        """Let a rule stand in for another, under the key of that."""
        key = self.key(replaced)
        if key is None or self.rules[key].is_hook:
            raise Refused(rule.file, rule.line, "replaces what is no rule of the program")
        old, new = (inspect.signature(r.function) for r in (self.rules[key], rule))
        if list(old.parameters) != list(new.parameters):
            raise Refused(rule.file, rule.line, f"{key} has other parameters: {old}")
        del self.rules[rule.key]
        self.replaced[key] = rule.key
        self._keys[id(rule.function)] = key
        self.rules[key] = Rule(key, rule.function, rule.module)

    def key(self, value: object) -> str | None:
        """The key of a rule or hook object, or None where it is not part of this program."""
        return self._keys.get(id(value))

    def constant(self, value: object) -> int | None:
        """The number that a global stands for in this program, or None where it is no number."""
        if isinstance(value, Symbol):
            return self._numbers.get(id(value))
        if isinstance(value, Capacity):
            return self.capacities[value.name]
        return int(value) if isinstance(value, int) else None

    def record(self, declaration: type) -> RecordType:
        """The resolved form of a record class."""
        return self.resolver.record(declaration)

    def members(self, enumeration: type[Symbol]) -> list[Symbol]:
        """The members of an open enumeration in the order of their numbers."""
        return self.symbols.get(enumeration, [])

    @cached_property
    def trees(self) -> dict[str, ast.FunctionDef]:
        """The syntax tree of every rule, by key."""
        found: dict[str, ast.FunctionDef] = {}
        for module in self.modules:
            try:
                body = ast.parse(self.sources[module.__name__]).body
            except SyntaxError as error:
                line = error.lineno or 1
                raise Refused(str(module.__file__), line, f"no Python: {error.msg}") from None
            for node in body:
                if isinstance(node, ast.FunctionDef):
                    found[f"{module.__name__}.{node.name}"] = node
        return found | {key: found[new] for key, new in self.replaced.items()}
