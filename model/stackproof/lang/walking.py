"""Walks over the small trees of rules: statements, what two have in common, premises, places."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace

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


def nodes(tree: object) -> Iterator[object]:
    """All statements, expressions and paths of a tree, each before what is in it."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)
    elif type(tree).__module__ == ir.__name__ and is_dataclass(tree):
        yield tree
        for part in fields(tree):
            yield from nodes(getattr(tree, part.name))


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


def notes_premise(tree: object, known: Container[str]) -> bool:
    """Whether a tree notes a premise, itself or by calling one of the rules that are known to."""
    if isinstance(tree, tuple):
        return any(notes_premise(part, known) for part in tree)
    if isinstance(tree, ir.Premise) or (isinstance(tree, ir.Call) and tree.key in known):
        return True
    slots = getattr(tree, "__slots__", ())
    return any(notes_premise(getattr(tree, slot), known) for slot in slots)


def premised(unit: ir.Unit) -> frozenset[str]:
    """The rules that note a premise, themselves or in a rule that they call."""
    found: set[str] = set()
    for key, function in unit.functions.items():
        if notes_premise(function.body, found):
            found.add(key)
    return frozenset(found)


def up_to_premises(body: tuple[ir.Stmt, ...], known: Container[str]) -> tuple[ir.Stmt, ...]:
    """As much of a block as decides whether a premise is noted."""
    while body and not notes_premise(body[-1], known):
        body = body[:-1]
    if body and isinstance(body[-1], ir.Branch):
        last = body[-1]
        then, other = (up_to_premises(part, known) for part in (last.then, last.other))
        return (*body[:-1], replace(last, then=then, other=other))
    return body


def places(path: ir.Path, size: int) -> Iterator[tuple[str, int]]:
    """The root and place of every scalar among the ``size`` from where a path may lead, whatever
    its indices are.
    """
    start, strides = 0, []
    for step in path.steps:
        if isinstance(step, ir.FieldStep):
            start += step.offset
        else:
            strides.append([i * step.stride for i in range(step.length)])
    for offsets in itertools.product(*strides):
        first = start + sum(offsets)
        yield from ((path.root, place) for place in range(first, first + size))
