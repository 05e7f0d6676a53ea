"""What is proved of an action about one member of a scalarset is so of any other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.certify import choosy, tanks
from tests.certify.tank_proofs import SIZES, alike, apart
from tests.prove.test_cases import with_law
from tests.prove.test_induction import TINY

from stackproof.game.domains import Verb
from stackproof.game.keywords.ripple import ORDER_BOTTOM
from stackproof.lang.system import INVARIANT, Law
from stackproof.prove.attempting import attempt, one
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.game import subject
from stackproof.prove.induction import ForEach, prove_all
from stackproof.prove.layout import CaseId, identities, stood_for
from stackproof.prove.naming import in_words
from stackproof.prove.obligations import Obligation
from stackproof.prove.subject import Subject

FILL = [CaseId("action", tanks.Verb.FILL, 1, about=tank) for tank in (0, 1)]
LOW = Law("low", "the second tank stays empty", tanks.second_is_low, kind=INVARIANT)
LESS = Law("less", "no tank is filled to the brim", tanks.below_the_brim, kind=INVARIANT)


def with_low(capacities: Mapping[str, int]) -> Subject:
    return with_law(alike(capacities), LOW)


def with_less(capacities: Mapping[str, int]) -> Subject:
    return with_law(alike(capacities), LESS)


def asked(about: Subject, case: CaseId, goal: str) -> Obligation:
    made = Case(about, case)
    return one(made, goal, Ground(made.terms, list(made.hypotheses)), 60)


def test_one_case_stands_for_all_and_proves_the_same() -> None:
    about = alike(SIZES)
    assert about.alike is not None
    proof = prove_all(SIZES, processes=1, make=alike)
    for law in about.goals:
        assert proof.stands(law.id)
        assert {o.case.about for o in proof.of(law.id)} <= {None, 0}
    assert FILL[0] in {case for case, _ in proof.obligations}
    assert stood_for(about, FILL[0]) == [FILL[1]]
    assert in_words(about, FILL[0]) == "fill at 1 about 0, as about any other"
    assert in_words(apart(SIZES), FILL[0]) == "fill at 1 about 0"


def test_a_rule_that_tells_members_apart_is_asked_of_each() -> None:
    about = alike(SIZES, (choosy,))
    assert about.alike is not None
    told = about.alike.action_told_apart(tanks.Verb.FILL, 1)
    assert told is not None
    assert told.startswith(choosy.__file__)
    assert about.alike.action_told_apart(tanks.Verb.DRAIN, 1) is None
    assert set(FILL) <= set(identities(about))
    assert [asked(about, case, "filling-adds-one").status for case in FILL] == ["proved", "refuted"]


def test_a_law_that_tells_members_apart_is_asked_of_each_and_used_for_no_other() -> None:
    about = with_low(SIZES)
    assert set(FILL) <= set(identities(about))
    assert set(Case(about, FILL[1]).goals()) == {"low"}
    assert [asked(about, case, "low").status for case in FILL] == ["proved", "refuted"]
    case = Case(about, FILL[0])
    assert {"low", "counted"} <= {case.hypotheses[h] for h in case.usable("low")}
    labels = {case.hypotheses[h] for h in case.usable("counted")}
    assert "counted" in labels
    assert "low" not in labels


def test_what_a_contract_needs_is_asked_of_each_where_that_tells_apart() -> None:
    about = with_low(SIZES)
    (contract,) = about.contracts
    about = replace(about, contracts=(replace(contract, around=("counted", "low")),))
    drain = CaseId("action", tanks.Verb.DRAIN, 1, about=1)
    needs = "what is needed for tests.certify.tanks.spill"
    assert set(Case(about, drain).goals()) == {"low", needs}
    case = Case(about, replace(drain, about=0))
    (_, *_), (_, usable), *_ = case.questions(needs)
    assert "low" in {case.hypotheses[h] for h in usable}


@pytest.mark.parametrize("part", ["promise", "requires"])
def test_a_contract_that_tells_members_apart_is_no_ground(part: str) -> None:
    about = alike(SIZES)
    law = Law(f"{part}: spill", "the second tank is empty", tanks.second_is_empty_after)
    (contract,) = about.contracts
    system = replace(about.system, laws=(*about.system.laws, law))
    if part == "promise":
        contract = replace(contract, promise=law)
    else:
        contract = replace(contract, requires=law)
    about = replace(about, system=system, contracts=(contract,))
    assert about.alike is not None
    assert about.alike.action_told_apart(tanks.Verb.DRAIN, 1) is not None
    assert about.alike.action_told_apart(tanks.Verb.FILL, 1) is None


def test_what_takes_more_steps_is_asked_of_each() -> None:
    proof = prove_all(SIZES, ["less"], processes=1, steps=2, make=with_less)
    about = {case.about for case, _ in proof.chains if not case.begins}
    assert about == {0, 1}
    assert {o.case.about for o in proof.of("less") if o.case.verb == tanks.Verb.FILL} == {0, 1}
    assert not proof.stands("less")


def test_without_symmetry_every_case_is_asked() -> None:
    assert ForEach(alike)(SIZES).alike is None
    assert set(FILL) <= set(identities(ForEach(alike)(SIZES)))


def test_no_action_of_the_game_tells_cards_apart() -> None:
    about = subject(TINY)
    assert about.alike is not None
    asked = [action for action in about.actions if action in about.about]
    assert (Verb.PICK, about.system.program.constant(ORDER_BOTTOM)) in asked
    assert len(asked) > 8
    assert [action for action in asked if about.alike.action_told_apart(*action)] == []
    assert about.alike.laws_told_apart.keys() <= about.implied


def test_of_the_game_other_cards_prove_the_same() -> None:
    """Asked of each card by itself, as many goals are proved, from the same."""
    case = CaseId("action", Verb.TAP, 3, about=0)
    capacities = tuple(sorted(TINY.items()))
    found = [
        attempt(capacities, replace(case, about=card), None, frozenset(), 60, ForEach(subject))
        for card in range(TINY["cards"])
    ]
    assert len(found) > 1
    for here, there in pairwise(found):
        assert len(here) > 50
        assert [(o.goal, o.status) for o in here] == [(o.goal, o.status) for o in there]
