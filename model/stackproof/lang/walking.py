"""Walks over the small trees of rules: the statements in them, and what two have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from . import ir


def text(tree: object) -> object:
    """A tree without the places where it stands."""
    if isinstance(tree, tuple):
        return tuple(text(part) for part in tree)
    if not is_dataclass(tree):
        return tree
    parts = [getattr(tree, f.name) for f in fields(tree) if f.name not in ("site", "line")]
    return (type(tree).__name__, *map(text, parts))


def speaks_of_locals(tree: object) -> bool:
    """Whether a tree speaks of any local."""
    if isinstance(tree, ir.Local):
        return True
    if isinstance(tree, tuple):
        return any(speaks_of_locals(part) for part in tree)
    return is_dataclass(tree) and any(speaks_of_locals(getattr(tree, f.name)) for f in fields(tree))


def statements(body: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
    """All statements, those in branches and loops after what they are in."""
    for statement in body:
        yield statement
        if isinstance(statement, ir.Branch):
            yield from statements(statement.then)
            yield from statements(statement.other)
        elif isinstance(statement, ir.Loop):
            yield from statements(statement.body)


def assigned(body: Iterable[ir.Stmt]) -> Iterator[str]:
    """The locals that statements assign."""
    for statement in statements(body):
        if isinstance(statement, ir.SetLocal):
            yield statement.name


def same_constant(body: Iterable[ir.Stmt], name: str, value: ir.Const) -> bool:
    """Whether a local gets that one constant wherever a loop gives it a value."""
    loops = [s for s in statements(body) if isinstance(s, ir.Loop)]
    values = {
        s.value
        for loop in loops
        for s in statements(loop.body)
        if isinstance(s, ir.SetLocal) and s.name == name
    }
    return values == {value}
