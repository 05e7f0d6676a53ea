"""Makes a counterexample as small as one that a person would write down.

Delta debugging over the beginning of the play: whatever can be taken away is, as long as some play
that is not longer still breaks the same law in the same way. The play is then the shortest one from
there, with the fewest changes of the player who decides. It is played again before it is believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import msgspec

from stackproof import check as checking
from stackproof.inputs import InputError, Place
from stackproof.lang.errors import RuleError
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import POSSIBLE, TRACED, Law
from stackproof.report.result import Verdict
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario

from . import later
from .file import TraceFile
from .hunt import Action, Prey, hunt
from .judging import Outcome, outcome
from .narrate import Narrator
from .record import trace_file
from .replay import check_choice, follow, replay
from .smaller import Candidate, smaller
from .table import Table, require_law, table_of
from .way import way_of

SCHEMA = 1


class Size(msgspec.Struct, frozen=True):
    """How large a counterexample is. ``switches``: how often the decision changes hands."""

    cards: int
    actions: int
    switches: int


class NotBroken(Exception):
    """The play of a trace does not break the law, so that there is nothing to make smaller."""


@dataclass(frozen=True)
class Play:
    """A play that breaks a law: its beginning, and the member of a family that it is about."""

    scenario: Scenario
    choice: int | None
    actions: list[Action]
    loop: int | None = None


def shrink(trace: TraceFile, place: Place) -> TraceFile:
    """The smallest trace of the same kind. Raises :class:`InputError`, and :class:`NotBroken`."""
    table = table_of(trace, place)
    check_choice(trace, table, place)
    require_law(table, place)
    law, choice = trace.law, trace.law.choice
    play, divergences = follow(table, trace.steps)
    found = outcome(table, play, choice, law.loop)
    if not shows(table, found) or any(one.kind == "action" for one in divergences):
        raise NotBroken(f"{place.file}: the play does not break the law; see stackproof replay")
    play = play[: found.step]
    shrinking = _Shrinking(table, way_of(table, play, choice))
    start = Play(table.scenario, choice, [(t.verb, t.argument) for t in play], law.loop)
    smallest = shrinking.smallest(start)
    for sized in (False, True):
        small = shrinking.trace(smallest, trace, sized)
        if replay(small, place).same:
            return small
    raise AssertionError("a shrunk trace is not played as it was found")


def shows(table: Table, found: Outcome) -> bool:
    """Whether a play is what a trace file is about: it breaks the law, or shows what is possible.

    Whether a goal is out of reach is not known of a play alone.
    """
    if isinstance(table.law, Law) and table.law.kind == POSSIBLE:
        return found.verdict is Verdict.HOLDS
    return found.verdict is not Verdict.HOLDS


def size_of(trace: TraceFile, place: Place) -> Size:
    """How large a trace is."""
    players = [step.player for step in trace.steps]
    switches = sum(a != b for a, b in pairwise(players))
    return Size(len(trace.begun(place).cards), len(players), switches)


class _Shrinking:
    """Smaller and smaller plays at tables like a first one, which break the law in one way."""

    def __init__(self, table: Table, way: object) -> None:
        self.first, self.way = table, way
        self.reading: NativeReading = checking.native(table.scenario)

    def smallest(self, play: Play) -> Play:
        """A play from which nothing can be taken away."""
        play = self.shortest(play.scenario, play.choice) or play
        while True:
            step = next(self._steps(play), None)
            if step is None:
                return play
            play = step

    def _steps(self, play: Play) -> Iterator[Play]:
        """What is left of a play with one thing less."""
        for candidate in smaller(play.scenario):
            choice = self._moved(play, candidate)
            if play.choice is None or choice is not None:
                found = self.shortest(candidate.scenario, choice)
                if found is not None and len(found.actions) <= len(play.actions):
                    yield found

    def _moved(self, play: Play, candidate: Candidate) -> int | None:
        """The member of a family that is about the same card in a smaller beginning."""
        domain = self._family
        if play.choice is None or domain not in ("cards", "seats"):
            return play.choice
        kept = candidate.cards if domain == "cards" else candidate.players
        return kept.index(play.choice) if play.choice in kept else None

    @property
    def _family(self) -> str:
        """The capacity that the members of the law are of, if it is a family."""
        law = self.first.law
        return later.members_of(self.first.system, law) if isinstance(law, Law) else ""

    def shortest(self, scenario: Scenario, choice: int | None) -> Play | None:
        """The best play from a beginning, if one is known to break the law in the same way."""
        table = replace(self.first, scenario=scenario)
        law = table.law
        try:
            game = build(scenario, table.edition, self.reading.system)
        except InputError:
            return None
        if isinstance(law, Law) and law.kind in TRACED:
            found = later.search(self.reading, game, law, choice)
            return None if found is None else Play(scenario, choice, *found)
        narrator = Narrator(self.reading.system, game, table.edition)

        def same(row: bytes, action: Action) -> bool:
            position = narrator.player.position(row[: self.reading.size])
            try:
                return way_of(table, [narrator.transition(position, *action)], choice) == self.way
            except RuleError:
                return False

        if isinstance(law, Law):
            prey = Prey.of(self.reading, law, choice, same)
        else:
            prey = Prey(law.id, None, False, same)
        actions = hunt(self.reading, game.setup, game.initial, prey)
        return None if actions is None else Play(scenario, choice, actions)

    def trace(self, play: Play, old: TraceFile, sized: bool) -> TraceFile:
        """The trace file of a play, which is played again for that."""
        table = Table(play.scenario, self.first.edition, self.first.law)
        transitions = list(table.narrator.transitions(play.actions))
        assert shows(table, outcome(table, transitions, play.choice, play.loop))
        broken = msgspec.structs.replace(
            old.law, step=len(transitions), choice=play.choice, loop=play.loop
        )
        return trace_file(table, transitions, broken, sized=sized)
