"""Events in proofs: which a law sees, and those within rules that are known by contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from tests.prove import false_laws

from stackproof.game.domains import (
    CHOOSE_DISCARD,
    NO_OBJECT,
    PRIORITY,
    TRIGGERED,
    Verb,
    Watched,
)
from stackproof.game.events import CAST, DESTROYED, PASSED, TRIGGERED_EVENT
from stackproof.game.keywords.ripple import RIPPLE_ABILITY
from stackproof.game.priority import settle, state_based_actions
from stackproof.game.triggers import notice
from stackproof.game.zones import bury
from stackproof.lang.declare import Symbol
from stackproof.lang.system import Law
from stackproof.prove import eventlist
from stackproof.prove.asking import prove
from stackproof.prove.assumptions import EACH, NEEDS
from stackproof.prove.cases import Case
from stackproof.prove.cone import Answer, Ground
from stackproof.prove.emitting import about, emitted, most
from stackproof.prove.eventlist import Unlisted, listed
from stackproof.prove.game import subject
from stackproof.prove.layout import CaseId, openings
from stackproof.prove.sight import empty, harms, kinds, sees
from stackproof.prove.subject import Sort, Subject

TINY: Mapping[str, int] = {
    "seats": 2, "cards": 2, "library": 2, "stack": 2, "waiting": 2, "events": 48, "effects": 1,
    "keywords": 1, "statics": 1,
}  # fmt: skip


def made(*laws: Law) -> Subject:
    return subject(TINY, own=laws, modules=[false_laws])


def number(known: Subject, symbol: Symbol) -> int:
    found = known.system.program.constant(symbol)
    assert found is not None
    return found


def passing(known: Subject) -> Case:
    return Case(known, CaseId("action", Verb.PASS, number(known, PRIORITY)))


def asked(case: Case, goal: str) -> Answer:
    return prove(Ground(case.terms, list(case.hypotheses)), case.goal(goal), 120)


def sort(known: Subject, kind: Symbol, object_kind: Symbol) -> Sort:
    return (
        (number(known, kind), number(known, kind), False), (0, 1, False), (0, 1, False),
        (number(known, object_kind), number(known, object_kind), False), (0, 7, False),
    )  # fmt: skip


def test_a_law_sees_the_kinds_of_events_that_it_names() -> None:
    known = made(false_laws.ONE_DIES)
    assert kinds(known, false_laws.ONE_DIES) == {number(known, DESTROYED)}
    assert empty(known, false_laws.ONE_DIES) not in (None, number(known, DESTROYED))


def test_a_law_is_blind_to_an_event_about_another_kind_of_object() -> None:
    law = false_laws.NO_RIPPLE
    known = made(law)
    assert sees(known, law, sort(known, TRIGGERED_EVENT, RIPPLE_ABILITY))
    assert not sees(known, law, sort(known, TRIGGERED_EVENT, TRIGGERED))
    assert not sees(known, law, sort(known, PASSED, RIPPLE_ABILITY))


def test_a_law_may_be_blind_to_an_event_for_want_of_another() -> None:
    """What triggers as a spell is cast is of no matter where none is."""
    known = made()
    law, triggered = known.by_id["madness-keeps-mana-value"], number(known, TRIGGERED_EVENT)
    nothing = empty(known, law)
    assert nothing is not None
    one = sort(known, TRIGGERED_EVENT, TRIGGERED)
    assert harms(known, law, one)
    assert harms(known, law, one, frozenset({nothing, triggered, number(known, CAST)}))
    assert not sees(known, law, one, frozenset({nothing, triggered}))


def test_that_there_may_be_no_event_is_not_overlooked() -> None:
    """Where others are of the same kind: the law sees whether there is one at all."""
    law = false_laws.SOME_DIES
    known = made(law)
    destroyed, nothing = number(known, DESTROYED), empty(known, law)
    assert nothing is not None
    assert sees(known, law, sort(known, DESTROYED, NO_OBJECT), frozenset({nothing, destroyed}))


def test_a_law_about_events_of_every_kind_is_not_decided() -> None:
    law = false_laws.FEW_EVENTS
    known = made(law)
    assert empty(known, law) is None
    with pytest.raises(Unlisted, match="every kind"):
        passing(known).goal(law.id)


def test_as_many_unknown_events_are_listed_as_there_can_be() -> None:
    known = made(false_laws.ONE_DIES)
    key = known.system.key(state_based_actions)
    wanted = [s for s in emitted(known, key)[1] if sees(known, false_laws.ONE_DIES, s)]
    assert most(known, key, frozenset(map(about, wanted))) == TINY["cards"]


def test_no_event_that_there_can_be_is_left_out() -> None:
    known = made()
    for contract in known.contracts:
        key = known.system.key(contract.rule)
        for one in emitted(known, key)[1]:
            assert most(known, key, frozenset([about(one)])) > 0


def test_events_that_only_help_a_law_are_told_from_those_that_can_break_it() -> None:
    known = made(false_laws.ONE_DIES, false_laws.SOME_DIES)
    destroyed = sort(known, DESTROYED, NO_OBJECT)
    assert harms(known, false_laws.ONE_DIES, destroyed)
    assert sees(known, false_laws.SOME_DIES, destroyed)
    assert not harms(known, false_laws.SOME_DIES, destroyed)


def test_an_ability_that_watches_for_something_else_is_of_no_matter() -> None:
    """Of each event it is promised that the ability which triggers watches for this."""
    known = made()
    law, one = known.by_id["madness-keeps-mana-value"], sort(known, TRIGGERED_EVENT, TRIGGERED)
    each = next(c.each for c in known.contracts if c.rule is notice)
    assert harms(known, law, one, None, each, int(Watched.CAST))
    assert harms(known, law, one, None, each)
    assert not harms(known, law, one, None, each, int(Watched.DISCARD))


@pytest.mark.parametrize("closely", [False, True])
def test_that_two_events_may_happen_within_a_contract_is_not_overlooked(
    closely: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if closely:
        monkeypatch.setattr(eventlist, "room", lambda _: 0)
    case = passing(made(false_laws.ONE_DIES))
    assert asked(case, "one-dies").status == "refuted"


def test_events_are_left_out_for_what_is_promised_of_them_and_that_is_rested_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Choosing a discard: abilities that watch for it matter, those that watch for exile do not."""
    known = made()
    law = known.by_id["madness-discards-are-noticed"]
    decision = number(known, CHOOSE_DISCARD)
    identity = CaseId("action", Verb.PICK, decision, opened=openings(known, law))
    case = Case(known, identity)
    many = listed(known, case.reading, case.recording, law)
    monkeypatch.setattr(eventlist, "room", lambda _: 0)
    few = listed(known, case.reading, case.recording, law)
    key = known.system.key(notice)
    assert not many.relied
    assert key in few.relied
    assert 0 < len(few.events) < len(many.events)
    found = asked(case, law.id)
    assert found.status == "proved"
    assert {EACH + key, NEEDS + key} <= case.rests_on(law.id, found.used)


