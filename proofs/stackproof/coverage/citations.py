"""The rules that events and laws cite, and the transitions on which events did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stackproof.check import ENGINE_LAWS
from stackproof.editions.load import Edition, rule_keys
from stackproof.game.domains import EventKind
from stackproof.game.position import emit
from stackproof.lang.readings.metering import Tally
from stackproof.lang.system import System

from .model import Citation, Use


def cited(system: System) -> list[str]:
    """The keys that events cite, in the order of the tally."""
    return sorted({kind.about["cites"] for kind in system.program.members(EventKind)})


def tally(system: System) -> Tally:
    """Counts the transitions with an event that cites a key, for each key."""
    keys = cited(system)
    kinds = system.program.members(EventKind)
    groups = tuple(keys.index(kind.about["cites"]) for kind in kinds)
    return Tally(system.key(emit), "kind", groups)


@dataclass
class Citations:
    """Adds up over searches. An edition has the transitions of all searches that hold for it."""

    editions: dict[str, Edition] = field(default_factory=dict)
    total: dict[str, int] = field(default_factory=dict)
    by_edition: dict[tuple[str, str], int] = field(default_factory=dict)
    events: dict[str, dict[str, None]] = field(default_factory=dict)
    laws: dict[str, dict[str, None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for known in ENGINE_LAWS:
            for key in known.cites:
                self.laws.setdefault(key, {})[known.id] = None

    def know(self, system: System) -> None:
        """Note what the events and laws of a system cite."""
        for kind in system.program.members(EventKind):
            self.events.setdefault(kind.about["cites"], {})[kind.name] = None
        for law in system.laws:
            for key in law.cites:
                self.laws.setdefault(key, {})[law.id] = None

    def add(self, system: System, group: Sequence[Edition], counted: Sequence[int]) -> None:
        """Add what one search counted, for the editions in which it holds."""
        self.editions |= {edition.id: edition for edition in group}
        for key, number in zip(cited(system), counted, strict=True):
            self.total[key] = self.total.get(key, 0) + number
            for edition in group:
                place = key, edition.id
                self.by_edition[place] = self.by_edition.get(place, 0) + number

    def all(self) -> list[Citation]:
        """Every key that an edition numbers or an event or a law cites."""
        keys = {*rule_keys(), *self.events, *self.laws}
        return [self._citation(key) for key in sorted(keys)]

    def _citation(self, key: str) -> Citation:
        editions = [self.editions[name] for name in sorted(self.editions)]
        uses = {e.id: Use(e.cite(key), self.by_edition.get((key, e.id), 0)) for e in editions}
        number = next((use.number for use in reversed(uses.values()) if use.number), "")
        events, laws = self.events.get(key, {}), self.laws.get(key, {})
        return Citation(key, number, [*events], [*laws], self.total.get(key, 0), uses)
