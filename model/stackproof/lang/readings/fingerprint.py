"""What the compiled form of a system depends on, as one digest.

Besides the texts this covers what the names in them stand for: a name may come from a module that
is no part of the program, and its value is compiled in all the same.
"""

from __future__ import annotations

import enum
import hashlib
import json
import sys
import types
import typing
from pathlib import Path
from typing import Any

from ..declare import Hook, Record
from ..program import Program
from ..system import System


def fingerprint(system: System) -> str:
    """The digest under which the compiled form of a system is kept."""
    return hashlib.sha256(json.dumps(ingredients(system)).encode()).hexdigest()


def ingredients(system: System) -> dict[str, Any]:
    """Everything that the compiled form of a system depends on."""
    from .machine import identity

    program = system.program
    described = _Described(program)
    return {
        "python": sys.version,
        "machine": identity(),
        "language": LANGUAGE,
        "sources": [(m.__name__, m.__file__, program.sources[m.__name__]) for m in program.modules],
        "capacities": program.capacities,
        "verbs": list(system.verbs),
        "entries": [system.key(f) for f in (system.legal, system.apply, system.finished)],
        "cut": system.cut and system.key(system.cut),
        "laws": [
            (law.id, law.kind, law.trigger is None, [system.key(rule) for rule in law.rules])
            for law in system.laws
        ],
        "system": [described.record(r) for r in (system.setup, system.state, system.step)],
        "symbols": {str(kind): [s.name for s in members] for kind, members in
                    program.symbols.items()},
        "names": {module.__name__: described.names(module) for module in program.modules},
        "rules": {key: described.rule(key) for key in program.rules},
        "records": described.records,
    }  # fmt: skip


def language_digest() -> str:
    """The digest of the source files of the rules language itself, as they are now."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[1]
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


LANGUAGE = language_digest()
"""The digest as of this import, which is what a process that runs for long has loaded."""


class _Described:
    """Describes values by content; ``records`` are the layouts of those that came up."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.records: dict[str, str] = {}

    def names(self, module: types.ModuleType) -> dict[str, Any]:
        """What the globals of a module stand for in rules."""
        named = {name: self.value(value) for name, value in vars(module).items()}
        return {name: value for name, value in named.items() if value is not None}

    def value(self, value: object) -> Any:
        number = self.program.constant(value)
        if number is not None:
            return [type(value).__name__, number]
        if isinstance(value, types.FunctionType | Hook):
            return self.program.key(value) or f"function {getattr(value, '__qualname__', '')}"
        if isinstance(value, types.ModuleType):
            inside = value.__name__ in self.program.order
            return [value.__name__, {} if inside else self.constants(value)]
        if not isinstance(value, type):
            return None
        if issubclass(value, enum.IntEnum):
            return [value.__name__, [(m.name, int(m)) for m in value]]
        return self.record(value) if issubclass(value, Record) and value is not Record else None

    def constants(self, module: types.ModuleType) -> dict[str, Any]:
        """The numbers in a module that is no part of the program."""
        return {
            name: self.value(value)
            for name, value in vars(module).items()
            if isinstance(value, int) or (isinstance(value, type) and issubclass(value, int))
        }

    def record(self, declaration: type) -> str:
        """The name of a record class, whose layout is noted."""
        name = f"{declaration.__module__}.{declaration.__qualname__}"
        if name not in self.records:
            try:
                self.records[name] = repr(self.program.record(declaration))
            except (KeyError, TypeError) as error:
                self.records[name] = repr(error)
        return name

    def rule(self, key: str) -> list[Any]:
        """The signature and the extensions of a rule."""
        rule = self.program.rules[key]
        try:
            hints = typing.get_type_hints(rule.function, include_extras=True)
        except (NameError, TypeError) as error:
            return [key, repr(error), rule.extensions]
        return [[(name, self.hint(hint)) for name, hint in hints.items()], rule.extensions]

    def hint(self, annotation: Any) -> str:
        if isinstance(annotation, type) and issubclass(annotation, Record):
            return self.record(annotation)
        try:
            return repr(self.program.resolver.resolve(annotation))
        except TypeError:
            return str(annotation)
