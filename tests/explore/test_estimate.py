"""An estimate only where levels shrink, and then a fair one."""

from __future__ import annotations

from tests.explore.models import grid

from stackproof.explore.estimate import remaining
from stackproof.explore.model import Progress
from stackproof.explore.search import explore


def test_nothing_is_estimated_while_levels_grow() -> None:
    assert remaining([1, 2, 4, 8], 8) is None
    assert remaining([8, 4, 2, 4], 4) is None
    assert remaining([100, 99, 98, 97], 97) is None
    assert remaining([8, 4, 2], 2) is None
    assert remaining([], 0) is None


def test_shrinking_levels_are_added_up() -> None:
    assert remaining([800, 400, 200, 100], 100) == 100 + 100
    assert remaining([1000, 400, 200, 100], 40) == 40 + 100
    assert remaining([1000, 800, 200, 100], 0) == 400


def test_a_search_tells_memory_and_what_is_left() -> None:
    told: list[Progress] = []
    found = explore(grid(), b"", bytes(6), progress=told.append)
    assert all(0 < p.bytes <= found.peak_bytes for p in told)
    assert told[0].left is None
    for p in told:
        if p.left is not None:
            assert p.depth > found.depth // 2
