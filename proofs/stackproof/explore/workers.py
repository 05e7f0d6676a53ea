"""What each thread of a search has for itself, and what they found together."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass, field

from .control import NO_ACTION, Worker
from .model import Action, Failure, Violation
from .symmetry import Symmetry
from .trees import Shape, Unfolding
from .ways import action_of

ALL = (1 << 64) - 1


@dataclass
class Findings:
    """What was found of laws: violations by law, the premises that held as a mask, rule errors
    and dead ends, each with the first state where that was.
    """

    violations: dict[int, Violation] = field(default_factory=dict)
    premises: int = 0
    errors: int = 0
    first_error: Failure | None = None
    dead_ends: int = 0
    first_dead_end: int | None = None

    def add(self, other: Findings) -> None:
        """Adds what was found elsewhere; the first states are the first of both."""
        for law, violation in other.violations.items():
            known = self.violations.get(law)
            if known is None or violation.state < known.state:
                self.violations[law] = violation
        self.premises |= other.premises
        self.errors += other.errors
        self.dead_ends += other.dead_ends
        self.first_error = min(
            (e for e in (self.first_error, other.first_error) if e is not None),
            key=lambda e: (e.state, e.action is not None),
            default=None,
        )
        stuck = [s for s in (self.first_dead_end, other.first_dead_end) if s is not None]
        self.first_dead_end = min(stuck, default=None)


class Own:
    """The block of a thread with everything that it points to. ``words`` are those of a mask,
    ``ahead`` the bytes to look ahead with.
    """

    def __init__(
        self, index: int, words: int, shape: Shape, symmetry: Symmetry | None, ahead: int
    ) -> None:
        self.words = words
        self._unfolding = Unfolding(shape)
        self._masks = (ctypes.c_uint64 * (3 * words + 2 * 64 * words))()
        b = self.block = Worker(index=index, cursor=self._unfolding.address)
        self._scheme = None if symmetry is None else symmetry.scheme()
        b.scheme = 0 if self._scheme is None else ctypes.addressof(self._scheme)
        self._ahead = ctypes.create_string_buffer(ahead + 8)
        b.ahead = -(-ctypes.addressof(self._ahead) // 8) * 8 if ahead else 0
        b.seen = ctypes.addressof(self._masks)
        b.premises, b.violated, b.first = (b.seen + 8 * words * k for k in (1, 2, 3))

    @property
    def address(self) -> int:
        return ctypes.addressof(self.block)

    def take(self, found: Findings) -> None:
        """Goes on from what was found before; the thread has found nothing yet itself."""
        b, words = self.block, self.words
        for law, violation in found.violations.items():
            self._masks[law // 64] |= 1 << law % 64
            self._masks[3 * words + 2 * law] = violation.state
            self._masks[3 * words + 2 * law + 1] = _word(violation.action)
        for i in range(words):
            self._masks[words + i] = found.premises >> 64 * i & ALL
        b.errors, b.dead_ends = found.errors, found.dead_ends
        if found.first_error is not None:
            b.error_site, b.error_state = found.first_error.site, found.first_error.state
            b.error_action = _word(found.first_error.action)
        if found.first_dead_end is not None:
            b.dead_end = found.first_dead_end

    @property
    def findings(self) -> Findings:
        """What this thread found."""
        b, words = self.block, self.words
        found = Findings(premises=self._mask(words), errors=b.errors, dead_ends=b.dead_ends)
        seen = self._mask(0)
        for law in range(64 * words):
            if seen >> law & 1:
                state, action = self._masks[3 * words + 2 * law :][:2]
                found.violations[law] = Violation(law, state, _action(action))
        if b.errors:
            found.first_error = Failure(b.error_site, b.error_state, _action(b.error_action))
        if b.dead_ends:
            found.first_dead_end = b.dead_end
        return found

    def _mask(self, start: int) -> int:
        """A mask as one number, bit ``i`` for law ``i``."""
        words = self._masks[start : start + self.words]
        return sum(word << 64 * i for i, word in enumerate(words))


def together(own: Iterable[Own]) -> Findings:
    """What all threads found."""
    found = Findings()
    for one in own:
        found.add(one.findings)
    return found


def _word(action: Action | None) -> int:
    return NO_ACTION if action is None else action[0] << 16 | action[1]


def _action(word: int) -> Action | None:
    return None if word == NO_ACTION else action_of(word)
