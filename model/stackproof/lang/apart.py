"""Which laws of a system may tell the members of its scalarset apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .equivariance import Equivariance
from .frontend import Translator
from .system import POSSIBLE, TRACED, Law, System
from .types import ArrayType, RecordType, Type


@dataclass(frozen=True)
class Apart:
    """How a law tells members apart: ``where``, and what is alike for all of them even so.

    ``jointly``: it is a family of laws about what comes later, one for each member, and nothing
    else in it tells them apart. ``offers``: it is about what is possible, and where a choice is
    offered does not depend on them.
    """

    where: str
    jointly: bool = False
    offers: bool = False


def told_apart(system: System) -> dict[str, Apart]:
    """The laws, by id, that may tell the members of the scalarset apart.

    A family over the scalarset does, as each of its laws is about one member.
    """
    assert system.scalarset is not None
    bags = {bag.index.of for kind in (system.state_type, system.step_type) for bag in _bags(kind)}
    names = {system.scalarset, *bags}
    program = system.program
    unit = Translator(program, system.law_rules()).unit(system.law_rules())
    asked = Equivariance(unit, system.scalarset, {name: program.capacities[name] for name in names})
    found = ((law.id, _apart(asked, law, [system.key(rule) for rule in law.rules]))
             for law in system.laws)  # fmt: skip
    return {name: apart for name, apart in found if apart is not None}


def _apart(asked: Equivariance, law: Law, keys: list[str]) -> Apart | None:
    """How a law with the rules of these keys, the check first, tells members apart."""
    functions = [asked.unit.functions[key] for key in keys]
    reason = next(filter(None, map(asked.told_apart, keys)), None)
    parameters = [parameter for function in functions for parameter in function.parameters]
    if any(p.name == "choice" and asked.kind(p.type) is not None for p in parameters):
        where = f"{functions[0].file}:{functions[0].line}: a law for each member by itself"
        return Apart(reason or where, jointly=reason is None and law.kind in TRACED)
    if reason is None:
        return None
    told = (asked.premises_told_apart(keys[0]), *map(asked.told_apart, keys[1:]))
    return Apart(reason, offers=law.kind == POSSIBLE and not any(told))


def _bags(kind: Type) -> Iterator[ArrayType]:
    """The bags in a type."""
    if isinstance(kind, ArrayType):
        if kind.bag:
            yield kind
        yield from _bags(kind.element)
    elif isinstance(kind, RecordType):
        for _, inner in kind.fields.values():
            yield from _bags(inner)
