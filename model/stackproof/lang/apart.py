"""Which laws of a system may tell the members of its scalarset apart."""

from __future__ import annotations

from collections.abc import Iterator

from .equivariance import Equivariance
from .frontend import Translator
from .system import System
from .types import ArrayType, RecordType, Type


def told_apart(system: System) -> dict[str, str]:
    """The laws, by id, that may tell the members of the scalarset apart, and where they do.

    A family over the scalarset does, as each of its laws is about one member.
    """
    assert system.scalarset is not None
    bags = {bag.index.of for kind in (system.state_type, system.step_type) for bag in _bags(kind)}
    names = {system.scalarset, *bags}
    program = system.program
    unit = Translator(program, system.law_rules()).unit(system.law_rules())
    asked = Equivariance(unit, system.scalarset, {name: program.capacities[name] for name in names})
    found: dict[str, str] = {}
    for law in system.laws:
        keys = [system.key(rule) for rule in law.rules]
        reasons = [reason for key in keys if (reason := asked.told_apart(key))]
        parameters = [p for key in keys for p in unit.functions[key].parameters]
        if any(p.name == "choice" and asked.kind(p.type) is not None for p in parameters):
            check = unit.functions[keys[0]]
            reasons.append(f"{check.file}:{check.line}: a law for each member by itself")
        if reasons:
            found[law.id] = reasons[0]
    return found


def _bags(kind: Type) -> Iterator[ArrayType]:
    """The bags in a type."""
    if isinstance(kind, ArrayType):
        if kind.bag:
            yield kind
        yield from _bags(kind.element)
    elif isinstance(kind, RecordType):
        for _, inner in kind.fields.values():
            yield from _bags(inner)
