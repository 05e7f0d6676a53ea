"""What need not be asked of each action, and cases told apart by what an action is about."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from tests.certify import asserting, tanks
from tests.certify.tank_proofs import SIZES, apart, following, made, presumed
from tests.prove.test_induction import TINY
from tests.prove.test_rank import in_any_position

from stackproof.lang.system import INVARIANT, Law
from stackproof.lang.types import leaves
from stackproof.prove.attempting import one
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.game import subject
from stackproof.prove.induction import prove_all
from stackproof.prove.layout import CaseId, identities, stood_for
from stackproof.prove.subject import Subject


def test_what_follows_from_others_is_asked_in_any_position_only() -> None:
    proof = prove_all(SIZES, processes=1, make=following)
    assert proof.stands("dry")
    assert [o.case for o in proof.of("dry")] == [CaseId("position")]
    assert {label for o in proof.of("dry") for label in o.used} == {"counted", "wet-if-filled"}


def test_what_does_not_follow_is_tried_by_induction() -> None:
    proof = prove_all(SIZES, processes=1, make=presumed)
    assert proof.stands("within-limit")
    assert {o.case.kind for o in proof.of("within-limit")} == {"start", "action"}


def test_what_is_implied_does_not_imply_itself() -> None:
    about = replace(made(SIZES), implied=frozenset({"dry", "counted"}))
    case = Case(about, CaseId("position"))
    assert set(case.goals()) == about.implied
    for goal in case.goals():
        assert not {case.hypotheses[h] for h in case.usable(goal)} & about.implied


def test_of_the_game_every_implied_invariant_follows() -> None:
    implied = subject(TINY).implied
    found = in_any_position(subject(TINY), implied)
    assert found.keys() == implied
    for obligation in found.values():
        assert obligation.status == "proved"
        assert not obligation.used & implied


def test_cases_that_are_told_apart_prove_the_same() -> None:
    whole, parts = (prove_all(SIZES, processes=1, make=make) for make in (made, apart))
    for law in made(SIZES).goals:
        assert whole.stands(law.id)
        assert parts.stands(law.id)
    numbers = {o.case.about for o in parts.of("counted") if o.case.kind == "action"}
    assert numbers == {0, 1}


def test_a_fault_is_found_where_it_is() -> None:
    law = Law("low", "the second tank stays empty", tanks.second_is_low, kind=INVARIANT)
    about = with_law(apart(SIZES), law)
    found = {}
    for tank in (0, 1):
        case = Case(about, CaseId("action", tanks.Verb.FILL, 1, about=tank))
        found[tank] = one(case, "low", Ground(case.terms, list(case.hypotheses)), 60)
    assert [found[tank].status for tank in (0, 1)] == ["proved", "refuted"]
    counterexample = found[1].counterexample
    assert counterexample is not None
    assert counterexample.argument == 1


def with_law(about: Subject, law: Law) -> Subject:
    """A subject with one more law."""
    system = replace(about.system, laws=(*about.system.laws, law))
    return replace(about, system=system, laws=(*about.laws, law))


def test_no_card_is_left_out() -> None:
    """Whatever an action may be about, there is a case for it."""
    about = subject(TINY)
    domains = {leaf.path: leaf.scalar for leaf in leaves(about.system.state_type)}
    cases = [case for case in identities(about) if not case.opened]
    for (verb, decision), path in about.about.items():
        if (verb, decision) not in about.actions:
            continue
        size = about.system.verbs[verb][1]
        wanted = range(domains[path].low, domains[path].high + 1) if path else range(size)
        known = [c for c in cases if (c.verb, c.decision) == (verb, decision)]
        others = [other for case in known for other in stood_for(about, case)]
        assert sorted(c.about for c in (*known, *others) if c.about is not None) == list(wanted)


def test_a_rule_error_of_one_action_leaves_out_no_other() -> None:
    about = made(SIZES, (asserting,))
    assert set(about.actions) == {(verb, wet) for verb in tanks.Verb for wet in (0, 1)}


def test_only_what_is_never_legal_has_no_case() -> None:
    about = subject(TINY)
    domain = about.split_domain
    every = product(range(len(about.system.verbs)), range(domain.low, domain.high + 1))
    left_out = set(every) - set(about.actions)
    assert len(left_out) > len(about.actions) > 20
    for verb, decision in left_out:
        assert not Case(about, CaseId("action", verb, decision)).possible
