"""The compiled reading once more, with counters: which lines of the rules a search exercises.

It is compiled and kept apart from the plain one, which it does not slow down. Its counters belong
to the code, so only one thread may use it at a time.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ..system import System
from . import cache
from .abi import ENTRIES
from .cache import Mark
from .native import NativeReading

if TYPE_CHECKING:
    from .metering import Tally


@dataclass(frozen=True)
class Counts:
    """The numbers of occasions since the last reset: for each counter, in play and by laws."""

    play: tuple[int, ...]
    laws: tuple[int, ...]

    def times(self, mark: Mark) -> int:
        """How often a line was exercised: by play if play can get there, else by laws."""
        return (self.play if mark.game else self.laws)[mark.counter]


class CountedReading(NativeReading):
    """A compiled system that counts. ``marks`` are all lines of its rules with their counters."""

    entries: ClassVar[Mapping[str, tuple[Any, ...]]] = {**ENTRIES, "counters": ()}

    def __init__(self, system: System, tallies: Sequence[Tally] = ()) -> None:
        self.tallies = tuple(tallies)
        super().__init__(system)
        self.groups = [max(tally.groups) + 1 for tally in self.tallies]
        lines = max((mark.counter + 1 for mark in self.marks), default=0)
        self._size = lines + sum(self.groups)
        address = self._calls["counters"]()
        self._memory = (ctypes.c_uint64 * (4 * self._size)).from_address(address)

    def _artifact(self) -> cache.Artifact:
        digest = hashlib.sha256(repr(self.tallies).encode()).hexdigest()[:16]
        build = lambda: build_counted(self.system, self.tallies)  # noqa: E731
        artifact = cache.fetch(self.system, build, f"-counted-{digest}")
        self.marks = artifact.marks
        return artifact

    def reset(self) -> None:
        """Set all counters to zero."""
        for i in range(1, 4 * self._size, 2):
            self._memory[i] = 0

    def counts(self) -> Counts:
        """What was counted since the last reset."""
        every = self._memory[1::2]
        return Counts(tuple(every[: self._size]), tuple(every[self._size :]))

    def tallied(self, counts: Counts) -> list[tuple[int, ...]]:
        """For each tally the numbers of occasions on which play called its rule, by group."""
        found, first = [], self._size - sum(self.groups)
        for size in self.groups:
            found.append(counts.play[first : first + size])
            first += size
        return found


def build_counted(system: System, tallies: Sequence[Tally]) -> cache.Artifact:
    """Compile a system with counters. Raises :class:`Refused` for rules outside the language."""
    from .entries import emit
    from .machine import assemble
    from .metering import counted_entries, plan

    unit = system.unit
    planned = plan(system, unit, tallies)
    code = assemble(emit(system, unit, counted_entries(planned)))
    return cache.Artifact(unit.sites, code, tuple(planned.marks))
