"""What rules that change nothing may read of their records, found from their text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import itemgetter
from typing import Any

from . import ir
from .types import RecordType
from .walking import places

Taker = tuple[str, int, Callable[[Sequence[Any]], tuple[Any, ...]]]
"""A record parameter, its size, and what takes the scalars that are read from all of them."""


class Reads:
    """The scalars that each rule of a unit, or one that it calls, may read; each found once."""

    def __init__(self, unit: ir.Unit) -> None:
        self._unit = unit
        self._known: dict[str, Mapping[str, tuple[int, ...]]] = {}
        self._takers: dict[str, tuple[Taker, ...]] = {}

    def of(self, key: str) -> Mapping[str, tuple[int, ...]]:
        """For each record parameter of a rule that changes none, the places of the scalars."""
        if key not in self._known:
            function = self._unit.functions[key]
            assert not function.writes
            found: dict[str, set[int]] = {
                p.name: set() for p in function.parameters if isinstance(p.type, RecordType)
            }
            for name, place in self._read(function.body):
                found[name].add(place)
            self._known[key] = {name: tuple(sorted(read)) for name, read in found.items()}
        return self._known[key]

    def takers(self, key: str) -> tuple[Taker, ...]:
        """For each record of a rule that it reads, its name, its size and what takes from a list of
        its scalars those that are read.
        """
        if key not in self._takers:
            sizes = {p.name: p.type.size for p in self._unit.functions[key].parameters}
            self._takers[key] = tuple(
                # Of one place, itemgetter would not make a tuple.
                (name, sizes[name], itemgetter(*read, *read[:1]))
                for name, read in self.of(key).items()
                if read
            )
        return self._takers[key]

    def _read(self, tree: object) -> Iterator[tuple[str, int]]:
        if isinstance(tree, tuple):
            for part in tree:
                yield from self._read(part)
        elif is_dataclass(tree):
            if isinstance(tree, ir.Load):
                yield from places(tree.path, 1)
            elif isinstance(tree, ir.Call):
                yield from self._passed(tree)
            for part in fields(tree):
                yield from self._read(getattr(tree, part.name))

    def _passed(self, call: ir.Call) -> Iterator[tuple[str, int]]:
        """What a call reads, under the caller's names."""
        read = self.of(call.key)
        parameters = self._unit.functions[call.key].parameters
        for parameter, argument in zip(parameters, call.arguments, strict=True):
            if isinstance(argument, str):
                yield from ((argument, place) for place in read[parameter.name])
