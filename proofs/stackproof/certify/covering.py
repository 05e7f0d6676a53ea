"""Whether slices cover all that is to be shown for a goal of a case."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from stackproof.lang.terms import Term
from stackproof.prove.cases import Case
from stackproof.prove.plain import parted
from stackproof.prove.slices import Slice

from .laying import Piece, Usable

Covered = tuple[list[Term], list[Slice]]
"""The hypotheses that are used, by slices or as they plainly say something, and the slices."""


def covered(case: Case, goal: str, slices: Sequence[Slice]) -> Covered | None:
    """What covers a goal, or None where something is left.

    A slice may cover what is to be shown at once, or any of the parts that it comes to, more than
    one too. What hypotheses plainly say needs none. Raises
    :class:`~stackproof.prove.eventlist.Unlisted` and :class:`~stackproof.prove.slices.Malformed`.
    """
    used: list[Term] = []
    chosen: dict[Slice, None] = {}
    pieces = deque(Piece(piece) for piece in slices)
    for asked, allowed in case.questions(goal):
        usable = Usable(case.hypotheses, allowed)
        rest, plain = case.plain.left(asked, frozenset(allowed))
        used += plain
        pending = [rest]
        while pending:
            part = pending.pop()
            if part is case.terms.true:
                continue
            found = _laid(part, usable, pieces)
            if found is not None:
                used += found
                chosen[pieces[0].slice] = None
                continue
            parts = parted(case.terms, part)
            if len(parts) == 1:
                return None
            pending += reversed(parts)
    return used, list(chosen)


def _laid(part: Term, usable: Usable, pieces: deque[Piece]) -> list[Term] | None:
    """The hypotheses with which a part follows by one of the pieces, which comes to the front:
    the next part mostly needs the same or the one after it.
    """
    for _ in range(len(pieces)):
        found = pieces[0].laid(part, usable)
        if found is not None:
            return found
        pieces.rotate(-1)
    return None
