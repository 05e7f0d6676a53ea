"""Plays of a search that did not keep every state, as they really are.

A search of representatives goes from orbit to orbit; a play in it is retold from the real initial
state, one transition at a time: of those that look the same, one that leads to the same orbit. What
a search passed over because one action only was legal is put back.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from stackproof.lang.symmetry import renamed

from .control import MOST_FORCED
from .model import Action, Model
from .search import Exploration
from .stepping import Arrow, Stepper
from .symmetry import Canonical, Symmetry

SAMPLES = 256


class ToldApartError(Exception):
    """The rules, or laws that should not, tell interchangeable members apart."""


class Retelling:
    """Retells plays; ``laws`` is the mask of the laws that treat members alike, ``forced`` tells
    whether states with one legal action were passed over.
    """

    def __init__(
        self, model: Model, setup: bytes, initial: bytes, symmetry: Symmetry | None,
        forced: bool = False, laws: int = -1,
    ) -> None:  # fmt: skip
        self.symmetry = symmetry
        self.forced = forced
        self.laws = laws
        self._stepper = Stepper(model, setup)
        self._forms = None if symmetry is None else Canonical(symmetry, model.stride)
        self._initial = self._stepper.padded(initial)

    @property
    def reduction(self) -> str:
        """How the search was reduced, in words."""
        kinds = {"symmetry": self.symmetry is not None, "forced moves": self.forced}
        return ", ".join(kind for kind, used in kinds.items() if used)

    def play(
        self, actions: Sequence[Action], loop: int | None = None, until: int = 0
    ) -> tuple[list[Action], int | None]:
        """A play as it really is; with ``loop``, the actions from that index on are repeated until
        they lead round. After the last action it ends where a law of the mask ``until`` fails, be
        that among states that were passed over.

        Raises :class:`ToldApartError` where no such play exists.
        """
        stem = actions if loop is None else actions[:loop]
        told, real = self._retell(self._canonical(self._initial), self._initial, stem, until)
        if loop is None:
            return told, None
        seen = {real: len(told)}
        while True:
            more, real = self._retell(self._canonical(real), real, actions[loop:], 0)
            told += more
            if real in seen:
                return told, seen[real]
            seen[real] = len(told)

    def _retell(
        self, row: bytes, real: bytes, actions: Sequence[Action], until: int
    ) -> tuple[list[Action], bytes]:
        """The same from a real state; also the state in which it ends."""
        told: list[Action] = []
        for i, action in enumerate(actions):
            wanted = until if i == len(actions) - 1 else 0
            way = self._way(row, action, wanted)
            for arrow in way:
                found = self._counterpart(real, arrow)
                told.append(found[:2])
                if arrow[2] is None or found[2] is None:
                    return told, real
                row, real = arrow[2], found[2]
            if self._state(row) != self._state(real):
                raise ToldApartError("a state is judged differently under other names")
            row = self._canonical(row)
        return told, real

    def _way(self, row: bytes, action: Action, until: int) -> Iterator[Arrow]:
        """The transition by an action, and those after it that were passed over."""
        arrow: Arrow | None = next(a for a in self._stepper.successors(row) if a[:2] == action)
        for passed in range(MOST_FORCED + 1):
            assert arrow is not None
            yield arrow
            after = arrow[2]
            if after is None or arrow[4] & until or not self.forced or passed == MOST_FORCED:
                return
            arrow = self._stepper.forced(after)
            if arrow is None or self._stepper.inspect(after)[1] & until:
                return

    def _counterpart(self, real: bytes, arrow: Arrow) -> Arrow:
        """A transition of a real state that looks the same."""
        wanted = self._look(arrow)
        found = next((a for a in self._stepper.successors(real) if self._look(a) == wanted), None)
        if found is None:
            raise ToldApartError("a play has no counterpart under other names")
        return found

    def _canonical(self, row: bytes) -> bytes:
        return row if self._forms is None else self._forms(row)

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
        if self.symmetry is None or self._forms is None:
            return
        chance = random.Random(found.states)
        classes = self.symmetry.classes
        if self._forms.doubtful:
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
