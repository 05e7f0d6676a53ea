"""How long a search may still take, where its levels tell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

LEVELS = 4
SHRINKING = 0.95


def remaining(widths: Sequence[int], waiting: int) -> int | None:
    """About how many states are still to be expanded, if levels go on shrinking as they do.

    ``widths`` are the numbers of states of the last levels, that under way included, of which
    ``waiting`` are not expanded yet. None unless several levels in a row have shrunk: while levels
    grow, nothing tells where that ends.
    """
    if len(widths) < LEVELS or not all(widths[-LEVELS:]):
        return None
    last = widths[-LEVELS:]
    ratio = max(after / before for before, after in pairwise(last))
    if ratio > SHRINKING:
        return None
    return waiting + int(widths[-1] * ratio / (1 - ratio))
