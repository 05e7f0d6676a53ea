"""Laws on madness notice faults planted in the rules that they are about."""

from __future__ import annotations

from types import ModuleType

import pytest
from tests.laws.planting import result

from stackproof.game import announce, discarding, stack, statics, triggers
from stackproof.game.keywords import madness
from stackproof.report.result import Verdict

FAULTS = [
    (
        "madness-decided-on-resolution",
        "madness-by-cost",
        madness,
        "        else:\n            put_into_graveyard(setup, pos, step, card)\n            finish",
        "        else:\n            finish",
    ),
    (
        "madness-never-in-graveyard-before",
        "madness-by-cost",
        madness,
        "        exile(setup, pos, step, card)\n        pos.mark[card] = EXILED",
        "        bury(setup, pos, step, card)\n        pos.mark[card] = EXILED",
    ),
    (
        "madness-ignores-type-timing",
        "madness-opponents-turn",
        madness,
        "        return can_cast(setup, pos, card, pos.resolving.controller, pos.resolving.number)",
        "        return pos.stack_size == 0",
    ),
    (
        "madness-owner-may-cast",
        "madness-by-cost",
        madness,
        "        return can_cast(setup, pos, card, pos.resolving.controller, pos.resolving.number)",
        "        return False",
    ),
    (
        "madness-no-second-chance",
        "madness-by-cost",
        madness,
        "    pos.discarded[card] = known",
        "    trigger(pos, step, MADNESS_ABILITY, card, card, setup.cards[card].owner, 0)",
    ),
    (
        "madness-costs-madness-cost",
        "madness-by-cost",
        madness,
        "card, owner, pos.resolving.number, MADNESS, with_x)",
        "card, owner, 0, MADNESS, with_x)",
    ),
    (
        "madness-cost-is-changed-too",
        "madness-taxed",
        statics,
        "    raised = base + sum_of(setup, pos, TAX, seat)",
        "    raised = base",
    ),
    (
        "madness-keeps-mana-value",
        "c076-mana-value",
        triggers,
        "            if mana_value(setup, about) != setup.cards[source].watch.value:",
        "            if pos.announcement.base != setup.cards[source].watch.value:",
    ),
    (
        "madness-discards-are-noticed",
        "c079-discard-triggers",
        discarding,
        "    notice(setup, pos, step, Watched.DISCARD, owner, card, 0)",
        "    notice(setup, pos, step, Watched.DISCARDS, owner, card, 0)",
    ),
    (
        "madness-spell-can-be-countered",
        "madness-respond",
        stack,
        "    if is_spell(kind) and setup.cards[pos.stack[slot].face].uncounterable:",
        "    if is_spell(kind) and how != NO_KEYWORD:",
    ),
    (
        "discards-have-a-cause",
        "madness-by-cost",
        announce,
        "    begin_discard(setup, pos, pos.announcement.player, count, Cause.COST, Whom.YOU)",
        "    begin_discard(setup, pos, pos.announcement.player, count, Cause.NONE, Whom.YOU)",
    ),
    (
        "madness-works-for-effects",
        "madness-by-effect",
        discarding,
        "        return is_replaced(setup, pos, card, Variant.PRINTED)",
        "        return pos.discard.cause != Cause.EFFECT",
    ),
]


@pytest.mark.parametrize(
    "law, scenario, module, right, wrong", FAULTS, ids=[fault[0] for fault in FAULTS]
)
def test_a_planted_fault_is_noticed(
    law: str, scenario: str, module: ModuleType, right: str, wrong: str
) -> None:
    assert result(law, scenario, module, right, wrong).verdict is Verdict.VIOLATED
