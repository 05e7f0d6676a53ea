"""How time and memory grow with the number of states, from ten thousand to a hundred million."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stackproof.explore.store import Storage

from .engines import Measured, Run
from .peers import Ours
from .search import THREADS, Tell

HERE = Path(__file__).parent / "scenarios"
LADDER = (
    str(HERE / "stack-4.toml"),
    str(HERE / "stack-5.toml"),
    "bench-stack",
    str(HERE / "stack-7.toml"),
    str(HERE / "stack-8.toml"),
)
"""Scenarios of the same kind, each about ten times as large as the one before."""
MIDDLE, LARGE, HUGE = 2, 3, 4
"""From these rungs on states are compressed at all, searched once, and compressed only."""


@dataclass(frozen=True)
class Rung(Measured):
    """One scenario in one mode, with the median time."""

    scenario: str
    storage: Storage
    threads: int
    runs: list[Run]


def climb(rungs: int, repeat: int, tell: Tell) -> list[Rung]:
    """Search the first rungs of the ladder in every mode."""
    found: list[Rung] = []
    for place, scenario in enumerate(LADDER[:rungs]):
        storages = [Storage.PLAIN] if place < HUGE else []
        storages += [Storage.COMPRESSED] if place >= MIDDLE else []
        for storage in storages:
            for threads in (1, THREADS):
                engine = Ours(scenario, storage=storage, threads=threads)
                tell(f"{Path(scenario).stem}: {engine.name}")
                engine.prepare()
                runs = [engine.run() for _ in range(1 if place >= LARGE else repeat)]
                found.append(Rung(Path(scenario).stem, storage, threads, runs))
    return found
