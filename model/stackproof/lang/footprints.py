"""Which scalars of its records a rule may touch, found from its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from . import ir
from .types import RecordType
from .walking import nodes

Footprint = Mapping[str, frozenset[int]]
"""For each record parameter, the places of the scalars."""


class Footprints:
    """The footprints of all rules of a unit, each found once. A subclass says what is touched."""

    def __init__(self, unit: ir.Unit) -> None:
        self.unit = unit
        self._known: dict[str, Footprint] = {}

    def of(self, key: str) -> Footprint:
        """The footprint of a rule, with what the rules that it calls may touch."""
        if key not in self._known:
            function = self.unit.functions[key]
            found: dict[str, set[int]] = {
                p.name: set() for p in function.parameters if isinstance(p.type, RecordType)
            }
            for node in nodes(function.body):
                touched = self.passed(node) if isinstance(node, ir.Call) else self.touched(node)
                for name, place in touched:
                    found[name].add(place)
            self._known[key] = {name: frozenset(places) for name, places in found.items()}
        return self._known[key]

    def touched(self, node: object) -> Iterator[tuple[str, int]]:
        """What a statement or an expression touches by itself: a parameter and a place of it."""
        raise NotImplementedError

    def passed(self, call: ir.Call) -> Iterator[tuple[str, int]]:
        """What a call touches, under the caller's names."""
        footprint = self.of(call.key)
        parameters = self.unit.functions[call.key].parameters
        for parameter, argument in zip(parameters, call.arguments, strict=True):
            if isinstance(argument, str):
                yield from ((argument, place) for place in footprint[parameter.name])
