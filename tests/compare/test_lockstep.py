"""Two editions in lockstep: where plays part, they part there and not before."""

from __future__ import annotations

import pytest

from stackproof.compare.lockstep import lockstep
from stackproof.compare.outcome import side_by_side
from stackproof.compare.side import Side
from stackproof.editions.load import edition
from stackproof.explore.model import Limits
from stackproof.scenarios.load import load_scenario

PAIRS = [
    ("c090-land-in-window", "2006-07", "2006-10"),
    ("c080-discarded-card-found", "2016-04", "2017-04"),
    ("c053-counting-the-graveyard", "2015-07", "2016-04"),
    ("both-granted", "2008-07", "2009-07"),
]


@pytest.mark.parametrize("name, old, new", PAIRS)
def test_only_the_last_choice_leads_elsewhere(name: str, old: str, new: str) -> None:
    sides = Side(edition(old)), Side(edition(new))
    scenario = load_scenario(name)
    walked = lockstep(scenario, *sides, Limits())
    assert walked.complete
    assert walked.partings
    for parting in walked.partings:
        *before, last = side_by_side(scenario, *sides, parting.play).steps
        assert all(step.same for step in before)
        assert not last.same


@pytest.mark.parametrize("name, old, new", PAIRS)
def test_editions_that_play_alike_never_part(name: str, old: str, new: str) -> None:
    for one in (old, new):
        side = Side(edition(one))
        walked = lockstep(load_scenario(name), side, side, Limits())
        assert walked.complete
        assert not walked.partings


def test_a_limit_is_told() -> None:
    sides = Side(edition("2006-07")), Side(edition("2006-10"))
    assert not lockstep(load_scenario("both-keywords"), *sides, Limits(max_states=5)).complete
