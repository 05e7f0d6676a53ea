"""What a comparison of two editions comes to, as one object; its JSON form is documented."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from stackproof.report.result import Verdict

from .changes import Changes

SCHEMA = 1


class Step(msgspec.Struct, frozen=True):
    """One choice of a play, and what happens on each side; ``offered`` says on which it can be
    made: ``both``, ``old`` or ``new``; ``same`` whether the same happens, whatever the numbers of
    the rules.
    """

    number: int
    player: str
    does: str
    offered: str
    old: list[str]
    new: list[str]
    same: bool


class Play(msgspec.Struct, frozen=True):
    """One setup, one list of choices, and the two outcomes side by side."""

    scenario: str
    actions: list[tuple[str, int]]
    steps: list[Step]


class Row(msgspec.Struct, frozen=True):
    """A law, or a claim of a scenario, that is not the same on both sides.

    ``old`` and ``new`` are verdicts in a word; ``in_old`` and ``in_new`` tell whether it is in
    force there. ``scenarios`` counts those in which it differs; the play is one that shows it.
    """

    law: str
    claim: bool
    says: str
    old: str
    new: str
    in_old: bool
    in_new: bool
    scenarios: int
    play: Play | None

    @property
    def breaks(self) -> bool:
        """Whether something that the old edition keeps is violated in the new one."""
        return self.in_old and self.old != "violated" and self.new == "violated"


class Parting(msgspec.Struct, frozen=True):
    """A way in which the same choices lead to something different, with the shortest play."""

    kind: str
    scenarios: int
    play: Play


class Relation(StrEnum):
    """How the plays of a scenario relate, as they are observed."""

    ALIKE = "alike"
    BOTH = "each simulates the other"
    NEW = "the new simulates the old"
    OLD = "the old simulates the new"
    NEITHER = "neither simulates the other"
    UNDETERMINED = "undetermined"


class Behaviour(msgspec.Struct, frozen=True):
    """One scenario: its relation, and how many shortest traces only one side has."""

    scenario: str
    relation: Relation
    old_only: int
    new_only: int


class Witness(msgspec.Struct, frozen=True):
    """A shortest observed play that only one side has, with choices that lead to it there.

    ``kind`` is what is seen at its end and, on the other side, cannot be seen then.
    """

    side: str
    kind: str
    scenario: str
    trace: list[str]
    play: Play


class Behaviours(msgspec.Struct, frozen=True):
    """The comparison at one level of observation."""

    observe: str
    relation: Relation
    scenarios: list[Behaviour]
    witnesses: list[Witness]


class Region(msgspec.Struct, frozen=True):
    """Positions and actions in which a changed switch may matter, in words. ``needed``: plays part
    in a scenario where only that switch differs; None where no scenario shows it.
    """

    switch: str
    says: str
    needed: bool | None


class Sameness(msgspec.Struct, frozen=True):
    """Whether every action does the same under both editions outside of the regions: for every deck
    within the ``capacity`` and every well-formed position.

    ``unread`` are verbs of which no action reads a switch that differs, ``proved`` those for which
    the solver decided that only actions in the regions do, ``open`` all others.
    """

    verdict: Verdict
    regions: list[Region]
    capacity: dict[str, int]
    unread: list[str]
    proved: list[str]
    open: list[str]


class Difference(msgspec.Struct, frozen=True):
    """An action, in some deck and position, that leads elsewhere if a switch is set otherwise: what
    is different afterwards, by the path of each field. ``setup`` and ``position`` are packed, in
    hexadecimal digits.
    """

    switch: str
    verb: str
    argument: int
    differs: list[str]
    setup: str
    position: str


class Regression(msgspec.Struct, frozen=True):
    """What changes from one edition to another.

    ``alike``: the rules read the same of both, so that nothing needs to be searched.
    ``scenarios`` were played on both sides, ``only_old`` and ``only_new`` on one. ``incomplete``
    are scenarios in which a limit stopped the search. ``coming`` and ``going`` are the laws that
    are in force on one side only. ``decks`` has what the solver found over every deck, for each
    switch that is read.
    """

    old: str
    new: str
    changes: Changes
    alike: bool
    scenarios: int
    only_old: list[str]
    only_new: list[str]
    incomplete: list[str]
    rows: list[Row]
    coming: list[str]
    going: list[str]
    partings: list[Parting]
    behaviours: Behaviours | None
    sameness: Sameness | None
    decks: list[Difference] = []

    @property
    def undetermined(self) -> bool:
        """Whether anything is not known."""
        behaviours, sameness = self.behaviours, self.sameness
        return (
            bool(self.incomplete)
            or any("undetermined" in (row.old, row.new) for row in self.rows)
            or (behaviours is not None and behaviours.relation is Relation.UNDETERMINED)
            or (sameness is not None and sameness.verdict is Verdict.UNDETERMINED)
        )


def to_json(regressions: list[Regression]) -> str:
    """The documented JSON form."""
    document = {"schema": SCHEMA, "regressions": regressions}
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
