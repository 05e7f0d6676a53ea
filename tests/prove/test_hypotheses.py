"""What a proof assumes can be true: from contradictory hypotheses anything would follow."""

from __future__ import annotations

from functools import cache

import pytest
from tests.prove.test_induction import TINY, action

from stackproof.game.discarding import discard_chosen
from stackproof.game.domains import CHOOSE_DISCARD, Verb
from stackproof.prove.cases import Case
from stackproof.prove.cone import Cone, Ground
from stackproof.prove.game import subject
from stackproof.prove.layout import CaseId, identities
from stackproof.prove.subject import Subject


@cache
def tiny() -> Subject:
    return subject(TINY)


def fits_nothing(case: Case) -> str:
    """What the prover says of the claim that no position and action satisfy all hypotheses."""
    ground = Ground(case.terms, list(case.hypotheses))
    return Cone(ground).follows(case.terms.false, 60).status


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["start", "position", "action", "contract"])
def test_some_position_satisfies_the_hypotheses_of_each_case(kind: str) -> None:
    for identity in identities(tiny()):
        if identity.kind == kind and not identity.opened:
            case = Case(tiny(), identity)
            if case.possible and identity.contract not in tiny().never:
                assert fits_nothing(case) == "refuted", identity


def test_cards_are_discarded_somewhere_where_the_last_one_is_chosen() -> None:
    case = Case(tiny(), action(tiny(), Verb.PICK, CHOOSE_DISCARD))
    ground = Ground(case.terms, list(case.hypotheses))
    key = tiny().system.key(discard_chosen)
    paths = [call.path for call in case.recording.calls if call.key == key]
    never = [Cone(ground).follows(case.terms.negate(path), 60).status for path in paths]
    assert paths
    assert set(never) == {"refuted"}


def test_contradictory_hypotheses_are_noticed() -> None:
    case = Case(tiny(), CaseId("start"))
    case.hypotheses[case.terms.false] = "the deck"
    assert fits_nothing(case) == "proved"
