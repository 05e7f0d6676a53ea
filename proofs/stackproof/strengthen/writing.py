"""Candidates as a rules module: text that all readings read, and that a person can keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import EnumType
from functools import cache
from pathlib import Path
from types import ModuleType

from stackproof.lang.declare import NONE, Capacity, Symbol
from stackproof.lang.system import Law, System
from stackproof.laws.declare import forget, laws_of
from stackproof.project import module_at

from .literals import PLACES, Candidate, Literal

TITLE = "Invariants of positions: found by filling in templates, and proved inductive."


class Writer:
    """Writes candidates with the names that the rules of a system have for things."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._modules = system.program.modules
        self._imports: dict[str, set[str]] = {}

    def module(self, candidates: Iterable[Candidate], title: str = TITLE) -> str:
        """A rules module with a law for each candidate."""
        self._imports = {}
        state = self._named(self._system.state.__module__, self._system.state.__name__)
        self._named("stackproof.laws.declare", "law")
        laws = [self._law(candidate, state) for candidate in candidates]
        lines = [f'"""{title}"""', "", "from __future__ import annotations", ""]
        for module, names in sorted(self._imports.items()):
            lines.append(f"from {module} import {', '.join(sorted(names))}")
        return "\n".join(lines) + "\n\n\n" + "\n\n".join(laws)

    def _law(self, candidate: Candidate, state: str) -> str:
        name = candidate.name
        head = (
            f'@law(\n    "invariant",\n    "{name}",\n    "{candidate.says}",\n)\n'
            f"def {name.replace('-', '_')}(position: {state}) -> bool:\n"
        )
        conclusion = self._text(candidate.conclusion)
        if not candidate.over:
            if candidate.premise is None:
                return f"{head}    return {conclusion}\n"
            return f"{head}    return {self._text(candidate.premise.negation)} or {conclusion}\n"
        wrong = self._text(candidate.conclusion.negation)
        if candidate.premise is not None:
            wrong = f"{self._text(candidate.premise)} and {wrong}"
        capacity = self._capacity(candidate.over)
        loop = f"    for i in range({capacity}):\n        if {wrong}:\n            return False\n"
        return f"{head}{loop}    return True\n"

    def _text(self, literal: Literal) -> str:
        return literal.text("position", self._constant(literal))

    def _constant(self, literal: Literal) -> str:
        scalar, value = literal.field.scalar, literal.value
        if literal.compare in PLACES or scalar.boolean:
            return ""
        if scalar.names:
            return self._member(scalar.tag, value)
        if value == NONE:
            return self._named("stackproof.lang.declare", "NONE")
        return str(value)

    def _member(self, enumeration: str, value: int) -> str:
        """The name of a member of an enumeration, as rules write it."""
        constant = self._system.program.constant
        for module in self._modules:
            for name, found in vars(module).items():
                if isinstance(found, Symbol):
                    if type(found).__name__ == enumeration and constant(found) == value:
                        return self._named(module.__name__, name)
                elif isinstance(found, EnumType) and found.__name__ == enumeration:
                    member = list(found.__members__)[value]
                    return f"{self._named(found.__module__, enumeration)}.{member}"
        raise KeyError(enumeration)

    def _capacity(self, capacity: str) -> str:
        for module in self._modules:
            for name, found in vars(module).items():
                if isinstance(found, Capacity) and found.name == capacity:
                    return self._named(module.__name__, name)
        raise KeyError(capacity)

    def _named(self, module: str, name: str) -> str:
        self._imports.setdefault(module, set()).add(name)
        return name


@cache
def loaded(file: Path) -> tuple[ModuleType, Mapping[str, Law]]:
    """A written module with its laws by id, which other modules may declare again."""
    module = module_at(file)
    found = {law.id: law for law in laws_of([module])}
    forget(module)
    return module, found
