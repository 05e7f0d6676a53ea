"""The searches that judge laws in a game: of one position of each orbit where that is sound.

Equal cards can take each other's place, so positions that differ only by that are one orbit. Laws
that tell equal cards apart are judged on all positions, by a search of their own if need be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from stackproof.explore.checkpoint import Checkpoints
from stackproof.explore.model import Limits, Progress, Reason
from stackproof.explore.search import Exploration, explore
from stackproof.explore.symmetry import Symmetry
from stackproof.explore.temporal import Outcome
from stackproof.explore.tuning import Tuning
from stackproof.explore.unfold import ToldApartError, Unfolding
from stackproof.judgement import judge_later
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.readings.python import Player
from stackproof.lang.symmetry import interchangeable, layout
from stackproof.lang.system import TRACED, Law, System
from stackproof.scenarios.build import Game


class Mode(StrEnum):
    """When to explore one position of each orbit only.

    ``AUTO``: if none of the laws in question tells equal cards apart. ``ON``: for those that do
    not, the others being judged by a second search. ``OFF``: never.
    """

    AUTO = "auto"
    ON = "on"
    OFF = "off"


@dataclass(frozen=True)
class Searched:
    """One search, with the laws that are judged on it by id; ``outcomes`` are those on the graph.

    ``unfolding`` retells its plays where it explored representatives.
    """

    found: Exploration
    outcomes: Mapping[str, Outcome]
    laws: frozenset[str]
    unfolding: Unfolding | None = None


@dataclass(frozen=True)
class How:
    """How to search: the limits, the tuning, whom to tell, and when to use symmetry.

    ``checkpoints`` makes those of a search, given what tells it from one of all positions.
    """

    limits: Limits | None = None
    tuning: Tuning | None = None
    progress: Callable[[Progress], None] | None = None
    symmetry: Mode = Mode.OFF
    checkpoints: Callable[[str], Checkpoints] | None = None

    def explore(
        self, reading: NativeReading, game: Game, graph: bool, symmetry: Symmetry | None = None
    ) -> Exploration:
        """Search in this manner."""
        kept = None
        if self.checkpoints is not None:
            kept = self.checkpoints("" if symmetry is None else "-orbits")
        return explore(
            reading, game.setup, game.initial, self.limits, tuning=self.tuning,
            progress=self.progress, graph=graph, symmetry=symmetry, checkpoints=kept,
        )  # fmt: skip


def search(reading: NativeReading, game: Game, laws: Sequence[Law], how: How) -> list[Searched]:
    """Explore a game so that these laws can be judged: in one search, or in two.

    The first has what else there is to find, rule errors and dead ends. Where rules turn out to
    tell equal cards apart, every position is explored for every law.
    """
    symmetry = None
    if how.symmetry is not Mode.OFF:
        symmetry = symmetry_of(reading.system, game.setup)
    if symmetry is None:
        return [_whole(reading, game, laws, how)]
    apart = [law for law in laws if law.id in reading.system.told_apart]
    if apart and how.symmetry is Mode.AUTO:
        return [_whole(reading, game, laws, how)]
    alike = [law for law in laws if law not in apart]
    try:
        first = _representatives(reading, game, alike, how, symmetry)
    except ToldApartError:
        return [_whole(reading, game, laws, how)]
    if not apart:
        return [first]
    if first.found.reason is Reason.INTERRUPTED:
        how = replace(how, limits=Limits(max_states=0))
    return [first, _whole(reading, game, apart, how)]


def symmetry_of(system: System, setup: bytes) -> Symmetry | None:
    """The renamings of equal cards in a game, or of whatever else the rules declare to be
    interchangeable; None where there are none.
    """
    name = system.scalarset
    if name is None:
        return None
    size = system.program.capacities[name]
    classes = interchangeable(layout(system.setup_type, name, size), setup)
    found = Symmetry(layout(system.state_type, name, size), classes)
    if found.trivial:
        return None
    if system.alike is not None and not Player(system, setup).ask(system.alike):
        return None
    return found


def _whole(reading: NativeReading, game: Game, laws: Sequence[Law], how: How) -> Searched:
    """Every position."""
    later = [law for law in laws if law.kind in TRACED]
    found = how.explore(reading, game, bool(later))
    outcomes = judge_later(reading, game.setup, found, later) if later else {}
    return Searched(found, outcomes, frozenset(law.id for law in laws))


def _representatives(
    reading: NativeReading, game: Game, laws: Sequence[Law], how: How, symmetry: Symmetry
) -> Searched:
    """One position of each orbit. Raises :class:`ToldApartError`."""
    system = reading.system
    later = [law for law in laws if law.kind in TRACED]
    found = how.explore(reading, game, bool(later), symmetry)
    alike = sum(
        1 << i for i, case in enumerate(system.cases) if case.law.id not in system.told_apart
    )
    unfolding = Unfolding(reading, game.setup, game.initial, symmetry, alike)
    unfolding.spot_check(found)
    outcomes = judge_later(reading, game.setup, found, later) if later else {}
    return Searched(found, outcomes, frozenset(law.id for law in laws), unfolding)
