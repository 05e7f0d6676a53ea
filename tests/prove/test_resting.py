"""What a proof rests on besides the hypotheses that a solver names."""

from __future__ import annotations

from tests.certify import tanks
from tests.certify.tank_proofs import SIZES, made
from tests.prove import false_laws
from tests.prove.test_induction import TINY

from stackproof.lang.system import INVARIANT, Law
from stackproof.prove.assumptions import NEEDS, PROMISE
from stackproof.prove.cases import Case
from stackproof.prove.game import subject
from stackproof.prove.layout import CaseId

SPILL = "tests.certify.tanks.spill"


def test_what_holds_after_a_call_rests_on_what_the_call_needs() -> None:
    case = Case(made(SIZES), CaseId("action", tanks.Verb.DRAIN, 1))
    after = [h for h, label in case.hypotheses.items() if label == PROMISE + SPILL]
    assert after
    assert case.rests_on("dry", after) == {PROMISE + SPILL, NEEDS + SPILL, "wet-if-filled"}


def test_every_action_rests_on_the_facts_that_tell_cases_apart() -> None:
    about = made(SIZES)
    assert Case(about, CaseId("action", tanks.Verb.FILL, 1)).rests_on("dry", []) == {
        "wet-if-filled"
    }
    assert Case(about, CaseId("start")).rests_on("dry", []) == frozenset()


def test_that_a_rule_is_never_called_is_rested_on_by_all_that_takes_it_for_granted() -> None:
    about = made(SIZES, requires=Law("needs: spill", "that cannot be", tanks.never))
    assert about.never == {SPILL}
    for case in (CaseId("action", tanks.Verb.FILL, 1), CaseId("action", tanks.Verb.DRAIN, 1)):
        assert NEEDS + SPILL in Case(about, case).rests_on("dry", [])


def test_an_invariant_is_only_assumed_where_it_is_in_force() -> None:
    only = {"madness_timing": "window"}
    law = Law("never", "nothing is so", false_laws.nothing_is_so, kind=INVARIANT, switches=only)
    case = Case(subject(TINY, [law], [false_laws]), CaseId("position"))
    window = next(term for leaf, term in case.setup.leaves() if leaf.path == "madness_window")
    assert [h for h, label in case.hypotheses.items() if label == "never"] == [
        case.terms.negate(window)
    ]
