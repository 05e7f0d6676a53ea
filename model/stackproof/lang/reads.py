"""What rules that change nothing may read of their records, found from their text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from . import ir
from .footprints import Footprints
from .walking import places

Taker = tuple[str, int, Callable[[Sequence[Any]], tuple[Any, ...]]]
"""A record parameter, its size, and what takes the scalars that are read from all of them."""


class Reads(Footprints):
    """The scalars that each rule which changes nothing, or one that it calls, may read."""

    def __init__(self, unit: ir.Unit) -> None:
        super().__init__(unit)
        self._takers: dict[str, tuple[Taker, ...]] = {}

    def takers(self, key: str) -> tuple[Taker, ...]:
        """For each record of a rule that it reads, its name, its size and what takes from a list of
        its scalars those that are read.
        """
        if key not in self._takers:
            function = self.unit.functions[key]
            assert not function.writes
            sizes = {p.name: p.type.size for p in function.parameters}
            read = {name: sorted(found) for name, found in self.of(key).items() if found}
            self._takers[key] = tuple(
                # Of one place, itemgetter would not make a tuple.
                (name, sizes[name], itemgetter(*found, *found[:1]))
                for name, found in read.items()
            )
        return self._takers[key]

    def touched(self, node: object) -> Iterator[tuple[str, int]]:
        if isinstance(node, ir.Load):
            yield from places(node.path, 1)
