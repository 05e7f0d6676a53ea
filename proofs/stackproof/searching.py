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
from stackproof.explore.retell import Retelling, ToldApartError
from stackproof.explore.search import Exploration, explore
from stackproof.explore.symmetry import Symmetry
from stackproof.explore.temporal import Outcome
from stackproof.explore.tuning import Tuning
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
class Reduction:
    """Which positions a search need not keep: other images of an orbit by ``symmetry``, and with
    ``forced`` those in which one action only is legal. These are judged on the way, and kept all
    the same if a law is judged on the graph.
    """

    symmetry: Mode = Mode.OFF
    forced: bool = False


NONE = Reduction()


@dataclass(frozen=True)
class Searched:
    """One search, with the laws that are judged on it by id; ``outcomes`` are those on the graph.

    ``retelling`` retells its plays where it did not keep every position.
    """

    found: Exploration
    outcomes: Mapping[str, Outcome]
    laws: frozenset[str]
    retelling: Retelling | None = None


@dataclass(frozen=True)
class How:
    """How to search: the limits, the tuning, whom to tell, and which positions to leave out.

    ``checkpoints`` makes those of a search, given what tells it from one of all positions.
    """

    limits: Limits | None = None
    tuning: Tuning | None = None
    progress: Callable[[Progress], None] | None = None
    reduction: Reduction = NONE
    checkpoints: Callable[[str], Checkpoints] | None = None

    def explore(
        self, reading: NativeReading, game: Game, graph: bool, symmetry: Symmetry | None = None
    ) -> tuple[Exploration, Retelling | None]:
        """Search in this manner; what retells its plays, unless every position was kept."""
        kept, forced = None, self.reduction.forced and not graph
        if self.checkpoints is not None:
            kept = self.checkpoints("-orbits" * (symmetry is not None) + "-choices" * forced)
        found = explore(
            reading, game.setup, game.initial, self.limits, tuning=self.tuning,
            progress=self.progress, graph=graph, symmetry=symmetry, forced=forced,
            checkpoints=kept,
        )  # fmt: skip
        if symmetry is None and not forced:
            return found, None
        apart = {} if symmetry is None else reading.system.told_apart
        cases = enumerate(reading.system.cases)
        alike = sum(1 << i for i, case in cases if case.law.id not in apart)
        return found, Retelling(reading, game.setup, game.initial, symmetry, forced, alike)


def search(reading: NativeReading, game: Game, laws: Sequence[Law], how: How) -> list[Searched]:
    """Explore a game so that these laws can be judged: in one search, or in two.

    The first has what else there is to find, rule errors and dead ends. Where rules turn out to
    tell equal cards apart, every position is explored for every law.
    """
    mode, system = how.reduction.symmetry, reading.system
    if mode is Mode.OFF or system.scalarset is None:
        return [_whole(reading, game, laws, how)]
    apart = [law for law in laws if law.id in system.told_apart]
    symmetry = None if apart and mode is Mode.AUTO else symmetry_of(system, game.setup)
    if symmetry is None:
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


def whole(how: How) -> How:
    """The same without symmetry."""
    return replace(how, reduction=replace(how.reduction, symmetry=Mode.OFF))


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
    found, retelling = how.explore(reading, game, bool(later))
    outcomes = judge_later(reading, game.setup, found, later) if later else {}
    return Searched(found, outcomes, frozenset(law.id for law in laws), retelling)


def _representatives(
    reading: NativeReading, game: Game, laws: Sequence[Law], how: How, symmetry: Symmetry
) -> Searched:
    """One position of each orbit. Raises :class:`ToldApartError`."""
    later = [law for law in laws if law.kind in TRACED]
    found, retelling = how.explore(reading, game, bool(later), symmetry)
    assert retelling is not None
    retelling.spot_check(found)
    outcomes = judge_later(reading, game.setup, found, later) if later else {}
    return Searched(found, outcomes, frozenset(law.id for law in laws), retelling)
