"""Certificates of the game itself: an edit of a rule breaks those to which it matters."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.prove import faulty
from tests.prove.test_induction import SIZES, TINY, action

from stackproof.certify.covering import covered
from stackproof.certify.examining import Examiner, Patience, Status
from stackproof.certify.fingerprints import differing, hashes, rules_of
from stackproof.certify.telling import in_the_game
from stackproof.certify.writing import seal
from stackproof.game.domains import ORDER_TRIGGERS, PRIORITY, Verb
from stackproof.prove.attempting import attempt
from stackproof.prove.cases import Case
from stackproof.prove.game import subject
from stackproof.prove.layout import CaseId
from stackproof.prove.slices import Slice

pytest.importorskip("cvc5")
LAW = "stack-is-packed"


def sealed(identity: CaseId, *goals: str) -> Mapping[str, list[Slice]]:
    """The slices of what is proved in a case, as they would be written."""
    found = {o.goal: o for o in attempt(SIZES, identity, goals, frozenset(), 60)}
    assert {o.status for o in found.values()} == {"proved"}
    return {goal: [piece for piece, _ in seal(o.slices, 20)] for goal, o in found.items()}


def test_an_edit_of_a_rule_matters_only_where_it_does() -> None:
    """Whoever passes now makes a hole in the stack; who puts a trigger on it does not."""
    edited = subject(TINY, modules=[faulty])
    ordering, passing = (
        action(edited, Verb.ORDER, ORDER_TRIGGERS), action(edited, Verb.PASS, PRIORITY),
    )  # fmt: skip
    (kept,) = Examiner(edited, ordering, Patience(20)).examine([LAW], sealed(ordering, LAW))
    assert kept.status is Status.VALID
    assert LAW in kept.uses
    patience = Patience(20, anew=120)
    (broken,) = Examiner(edited, passing, patience).examine([LAW], sealed(passing, LAW))
    assert broken.status is Status.BROKEN
    assert broken.counterexample is not None
    assert broken.counterexample.fails
    told = in_the_game(edited, broken.counterexample)
    assert told[0].startswith("on the stack: ")
    assert any(line.endswith(" passes") for line in told)


def test_certificates_fit_whatever_is_asked_before() -> None:
    about = subject(TINY)
    identity = action(about, Verb.PASS, PRIORITY)
    goals = [LAW, "cards-on-stack", "triggers-are-packed", "discards-end"]
    known = sealed(identity, *goals)
    for wanted in (goals, goals[::-1], goals[2:], goals[:1]):
        case = Case(about, identity)
        assert all(covered(case, goal, known[goal]) is not None for goal in wanted)


def test_the_rules_that_were_edited_are_named() -> None:
    before, after = subject(TINY), subject(TINY, modules=[faulty])
    assert hashes(before) == hashes(subject(TINY))
    assert hashes(before) != hashes(after)
    assert "stackproof.game.hooks.when_passed" in differing(rules_of(before), rules_of(after))
    assert hashes(before).domains != hashes(subject({**TINY, "cards": 3})).domains
