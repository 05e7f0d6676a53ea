"""How long solvers may take that are asked the same in turn, until one of them has an answer."""

from __future__ import annotations

import time
from collections.abc import Iterator

GLANCE = 1.0
"""Seconds for each at first."""


def turns(seconds: float) -> Iterator[float]:
    """Seconds for each solver, twice as many every time, until all is used up of the time of this
    process.
    """
    end, patience = time.process_time() + seconds, GLANCE
    while (left := end - time.process_time()) > 0:
        yield min(patience, left)
        if patience >= left:
            return
        patience *= 2
