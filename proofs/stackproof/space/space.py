"""Every play of a scenario as a graph: tables for any size, a networkx graph for small ones."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from stackproof import check
from stackproof.editions.load import Edition
from stackproof.explore.model import Limits, Progress
from stackproof.explore.search import Exploration, explore
from stackproof.explore.tuning import Tuning
from stackproof.inputs import InputError
from stackproof.lang.readings.native import NativeReading
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import Scenario
from stackproof.scenarios.spans import shipped_id

if TYPE_CHECKING:
    import networkx as nx
    import pyarrow as pa

    from .judged import Judge

SCHEMA = 1
"""The version of the tables and of the JSON form; within one, columns are only ever added."""

BATCH = 1 << 14
"""How many states are told at a time."""

MOST = 50_000
"""How many states a networkx graph is made of unless more are asked for."""


@dataclass(frozen=True)
class StateSpace:
    """All positions that can be reached in a scenario under an edition, and all actions.

    State 0 is the starting position; numbers grow with the length of the shortest play.
    """

    scenario: Scenario
    edition: Edition
    reading: NativeReading
    game: Game
    found: Exploration

    @property
    def complete(self) -> bool:
        """Whether every play is in the graph: no limit was reached and there is no rule error."""
        return self.found.complete and not self.found.errors

    @property
    def about(self) -> dict[str, Any]:
        """What every form says of the whole graph."""
        return {
            "schema": SCHEMA,
            "scenario": self.scenario.id,
            "edition": self.edition.id,
            "complete": self.complete,
            "reason": "" if self.found.reason is None else self.found.reason.value,
            "state_count": self.found.states,
            "transition_count": self.found.edges,
            "rule_errors": self.found.errors,
        }

    @cached_property
    def _judge(self) -> Judge:
        from .judged import Judge

        edition = self.edition
        return Judge(self.reading, self.game.setup, lambda law: check.in_force(law, edition))

    def states(self, batch: int = BATCH) -> Iterator[pa.RecordBatch]:
        """The states as Arrow record batches."""
        from .states import States

        table = States(self.scenario, self.reading, self.game, self.found, self._judge)
        return table.batches(batch)

    def transitions(self, batch: int = BATCH) -> Iterator[pa.RecordBatch]:
        """The transitions as Arrow record batches, each with those of some states."""
        from .transitions import Transitions

        table = Transitions(self.reading, self.game, self.edition, self.found, self._judge)
        return table.batches(batch)

    def to_arrow(self) -> tuple[pa.Table, pa.Table]:
        """The states and the transitions, each as one table."""
        import pyarrow as pa

        return pa.Table.from_batches(self.states()), pa.Table.from_batches(self.transitions())

    def to_networkx(self, most: int = MOST) -> nx.MultiDiGraph:
        """A graph with the columns of the tables as attributes.

        Raises :class:`InputError` for more than ``most`` states.
        """
        from .graphs import to_networkx

        if self.found.states > most:
            raise InputError(
                f"more than {most:,} states are too many for one networkx graph; "
                "take tables (Parquet, Arrow), or limit the states"
            )
        return to_networkx(self)


def explored(
    scenario: Scenario,
    edition: Edition,
    limits: Limits | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> StateSpace:
    """Search everything that can happen in a scenario. Raises :class:`InputError`.

    Needs pyarrow: that it is missing is an input error too.
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise InputError('pyarrow is missing: pip install "stackproof[graph]"')
    if shipped_id(edition) not in scenario.editions:
        first, last = scenario.editions[0], scenario.editions[-1]
        raise InputError(f"{scenario.file}: editions: played from {first} to {last} only")
    reading = check.native(scenario)
    game = build(scenario, edition, reading.system)
    found = explore(
        reading, game.setup, game.initial, limits,
        tuning=Tuning(threads=0), progress=progress, graph=True,
    )  # fmt: skip
    return StateSpace(scenario, edition, reading, game, found)
