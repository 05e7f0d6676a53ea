"""The table of states: every field of a position, and what users ask for besides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from stackproof.explore.bulk import Array, depths, rows
from stackproof.explore.columns import columns, slugs
from stackproof.explore.search import Exploration
from stackproof.game.domains import Zone
from stackproof.lang.readings.native import NativeReading
from stackproof.scenarios.build import Game
from stackproof.scenarios.load import Scenario

from .judged import Judge
from .names import names_of

COUNTED = (Zone.HAND, Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE)
"""Zones in which the cards of each player are counted; libraries have a size anyway."""


class States:
    """Makes the table of the states of one exploration, batch by batch."""

    def __init__(
        self,
        scenario: Scenario,
        reading: NativeReading,
        game: Game,
        found: Exploration,
        judge: Judge,
    ) -> None:
        self._found, self._judge = found, judge
        kind = reading.system.state_type
        self._names = names_of(reading.system, game)
        # A further face of a card has an entry of its own in the card table, but is nowhere.
        real = {**self._names, "cards": game.cards[: len(scenario.cards)]}
        self._columns = columns(kind, real)
        self._zone = kind.fields["zone"][0]
        self._owners = np.array([copy.owner for copy in scenario.cards])
        self._players = slugs(game.players)

    def batches(self, size: int) -> Iterator[Any]:
        """Record batches of so many states."""
        for start in range(0, self._found.states, size):
            yield self._batch(start, min(start + size, self._found.states))

    def _batch(self, start: int, stop: int) -> Any:
        data = rows(self._found, start, stop)
        ids = np.arange(start, stop, dtype=np.uint32)
        over, violated = self._judge.states(data)
        made = {
            "id": pa.array(ids),
            "depth": pa.array(depths(self._found, start, stop)),
            "expanded": pa.array(ids < self._found.expanded),
            "finished": pa.array(over),
            "violates": violated,
        }
        for column in self._columns:
            made[column.name] = column.read(data, self._names)
        made |= self._counts(data)
        return pa.RecordBatch.from_pydict(made)

    def _counts(self, data: Array) -> dict[str, Any]:
        """How many cards of each player are in each zone."""
        zones = data[:, self._zone : self._zone + len(self._owners)]
        return {
            f"{zone.name.lower()}_size_{player}": pa.array(
                ((zones == zone) & (self._owners == seat)).sum(axis=1).astype(np.uint8)
            )
            for zone in COUNTED
            for seat, player in enumerate(self._players)
        }
