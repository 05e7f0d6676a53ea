"""What is hard with many cards: sums over them, and telling that nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.prove.test_induction import action

from stackproof.game.domains import CHOOSE_TARGET, PAY_MANA, PRIORITY, Verb
from stackproof.game.keywords.madness import close_windows
from stackproof.game.priority import repeat_state_based_actions
from stackproof.game.zones import mill
from stackproof.lang.declare import Symbol
from stackproof.prove.attempting import PATIENCE, attempt
from stackproof.prove.game import sizes, subject
from stackproof.prove.layout import CaseId
from stackproof.prove.subject import Subject

pytestmark = pytest.mark.deep
SIZES = tuple(sorted(sizes(8).items()))


@pytest.fixture(scope="module")
def known() -> Subject:
    return subject(dict(SIZES))


def open_goals(identity: CaseId, goals: list[str] | None = None, seconds: float = 30) -> list[str]:
    return [
        f"{o.goal}: {o.reason}"
        for o in attempt(SIZES, identity, goals, frozenset(), seconds)
        if o.status != "proved"
    ]


def test_who_taps_a_permanent_for_mana_can_still_pay(known: Subject) -> None:
    """However many cards make mana, and although a card may be milled for it."""
    case = replace(action(known, Verb.TAP, PAY_MANA), about=4)
    assert not open_goals(case, ["announcements-can-be-paid", "unless-can-be-paid"])


@pytest.mark.parametrize(
    "verb, decision, about",
    [(Verb.NO, CHOOSE_TARGET, None), (Verb.NO, PAY_MANA, None), (Verb.TAP, PAY_MANA, 4)],
)
def test_everything_holds_after_actions_of_an_announcement(
    known: Subject, verb: Verb, decision: Symbol, about: int | None
) -> None:
    assert not open_goals(replace(action(known, verb, decision), about=about))


def test_everything_holds_after_passing(known: Subject) -> None:
    """Which may end a turn, or resolve anything: all but laws about events."""
    assert not open_goals(action(known, Verb.PASS, PRIORITY), seconds=60)


@pytest.mark.parametrize("rule", [close_windows, repeat_state_based_actions])
def test_a_loop_over_cards_keeps_its_promise(known: Subject, rule: Callable[..., object]) -> None:
    case = CaseId("contract", contract=known.system.key(rule))
    assert not open_goals(case, seconds=30 * PATIENCE)


def test_milling_keeps_its_promise(known: Subject) -> None:
    case = CaseId("contract", contract=known.system.key(mill))
    assert not open_goals(case, seconds=30 * PATIENCE)
