"""What became of mutants, as one object; its JSON form is documented."""

from __future__ import annotations

from enum import StrEnum

import msgspec

SCHEMA = 1


class Status(StrEnum):
    """Caught: a law or claim comes to something else. Equal: proved to do the same. Same: every
    play is the same, and what happens in it. Unreached: no play comes by. Unnoticed: plays differ,
    and nothing tells.
    """

    CAUGHT = "caught"
    EQUAL = "equal"
    SAME = "same"
    UNREACHED = "unreached"
    UNNOTICED = "unnoticed"


class Outcome(msgspec.Struct, frozen=True):
    """What became of one mutant. ``by`` are the laws and claims that noticed, in the first scenario
    in which any did; ``scenario`` and ``edition`` name that one, or one in which plays differ.
    """

    status: Status
    by: list[str] = []
    scenario: str = ""
    edition: str = ""
    runs: int = 0


class Entry(msgspec.Struct, frozen=True):
    """A mutant: where it is, the text of the line, what changes, and what became of it."""

    name: str
    rule: str
    file: str
    line: int
    text: str
    does: str
    outcome: Outcome


class Tally(msgspec.Struct, frozen=True):
    """How many mutants of a rule or a file came to what. ``share`` is that of the caught ones among
    those that change a play, in percent.
    """

    name: str
    mutants: int
    caught: int
    equal: int
    same: int
    unreached: int
    unnoticed: int
    share: float


class Catcher(msgspec.Struct, frozen=True):
    """A law, or the claims of a scenario: how many mutants it noticed where they were first
    noticed, and how many of them nothing else noticed there.
    """

    id: str
    caught: int
    alone: int


class Mutation(msgspec.Struct, frozen=True):
    """All of a run. ``idle`` are laws that noticed nothing that others did not, where they ran."""

    scenarios: int
    games: int
    entries: list[Entry]
    total: Tally
    files: list[Tally]
    rules: list[Tally]
    catchers: list[Catcher]
    idle: list[str]

    @property
    def alike(self) -> list[Entry]:
        """The mutants that change no play, without a proof that they are equal."""
        return [entry for entry in self.entries if entry.outcome.status is Status.SAME]

    @property
    def unprotected(self) -> list[Entry]:
        """The mutants that change plays, or may, without anything noticing."""
        return [
            entry
            for entry in self.entries
            if entry.outcome.status in (Status.UNNOTICED, Status.UNREACHED)
        ]


def tally(name: str, outcomes: list[Outcome]) -> Tally:
    """Count outcomes."""
    count = {status: sum(o.status is status for o in outcomes) for status in Status}
    changing = count[Status.CAUGHT] + count[Status.UNNOTICED] + count[Status.UNREACHED]
    share = round(100 * count[Status.CAUGHT] / changing, 1) if changing else 100.0
    return Tally(
        name,
        len(outcomes),
        count[Status.CAUGHT],
        count[Status.EQUAL],
        count[Status.SAME],
        count[Status.UNREACHED],
        count[Status.UNNOTICED],
        share,
    )


def to_json(found: Mutation) -> str:
    """The documented JSON form."""
    document = {"schema": SCHEMA, **msgspec.to_builtins(found)}
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
