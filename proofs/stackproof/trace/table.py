"""A game at which a play is told and judged: a scenario in an edition, and one law."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stackproof import check as checking
from stackproof.editions.load import Edition, edition, editions, load_edition
from stackproof.inputs import InputError, Place, suggestion
from stackproof.lang.readings.python import Player
from stackproof.lang.system import Law, System
from stackproof.project import project_of
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import Scenario

from .file import TraceFile
from .narrate import Narrator


@dataclass(frozen=True)
class Table:
    """A scenario in an edition, ready to be played in CPython, and the law that is asked about.

    For a claim, which is then the only one of the scenario, the law has just its id and words.
    """

    scenario: Scenario
    edition: Edition
    law: Law | checking.EngineLaw

    @cached_property
    def system(self) -> System:
        """The game and the laws for the scenario's sizes."""
        return checking.system_of(self.scenario)

    @cached_property
    def game(self) -> Game:
        """The packed setup and the packed position in which the play begins."""
        return build(self.scenario, self.edition, self.system)

    @cached_property
    def narrator(self) -> Narrator:
        """Plays and tells actions."""
        return Narrator(self.system, self.game, self.edition)

    @property
    def player(self) -> Player:
        """The game in CPython."""
        return self.narrator.player

    @property
    def initial(self) -> Any:
        """The position in which the play begins."""
        return self.player.position(self.game.initial)

    @property
    def claimed(self) -> bool:
        """Whether it is about a claim."""
        return bool(self.scenario.claims)

    @property
    def in_force(self) -> bool:
        """Whether the law applies in the edition."""
        return not isinstance(self.law, Law) or checking.in_force(self.law, self.edition)


def table_of(trace: TraceFile, place: Place, chosen: Edition | str = "") -> Table:
    """The table of a trace, in this edition, or the one with this id, instead of its own.

    Raises :class:`InputError` for a mistake in the trace.
    """
    scenario = trace.begun(place)
    if trace.claim is not None:
        law: Law | checking.EngineLaw = checking.EngineLaw(trace.law.id, trace.claim.says)
    else:
        law = law_called(trace.law.id, scenario, place.at("law", "id"))
    if chosen:
        played = edition(chosen) if isinstance(chosen, str) else chosen
    else:
        known = dict(editions())
        known |= {own.id: own for own in map(load_edition, project_of(place.file).editions)}
        if trace.edition not in known:
            raise place.at("edition").unknown("no edition is called", trace.edition, known)
        played = known[trace.edition]
    problem = Place(place.file, "" if chosen else "edition")
    try:
        scenario.require(played)
    except InputError as error:
        raise problem.error(str(error).rpartition(": ")[2]) from None
    return Table(scenario, played, law)


def law_called(name: str, scenario: Scenario, place: Place) -> Law | checking.EngineLaw:
    """A law by its id. Raises :class:`InputError` where there is none, or it needs two games."""
    known: dict[str, Law | checking.EngineLaw] = {
        law.id: law for law in checking.laws_of(project_of(scenario.file))
    }
    known |= {law.id: law for law in checking.ENGINE_LAWS if not law.scenario}
    if name not in known:
        raise place.error(f'there is no law "{name}" for traces{suggestion(name, known)}')
    return known[name]


def require_law(table: Table, place: Place) -> None:
    """Raises :class:`InputError` for the table of a claim, which says itself what it is about."""
    if table.claimed:
        raise place.at("claim").error("a claim can be replayed, but not be shrunk or explained")
