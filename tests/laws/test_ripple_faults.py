"""Laws on ripple and on the kernel notice faults planted in the rules; readings that the rules do
not support are violated as expected.
"""

from __future__ import annotations

from types import ModuleType

import pytest
from tests.laws.planting import NEWEST, result

from stackproof import check as checking
from stackproof.editions.load import edition
from stackproof.game import announce, castable, game, priority, turn, zones
from stackproof.game.keywords import ripple
from stackproof.report.result import Verdict
from stackproof.scenarios.load import load_scenario

ANSWERS = "return verb == Verb.YES or verb == Verb.NO"
DECLINE = "finish_ripple(setup, pos, step)\n    elif due == CAST_REVEALED:"
DISCARDS = "discards_due=setup.cards[face].parts[Part.SPELL].discards > 0,"
DONE = "if pos.resolving.kind == NO_OBJECT:\n        give_priority(pos, player)"
EMPTY = "if pos.library_size[seat] == 0:"
KICKER = "if pos.decision == CHOOSE_KICKER or pos.decision == CHOOSE_COST:\n        "
MATCH = "if may_cast_revealed(setup, pos, face):"
OWN = "return pos.waiting[argument].controller == pos.decider"
PRINTED = "if setup.cards[face].keywords[i].keyword == RIPPLE:"
PROHIBITED = "if is_prohibited(setup, pos, face, seat, pos.zone[card]):"
STOP = "if verb == Verb.NO:\n            return True"
TURN = "seat_after(setup, pos.active, turns)"
UNPAYABLE = "if not has_additional(setup, pos, face, Part.SPELL, seat):"

FAULTS: dict[str, tuple[str, ModuleType, str, str]] = {
    "ripple-triggers-while-on-stack": (
        "ripple-chain",
        ripple,
        PRINTED,
        PRINTED.replace("if", "if i > 0 and"),
    ),
    "ripple-works-without-spell": (
        "c007-spell-countered",
        ripple,
        ANSWERS,
        "return verb == Verb.NO",
    ),
    "ripple-resolves-with-empty-library": (
        "c006-empty-library",
        ripple,
        EMPTY,
        "if pos.library_size[seat] == 8:",
    ),
    "ripple-may-reveal": (
        "ripple-chain",
        ripple,
        ANSWERS,
        "return verb == Verb.NO",
    ),
    "ripple-declined-changes-nothing": (
        "ripple-chain",
        ripple,
        DECLINE,
        f"pos.life[seat] -= 1\n            {DECLINE}",
    ),
    "ripple-bottoms-below-the-rest": (
        "c001-base-chain",
        ripple,
        "    put_on_bottom(setup, pos, card)",
        "    pos.mark[card] = pos.mark[pos.resolving.source]",
    ),
    "ripple-may-cast-none": (
        "ripple-chain",
        ripple,
        STOP,
        STOP.replace("True", "pos.waiting_size > 0"),
    ),
    "ripple-may-cast-some": (
        "ripple-chain",
        ripple,
        STOP,
        STOP.replace("True", "pos.waiting_size == 0"),
    ),
    "ripple-may-cast-all": (
        "ripple-chain",
        ripple,
        MATCH,
        MATCH.replace("if", "if pos.waiting_size == 0 and"),
    ),
    "ripple-casts-any-subset": (
        "ripple-chain",
        ripple,
        MATCH,
        MATCH.replace("if", "if pos.waiting_size == 0 and"),
    ),
    "ripple-casts-what-is-allowed": (
        "c033-not-from-libraries",
        castable,
        PROHIBITED,
        "if False:",
    ),
    "ripple-casts-payable-only": (
        "c023-additional-cost",
        castable,
        UNPAYABLE,
        "if False:",
    ),
    "ripple-kicker-is-a-choice": (
        "c024-kicker",
        game,
        KICKER + ANSWERS,
        f"{KICKER}return verb == Verb.NO",
    ),
    "ripple-pays-additional-costs": (
        "ripple-discard-cost",
        announce,
        DISCARDS,
        "discards_due=False,",
    ),
    "ripple-casts-pay-increases": (
        "ripple-taxed",
        announce,
        "cost=total_cost(setup, pos, caster, base),",
        "cost=base,",
    ),
    "ripple-cast-gives-no-priority": (
        "ripple-chain",
        announce,
        DONE,
        DONE.replace(":", " or pos.stack_size > 1:"),
    ),
    "ripple-trigger-then-caster": (
        "c042-ripple-of-nonactive-player",
        announce,
        DONE,
        DONE.replace("player", "pos.active"),
    ),
    "triggers-in-turn-order": (
        "c044-both-players-trigger",
        priority,
        f"seat = {TURN}",
        f"seat = {TURN.replace('pos.active', 'next_seat(setup, pos, pos.active)')}",
    ),
    "triggers-in-any-own-order": (
        "ripple-two-instances",
        game,
        OWN,
        f"{OWN} and argument == 0",
    ),
    "at-most-one-alternative-cost": (
        "ripple-chain",
        game,
        "base = mana_value(setup, face)",
        "base = mana_value(setup, face) + 1",
    ),
    "cleanup-ends": (
        "madness-cleanup",
        turn,
        "elif acted or pos.waiting_size > 0:",
        "elif acted or pos.waiting_size >= 0:",
    ),
}


