"""Laws about what comes later: known answers, and agreement with the definitions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.explore import graphs as g
from tests.explore.graph_models import (
    ALWAYS,
    ANYWHERE,
    ASSUMPTIONS,
    Arrow,
    Drawing,
    native,
)
from tests.explore.models import grid

from stackproof.explore.graph import Graph
from stackproof.explore.model import Action, Limits, Openness
from stackproof.explore.search import explore
from stackproof.explore.temporal import Outcome, always_possible, leads_to
from stackproof.explore.tuning import Tuning

NODES, SLOTS, CHOICES = int(g.NODES), int(g.SLOTS), int(g.CHOICES)
NOTHING, RED_WEAK, RED_STRONG = range(3)
NEVER = frozenset[int]()


def drawing(
    text: str, *, trigger: set[int], goal: set[int], cut: frozenset[int] = NEVER
) -> Drawing:
    """Arrows like ``0-1`` or ``0-1r``; ``r`` is red, ``!`` a rule error."""
    arrows = []
    for word in text.split():
        ends = word.rstrip("r!")
        source, target = ends.split("-")
        arrows.append(Arrow(int(source), int(target), red="r" in word, broken="!" in word))
    return Drawing(arrows, (frozenset(trigger), NEVER), (frozenset(goal), NEVER), cut)


def jointly(made: Drawing, law: int) -> Outcome:
    graph = made.graph()
    if law == ALWAYS:
        return always_possible(graph, law, CHOICES, jointly=True)
    return leads_to(graph, law, CHOICES, [s for _, s in ASSUMPTIONS[law]], jointly=True)


def judged(made: Drawing, law: int, limits: Limits | None = None) -> Outcome:
    graph = made.graph(limits)
    if law < ALWAYS:
        outcome = leads_to(graph, law, CHOICES, [strong for _, strong in ASSUMPTIONS[law]])
    else:
        outcome = always_possible(graph, law, CHOICES if law == ALWAYS else 1)
    if outcome.holds is False:
        confirm(made, law, outcome)
    return outcome


def walk(made: Drawing, play: list[Action]) -> list[int]:
    """The nodes of a play, replayed."""
    nodes = [0]
    for _, slot in play:
        arrow = made.out[nodes[-1]][slot]
        assert not arrow.broken
        nodes.append(arrow.target)
    return nodes


def confirm(made: Drawing, law: int, outcome: Outcome) -> None:
    """A counterexample is real."""
    assert outcome.play is not None
    nodes = walk(made, outcome.play)
    trigger, goal = made.trigger[outcome.choice], made.goal[outcome.choice]
    if law >= ALWAYS:
        assert nodes[-1] in trigger or law == ANYWHERE
        assert not made.after({nodes[-1]}, set(made.out)) & goal
        return
    started = max(i for i, node in enumerate(nodes) if node in trigger and not {*nodes[i:]} & goal)
    if outcome.loop is None:
        assert not made.out[nodes[-1]]
        assert nodes[-1] not in made.cut
        return
    assert started >= 0
    assert nodes[outcome.loop] == nodes[-1]
    assert outcome.loop < len(outcome.play)
    round_ = nodes[outcome.loop : -1]
    taken = [
        made.out[n][slot] for n, (_, slot) in zip(round_, outcome.play[outcome.loop :], strict=True)
    ]
    for colour, strong in ASSUMPTIONS[law]:
        offers = [made.offered(node, colour) for node in round_]
        starved = any(offers) if strong else all(offers)
        assert not starved or any(made.classes(arrow)[colour] for arrow in taken)


def verdicts(made: Drawing) -> list[bool | None]:
    return [judged(made, law).holds for law in (NOTHING, RED_WEAK, RED_STRONG)]


def test_a_goal_on_every_way() -> None:
    made = drawing("0-1 0-2 1-3 2-3", trigger={0}, goal={3})
    assert verdicts(made) == [True, True, True]


def test_a_lasso_that_weak_fairness_excludes() -> None:
    """Red is legal all the time in 1, and leads out."""
    made = drawing("0-1 1-1 1-2r", trigger={0}, goal={2})
    assert verdicts(made) == [False, True, True]
    outcome = judged(made, NOTHING)
    assert outcome.play == [(0, 0), (0, 0)]
    assert outcome.loop == 1


def test_a_lasso_that_only_strong_fairness_excludes() -> None:
    """Red is legal again and again, in 1, but not all the time."""
    made = drawing("0-1 1-2 2-1 1-3r", trigger={0}, goal={3})
    assert verdicts(made) == [False, False, True]


def test_a_lasso_that_nothing_excludes() -> None:
    made = drawing("0-1 1-2r 2-1 1-3r", trigger={0}, goal={3})
    assert verdicts(made) == [False, False, False]
    outcome = judged(made, RED_STRONG)
    assert outcome.play is not None
    assert walk(made, outcome.play) == [0, 1, 2, 1]
    assert outcome.loop == 1


def test_strong_fairness_within_what_is_left_of_a_component() -> None:
    """The whole of 1, 2, 3 is unfair, but 2 and 3 alone never make red legal."""
    made = drawing("0-1 1-2 2-3 3-2 3-1 1-4r", trigger={0}, goal={4})
    assert verdicts(made) == [False, False, False]
    outcome = judged(made, RED_STRONG)
    assert outcome.play is not None
    assert 1 not in walk(made, outcome.play)[(outcome.loop or 0) :]


def test_a_dead_end_and_a_way_round_the_goal() -> None:
    made = drawing("0-1 1-2 1-3", trigger={0}, goal={2})
    outcome = judged(made, NOTHING)
    assert (outcome.holds, outcome.loop, outcome.play) == (False, None, [(0, 0), (0, 1)])


def test_a_shortest_play_that_is_triggered_late() -> None:
    """The shortest way to the dead end 3 is 0-3, where nothing was triggered yet."""
    made = drawing("0-3 0-1 1-2 2-3", trigger={2}, goal={5})
    outcome = judged(made, NOTHING)
    assert outcome.play is not None
    assert walk(made, outcome.play) == [0, 1, 2, 3]


def test_the_goal_in_the_very_position_of_the_trigger_counts() -> None:
    assert judged(drawing("0-1", trigger={0}, goal={0}), NOTHING).holds


@pytest.mark.parametrize("law", range(len(ASSUMPTIONS)))
def test_never_triggered_is_vacuous(law: int) -> None:
    assert judged(drawing("0-1 1-0", trigger=set(), goal=set()), law) == Outcome(True, vacuous=True)


def test_a_play_that_is_cut_off_decides_nothing() -> None:
    made = drawing("0-1 0-2", trigger={0}, goal={2}, cut=frozenset({1}))
    for law in (NOTHING, RED_WEAK):
        assert judged(made, law) == Outcome(None, open=Openness.CUT)
    made.cut = NEVER
    assert judged(made, NOTHING).holds is False


def test_a_counterexample_counts_although_another_play_is_cut_off() -> None:
    made = drawing("0-1 0-2", trigger={0}, goal=set(), cut=frozenset({1}))
    assert judged(made, NOTHING).play == [(0, 1)]


def test_always_possible() -> None:
    made = drawing("0-1 1-0 1-2 0-3 3-3", trigger=set(range(6)), goal={2})
    outcome = judged(made, ALWAYS)
    assert (outcome.holds, outcome.play) == (False, [(0, 1)])
    assert judged(made, ANYWHERE).play == [(0, 1)]
    made.trigger = (frozenset({0, 1}), NEVER)
    assert judged(made, ALWAYS).holds is True
    assert judged(drawing("0-1", trigger={3}, goal={1}), ALWAYS).vacuous


def test_always_possible_and_cut_off() -> None:
    made = drawing("0-1 0-2", trigger={0, 1}, goal={2}, cut=frozenset({1}))
    assert judged(made, ALWAYS) == Outcome(None, open=Openness.CUT)
    made = drawing("0-1 0-2 0-3", trigger={0, 1, 3}, goal={2}, cut=frozenset({1}))
    assert judged(made, ALWAYS).play == [(0, 2)]


def test_a_rule_error_or_a_limit_leaves_it_open() -> None:
    made = drawing("0-1 0-2!", trigger={0}, goal={1})
    assert judged(made, NOTHING) == Outcome(None, open=Openness.ERROR)
    assert judged(made, ALWAYS) == Outcome(None, open=Openness.ERROR)
    made = drawing("0-1 1-2 2-3 3-4", trigger={0}, goal={4})
    for law in (NOTHING, ALWAYS):
        assert judged(made, law, Limits(max_states=2)) == Outcome(None, open=Openness.LIMIT)
    made = drawing("0-1 1-1 0-2 2-3 3-4 4-5", trigger={0}, goal={5})
    assert judged(made, NOTHING, Limits(max_states=4)).holds is False


def test_the_member_of_a_family_that_fails_is_named() -> None:
    made = drawing("0-1", trigger={0}, goal={1})
    made.trigger, made.goal = (frozenset({0}), frozenset({0})), (frozenset({1}), NEVER)
    assert judged(made, NOTHING).choice == 1


def test_a_family_that_holds_jointly_holds() -> None:
    made = drawing("0-1 1-2", trigger={0}, goal={2})
    made.trigger, made.goal = (frozenset({0}), frozenset({1})), (frozenset({1, 2}), frozenset({2}))
    outcome = jointly(made, NOTHING)
    assert (outcome.holds, outcome.vacuous) == (True, False)


def test_a_family_may_hold_although_its_goals_never_meet() -> None:
    """Round for ever, each choice met in turn and never both: nothing is known then."""
    made = drawing("0-1 1-0", trigger={0}, goal={1})
    made.trigger, made.goal = (frozenset({0}), frozenset({1})), (frozenset({1}), frozenset({0}))
    assert judged(made, NOTHING).holds is True
    assert jointly(made, NOTHING) == Outcome(None)
    assert judged(made, ALWAYS).holds is True
    assert jointly(made, ALWAYS) == Outcome(None)


arrows = st.builds(
    Arrow,
    st.integers(0, NODES - 1),
    st.integers(0, NODES - 1),
    st.booleans(),
    st.booleans(),
    st.integers(0, 20).map(lambda n: n == 0),
)
sets = st.frozensets(st.integers(0, NODES - 1))
drawings = st.builds(
    Drawing,
    st.lists(arrows, max_size=14),
    st.tuples(sets, sets),
    st.tuples(sets, sets),
    st.frozensets(st.integers(0, NODES - 1), max_size=2),
)


def combined(made: Drawing, answers: list[bool | None]) -> bool | None:
    if False in answers:
        return False
    return None if None in answers or made.broken() else True


@settings(max_examples=400, deadline=None)
@given(made=drawings)
def test_agrees_with_the_definitions(made: Drawing) -> None:
    for law, assumed in enumerate(ASSUMPTIONS):
        expected = combined(made, [made.leads_to(c, assumed) for c in range(CHOICES)])
        assert judged(made, law).holds is expected
    expected = combined(made, [made.always(c) for c in range(CHOICES)])
    assert judged(made, ALWAYS).holds is expected
    assert judged(made, ANYWHERE).holds is combined(made, [made.always(0, triggered=False)])
    assert native().system.traced[ANYWHERE].id == "always-anywhere"


@settings(max_examples=400, deadline=None)
@given(made=drawings)
def test_a_joint_law_agrees_with_its_definition(made: Drawing) -> None:
    """It is the law of the places where some choice is open, and of those where all are met."""
    (first, second), (one, other) = made.trigger, made.goal
    opened, met = (first - one) | (second - other), one & other
    joint = Drawing(made.arrows, (opened, NEVER), (met, NEVER), made.cut)
    for law in (*range(len(ASSUMPTIONS)), ALWAYS):
        outcome = jointly(made, law)
        assert outcome.holds is (judged(joint, law).holds or None)
        if outcome.holds:
            assert judged(made, law).holds


def test_a_fault_in_the_graph_is_noticed() -> None:
    """One arrow of the graph bent: a lasso becomes a way to the goal, or the reverse."""
    made = drawing("0-1 1-1 1-2", trigger={0}, goal={2})
    graph = made.graph()
    assert leads_to(graph, NOTHING, CHOICES).holds is False
    assert graph._arrows.arrows.read(8, 8) == (1).to_bytes(8, "little")
    graph._arrows.arrows.write(8, (2).to_bytes(8, "little"))
    graph._ordered = False
    assert leads_to(graph, NOTHING, CHOICES).holds is True


def offered(made: Drawing, choice: int) -> bool:
    return any(
        not arrow.broken for n in made.reachable() & made.trigger[choice] for arrow in made.out[n]
    )


def arrives(made: Drawing, choice: int) -> bool:
    return any(
        arrow.target in made.goal[choice] and not arrow.broken
        for n in made.reachable() & made.trigger[choice]
        for arrow in made.out[n]
    )


@settings(max_examples=200, deadline=None)
@given(made=drawings)
def test_possibilities_agree_with_the_definitions(made: Drawing) -> None:
    """A bit for each choice that is offered anywhere, and a shortest play for each that is made."""
    found = made.explored()
    law = native().system.laws[-1]
    for choice, bit in enumerate(native().system.bits(law)):
        assert bool(found.premises >> bit & 1) is offered(made, choice)
        assert (bit in found.violations) is arrives(made, choice)
        if bit in found.violations:
            seen = found.violations[bit]
            assert seen.action is not None
            nodes = walk(made, [*found.trace(seen.state), seen.action])
            assert nodes[-2] in made.trigger[choice]
            assert nodes[-1] in made.goal[choice]


def test_the_graph_is_the_same_whatever_the_room() -> None:
    model = grid(4, 6)
    kept = []
    for tuning in (Tuning(), Tuning(capacity=1, span=1), Tuning(hash_mask=0xFF << 56)):
        found = explore(model, b"", bytes(4), tuning=tuning, graph=True)
        assert found.store.graph is not None
        starts = found.store.graph.starts.read(0, 8 * (found.states + 1))
        kept.append((starts, found.store.graph.arrows.read(0, 8 * found.edges)))
    assert kept[0] == kept[1] == kept[2]


def test_no_graph_where_none_was_kept() -> None:
    found = explore(grid(4, 4), b"", bytes(4))
    with pytest.raises(ValueError, match="did not keep the graph"):
        Graph(native(), b"", found)
