"""Whether slices cover all that is to be shown for a goal of a case."""

from __future__ import annotations

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

    A slice may cover what is to be shown at once, or one of the parts that it comes to. What
    hypotheses plainly say needs none. Raises :class:`~stackproof.prove.eventlist.Unlisted` and
    :class:`~stackproof.prove.slices.Malformed`.
    """
    used: list[Term] = []
    chosen: list[Slice] = []
    left = [Piece(piece) for piece in slices]
    for asked, allowed in case.questions(goal):
        usable = Usable(case.hypotheses, allowed)
        rest, plain = case.plain.left(asked, frozenset(allowed))
        used += plain
        pending = [rest]
        while pending:
            part = pending.pop()
            if part is case.terms.true:
                continue
            for i, piece in enumerate(left):
                found = piece.laid(part, usable)
                if found is not None:
                    used += found
                    chosen.append(left.pop(i).slice)
                    break
            else:
                parts = parted(case.terms, part)
                if len(parts) == 1:
                    return None
                pending += parts
    return used, chosen
