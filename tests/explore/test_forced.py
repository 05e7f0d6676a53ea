"""States with one legal action are judged on the way and not kept: nothing is missed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.explore.models import Edge, Interpreted, Look
from tests.explore.test_gate import COUNTS, game

from stackproof import check
from stackproof.editions.load import edition
from stackproof.explore.control import MOST_FORCED
from stackproof.explore.model import Failure, Violation
from stackproof.explore.retell import Retelling
from stackproof.explore.search import Exploration, explore
from stackproof.explore.stepping import Stepper
from stackproof.explore.tuning import Tuning
from stackproof.game.domains import Verb
from stackproof.lang.readings.python import Player
from stackproof.lang.system import TRACED
from stackproof.report.result import Ending, Result
from stackproof.scenarios.load import load_scenario
from stackproof.searching import Mode, Reduction

STEP, STATE = 0, 1


def corridor(state: bytes) -> Iterator[Edge]:
    """From 0 one may go to 10 or to 20; from there on there is one way only, up to 19 or 29."""
    (at,) = state
    if at == 0:
        yield Edge(0, 0, b"\x0a")
        yield Edge(0, 1, b"\x14")
    elif at % 10 < 9:
        broken = (STEP,) if at == 24 else ()
        yield Edge(1, 0, bytes([at + 1]), broken, (3,), error=7 if at == 17 else 0)


def look(state: bytes) -> Look:
    return Look(finished=state == b"\x1d", violated=(STATE,) if state == b"\x0d" else ())


def searched(forced: bool, tuning: Tuning | None = None) -> Exploration:
    model = Interpreted(1, corridor, look, laws=4)
    return explore(model, b"", b"\0", tuning=tuning, forced=forced)


@pytest.mark.parametrize("tuning", [None, Tuning(threads=2, span=1, capacity=1)])
def test_what_happens_on_the_way_is_told_of_the_choice_before(tuning: Tuning | None) -> None:
    whole, found = searched(forced=False), searched(forced=True, tuning=tuning)
    assert (whole.states, found.states) == (19, 2)
    places = {law: (whole.row(v.state), v.action) for law, v in whole.violations.items()}
    assert places == {STEP: (b"\x18", (1, 0)), STATE: (b"\x0d", None)}
    assert found.violations == {
        STEP: Violation(STEP, 0, (0, 1)), STATE: Violation(STATE, 0, (0, 0)),
    }  # fmt: skip
    assert whole.first_error is not None
    assert whole.row(whole.first_error.state) == b"\x11"
    assert found.first_error == Failure(7, 0, (0, 0))
    assert found.premises == whole.premises == 1 << 3
    assert (found.dead_ends, found.errors) == (whole.dead_ends, whole.errors) == (0, 1)


def test_plays_have_the_moves_in_between() -> None:
    model = Interpreted(1, corridor, look, laws=4)
    retelling = Retelling(model, b"", b"\0", None, forced=True)
    assert retelling.play([(0, 1)], until=1 << STEP) == ([(0, 1)] + [(1, 0)] * 5, None)
    assert retelling.play([(0, 0)], until=1 << STATE) == ([(0, 0)] + [(1, 0)] * 3, None)
    assert retelling.play([(0, 0)]) == ([(0, 0)] + [(1, 0)] * 8, None)
    assert retelling.play([(0, 1)]) == ([(0, 1)] + [(1, 0)] * 9, None)
    assert retelling.reduction == "forced moves"


def test_a_play_that_goes_round_without_a_choice_ends_the_search() -> None:
    def around(state: bytes) -> Iterator[Edge]:
        yield Edge(0, 0, bytes([(state[0] + 1) % 7]))

    found = explore(Interpreted(1, around), b"", b"\0", forced=True)
    assert found.complete
    assert found.states <= 7
    retelling = Retelling(Interpreted(1, around), b"", b"\0", None, forced=True)
    assert retelling.play([(0, 0)])[0] == [(0, 0)] * (MOST_FORCED + 1)


def test_a_graph_needs_every_state() -> None:
    with pytest.raises(ValueError, match="graph"):
        explore(Interpreted(1, corridor), b"", b"\0", graph=True, forced=True)


FORCED = {
    "ripple-chain": (1725, 911), "ripple-chalice": (78, 51), "ripple-taxed": (221, 63),
    "ripple-nested": (1824, 684), "b038-three-hits": (144, 31), "c041-triggers-wait": (22, 14),
    "madness-cleanup": (839, 612), "madness-cleanup-eight": (120, 85),
}  # fmt: skip
"""How many positions are kept of all, and of one of each orbit."""


@pytest.mark.parametrize("name, when, positions, orbits", COUNTS)
def test_every_position_is_kept_or_passed(
    name: str, when: str, positions: int, orbits: int
) -> None:
    reading, made, symmetry = game(name, when)
    kept = explore(reading, made.setup, made.initial, forced=True)
    both = explore(reading, made.setup, made.initial, forced=True, symmetry=symmetry)
    assert (kept.states, both.states) == FORCED[name]
    stepper = Stepper(reading, made.setup)
    there = {stepper.padded(kept.row(state)) for state in range(kept.states)}
    waiting = list(there)
    for row in waiting:
        for arrow in stepper.successors(row):
            after = arrow[2]
            while after is not None and after not in there:
                there.add(after)
                forced = stepper.forced(after)
                assert forced is not None
                after = forced[2]
    assert len(there) == positions


def judged(name: str, when: str, reduction: Reduction) -> dict[str, Result]:
    """All verdicts but those on the graph."""
    scenario = load_scenario(name)
    laws = [law.id for law in check.native(scenario).system.laws if law.kind not in TRACED]
    plan = {scenario.id: [edition(when)]}
    ids = [*laws, check.NO_RULE_ERROR, check.NO_DEAD_END]
    return {r.law: r for r in check.check([scenario], plan, ids, reduction=reduction).results}


@pytest.mark.parametrize("mode", [Mode.OFF, Mode.ON])
@pytest.mark.parametrize("name, when", [row[:2] for row in COUNTS])
def test_verdicts_are_the_same(name: str, when: str, mode: Mode) -> None:
    """And the plays that show them are real, and break the law where they end."""
    whole, reduced = judged(name, when, Reduction()), judged(name, when, Reduction(mode, True))
    assert whole.keys() == reduced.keys()
    reading, made, _ = game(name, when)
    player = Player(reading.system, made.setup)
    for law, result in whole.items():
        other = reduced[law]
        assert "forced moves" in other.reduction
        assert (other.verdict, other.vacuous, other.missing) == (
            result.verdict, result.vacuous, result.missing,
        )  # fmt: skip
        assert (other.trace is None) == (result.trace is None)
        if other.trace is None or other.trace.ending is not Ending.FAILS:
            continue
        position, before, step, action = player.position(made.initial), None, None, (Verb.PASS, 0)
        for verb, argument in other.trace.actions:
            action = (Verb[verb.upper()], argument)
            assert player.legal(position, *action)
            before, (position, step) = position, player.apply(position, *action)
        known = next(known for known in reading.system.laws if known.id == law)
        choice = other.trace.choice
        holds, _ = player.judge(
            known, position=position, before=before, verb=action[0], argument=action[1], step=step,
            after=position, choice=choice,
        )  # fmt: skip
        assert not holds
