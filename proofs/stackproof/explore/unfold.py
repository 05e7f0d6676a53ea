"""Plays of a search that kept one state of each orbit, in the names that members really have.

The search goes from representative to representative; a play in it is retold from the real initial
state, one transition at a time: of those that look the same, one that leads to the same orbit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from stackproof.lang.symmetry import renamed

from .model import Action, Model
from .search import Exploration
from .stepping import Arrow, Stepper
from .symmetry import Canonical, Symmetry

SAMPLES = 256


class ToldApartError(Exception):
    """The rules, or laws that should not, tell interchangeable members apart."""


class Unfolding:
    """Retells plays; ``laws`` is the mask of the laws that treat members alike."""

    def __init__(
        self, model: Model, setup: bytes, initial: bytes, symmetry: Symmetry, laws: int
    ) -> None:
        self.symmetry = symmetry
        self.laws = laws
        self._stepper = Stepper(model, setup)
        self._canonical = Canonical(symmetry, model.stride)
        self._initial = self._stepper.padded(initial)

    def play(
        self, actions: Sequence[Action], loop: int | None = None
    ) -> tuple[list[Action], int | None]:
        """A play of representatives as it really is; with ``loop``, the actions from that index on
        are repeated until they lead round.

        Raises :class:`ToldApartError` where no such play exists.
        """
        stem = actions if loop is None else actions[:loop]
        told, real = self._retell(self._canonical(self._initial), self._initial, stem)
        if loop is None:
            return told, None
        seen = {real: len(told)}
        while True:
            more, real = self._retell(self._canonical(real), real, actions[loop:])
            told += more
            if real in seen:
                return told, seen[real]
            seen[real] = len(told)

    def _retell(
        self, row: bytes, real: bytes, actions: Sequence[Action]
    ) -> tuple[list[Action], bytes]:
        """The same from a real state; also the state in which it ends."""
        told: list[Action] = []
        for action in actions:
            arrow = next(a for a in self._stepper.successors(row) if a[:2] == action)
            wanted = self._look(arrow)
            same = (a for a in self._stepper.successors(real) if self._look(a) == wanted)
            found = next(same, None)
            if found is None:
                raise ToldApartError("a play has no counterpart under other names")
            told.append(found[:2])
            if arrow[2] is None or found[2] is None:
                return told, real
            row, real = self._canonical(arrow[2]), found[2]
        if self._state(row) != self._state(real):
            raise ToldApartError("a state is judged differently under other names")
        return told, real

    def _look(self, arrow: Arrow) -> tuple[int, bytes | None, int, int]:
        """What is the same of a transition in all images."""
        verb, _, after, site, mask = arrow
        return verb, None if after is None else self._canonical(after), site, mask & self.laws

    def _looks(self, row: bytes) -> Counter[tuple[int, bytes | None, int, int]]:
        """All transitions of a state, as far as they are the same in all images."""
        return Counter(map(self._look, self._stepper.successors(row)))

    def _state(self, row: bytes) -> tuple[bool, int]:
        over, mask = self._stepper.inspect(row)
        return over, mask & self.laws

    def spot_check(self, found: Exploration) -> None:
        """Compare some of the states found, evenly spread, each with an image of it.

        Raises :class:`ToldApartError` where they differ. It is a net under what the text of the
        rules shows, and no proof.
        """
        chance = random.Random(found.states)
        classes = self.symmetry.classes
        if self._canonical.doubtful:
            raise ToldApartError("nothing tells whether a record means anything")
        for state in range(0, found.states if classes else 0, max(1, found.states // SAMPLES)):
            row = self._stepper.padded(found.row(state))
            first, second = chance.sample(chance.choice(classes), 2)
            names = list(range(self.symmetry.layout.members))
            names[first], names[second] = second, first
            image = renamed(self.symmetry.layout, row, names)
            if image == row:
                continue
            if self._looks(row) != self._looks(image) or self._state(row) != self._state(image):
                raise ToldApartError("a state and an image of it play differently")
