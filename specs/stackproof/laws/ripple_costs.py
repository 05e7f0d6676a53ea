"""What spells cost that are cast while ripple resolves."""

from __future__ import annotations

from typing import Annotated

from stackproof.game.castable import has_additional
from stackproof.game.domains import (
    CARDS,
    CHOOSE_DISCARD,
    CHOOSE_KICKER,
    CHOOSE_SACRIFICE,
    EVENTS,
    REPLACE_DISCARD,
    SPELL,
    CardType,
    Mana,
    MaybeCard,
    Part,
    Verb,
)
from stackproof.game.events import (
    CAST,
    CAST_BEGUN,
    DISCARDED,
    KICKED,
    PAID,
    SACRIFICED,
)
from stackproof.game.keywords.ripple import RIPPLE_ABILITY
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup
from stackproof.game.statics import total_cost
from stackproof.lang.declare import NONE, Range, premise

from .declare import law, possible
from .history import (
    cost_can_have_changed,
    happened,
    occurs,
)
from .ripple import SINCE_RIPPLE
from .ripple_casts import is_begun, is_revealed_match, is_rippling

YesOrNo = Annotated[int, Range(0, 1)]
"""1 for yes."""


@law(
    "invariant",
    "ripple-casts-without-mana-cost",
    "A spell cast while ripple resolves costs no mana but for an optional additional cost and "
    "what other effects add.",
    "ripple.ability",
    "cost.alternative",
    when=SINCE_RIPPLE,
)
def ripple_casts_without_mana_cost(setup: Setup, position: Position) -> bool:
    free = position.resolving.kind == RIPPLE_ABILITY and position.announcement.kind == SPELL
    if premise(free and not cost_can_have_changed(setup, position)):
        kicked = position.stack[position.stack_size - 1].kicked
        base = setup.cards[position.announcement.face].kicker if kicked else 0
        seat = position.announcement.player
        return position.announcement.cost == total_cost(setup, position, seat, base)
    return True


def announced_face(before: Position, step: Step) -> MaybeCard:
    """With what card a spell is being cast on this transition."""
    if before.announcement.kind == SPELL:
        return before.announcement.face
    for i in range(EVENTS):
        if happened(step, i, CAST_BEGUN):
            return step.events[i].card
    return NONE


def extra_mana(setup: Setup, before: Position, step: Step) -> Mana:
    """The optional additional cost that the caster has chosen to pay."""
    kicked = occurs(step, KICKED)
    if before.announcement.kind == SPELL:
        kicked = kicked or before.stack[before.stack_size - 1].kicked
    face = announced_face(before, step)
    return setup.cards[face].kicker if kicked and face != NONE else 0


@law(
    "step",
    "ripple-casts-pay-increases",
    "What other effects add to the cost of a spell is paid also while ripple resolves.",
    "cost.alternative",
    "cost.changes",
    when=SINCE_RIPPLE,
)
def ripple_casts_pay_increases(setup: Setup, before: Position, step: Step) -> bool:
    if not is_rippling(before):
        return True
    for i in range(EVENTS):
        if happened(step, i, PAID):
            base = extra_mana(setup, before, step)
            expected = total_cost(setup, before, step.events[i].seat, base)
            if premise(expected > base) and step.events[i].number != expected:
                return False
    return True


@law(
    "step",
    "ripple-casts-cost-no-mana",
    "No mana is paid for a spell cast while ripple resolves (as it stands, without exceptions: "
    "false where another effect adds to the cost, or for an optional additional cost).",
    "cost.alternative",
    when=SINCE_RIPPLE,
    supported=False,
)
def ripple_casts_cost_no_mana(before: Position, step: Step) -> bool:
    if not is_rippling(before):
        return True
    for i in range(EVENTS):
        if premise(happened(step, i, PAID)):
            if step.events[i].number > 0:
                return False
    return True


@law(
    "step",
    "ripple-pays-additional-costs",
    "Discards and sacrifices that are costs of a spell are paid before it becomes cast, also "
    "while ripple resolves.",
    "cost.additional",
    "cast.pay",
    when=SINCE_RIPPLE,
)
def ripple_pays_additional_costs(setup: Setup, before: Position, step: Step) -> bool:
    if not is_rippling(before):
        return True
    for i in range(EVENTS):
        if happened(step, i, CAST):
            face = step.events[i].card
            discards = setup.cards[face].parts[Part.SPELL].discards > 0
            sacrifices = setup.cards[face].parts[Part.SPELL].sacrifices != CardType.NONE
            if premise(discards or sacrifices):
                if before.announcement.kind != SPELL or before.announcement.face != face:
                    return False
                return pays_last(before, step, discards, sacrifices)
    return True


def pays_last(before: Position, step: Step, discards: bool, sacrifices: bool) -> bool:
    """Whether the last of the costs is paid on this transition, and the other was before."""
    if before.decision == CHOOSE_SACRIFICE:
        return occurs(step, SACRIFICED) and not before.announcement.discards_due
    if before.decision == CHOOSE_DISCARD:
        last = before.discard.remaining == 1 and occurs(step, DISCARDED)
        return discards and last and not before.announcement.sacrifice_due
    if before.decision == REPLACE_DISCARD:
        paid = discards and occurs(step, DISCARDED)
        return paid and not before.announcement.sacrifice_due
    return False


@law(
    "step",
    "ripple-casts-payable-only",
    "A revealed card whose additional costs cannot be paid is not cast.",
    "cost.additional",
    "cost.pay",
    when=SINCE_RIPPLE,
)
def ripple_casts_payable_only(setup: Setup, before: Position, step: Step) -> bool:
    if not is_rippling(before):
        return True
    seat = before.resolving.controller
    for c in range(CARDS):
        if is_revealed_match(setup, before, c):
            if premise(not has_additional(setup, before, c, Part.SPELL, seat)):
                if is_begun(step, c):
                    return False
    return True


@possible(
    "ripple-kicker-is-a-choice",
    "An optional additional cost of a spell cast while ripple resolves is paid in some play, and "
    "not paid in another.",
    "cost.additional",
    "cast.choices",
    when=SINCE_RIPPLE,
)
def ripple_kicker_is_a_choice(before: Position, verb: Verb, choice: YesOrNo) -> bool:
    if before.decision == CHOOSE_KICKER and premise(is_rippling(before)):
        return verb == Verb.YES if choice == 1 else verb == Verb.NO
    return False
