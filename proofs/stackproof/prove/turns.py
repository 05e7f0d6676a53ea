"""How long solvers may take that are asked the same in turn, until one of them has an answer."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

GLANCE = 1.0
"""Seconds for each at first."""


S = TypeVar("S")


def turns(solvers: Sequence[S], seconds: float) -> Iterator[tuple[S, float]]:
    """Whom to ask next and for how long, twice as long every time around, until so much time of
    this process is used up.
    """
    patience, left = GLANCE, seconds
    end = time.process_time() + seconds
    while left > 0:
        last = patience >= left
        for solver in tuple(solvers):
            left = end - time.process_time()
            if left > 0:
                yield solver, min(patience, left)
        if last:
            return
        patience *= 2
