"""Looks for the shortest play that breaks a law in a certain way, with the fewest switches.

Breadth first, so that the first level on which one is found has the shortest. Among the shortest
ways to a state the one is kept on which the decision changes hands least often.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from stackproof.check import NO_DEAD_END, NO_RULE_ERROR
from stackproof.explore.stepping import Stepper
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import INVARIANT, Law

Action = tuple[int, int]
Same = Callable[[bytes, Action], bool]
"""Whether the action in the state of a row breaks the law in the way that is meant."""

MOST_STATES = 200_000


@dataclass(frozen=True)
class Prey:
    """What to look for: the bit of a law, or of a member of a family, and the way it fails.

    Without a ``bit`` it is a rule error, or else a dead end.
    """

    law: str
    bit: int | None
    invariant: bool
    same: Same

    @classmethod
    def of(cls, reading: NativeReading, law: Law, choice: int | None, same: Same) -> Prey:
        """The prey for a law that is judged position by position or step by step."""
        bits, choices = reading.system.bits(law), reading.system.choices(law)
        return cls(law.id, bits[choices.index(choice)], law.kind == INVARIANT, same)


@dataclass
class _Level:
    """The states of one depth: how often the decision changed hands, and where from."""

    rows: list[bytes] = field(default_factory=list)
    switches: list[int] = field(default_factory=list)
    links: list[tuple[int, Action]] = field(default_factory=list)


def hunt(
    reading: NativeReading, setup: bytes, initial: bytes, prey: Prey, most: int = MOST_STATES
) -> list[Action] | None:
    """A play as described above; None if there is none among the first ``most`` states."""
    return _Hunt(reading, setup, initial, prey).play(most)


class _Hunt:
    """One search, level by level."""

    def __init__(self, reading: NativeReading, setup: bytes, initial: bytes, prey: Prey) -> None:
        self.stepper, self.prey = Stepper(reading, setup), prey
        self.decider = reading.system.state_type.fields["decider"][0]
        self.start = self.stepper.padded(initial)
        self.seen = {self.start}
        self.levels = [_Level([self.start], [0], [(0, (0, 0))])]

    def play(self, most: int) -> list[Action] | None:
        """The best play of the first level that has one."""
        if self.prey.invariant and self._violated(self.start):
            return []
        while self.levels[-1].rows and len(self.seen) <= most:
            hits = self._expand()
            if hits:
                _, place, last = min(hits, key=lambda hit: hit[0])
                return self._way(place) + ([last] if last else [])
        return None

    def _expand(self) -> list[tuple[int, int, Action | None]]:
        """Find the next level, and the places of the last one where the prey is: with the number
        of switches and the action, or None for a dead end.
        """
        level, following = self.levels[-1], _Level()
        places: dict[bytes, int] = {}
        hits: list[tuple[int, int, Action | None]] = []
        for place, (row, switches) in enumerate(zip(level.rows, level.switches, strict=True)):
            arrows = self.stepper.successors(row)
            if not arrows and self.prey.law == NO_DEAD_END and not self.stepper.inspect(row)[0]:
                hits.append((switches, place, None))
            for verb, argument, after, _, mask in arrows:
                action = (verb, argument)
                if self._breaks(after, mask) and self.prey.same(row, action):
                    hits.append((switches, place, action))
                if after is not None:
                    changes = switches + (row[self.decider] != after[self.decider])
                    self._reach(following, places, after, changes, (place, action))
        self.levels.append(following)
        return hits

    def _reach(
        self,
        following: _Level,
        places: dict[bytes, int],
        row: bytes,
        changes: int,
        link: tuple[int, Action],
    ) -> None:
        """Note a state of the next level, or a better way to one."""
        if row not in self.seen:
            self.seen.add(row)
            places[row] = len(following.rows)
            following.rows.append(row)
            following.switches.append(changes)
            following.links.append(link)
        elif row in places and changes < following.switches[places[row]]:
            following.switches[places[row]] = changes
            following.links[places[row]] = link

    def _breaks(self, after: bytes | None, mask: int) -> bool:
        """Whether a transition may be what is looked for. A position is, where it is first met."""
        if after is None or self.prey.bit is None:
            return after is None and self.prey.law == NO_RULE_ERROR
        if self.prey.invariant:
            return after not in self.seen and self._violated(after)
        return bool(mask >> self.prey.bit & 1)

    def _violated(self, row: bytes) -> bool:
        assert self.prey.bit is not None
        return bool(self.stepper.inspect(row)[1] >> self.prey.bit & 1)

    def _way(self, place: int) -> list[Action]:
        """The actions that lead to a state of the last level that was expanded."""
        actions = []
        for level in reversed(self.levels[1:-1]):
            place, action = level.links[place]
            actions.append(action)
        return actions[::-1]
