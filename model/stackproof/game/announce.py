"""Casting a spell and activating an ability, step by step (CR 601.2, 602.2).

The same steps serve a player with priority and a resolving ability that lets its controller cast
(CR 608.2g); where the spell comes from and what it costs is the caller's business.
"""

from __future__ import annotations

from ..lang.declare import NONE, clear
from .costs import can_pay, pay, total_cost
from .discarding import begin_discard
from .domains import (
    ACTIVATED,
    CHOOSE_TARGET,
    NO_OBJECT,
    PAY_MANA,
    SEATS,
    SPELL,
    Amount,
    Card,
    CardType,
    Cause,
    Mana,
    Seat,
    Target,
    TargetKind,
    Zone,
)
from .events import ACTIVATED_EVENT, ACTIVATION_BEGUN, CAST, CAST_BEGUN, TARGETED
from .hooks import resume_ability, when_cast
from .position import Announcement, Payment, Position, Step, ask, emit, give_priority
from .setup import Setup
from .stack import has_target, is_target, push
from .zones import hand_size, move


def has_discards(setup: Setup, pos: Position, seat: Seat, card: Card, needed: Amount) -> bool:
    """Whether a player can discard that many cards besides the one that is being played."""
    available = hand_size(setup, pos, seat)
    if pos.zone[card] == Zone.HAND and setup.cards[card].owner == seat:
        available -= 1
    return available >= needed


def can_cast(setup: Setup, pos: Position, card: Card, seat: Seat, base: Mana) -> bool:
    """Whether casting can be completed: targets, additional costs and mana are there (601.2)."""
    kind = setup.cards[card].type
    if kind == CardType.LAND or kind == CardType.NONE:
        return False
    if not has_target(setup, pos, setup.cards[card].target, seat, card):
        return False
    if not has_discards(setup, pos, seat, card, setup.cards[card].discards):
        return False
    return can_pay(setup, pos, seat, total_cost(setup, pos, base))


def can_activate(setup: Setup, pos: Position, card: Card, seat: Seat) -> bool:
    """Whether a permanent's ability can be activated by its controller (CR 602.2, 602.5)."""
    if not setup.cards[card].ability.exists or setup.cards[card].owner != seat:
        return False
    if pos.zone[card] != Zone.BATTLEFIELD:
        return False
    if setup.cards[card].ability.taps and pos.tapped[card]:
        return False
    if setup.cards[card].ability.once_a_turn and pos.used[card]:
        return False
    if not has_target(setup, pos, setup.cards[card].ability.target, seat, NONE):
        return False
    if not has_discards(setup, pos, seat, card, setup.cards[card].ability.discards):
        return False
    return can_pay(setup, pos, seat, setup.cards[card].ability.mana)


def begin_cast(
    setup: Setup, pos: Position, step: Step, card: Card, caster: Seat, base: Mana
) -> None:
    """Move the card to the stack (601.2a) for a base cost and go on as far as no choice is due."""
    move(setup, pos, card, Zone.STACK)
    push(pos, SPELL, card, caster, 0)
    emit(step, CAST_BEGUN, caster, card, SPELL, 0)
    cost = total_cost(setup, pos, base)
    pos.announcement = Announcement(kind=SPELL, source=card, player=caster, cost=cost)
    announce(setup, pos, step, setup.cards[card].target)


def begin_activation(setup: Setup, pos: Position, step: Step, card: Card, seat: Seat) -> None:
    """Put the ability on the stack (602.2a) and go on as far as no choice is due."""
    push(pos, ACTIVATED, card, seat, 0)
    emit(step, ACTIVATION_BEGUN, seat, card, ACTIVATED, 0)
    cost = setup.cards[card].ability.mana
    pos.announcement = Announcement(kind=ACTIVATED, source=card, player=seat, cost=cost)
    announce(setup, pos, step, setup.cards[card].ability.target)


def announce(setup: Setup, pos: Position, step: Step, target: TargetKind) -> None:
    """Choose targets next if there are any to choose (601.2c), else pay."""
    if target == TargetKind.NOTHING:
        begin_payment(setup, pos, step)
    else:
        ask(pos, CHOOSE_TARGET, pos.announcement.player)


def announced_target(setup: Setup, pos: Position) -> TargetKind:
    """What the announced object targets."""
    if pos.announcement.kind == SPELL:
        return setup.cards[pos.announcement.source].target
    return setup.cards[pos.announcement.source].ability.target


def may_target(setup: Setup, pos: Position, target: Target) -> bool:
    """Whether the announced object can choose this target; never itself (CR 115.5)."""
    if target == SEATS + pos.stack_size - 1:
        return False
    return is_target(setup, pos, announced_target(setup, pos), pos.announcement.player, target)


def choose_target(setup: Setup, pos: Position, step: Step, target: Target) -> None:
    """Choose the target and go on to the costs."""
    pos.stack[pos.stack_size - 1].target = target
    emit(step, TARGETED, pos.announcement.player, pos.announcement.source, NO_OBJECT, target)
    begin_payment(setup, pos, step)


def begin_payment(setup: Setup, pos: Position, step: Step) -> None:
    """Activate mana abilities as needed (601.2g), then pay all costs (601.2h)."""
    pos.payment = Payment(
        player=pos.announcement.player, cost=pos.announcement.cost, for_announcement=True
    )
    if pos.mana[pos.payment.player] >= pos.payment.cost:
        pay_announced(setup, pos, step)
    else:
        ask(pos, PAY_MANA, pos.payment.player)


def pay_announced(setup: Setup, pos: Position, step: Step) -> None:
    """Pay mana and tap symbols; discards are chosen next."""
    pay(pos, step)
    card = pos.announcement.source
    discards = setup.cards[card].discards
    if pos.announcement.kind == ACTIVATED:
        discards = setup.cards[card].ability.discards
        pos.used[card] = setup.cards[card].ability.once_a_turn
        if setup.cards[card].ability.taps:
            pos.tapped[card] = True
    if discards > 0:
        begin_discard(setup, pos, pos.announcement.player, discards, Cause.COST)
    else:
        complete(setup, pos, step)


def complete(setup: Setup, pos: Position, step: Step) -> None:
    """The spell becomes cast (601.2i), or the ability activated.

    A player who had priority receives it again (117.3c); during a resolution nobody does, and the
    resolving ability goes on (608.2g).
    """
    card = pos.announcement.source
    player = pos.announcement.player
    kind = pos.announcement.kind
    clear(pos.announcement)
    if kind == SPELL:
        emit(step, CAST, player, card, SPELL, 0)
        when_cast(setup, pos, step, card, player)
    else:
        emit(step, ACTIVATED_EVENT, player, card, ACTIVATED, 0)
    if pos.resolving.kind == NO_OBJECT:
        give_priority(pos, player)
    else:
        resume_ability(setup, pos, step)
