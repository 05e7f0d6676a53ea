"""Whether a law can still be kept: by a play from here to its end that never breaks it.

Depth first, passing where that is possible, so that such a play is mostly found at once; where
there is none, everything that can follow has been looked at. A play that goes round without
breaking the law keeps it for ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from stackproof.explore.stepping import Stepper
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import Law

Action = tuple[int, int]
Way = tuple[Action, bytes]
MOST_STATES = 50_000


class TooMany(Exception):
    """More states would have to be looked at than the limit allows."""


class Avoiding:
    """Looks for plays that keep a law, which is known by the mask of its bits, without rule errors.

    ``invariant``: it is broken by positions and not by transitions.
    """

    def __init__(
        self,
        reading: NativeReading,
        setup: bytes,
        mask: int,
        invariant: bool,
        most: int = MOST_STATES,
    ) -> None:
        self._stepper = Stepper(reading, setup)
        self._mask, self._invariant, self._most = mask, invariant, most
        self._lost: set[bytes] = set()
        self._seen = 0

    def can(self, state: bytes) -> bool:
        """Whether some play from a state keeps the law to its end. Raises :class:`TooMany`."""
        row = self._stepper.padded(state)
        if row in self._lost:
            return False
        path = {row}
        stack = [(row, self._open(row))]
        while stack:
            row, ways = stack[-1]
            if ways is None:
                return True
            following = next((after for _, after in ways if after not in self._lost), None)
            if following is None:
                self._lost.add(row)
                path.discard(row)
                stack.pop()
            elif following in path:
                return True
            else:
                path.add(following)
                stack.append((following, self._open(following)))
        return False

    def ways(self, state: bytes) -> list[Action]:
        """The actions in a state after which the law can be kept. Raises :class:`TooMany`."""
        row = self._stepper.padded(state)
        return [action for action, after in self._open(row) or () if self.can(after)]

    def _open(self, row: bytes) -> Iterator[Way] | None:
        """The ways on that do not break the law; None where the play is over."""
        self._seen += 1
        if self._seen > self._most:
            raise TooMany
        arrows = self._stepper.successors(row)
        if not arrows:
            return None
        return iter([
            ((verb, argument), after)
            for verb, argument, after, _, mask in arrows
            if after is not None and not self._breaks(mask, after)
        ])  # fmt: skip

    def _breaks(self, mask: int, after: bytes) -> bool:
        if self._invariant:
            mask = self._stepper.inspect(after)[1]
        return bool(mask & self._mask)


class Reaching:
    """Looks for plays to where the rule of a law about what comes later is met, or a member of a
    family of such laws. What is cut off on the way may still get there.
    """

    def __init__(
        self,
        reading: NativeReading,
        setup: bytes,
        law: Law,
        choice: int | None,
        most: int = MOST_STATES,
    ) -> None:
        self._stepper, self._reading, self._setup = Stepper(reading, setup), reading, setup
        self._law, self._choice = reading.system.traced.index(law), choice
        self._lost: set[bytes] = set()
        self._left = most

    def can(self, state: bytes) -> bool:
        """Whether some play from a state gets there. Raises :class:`TooMany`."""
        waiting = [self._stepper.padded(state)]
        seen = set(waiting)
        while waiting:
            row = waiting.pop()
            if row in self._lost:
                continue
            self._left -= 1
            if self._left < 0:
                raise TooMany
            if self._choice in self._reading.observe(self._setup, row, self._law).met:
                return True
            arrows = self._stepper.successors(row)
            if not arrows and self._reading.cut(self._setup, row)[0]:
                return True
            new = {after for _, _, after, _, _ in arrows if after is not None} - seen
            seen |= new
            waiting.extend(sorted(new))
        self._lost |= seen
        return False

    def ways(self, state: bytes) -> list[Action]:
        """The actions in a state after which some play gets there. Raises :class:`TooMany`."""
        arrows = self._stepper.successors(self._stepper.padded(state))
        return [
            (verb, argument) for verb, argument, after, _, _ in arrows if after and self.can(after)
        ]
