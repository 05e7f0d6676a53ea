"""Frames: which scalars of its records a rule may change, found from its text."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping

from stackproof.lang import ir
from stackproof.lang.types import RecordType
from stackproof.lang.walking import places

Frame = Mapping[str, frozenset[int]]
"""For each record parameter, the places of the scalars that may change."""


class Frames:
    """The frames of all rules of a unit, each found once; rules that are never called, by their
    keys, change nothing.
    """

    def __init__(self, unit: ir.Unit, never: Collection[str] = ()) -> None:
        self._unit = unit
        self._never = never
        self._known: dict[str, Frame] = {}

    def of(self, key: str) -> Frame:
        """The frame of a rule, with what the rules that it calls may change."""
        if key not in self._known:
            function = self._unit.functions[key]
            found: dict[str, set[int]] = {
                p.name: set() for p in function.parameters if isinstance(p.type, RecordType)
            }
            for name, place in self._written(function.body):
                found[name].add(place)
            self._known[key] = {name: frozenset(places) for name, places in found.items()}
        return self._known[key]

    def _written(self, body: tuple[ir.Stmt, ...]) -> Iterator[tuple[str, int]]:
        for statement in body:
            if isinstance(statement, ir.Store):
                yield from places(statement.path, 1)
            elif isinstance(statement, ir.CopyRecord | ir.MakeRecord | ir.Clear):
                yield from places(statement.target, statement.target.type.size)
            for part in _parts(statement):
                if isinstance(part, ir.Call):
                    yield from self._passed(part)
                elif isinstance(part, tuple):
                    yield from self._written(part)

    def _passed(self, call: ir.Call) -> Iterator[tuple[str, int]]:
        """What a call changes, under the caller's names."""
        if call.key in self._never:
            return
        frame = self.of(call.key)
        parameters = self._unit.functions[call.key].parameters
        for parameter, argument in zip(parameters, call.arguments, strict=True):
            if isinstance(argument, str):
                yield from ((argument, place) for place in frame[parameter.name])


def _parts(statement: ir.Stmt) -> Iterator[object]:
    """The calls in a statement, and the statements within it."""
    if isinstance(statement, ir.Branch):
        yield statement.then
        yield statement.other
        yield from _calls(statement.test)
    elif isinstance(statement, ir.Loop):
        yield statement.body
    elif isinstance(statement, ir.Do):
        yield statement.call
        yield from _calls(statement.call)
    else:
        yield from _calls(statement)


def _calls(node: object) -> Iterator[ir.Call]:
    """The calls in an expression."""
    if isinstance(node, tuple):
        for part in node:
            yield from _calls(part)
    elif type(node).__module__ == ir.__name__:
        if isinstance(node, ir.Call):
            yield node
        for part in dataclasses.fields(node):  # type: ignore[arg-type]
            yield from _calls(getattr(node, part.name))
