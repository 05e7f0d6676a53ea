"""What is true while an object resolves or cards are discarded: auxiliary invariants."""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    CHOOSE_DISCARD,
    CHOSEN,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PAY_MANA,
    PAY_UNLESS,
    PRIORITY,
    REPLACE_DISCARD,
    REVEALED,
    SEATS,
    STACK,
    WAITING,
    Cause,
    Decision,
    Kind,
    TurnStep,
    Whom,
    Zone,
)
from stackproof.game.keywords.madness import (
    CAST_MADNESS,
    EXILED,
    MADNESS_ABILITY,
    WINDOW_END,
)
from stackproof.game.keywords.ripple import CAST_REVEALED, ORDER_BOTTOM, REVEAL, RIPPLE_ABILITY
from stackproof.game.position import Position
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from ..declare import law
from ..state_based import nothing_has_to_leave


def is_discarding(decision: Decision) -> bool:
    """Whether a decision is part of a discard."""
    return decision == CHOOSE_DISCARD or decision == REPLACE_DISCARD


def needs_face(kind: Kind) -> bool:
    """Whether an ability is a keyword's, which is about a card."""
    return kind == RIPPLE_ABILITY or kind == MADNESS_ABILITY or kind == WINDOW_END


@law("invariant", "resolving-is-asked", "Choices of a resolution are due during one only.")
def resolving_is_asked(position: Position) -> bool:
    decision = position.decision
    kind = position.resolving.kind
    if decision == PRIORITY or decision == ORDER_TRIGGERS:
        return kind == NO_OBJECT
    if decision == PAY_UNLESS:
        return kind != NO_OBJECT
    if decision == PAY_MANA:
        return kind != NO_OBJECT or position.payment.for_announcement
    if decision == CHOOSE_DISCARD or decision == REPLACE_DISCARD:
        if position.discard.cause == Cause.CLEANUP:
            return kind == NO_OBJECT and position.step == TurnStep.CLEANUP
        return position.discard.cause == Cause.COST or kind != NO_OBJECT
    if decision == REVEAL or decision == CAST_REVEALED or decision == ORDER_BOTTOM:
        return kind == RIPPLE_ABILITY
    if decision == CAST_MADNESS:
        return kind == MADNESS_ABILITY
    return True


@law("invariant", "discards-are-asked", "A discard that is due has a cause.")
def discards_are_asked(position: Position) -> bool:
    if position.decision == CHOOSE_DISCARD or position.decision == REPLACE_DISCARD:
        return position.discard.cause != Cause.NONE
    return True


def nothing_is_chosen(position: Position) -> bool:
    """Whether no card is still to be discarded."""
    for c in range(CARDS):
        if position.mark[c] == CHOSEN:
            return False
    return True


@law("invariant", "discards-end", "Nothing is left of a discard once it is over.")
def discards_end(position: Position) -> bool:
    if is_discarding(position.decision):
        return True
    return nothing_is_chosen(position) and position.discard.cause == Cause.NONE


@law("invariant", "discards-are-of-hands", "Discards are asked of a hand, for one reason.")
def discards_are_of_hands(setup: Setup, position: Position) -> bool:
    if not is_discarding(position.decision):
        return True
    for c in range(CARDS):
        if position.mark[c] == CHOSEN and position.zone[c] != Zone.HAND:
            return False
    if position.discard.cause != Cause.EFFECT and position.discard.whom != Whom.YOU:
        return False
    if position.decision == CHOOSE_DISCARD:
        return position.discard.last == NONE and position.decider == position.discard.player
    last = position.discard.last
    if last == NONE or position.mark[last] != CHOSEN:
        return False
    return position.decider == setup.cards[last].owner


@law("invariant", "discarders-choose", "As many cards are chosen as were asked for.")
def discarders_choose(position: Position) -> bool:
    if position.decision == CHOOSE_DISCARD:
        return position.discard.remaining > 0 and position.discard.amount > 0
    return position.decision != REPLACE_DISCARD or position.discard.remaining == 0


@law("invariant", "discards-by-one-player", "Who discards first chooses among their cards.")
def discards_by_one_player(setup: Setup, position: Position) -> bool:
    if not is_discarding(position.decision):
        return True
    if position.announcement.kind != NO_OBJECT:
        if position.discard.player != position.announcement.player:
            return False
        if position.discard.cause != Cause.COST:
            return False
    whom = position.discard.whom
    others = whom == Whom.EACH_PLAYER or whom == Whom.EACH_OPPONENT
    first = position.decision == CHOOSE_DISCARD and position.discard.player == position.active
    if others and not (first and SEATS == 2):
        return True
    for c in range(CARDS):
        if position.mark[c] == CHOSEN and setup.cards[c].owner != position.discard.player:
            return False
    return True


@law("invariant", "deciders-of-keywords", "Who controls a keyword's ability decides about it.")
def deciders_of_keywords(position: Position) -> bool:
    decision = position.decision
    if decision == REVEAL or decision == CAST_REVEALED or decision == ORDER_BOTTOM:
        return position.decider == position.resolving.controller
    if decision == CAST_MADNESS:
        return position.decider == position.resolving.controller
    return True


@law("invariant", "revealed-are-ones-own", "Cards are revealed from the controller's library.")
def revealed_are_ones_own(setup: Setup, position: Position) -> bool:
    for c in range(CARDS):
        if position.mark[c] == REVEALED:
            if setup.cards[c].owner != position.resolving.controller:
                return False
            if position.resolving.kind != RIPPLE_ABILITY:
                return False
    return True


@law("invariant", "exiled-while-asked", "A card that can be cast by madness is there.")
def exiled_while_asked(position: Position) -> bool:
    if position.decision != CAST_MADNESS:
        return True
    card = position.resolving.source
    return position.zone[card] == Zone.EXILE and position.mark[card] == EXILED


@law("invariant", "effects-ask", "Payments and discards of effects are asked while they happen.")
def effects_ask(position: Position) -> bool:
    decision = position.decision
    asked = decision == PAY_UNLESS
    if decision == PAY_MANA and position.announcement.kind == NO_OBJECT:
        asked = True
    if is_discarding(decision) and position.discard.cause == Cause.EFFECT:
        asked = True
    kind = position.resolving.kind
    return not asked or (kind != NO_OBJECT and not needs_face(kind))


@law("invariant", "keyword-abilities-are-about-cards", "A keyword's ability is about a card.")
def keyword_abilities_are_about_cards(position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size and needs_face(position.stack[i].kind):
            if position.stack[i].face == NONE:
                return False
    for i in range(WAITING):
        if i < position.waiting_size and needs_face(position.waiting[i].kind):
            if position.waiting[i].face == NONE:
                return False
    return not needs_face(position.resolving.kind) or position.resolving.face != NONE


@law("invariant", "nothing-is-pending", "No state-based action applies where it would have been.")
def nothing_is_pending(setup: Setup, position: Position) -> bool:
    decision = position.decision
    if decision != PRIORITY and decision != ORDER_TRIGGERS and decision != REVEAL:
        return True
    return nothing_has_to_leave(setup, position)
