"""Plays that break laws about what comes later, found by a search of the whole graph."""

from __future__ import annotations

import typing

from stackproof.explore.model import Limits
from stackproof.explore.search import explore
from stackproof.judgement import judge_later
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import Law, System
from stackproof.lang.types import Scalar
from stackproof.scenarios.build import Game

Action = tuple[int, int]
MOST_STATES = 200_000


def search(
    reading: NativeReading, game: Game, law: Law, choice: int | None
) -> tuple[list[Action], int | None] | None:
    """A play that breaks a law, or the given member of a family, and where it goes round; None if
    none is known.
    """
    limits = Limits(max_states=MOST_STATES)
    found = explore(reading, game.setup, game.initial, limits, graph=True)
    outcome = judge_later(reading, game.setup, found, [law])[law.id]
    if outcome.holds is not False or outcome.play is None:
        return None
    if reading.system.choices(law)[outcome.choice] != choice:
        return None
    return outcome.play, outcome.loop


def members_of(system: System, law: Law) -> str:
    """The capacity whose members a family of laws is about; empty if it is about none."""
    for rule in law.rules:
        hints = typing.get_type_hints(rule, include_extras=True)
        if "choice" in hints:
            domain = system.program.resolver.resolve(hints["choice"])
            return domain.of if isinstance(domain, Scalar) else ""
    return ""
