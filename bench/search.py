"""The comparison of searches: every engine on the same scenario, runs interleaved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stackproof.explore.store import Storage

from .cases import PILES, case
from .engines import Engine, Measured, Run
from .peers import Minicheck, Ours, Plain
from .rumur import Rumur
from .spin import Spin

THREADS = 2
Tell = Callable[[str], None]


class Mismatch(Exception):
    """Two engines did not find the same graph, so that their times do not compare."""


@dataclass
class Row(Measured):
    """One engine's part of a comparison; without runs where it is not installed."""

    engine: str
    missing: str = ""
    compile_seconds: float = 0.0
    runs: list[Run] = field(default_factory=list)


@dataclass
class Comparison:
    """Engines on one scenario; the first row is the one that the others compare with."""

    scenario: str
    edition: str
    rows: list[Row]

    def ratio(self, row: Row) -> float | None:
        """How many times as fast as an engine ours is."""
        if row is self.rows[0] or not row.rate:
            return None
        return self.rows[0].rate / row.rate


def compare(scenario: str, repeat: int, directory: Path, tell: Tell) -> Comparison:
    """Run all engines on a scenario. Raises :class:`Mismatch`."""
    chosen = case(scenario)
    ours = Ours(scenario)
    tell(f"{ours.name}: counting")
    states = ours.run().states
    engines: list[Engine] = [
        ours,
        Ours(scenario, threads=THREADS),
        Ours(scenario, storage=Storage.COMPRESSED),
        Ours(scenario, storage=Storage.COMPRESSED, threads=THREADS),
        Ours(scenario, laws=True),
        Ours(scenario, laws=True, threads=THREADS),
        Plain(chosen, directory / "plain", states),
        Spin(chosen, directory / "spin-dfs", states, breadth_first=False),
        Spin(chosen, directory / "spin-bfs", states, breadth_first=True),
        Minicheck(scenario, compiled=True),
    ]
    return Comparison(chosen.scenario, chosen.edition, _measure(engines, repeat, tell))


def compare_in_python(scenario: str, repeat: int, tell: Tell) -> Comparison:
    """Our search and one of the same rules in plain Python. Raises :class:`Mismatch`."""
    chosen = case(scenario)
    engines: list[Engine] = [
        Ours(scenario),
        Minicheck(scenario, compiled=False),
    ]
    return Comparison(chosen.scenario, chosen.edition, _measure(engines, repeat, tell))


def compare_orbits(
    all_of: int, orbits_of: int, repeat: int, directory: Path, tell: Tell
) -> list[Comparison]:
    """Our search and rumur on so many interchangeable cards: on every position, and on one of each
    orbit. Raises :class:`Mismatch`.
    """
    found = []
    for cards, orbits in ((all_of, False), (orbits_of, True)):
        name = f"{PILES}{cards}"
        engines: list[Engine] = [
            Ours(name, orbits=orbits),
            Rumur(cards, directory / f"rumur-{cards}", orbits),
        ]
        found.append(Comparison(name, "", _measure(engines, repeat, tell)))
    return found


def _measure(engines: Sequence[Engine], repeat: int, tell: Tell) -> list[Row]:
    rows = [Row(engine.name, missing=engine.missing()) for engine in engines]
    installed = [(e, row) for e, row in zip(engines, rows, strict=True) if not row.missing]
    for engine, row in installed:
        tell(f"{engine.name}: preparing")
        row.compile_seconds = engine.prepare()
    for number in range(repeat):
        for engine, row in installed:
            tell(f"{engine.name}: search {number + 1} of {repeat}")
            row.runs.append(engine.run())
            require_equal(rows)
    return rows


def require_equal(rows: Sequence[Row]) -> None:
    """Raises :class:`Mismatch` where a run found another graph than the first."""
    expected = rows[0].runs[0]
    for row in rows:
        for run in row.runs:
            for what in ("states", "edges"):
                wanted, found = getattr(expected, what), getattr(run, what)
                if found is not None and found != wanted:
                    raise Mismatch(
                        f"{what} differ: {rows[0].engine} found {wanted:,}, "
                        f"{row.engine} found {found:,}"
                    )
