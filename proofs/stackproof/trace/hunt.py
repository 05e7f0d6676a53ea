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
    stepper = Stepper(reading, setup)
    decider = reading.system.state_type.fields["decider"][0]
    start = stepper.padded(initial)
    seen = {start}
    if prey.invariant and _violated(stepper, prey, start):
        return []
    levels = [_Level([start], [0], [(0, (0, 0))])]
    while levels[-1].rows:
        level, following = levels[-1], _Level()
        places: dict[bytes, int] = {}
        hits: list[tuple[int, int, Action | None]] = []
        for i, row in enumerate(level.rows):
            arrows = stepper.successors(row)
            if prey.law == NO_DEAD_END and not arrows and not stepper.inspect(row)[0]:
                hits.append((level.switches[i], i, None))
            for verb, argument, after, _, mask in arrows:
                if after is None:
                    if prey.law == NO_RULE_ERROR and prey.same(row, (verb, argument)):
                        hits.append((level.switches[i], i, (verb, argument)))
                    continue
                new = after not in seen
                broken = False
                if prey.bit is not None:
                    broken = bool(
                        new and _violated(stepper, prey, after)
                        if prey.invariant
                        else mask >> prey.bit & 1
                    )
                if broken and prey.same(row, (verb, argument)):
                    hits.append((level.switches[i], i, (verb, argument)))
                changes = level.switches[i] + (row[decider] != after[decider])
                if new:
                    seen.add(after)
                    places[after] = len(following.rows)
                    following.rows.append(after)
                    following.switches.append(changes)
                    following.links.append((i, (verb, argument)))
                elif after in places and changes < following.switches[places[after]]:
                    following.switches[places[after]] = changes
                    following.links[places[after]] = (i, (verb, argument))
        if hits:
            _, place, last = min(hits, key=lambda hit: hit[0])
            return _way(levels, place) + ([last] if last else [])
        if len(seen) > most:
            return None
        levels.append(following)
    return None


def _violated(stepper: Stepper, prey: Prey, row: bytes) -> bool:
    assert prey.bit is not None
    return bool(stepper.inspect(row)[1] >> prey.bit & 1)


def _way(levels: list[_Level], place: int) -> list[Action]:
    actions = []
    for level in reversed(levels[1:]):
        place, action = level.links[place]
        actions.append(action)
    return actions[::-1]