@pytest.mark.parametrize("law", FAULTS)
def test_a_planted_fault_is_noticed(law: str) -> None:
    scenario, module, right, wrong = FAULTS[law]
    sound = result(law, scenario)
    assert (sound.verdict, sound.vacuous) == (Verdict.HOLDS, False)
    broken = result(law, scenario, module, right, wrong)
    assert broken.verdict is Verdict.VIOLATED
    assert not broken.as_expected


LAST = "    pos.library[owner][pos.library_size[owner]] = card\n"
ON_TOP = "    put_into_library(pos, owner, card, 0)\n    pos.library_size[owner] -= 1\n"
SWAPPED = (
    "    first = pos.library[owner][0]\n"
    "    if pos.library_size[owner] > 1:\n"
    "        pos.library[owner][0] = pos.library[owner][1]\n"
    "        pos.library[owner][1] = first\n"
)


@pytest.mark.parametrize(
    "wrong",
    [ON_TOP, LAST + "    pos.zone[card] = Zone.GRAVEYARD\n", SWAPPED + LAST],
    ids=["on top", "into the graveyard", "the rest is shuffled"],
)
def test_where_a_bottomed_card_is_and_how_the_others_lie_is_seen(wrong: str) -> None:
    """Also where a milled card goes to the bottom on the way, which is no fault."""
    law, scenario = "ripple-bottoms-below-the-rest", "ripple-milled-below"
    assert result(law, scenario).verdict is Verdict.HOLDS
    assert result(law, scenario, zones, LAST, wrong).verdict is Verdict.VIOLATED


UNSUPPORTED = [
    ("ripple-works-only-with-spell", "c007-spell-countered"),
    ("ripple-always-resolves", "c008-trigger-countered"),
    ("ripple-casts-all-or-none", "ripple-chain"),
    ("ripple-casts-at-most-one", "ripple-chain"),
    ("ripple-casts-one-at-least", "ripple-chain"),
    ("ripple-casts-cost-no-mana", "ripple-taxed"),
    ("ripple-caster-gets-priority-always", "c043-no-priority-for-rippled-spells"),
]


@pytest.mark.parametrize("law, scenario", UNSUPPORTED)
def test_an_unsupported_reading_is_violated_as_expected(law: str, scenario: str) -> None:
    known = load_scenario(scenario)
    assert not known.expect
    report = checking.check([known], {known.id: [edition(NEWEST)]}, [law])
    assert [r.verdict for r in report.results] == [Verdict.VIOLATED]
    assert report.results[0].as_expected
    assert report.exit_code == 0
