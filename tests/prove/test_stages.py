"""Stages of an action: known by contract for invariants, run for laws about events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from tests.prove import false_laws

from stackproof.game.discarding import discard_chosen, discard_if_chosen, put
from stackproof.game.domains import CHOOSE_DISCARD, PAY_MANA, PRIORITY, Verb
from stackproof.game.keywords.madness import close_windows
from stackproof.game.priority import destroy, permanents_leave, settle
from stackproof.game.resolving import finish
from stackproof.game.zones import bury, mill
from stackproof.lang.declare import Symbol
from stackproof.lang.terms import reachable
from stackproof.laws.auxiliary.contracts import CONTRACTS
from stackproof.prove.asking import prove
from stackproof.prove.assumptions import NEEDS, PROMISE, SO_FAR
from stackproof.prove.attempting import one
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.game import subject
from stackproof.prove.layout import CaseId, openings
from stackproof.prove.subject import Contract, Subject

TINY: Mapping[str, int] = {
    "seats": 2, "cards": 2, "library": 2, "stack": 2, "waiting": 2, "events": 48, "effects": 1,
    "keywords": 1, "statics": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def known() -> Subject:
    return subject(TINY)


def case(known: Subject, verb: Verb, decision: Symbol) -> Case:
    number = known.system.program.constant(decision)
    assert number is not None
    return Case(known, CaseId("action", verb, number))


def test_only_laws_about_events_run_them(known: Subject) -> None:
    key = known.system.key(finish)
    for law in known.goals:
        assert (key in openings(known, law)) == (law.kind != "invariant")


WAYS = [(Verb.PICK, CHOOSE_DISCARD), (Verb.PASS, PRIORITY), (Verb.NO, PAY_MANA)]


@pytest.mark.parametrize("verb, decision", WAYS)
def test_however_an_action_goes_on_one_ending_is_that(
    known: Subject, verb: Verb, decision: Symbol
) -> None:
    found = case(known, verb, decision)
    covered, shared = found.terms.false, found.terms.false
    for end in found.ends:
        shared = found.terms.either(shared, found.terms.both(covered, end.condition))
        covered = found.terms.either(covered, end.condition)
    ground = Ground(found.terms, list(found.hypotheses))
    assert len(found.ends) > 3
    assert prove(ground, covered, 60).status == "proved"
    assert prove(ground, found.terms.negate(shared), 60).status == "proved"


@pytest.mark.parametrize("verb, decision", WAYS)
def test_an_ending_tells_the_state_where_it_is_the_one(
    known: Subject, verb: Verb, decision: Symbol
) -> None:
    """What calls would leave that are not made is of no matter."""
    found = case(known, verb, decision)
    ground = Ground(found.terms, list(found.hypotheses))
    for end in found.ends:
        pairs = zip(end.state.cells, found.after.cells, strict=True)
        same = reduce(found.terms.both, (found.terms.equal(is_, was) for is_, was in pairs))
        assert prove(ground, found.implies(end.condition, same), 60).status == "proved"


def test_where_no_call_is_made_nothing_is_left_of_any(known: Subject) -> None:
    end = case(known, Verb.PICK, CHOOSE_DISCARD).ends[-1]
    assert end.call is None
    names = [term.name for term in reachable(end.state.cells) if term.op == "var"]
    zones = [cell for leaf, cell in end.state.leaves() if leaf.path.startswith("zone")]
    assert all(cell.op == "var" and cell.name.startswith("before.zone") for cell in zones)
    assert not [name for name in names if name.startswith("call")]


def test_what_a_stage_left_is_not_asked_again(known: Subject) -> None:
    """After settling, an invariant is what its contract says: no slice is needed."""
    found = case(known, Verb.PICK, CHOOSE_DISCARD)
    ground = Ground(found.terms, list(found.hypotheses))
    answer = prove(ground, found.at_all(found.ends[:1], known.by_id["stack-is-packed"]), 60)
    assert (answer.status, answer.parts) == ("proved", ())
    assert answer.used


def test_what_a_run_goes_by_is_what_it_rests_on(known: Subject) -> None:
    """After a resolution somebody is due to receive priority: nothing else is looked into."""
    found = case(known, Verb.PASS, PRIORITY)
    key = known.system.key(finish)
    assert {PROMISE + key, NEEDS + key} <= found.rests_on("stack-is-packed", ())


def asked_of(known: Subject, rule: Callable[..., object], goal: str, **changed: Any) -> str:
    """What becomes of a goal about a rule under contract, with a contract that was changed."""
    contracts = tuple(replace(c, **changed) if c.rule is rule else c for c in known.contracts)
    key = known.system.key(rule)
    found = Case(replace(known, contracts=contracts), CaseId("contract", contract=key))
    ground = Ground(found.terms, list(found.hypotheses))
    return one(found, goal + key if goal == PROMISE else goal, ground, 60).status


def test_a_stage_that_promises_what_it_does_not_do_is_found_out(known: Subject) -> None:
    """As if players had priority at once, before state-based actions and triggers (CR 117.5)."""
    assert asked_of(known, finish, PROMISE, promise=CONTRACTS[settle]) == "undetermined"
    assert asked_of(known, finish, PROMISE) == "proved"


def test_what_is_to_hold_meanwhile_is_shown(known: Subject) -> None:
    """As if state-based actions only let one creature leave."""
    assert asked_of(known, permanents_leave, SO_FAR, meanwhile=CONTRACTS[destroy]) == "undetermined"
    assert asked_of(known, permanents_leave, SO_FAR) == "proved"


def test_a_promise_that_is_kept_at_once_has_no_meanwhile() -> None:
    promise = CONTRACTS[destroy]
    with pytest.raises(ValueError, match="meanwhile"):
        Contract(destroy, promise, stepwise=False, meanwhile=promise)


def test_a_card_goes_on_top_of_a_library_only_by_an_effect(known: Subject) -> None:
    """Which a contract can say of where a card goes, as it knows numbers by name (CR 614.6)."""
    assert asked_of(known, put, PROMISE) == "proved"
    key = known.system.key(put)
    assert asked_of(known, discard_if_chosen, NEEDS + key) == "proved"
    careless = subject(TINY, own=[false_laws.CHOSEN_ONLY], modules=[false_laws])
    assert asked_of(careless, put, PROMISE) == "proved"
    without = {"requires": false_laws.CHOSEN_ONLY}
    assert asked_of(careless, put, PROMISE, **without) == "undetermined"


def test_what_leaves_a_library_leaves_the_others_in_their_order(known: Subject) -> None:
    assert asked_of(known, mill, PROMISE) == "proved"
    assert asked_of(known, bury, PROMISE) == "proved"
    assert asked_of(known, bury, PROMISE, promise=CONTRACTS[destroy]) == "undetermined"


def test_where_a_stage_is_run_what_it_promises_is_known(known: Subject) -> None:
    """So that a law need not be followed through the discard of each card in turn."""
    opened = openings(known, known.by_id["cards-conserved"])
    found = case(known, Verb.PICK, CHOOSE_DISCARD)
    found = Case(known, replace(found.identity, opened=opened))
    key = known.system.key(discard_chosen)
    assert key in opened
    promised = [h for h, label in found.hypotheses.items() if label == PROMISE + key]
    assert promised
    assert {PROMISE + key, NEEDS + key} <= found.rests_on("cards-conserved", promised)


def test_windows_of_whoever_passes_do_not_stay_open(known: Subject) -> None:
    assert asked_of(known, close_windows, PROMISE) == "proved"
    assert asked_of(known, close_windows, SO_FAR, promise=CONTRACTS[settle]) == "undetermined"


def test_passing_takes_windows_for_closed_and_does_not_close_them(known: Subject) -> None:
    """One call in place of one for each card, but for laws about events."""
    found = case(known, Verb.PASS, PRIORITY)
    key = known.system.key(close_windows)
    assert [call.key for call in found.recording.calls].count(key) == 1
