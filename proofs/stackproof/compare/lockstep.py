"""Two editions in lockstep: the same choices on both sides, until something seen is different.

Breadth first through the pairs of positions that the same play leads to. A pair goes on while both
sides offer the same choices and the same happens; what only the game remembers may differ. So the
first play of each kind of difference is a shortest one, and where none is found, none exists.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from stackproof.explore.model import Limits
from stackproof.explore.stepping import Stepper
from stackproof.scenarios.load import Scenario

from .side import Side

Action = tuple[int, int]
Pair = tuple[bytes, bytes]
SEEN = ("asked", "life", "library", "mana", "resolving", "stack", "step", "turn", "zone")
MOST_PAIRS = 250_000


@dataclass(frozen=True)
class Divergence:
    """A shortest play after which the sides part; ``kind`` tells such partings apart.

    ``old`` and ``new`` say what is seen there on each side only.
    """

    scenario: str
    play: tuple[Action, ...]
    kind: str
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True)
class Lockstep:
    """All kinds of partings in a scenario; ``complete`` unless a limit came first."""

    scenario: str
    pairs: int
    transitions: int
    complete: bool
    partings: tuple[Divergence, ...]


def lockstep(scenario: Scenario, old: Side, new: Side, limits: Limits) -> Lockstep:
    """Walk through a scenario on both sides together."""
    return _Walk(scenario, old, new).run(limits)


class _Walk:
    def __init__(self, scenario: Scenario, old: Side, new: Side) -> None:
        self.scenario = scenario
        sides = (old, new)
        games = [side.game(scenario) for side in sides]
        readings = [side.reading(scenario) for side in sides]
        self.tellers = [side.teller(scenario) for side in sides]
        self.steppers = [Stepper(r, g.setup) for r, g in zip(readings, games, strict=True)]
        self.start: Pair = tuple(  # type: ignore[assignment]
            g.initial.ljust(r.stride, b"\0") for r, g in zip(readings, games, strict=True)
        )
        self.came: dict[Pair, tuple[Pair, Action] | None] = {self.start: None}
        self.found: dict[str, Divergence] = {}
        self.edges = 0
        names = [(name, "a card") for name in games[0].cards]
        names += [(name, "a player") for name in games[0].players]
        self.names = sorted(names, key=lambda pair: -len(pair[0]))

    def run(self, limits: Limits) -> Lockstep:
        most = MOST_PAIRS if limits.max_states is None else limits.max_states
        waiting = deque([self.start])
        while waiting and len(self.came) <= most:
            pair = waiting.popleft()
            for after in self._step(pair):
                if after not in self.came:
                    waiting.append(after)
                    self.came[after] = pair, self.last
        return Lockstep(
            self.scenario.id, len(self.came), self.edges, not waiting, tuple(self.found.values())
        )

    def _step(self, pair: Pair) -> Iterator[Pair]:
        """The pairs that follow; partings are noted."""
        rows = [
            {(verb, argument): after for verb, argument, after, _, _ in stepper.successors(row)}
            for stepper, row in zip(self.steppers, pair, strict=True)
        ]
        here, there = rows
        for action in here.keys() ^ there.keys():
            side = 0 if action in here else 1
            told = self.tellers[side].action(pair[side], *action)
            texts = [("not offered",), ("not offered",)]
            texts[side] = (told,)
            kind = f"a choice that one does not offer: {self._decision(pair[side], side)}"
            self._note(pair, action, kind, *texts)
        for action in here.keys() & there.keys():
            self.edges += 1
            self.last = action
            after, other = here[action], there[action]
            if after is None or other is None:
                if after is not other:
                    errors = [("a rule error",) if row is None else () for row in (after, other)]
                    self._note(pair, action, "a rule error", *errors)
                continue
            events = [t.events(r, *action) for t, r in zip(self.tellers, pair, strict=True)]
            if events[0] != events[1]:
                self._note(pair, action, *_apart(*events))
                continue
            if after != other:
                facts = self._facts(0, after), self._facts(1, other)
                if facts[0] != facts[1]:
                    self._note(pair, action, *_apart(*facts))
                    continue
            yield after, other

    def _facts(self, side: int, row: bytes) -> list[str]:
        teller = self.tellers[side]
        return [f"{kind}: {text}" for kind in SEEN for text in teller.facts(kind, row)]

    def _decision(self, row: bytes, side: int) -> str:
        (asked,) = self.tellers[side].facts("asked", row)
        return asked.split(" ", 1)[-1]

    def _note(
        self, pair: Pair, action: Action, kind: str, old: tuple[str, ...], new: tuple[str, ...]
    ) -> None:
        for name, general in self.names:
            kind = kind.replace(name, general)
        kind = re.sub(r"\d+", "n", kind)
        if kind not in self.found:
            play = (*self._play(pair), action)
            self.found[kind] = Divergence(self.scenario.id, play, kind, old, new)

    def _play(self, pair: Pair) -> list[Action]:
        actions = []
        link = self.came[pair]
        while link is not None:
            pair, action = link
            actions.append(action)
            link = self.came[pair]
        return actions[::-1]


def _apart(old: list[str], new: list[str]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The kind of a difference, and what only the one and only the other tells."""
    only = [tuple(x for x in a if x not in b) for a, b in ((old, new), (new, old))]
    if not any(only):
        return "another order", tuple(old), tuple(new)
    return f"{_first(only[0])} / {_first(only[1])}", only[0], only[1]


def _first(texts: tuple[str, ...]) -> str:
    return texts[0] if texts else "nothing"
