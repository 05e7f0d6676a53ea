"""Somebody can always act: what was offered can be completed, and what is asked can be answered."""

from __future__ import annotations

from stackproof.game.announce import may_target
from stackproof.game.castable import has_sacrifice
from stackproof.game.costs import can_pay
from stackproof.game.domains import (
    CARDS,
    CHOOSE_DISCARD,
    CHOOSE_KICKER,
    CHOOSE_TARGET,
    CHOOSE_X,
    END_TURN,
    FINISHED,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PAY_MANA,
    PAY_UNLESS,
    SETTLE,
    SPELL,
    TARGETS,
    WAITING,
    CardCount,
    Part,
    Seat,
    TargetKind,
    Verb,
)
from stackproof.game.game import legal
from stackproof.game.keywords.ripple import ORDER_BOTTOM, revealed_count
from stackproof.game.position import Position
from stackproof.game.priority import waiting_of
from stackproof.game.setup import Setup
from stackproof.game.statics import total_cost
from stackproof.lang.declare import NONE

from ..declare import law
from .ranking import is_kept


@law("invariant", "announcements-can-be-paid", "What is announced can be completed.")
def announcements_can_be_paid(setup: Setup, position: Position) -> bool:
    kind = position.announcement.kind
    if kind == NO_OBJECT:
        return True
    decision = position.decision
    part = Part.SPELL if kind == SPELL else Part.ABILITY
    face = position.announcement.face
    player = position.announcement.player
    early = decision == CHOOSE_X or decision == CHOOSE_KICKER or decision == CHOOSE_TARGET
    if early or decision == PAY_MANA:
        if not can_pay(setup, position, player, position.announcement.cost):
            return False
    if decision == CHOOSE_KICKER:
        kicked = position.announcement.base + setup.cards[face].kicker
        if not can_pay(setup, position, player, total_cost(setup, position, player, kicked)):
            return False
    if early and setup.cards[face].parts[part].target != TargetKind.NOTHING:
        if not can_target(setup, position):
            return False
    if not position.announcement.sacrifice_due:
        return True
    return has_sacrifice(setup, position, player, setup.cards[face].parts[part].sacrifices)


def can_target(setup: Setup, position: Position) -> bool:
    """Whether there is a target for what is being announced."""
    for target in range(TARGETS):
        if may_target(setup, position, target):
            return True
    return False


@law("invariant", "unless-can-be-paid", "Who is asked to pay for an effect is able to.")
def unless_can_be_paid(setup: Setup, position: Position) -> bool:
    paying = position.decision == PAY_MANA and position.announcement.kind == NO_OBJECT
    if paying or position.decision == PAY_UNLESS:
        return can_pay(setup, position, position.payment.player, position.payment.cost)
    return True


@law("invariant", "targets-are-wanted", "A target is asked for where there has to be one.")
def targets_are_wanted(setup: Setup, position: Position) -> bool:
    if position.decision != CHOOSE_TARGET:
        return True
    part = Part.SPELL if position.announcement.kind == SPELL else Part.ABILITY
    target = setup.cards[position.announcement.face].parts[part].target
    return target != TargetKind.NOTHING


@law("invariant", "payments-lack-mana", "Whoever is asked to pay has too little mana yet.")
def payments_lack_mana(position: Position) -> bool:
    if position.decision != PAY_MANA or position.payment.player == NONE:
        return True
    return position.mana[position.payment.player] < position.payment.cost


def kept_by(setup: Setup, position: Position, seat: Seat) -> CardCount:
    """How many cards of a player are in hand and not chosen to be discarded."""
    count = 0
    for c in range(CARDS):
        if setup.cards[c].owner == seat and is_kept(position, c):
            count += 1
    return count


@law("invariant", "discards-can-be-chosen", "Whoever has to discard has as many cards.")
def discards_can_be_chosen(setup: Setup, position: Position) -> bool:
    if position.decision != CHOOSE_DISCARD:
        return True
    return position.discard.remaining <= kept_by(setup, position, position.discard.player)


@law("invariant", "orders-are-choices", "An order is asked for where there are things to order.")
def orders_are_choices(position: Position) -> bool:
    if position.decision == ORDER_TRIGGERS:
        return waiting_of(position, position.decider) > 0
    return position.decision != ORDER_BOTTOM or revealed_count(position) > 0


@law("invariant", "somebody-can-act", "Until the game is over, some action is legal.")
def somebody_can_act(setup: Setup, position: Position) -> bool:
    decision = position.decision
    if decision == FINISHED or decision == SETTLE or decision == END_TURN:
        return True
    if legal(setup, position, Verb.PASS, 0) or legal(setup, position, Verb.NO, 0):
        return True
    for i in range(TARGETS):
        if legal(setup, position, Verb.TARGET, i):
            return True
    for c in range(CARDS):
        if legal(setup, position, Verb.TAP, c) or legal(setup, position, Verb.PICK, c):
            return True
    for i in range(WAITING):
        if legal(setup, position, Verb.ORDER, i):
            return True
    for i in range(6):
        if legal(setup, position, Verb.NUMBER, i):
            return True
    return False
