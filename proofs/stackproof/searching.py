"""The searches that judge laws in a game: of one position of each orbit where that is sound.

Equal cards can take each other's place, so positions that differ only by that are one orbit. Most
laws that tell equal cards apart can be settled from there too: a family with a law for each card
holds if all of them do at once, and of choices one has to know which are offered anywhere, and then
only to see each made. What is left is judged on all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from operator import or_

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

    ``AUTO``: in a large game whose rules are known to treat equal cards alike. ``ON``: in any game
    in which no difference is seen. ``OFF``: never.
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
FEW = 10_000
"""So many positions are explored faster than anything can be left out."""


@dataclass(frozen=True)
class Searched:
    """One search, with the laws that are judged on it by id; ``outcomes`` are those on the graph.

    ``retelling`` retells its plays where it did not keep every position. ``offered`` are the
    choices, as a mask, that another search found to be offered: this one was to see them made.
    """

    found: Exploration
    outcomes: Mapping[str, Outcome]
    laws: frozenset[str]
    retelling: Retelling | None = None
    offered: int | None = None

    @property
    def complete(self) -> bool:
        """Whether it found all that it was to find."""
        return self.offered is not None or self.found.complete


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

    def within(self, states: int) -> How:
        """The same for so many states at most, which is not worth a checkpoint."""
        limits = self.limits or Limits()
        if limits.max_states is not None:
            states = min(states, limits.max_states)
        return replace(self, limits=replace(limits, max_states=states), checkpoints=None)

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
    mode, symmetry = how.reduction.symmetry, None
    if mode is Mode.AUTO:
        near = _whole(reading, game, laws, how.within(FEW))
        if near.found.complete or near.found.reason is Reason.INTERRUPTED:
            return [near]
    if mode is not Mode.OFF:
        symmetry = symmetry_of(reading.system, game.setup)
    if symmetry is None:
        return [_whole(reading, game, laws, how)]
    try:
        first = _representatives(reading, game, laws, how, symmetry)
    except ToldApartError:
        return [_whole(reading, game, laws, how)]
    rest = [law for law in laws if law.id not in first.laws]
    if not rest:
        return [first]
    second = _nearest(reading, game, rest, how, first.found)
    return [first, second or _whole(reading, game, rest, how)]


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
    """One position of each orbit, with the laws that this settles. Raises
    :class:`ToldApartError`.
    """
    apart = reading.system.told_apart
    jointly = {name for name, known in apart.items() if known.jointly}
    later = [law for law in laws if law.kind in TRACED and law.id not in apart.keys() - jointly]
    found, retelling = how.explore(reading, game, bool(later), symmetry)
    assert retelling is not None
    retelling.spot_check(found)
    outcomes = judge_later(reading, game.setup, found, later, jointly) if later else {}

    def settled(law: Law) -> bool:
        if law.id in jointly:
            return outcomes[law.id].holds is True
        if law.id not in apart:
            return True
        made = any(bit in found.violations for bit in reading.system.bits(law))
        return not made and _offers(reading.system, law, found) == 0

    return Searched(found, outcomes, frozenset(law.id for law in laws if settled(law)), retelling)


def _offers(system: System, law: Law, found: Exploration) -> int | None:
    """The choices that a law offers anywhere, as a mask, if the representatives tell that."""
    if not system.told_apart[law.id].offers or not found.complete or found.errors:
        return None
    return sum(1 << bit for bit in system.bits(law) if found.premises >> bit & 1)


def _nearest(
    reading: NativeReading, game: Game, laws: Sequence[Law], how: How, found: Exploration
) -> Searched | None:
    """A look at the nearest positions, at most as many as there are representatives: enough if
    these are all, or if every choice that the laws offer is made there, or if a limit has kept
    representatives out.
    """
    offers = [_offers(reading.system, law, found) for law in laws]
    if found.complete and None in offers:
        return None
    offered = reduce(or_, filter(None, offers), 0)
    for most in sorted({FEW, max(FEW, found.states)}):
        near = _whole(reading, game, laws, how.within(most))
        if near.found.complete:
            return near
        if not found.complete:
            return replace(near, found=replace(near.found, reason=found.reason))
        if not offered & ~sum(1 << bit for bit in near.found.violations):
            return replace(near, offered=offered)
    return None
