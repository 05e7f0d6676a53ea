"""What plays exercise, as one object: lines of rules and laws, and the rules that are cited."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Literal

import msgspec

Part = Literal["game", "laws"]


class Line(msgspec.Struct, frozen=True):
    """A line and how often it was exercised, at most once for each occasion.

    ``part`` is ``game`` where play can get there, ``laws`` where only laws ask. A line that
    ``fails`` is one at which a law is violated, so that nobody wants it reached.
    """

    file: str
    line: int
    rule: str
    part: Part
    times: int
    text: str
    fails: bool = False


class Uncalled(msgspec.Struct, frozen=True):
    """A rule that nothing calls, so that it is no part of the compiled game."""

    file: str
    line: int
    rule: str


class Total(msgspec.Struct, frozen=True):
    """How much of a file was reached, apart from lines at which laws fail."""

    file: str
    part: Part
    lines: int
    reached: int
    percent: float


class Use(msgspec.Struct, frozen=True):
    """A rule in one edition: its number, empty where the edition has no such rule."""

    number: str
    transitions: int


class Citation(msgspec.Struct, frozen=True):
    """A key of the editions' rules, who cites it, and how many transitions had such an event.

    ``number`` is that of the last edition that has one.
    """

    key: str
    number: str
    events: list[str]
    laws: list[str]
    transitions: int
    editions: dict[str, Use]

    @property
    def modelled(self) -> bool:
        """Whether any event or law cites it."""
        return bool(self.events or self.laws)


class Coverage(msgspec.Struct, frozen=True):
    """What the searches of a run exercised. ``incomplete`` are those that a limit stopped."""

    schema: Literal[1]
    scenarios: int
    searches: int
    positions: int
    transitions: int
    incomplete: list[str]
    files: list[Total]
    lines: list[Line]
    uncalled: list[Uncalled]
    citations: list[Citation]


def totals(lines: Iterable[Line]) -> list[Total]:
    """The totals of files, from lines in order."""
    found = []
    wanted = (line for line in lines if not line.fails)
    for (part, file), group in groupby(wanted, lambda line: (line.part, line.file)):
        times = [line.times for line in group]
        reached = sum(n > 0 for n in times)
        percent = round(100 * reached / len(times), 1)
        found.append(Total(file, part, len(times), reached, percent))
    return found
