"""Induction over every deck: what holds is proved, a planted fault is found and replays."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Mapping
from dataclasses import replace

import pytest
from tests.certify.tank_proofs import made as tanks_made
from tests.prove import false_laws, faulty

from stackproof.game.domains import ORDER_TRIGGERS, PRIORITY, Verb
from stackproof.game.events import PASSED, STEP_BEGUN
from stackproof.inputs import Unsettled
from stackproof.lang.declare import Symbol
from stackproof.lang.readings.python import Player
from stackproof.lang.terms import reachable
from stackproof.prove.asking import prove
from stackproof.prove.attempting import attempt, one
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.game import sizes, subject
from stackproof.prove.induction import prove_all
from stackproof.prove.layout import CaseId, openings
from stackproof.prove.minimise import smallest
from stackproof.prove.obligations import Obligation, Proof
from stackproof.prove.replaying import differing, replay
from stackproof.prove.sight import mentioned
from stackproof.prove.subject import Subject
from stackproof.prove.verdicts import scope, why

TINY: Mapping[str, int] = {
    "seats": 2, "cards": 2, "library": 2, "stack": 2, "waiting": 2, "events": 24, "effects": 1,
    "keywords": 1, "statics": 1,
}  # fmt: skip
SIZES = tuple(sorted(TINY.items()))


def action(about: Subject, verb: Verb, decision: Symbol) -> CaseId:
    number = about.system.program.constant(decision)
    assert number is not None
    return CaseId("action", verb, number)


def passing(about: Subject) -> CaseId:
    return action(about, Verb.PASS, PRIORITY)


def test_every_start_satisfies_every_invariant() -> None:
    found = attempt(SIZES, CaseId("start"), None, frozenset(), 60)
    about = subject(TINY)
    assert {o.goal for o in found} == {law.id for law in about.invariants} - about.implied
    assert {o.status for o in found} == {"proved"}


def test_ordering_triggers_keeps_the_stack_packed_and_the_law_that_they_go_above_spells() -> None:
    goals = ["stack-is-packed", "triggers-above-spells", "priority-is-a-decision"]
    case = action(subject(TINY), Verb.ORDER, ORDER_TRIGGERS)
    found = {o.goal: o for o in attempt(SIZES, case, goals, frozenset(), 60)}
    assert {o.status for o in found.values()} == {"proved"}
    assert "stack-is-packed" in found["stack-is-packed"].used


def test_a_library_holds_six_cards_unless_told_otherwise() -> None:
    assert [sizes(cards)["library"] for cards in (2, 6, 8)] == [2, 6, 6]
    assert sizes(8, 8)["library"] == 8
    assert scope(sizes(8)).startswith("every deck of up to 8 cards with up to 6 in a library, ")
    assert scope(sizes(3)).startswith("every deck of up to 3 cards, ")


def test_an_action_that_no_decision_asks_for_is_no_case() -> None:
    case = action(subject(TINY), Verb.PASS, ORDER_TRIGGERS)
    assert attempt(SIZES, case, None, frozenset(), 60) == []


def test_a_fault_in_a_rule_is_found_and_replays_in_cpython() -> None:
    about = subject(TINY, modules=[faulty])
    case = Case(about, passing(about))
    law = about.by_id["stack-is-packed"]
    answer = prove(Ground(case.terms, list(case.hypotheses)), case.goal(law.id), 120)
    assert answer.status == "refuted"
    found = replay(case, law, answer.values)
    assert found.fails
    ground = Ground(case.terms, list(case.hypotheses))
    ground.table.add(reachable([ground.terms.negate(case.goal(law.id))]))
    values = smallest(ground, case.goal(law.id), answer.values)
    plain = replay(case, law, values)
    assert plain.fails
    shown = set(differing(about.system, plain))
    assert {"stack_size = 2", "pass 0"} <= shown
    assert len(shown) <= len(set(differing(about.system, found)))
    player = Player(about.system, found.setup)
    before = player.position(found.before)
    assert before.stack_size == 2
    assert player.judge(law, position=before)[0]
    after, _ = player.apply(before, found.verb, found.argument)
    assert not player.judge(law, position=after)[0]


def test_a_law_is_shown_all_kinds_of_events_that_it_names() -> None:
    law = false_laws.NO_STEP
    about = subject(TINY, own=[law], modules=[false_laws])
    case = Case(about, passing(about))
    found = one(case, law.id, Ground(case.terms, list(case.hypotheses)), 120)
    assert found.status == "refuted"
    assert found.counterexample is not None
    assert found.counterexample.fails
    named = mentioned(law)
    assert all(any(kind is symbol for symbol in named) for kind in (PASSED, STEP_BEGUN))


def test_every_law_is_to_be_proved_of_every_action_once() -> None:
    about = subject(TINY)
    variants = {openings(about, law) for law in about.goals}
    cases = [replace(passing(about), opened=opened) for opened in variants]
    found = [goal for case in cases for goal in Case(about, case).goals()]
    wanted = [law.id for law in about.goals if law.id not in about.implied]
    assert sorted(g for g in found if g in about.by_id) == sorted(wanted)


def obligation(goal: str, status: str = "proved", *used: str) -> Obligation:
    return Obligation(CaseId("start"), goal, status, frozenset(used), reason="no answer in 1 s")


@pytest.mark.parametrize("status", ["undetermined", "refuted"])
def test_what_rests_on_something_unproved_is_not_proved(status: str) -> None:
    known = [
        obligation("law", "proved", "first"),
        obligation("first", "proved", "second"),
        obligation("second", status),
        obligation("other"),
    ]
    proof = Proof(TINY, {(o.case, o.goal): o for o in known})
    assert proof.fallen() == {"law", "first", "second"}
    assert "second" in why("law", proof, proof.fallen(), subject(TINY).system)


def test_a_goal_without_obligations_is_not_proved() -> None:
    assert not Proof(TINY).stands("law")


def test_without_a_fact_that_tells_actions_apart_nothing_is_known_of_them() -> None:
    """And nothing is refuted by positions in which it does not hold."""
    case = action(subject(TINY), Verb.ORDER, ORDER_TRIGGERS)
    found = attempt(SIZES, case, None, frozenset({"announcing-is-asked", "stack-is-packed"}), 10)
    assert {o.status for o in found} == {"undetermined"}
    assert {o.reason for o in found} == {
        "it follows only with what is not proved: announcing-is-asked"
    }


def test_time_that_runs_out_is_undetermined() -> None:
    case = action(subject(TINY), Verb.PLAY, PRIORITY)
    found = attempt(SIZES, case, ["stack-is-packed"], frozenset(), 0)
    assert [o.status for o in found] == ["undetermined"]
    assert "no answer in" in found[0].reason


def dying(sizes: Mapping[str, int]) -> Subject:
    """A subject that takes along the process which makes it, unless it is the first one."""
    if multiprocessing.parent_process() is not None:
        os._exit(1)
    return tanks_made(sizes)


def test_where_a_process_dies_nothing_is_known() -> None:
    with pytest.raises(Unsettled, match="died"):
        prove_all({"tanks": 2}, processes=1, make=dying)