def test_what_is_promised_of_each_event_is_used_and_rested_on() -> None:
    law = false_laws.WAS_THERE
    known = made(law)
    priority = number(known, PRIORITY)
    case = Case(known, CaseId("action", Verb.PASS, priority, opened=openings(known, law)))
    found = asked(case, "was-there")
    assert found.status == "proved"
    rests = case.rests_on("was-there", found.used)
    assert {label + known.system.key(settle) for label in (EACH, NEEDS)} <= rests
    silent = replace(known, contracts=tuple(replace(c, each=None) for c in known.contracts))
    assert asked(passing(silent), "was-there").status == "refuted"


def test_a_false_promise_about_each_event_is_not_proved() -> None:
    law = false_laws.NOT_BURIED
    known = made(law)
    key = known.system.key(bury)
    contracts = tuple(
        replace(c, each=law) if known.system.key(c.rule) == key else c for c in known.contracts
    )
    case = Case(replace(known, contracts=contracts), CaseId("contract", contract=key))
    assert asked(case, EACH + key).status == "refuted"
    true = Case(known, CaseId("contract", contract=key))
    assert asked(true, EACH + key).status == "proved"


def test_rules_are_opened_for_laws_that_see_their_events() -> None:
    known = made(false_laws.ONE_DIES)
    stages = {known.system.key(c.rule) for c in known.contracts if c.stage}
    assert set(openings(known, false_laws.ONE_DIES)) == stages
    names = {law.id: openings(known, law) for law in known.goals}
    assert set(names["triggers-wait"]) == {known.system.key(settle), *stages}
    assert known.system.key(bury) in names["madness-must-exile"]
