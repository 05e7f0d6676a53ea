"""What becomes of a law and of a play that breaks it in the other editions."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Literal

import msgspec

from stackproof import check as checking
from stackproof.editions.load import Edition, editions
from stackproof.explore.model import Limits
from stackproof.explore.search import explore
from stackproof.inputs import InputError
from stackproof.lang.system import TRACED, Law

from . import later
from .file import TraceFile
from .judging import outcome
from .replay import follow
from .shrink import shows
from .table import Table

MOST_STATES = 20_000

Verdict = Literal["holds", "violated", "undetermined", "silent", "absent"]
PlayedAs = Literal["same", "diverges", "differs", ""]
Became = tuple[Verdict, PlayedAs, int]


class Elsewhere(msgspec.Struct, frozen=True):
    """Editions in a row in which the same becomes of a play.

    ``verdict``: whether from the same position some play breaks the law; or the law is not in force
    (silent), or a keyword of the cards does not exist yet (absent). ``play``: it goes the same way,
    is not possible beyond a ``step``, or does not break the law.
    """

    editions: list[str]
    verdict: Verdict
    play: PlayedAs = ""
    step: int = 0


def elsewhere(table: Table, trace: TraceFile) -> list[Elsewhere]:
    """What becomes of a trace in all editions but its own and those that play like it."""
    known: dict[object, Became] = {}
    found: list[tuple[str, Became | None]] = []
    for edition in editions().values():
        if edition.behaviour == table.edition.behaviour and _plays(table, edition):
            found.append((edition.id, None))
            continue
        key = (edition.behaviour, _plays(table, edition), _in_force(table, edition))
        if key not in known:
            known[key] = _in(replace(table, edition=edition), trace)
        found.append((edition.id, known[key]))
    runs = [(became, list(run)) for became, run in groupby(found, key=itemgetter(1))]
    return [
        Elsewhere([name for name, _ in run], *became) for became, run in runs if became is not None
    ]


def _plays(table: Table, edition: Edition) -> bool:
    try:
        table.scenario.require(edition)
    except InputError:
        return False
    return True


def _in_force(table: Table, edition: Edition) -> bool:
    return not isinstance(table.law, Law) or checking.in_force(table.law, edition)


def _in(table: Table, trace: TraceFile) -> Became:
    if not _plays(table, table.edition):
        return "absent", "", 0
    if not _in_force(table, table.edition):
        return "silent", "", 0
    play, _ = follow(table, trace.steps)
    verdict = _searched(table, trace.law.choice)
    if len(play) < len(trace.steps):
        return verdict, "diverges", len(play)
    found = outcome(table, play, trace.law.choice, trace.law.loop)
    return verdict, "same" if shows(table, found) else "differs", 0


def _searched(table: Table, choice: int | None) -> Verdict:
    """Whether some play breaks the law, from the same position."""
    reading, game, law = checking.native(table.scenario), table.game, table.law
    if isinstance(law, Law) and law.kind in TRACED:
        return "violated" if later.search(reading, game, law, choice) else "undetermined"
    found = explore(reading, game.setup, game.initial, Limits(max_states=MOST_STATES))
    if not isinstance(law, Law):
        broken = found.errors if law.id == checking.NO_RULE_ERROR else found.dead_ends
    else:
        bits, choices = reading.system.bits(law), reading.system.choices(law)
        broken = bits[choices.index(choice)] in found.violations
    if broken:
        return "violated"
    return "holds" if found.complete and not found.errors else "undetermined"
