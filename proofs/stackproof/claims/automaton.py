"""How far a play has come in a sequel: the set of places where one may be in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stackproof.scenarios.claims import Moment, Sequel


class Automaton:
    """Moves sets of places through a sequel.

    A set is a number, bit ``i`` for "the next moment is number ``i``"; it contains every place in
    which one can be by some choice of the occurrences. Place 0 is the start.
    """

    def __init__(self, sequel: Sequel, bit: Mapping[Moment, int]) -> None:
        self.length = len(sequel.moments)
        self._matches = [bit[moment] for moment in sequel.moments] + [0]
        self._bars = [sum({bit[moment] for moment in barred}) for barred in sequel.barred]
        self.waits = self._bars[-1] != 0
        self._happened: dict[tuple[int, int], int] = {}
        self._reached: dict[tuple[int, int], int] = {}

    def complete(self, places: int) -> bool:
        """Whether every moment has been matched by some choice."""
        return places >> self.length & 1 == 1

    def happen(self, places: int, masks: Iterable[int]) -> int:
        """After an action and events, one by one."""
        for mask in masks:
            key = places, mask
            after = self._happened.get(key)
            if after is None:
                after = 0
                for i in self._members(places):
                    if mask & self._matches[i]:
                        after |= 1 << i + 1
                    if not mask & self._bars[i]:
                        after |= 1 << i
                self._happened[key] = after
            places = after
        return places

    def reach(self, places: int, mask: int) -> int:
        """After the facts of a position, of which any number can be matched, in any order.

        Facts do not bar what comes after a moment that the same position matches.
        """
        key = places, mask
        after = self._reached.get(key)
        if after is None:
            after = 0
            for i in self._members(places):
                if not mask & self._bars[i]:
                    after |= 1 << i
                after |= self.forward(i, mask)
            self._reached[key] = after
        return after

    def forward(self, place: int, mask: int) -> int:
        """The places to which the facts of one position lead on."""
        after = 0
        while mask & self._matches[place]:
            place += 1
            after |= 1 << place
        return after

    def _members(self, places: int) -> Iterable[int]:
        return [i for i in range(self.length + 1) if places >> i & 1]
