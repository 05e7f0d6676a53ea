"""Casting a spell and activating an ability, step by step (CR 601.2, 602.2).

The same steps serve a player with priority and a resolving ability that lets its controller cast
(CR 608.2g); where the spell comes from and what it costs is the caller's business. A cast that
could not be completed is not offered; one that is begun during a resolution may be given up while
choices are being made, and is then undone.
"""

from __future__ import annotations

from ..lang.declare import clear
from .castable import can_sacrifice
from .costs import can_pay, pay
from .discarding import begin_discard, discard_itself, end_discard
from .domains import (
    ACTIVATED,
    CHOOSE_COST,
    CHOOSE_KICKER,
    CHOOSE_SACRIFICE,
    CHOOSE_TARGET,
    CHOOSE_X,
    NO_MARK,
    NO_OBJECT,
    PAY_MANA,
    SEATS,
    SPELL,
    TRIGGERED,
    Amount,
    Card,
    CardType,
    Cause,
    Keyword,
    Mana,
    Part,
    PartPlace,
    Seat,
    Target,
    TargetKind,
    Watched,
    Whom,
    Zone,
)
from .events import (
    ACTIVATED_EVENT,
    ACTIVATION_BEGUN,
    CAST,
    CAST_BEGUN,
    CHOSE_X,
    KICKED,
    LIFE_PAID,
    SACRIFICED,
    TARGETED,
    UNDONE,
)
from .hooks import resume_ability, when_cast
from .position import Announcement, Payment, Position, Step, ask, emit, give_priority
from .setup import Setup, front_of, mana_value
from .stack import is_target, push, remove
from .statics import total_cost
from .triggers import notice, trigger
from .zones import bury, place_in_library, propose, put_into_library, settle_on_stack


def begin_cast(
    setup: Setup,
    pos: Position,
    step: Step,
    face: Card,
    caster: Seat,
    base: Mana,
    how: Keyword,
    with_x: bool,
) -> None:
    """Move the card to the stack (601.2a) for a base cost, which has X in it ``with_x``, and go on
    as far as no choice is due. Where the cost has no X, X is 0 (107.3b).
    """
    card = front_of(setup, face)
    origin = pos.zone[card]
    mark = pos.mark[card]
    discarded = pos.discarded[card]
    place = 0
    if origin == Zone.LIBRARY:
        place = place_in_library(pos, setup.cards[card].owner, card)
    propose(setup, pos, card)
    push(pos, SPELL, card, face, caster, 0)
    pos.stack[pos.stack_size - 1].how = how
    emit(step, CAST_BEGUN, caster, face, SPELL, 0)
    pos.announcement = Announcement(
        kind=SPELL,
        source=card,
        face=face,
        player=caster,
        base=base,
        cost=total_cost(setup, pos, caster, base),
        origin=origin,
        place=place,
        mark=mark,
        discarded=discarded,
        discards_due=setup.cards[face].parts[Part.SPELL].discards > 0,
        sacrifice_due=setup.cards[face].parts[Part.SPELL].sacrifices != CardType.NONE,
    )
    if with_x:
        ask(pos, CHOOSE_X, caster)
    else:
        offer_kicker(setup, pos, step)


def begin_activation(setup: Setup, pos: Position, step: Step, card: Card, seat: Seat) -> None:
    """Put the ability on the stack (602.2a) and go on as far as no choice is due."""
    push(pos, ACTIVATED, card, card, seat, 0)
    emit(step, ACTIVATION_BEGUN, seat, card, ACTIVATED, 0)
    cost = setup.cards[card].parts[Part.ABILITY].mana
    pos.announcement = Announcement(
        kind=ACTIVATED,
        source=card,
        face=card,
        player=seat,
        base=cost,
        cost=cost,
        origin=pos.zone[card],
        place=0,
        mark=NO_MARK,
        discarded=False,
        discards_due=setup.cards[card].parts[Part.ABILITY].discards > 0,
        sacrifice_due=setup.cards[card].parts[Part.ABILITY].sacrifices != CardType.NONE,
    )
    choose_targets(setup, pos, step)


def may_choose_x(setup: Setup, pos: Position, x: Amount) -> bool:
    """Whether X can be this number: the cost can still be paid. The alphabet ends at 7."""
    seat = pos.announcement.player
    return can_pay(setup, pos, seat, total_cost(setup, pos, seat, pos.announcement.base + x))


def raise_base(setup: Setup, pos: Position, more: Mana) -> None:
    """Add to the base cost what a choice costs (601.2b)."""
    pos.announcement.base += more
    base = pos.announcement.base
    pos.announcement.cost = total_cost(setup, pos, pos.announcement.player, base)


def choose_x(setup: Setup, pos: Position, step: Step, x: Amount) -> None:
    """Choose X (601.2b)."""
    pos.stack[pos.stack_size - 1].number = x
    raise_base(setup, pos, x)
    emit(step, CHOSE_X, pos.announcement.player, pos.announcement.face, SPELL, x)
    offer_kicker(setup, pos, step)


def offer_kicker(setup: Setup, pos: Position, step: Step) -> None:
    """Ask about an optional additional cost that could be paid (601.2b, 118.8)."""
    seat = pos.announcement.player
    more = setup.cards[pos.announcement.face].kicker
    if more > 0 and can_pay(
        setup, pos, seat, total_cost(setup, pos, seat, pos.announcement.base + more)
    ):
        ask(pos, CHOOSE_KICKER, seat)
    else:
        choose_targets(setup, pos, step)


def choose_kicker(setup: Setup, pos: Position, step: Step, kicked: bool) -> None:
    """Decide about the optional additional cost."""
    if kicked:
        pos.stack[pos.stack_size - 1].kicked = True
        raise_base(setup, pos, setup.cards[pos.announcement.face].kicker)
        emit(step, KICKED, pos.announcement.player, pos.announcement.face, SPELL, 0)
    choose_targets(setup, pos, step)


def announced_part(pos: Position) -> PartPlace:
    """Which part of the card is being announced."""
    return Part.SPELL if pos.announcement.kind == SPELL else Part.ABILITY


def choose_targets(setup: Setup, pos: Position, step: Step) -> None:
    """Choose a target next if there is one to choose (601.2c), else pay."""
    part = announced_part(pos)
    if setup.cards[pos.announcement.face].parts[part].target == TargetKind.NOTHING:
        begin_payment(setup, pos, step)
    else:
        ask(pos, CHOOSE_TARGET, pos.announcement.player)


def may_target(setup: Setup, pos: Position, target: Target) -> bool:
    """Whether the announced object can choose this target; never itself (CR 115.5)."""
    if target == SEATS + pos.stack_size - 1:
        return False
    kind = setup.cards[pos.announcement.face].parts[announced_part(pos)].target
    return is_target(setup, pos, kind, pos.announcement.player, target)


def choose_target(setup: Setup, pos: Position, step: Step, target: Target) -> None:
    """Choose the target and go on to the costs."""
    pos.stack[pos.stack_size - 1].target = target
    emit(step, TARGETED, pos.announcement.player, pos.announcement.face, NO_OBJECT, 0)
    begin_payment(setup, pos, step)


def begin_payment(setup: Setup, pos: Position, step: Step) -> None:
    """Activate mana abilities as needed (601.2g), then pay all costs (601.2h)."""
    pos.payment = Payment(
        player=pos.announcement.player,
        cost=pos.announcement.cost,
        for_announcement=True,
        begun=False,
    )
    if pos.mana[pos.payment.player] >= pos.payment.cost:
        pay_announced(setup, pos, step)
    else:
        ask(pos, PAY_MANA, pos.payment.player)


def pay_announced(setup: Setup, pos: Position, step: Step) -> None:
    """Pay mana, tap symbols and life; a sacrifice and discards are chosen next."""
    pay(pos, step)
    card = pos.announcement.face
    part = announced_part(pos)
    if part == Part.ABILITY:
        pos.used[card] = setup.cards[card].parts[part].once_a_turn
        if setup.cards[card].parts[part].taps:
            pos.tapped[card] = True
    life = setup.cards[card].parts[part].life
    if life > 0:
        pos.life[pos.announcement.player] -= life
        emit(step, LIFE_PAID, pos.announcement.player, card, NO_OBJECT, life)
    if pos.announcement.sacrifice_due and pos.announcement.discards_due:
        ask(pos, CHOOSE_COST, pos.announcement.player)
    else:
        pay_next(setup, pos, step)


def choose_cost(setup: Setup, pos: Position, step: Step, sacrifice_first: bool) -> None:
    """Costs are paid in any order (601.2h): the sacrifice or the discards first."""
    if sacrifice_first:
        ask(pos, CHOOSE_SACRIFICE, pos.announcement.player)
    else:
        pay_discards(setup, pos)


def pay_next(setup: Setup, pos: Position, step: Step) -> None:
    """Pay the cost that is still due, if one is, else the announcement is complete."""
    card = pos.announcement.face
    if pos.announcement.sacrifice_due:
        ask(pos, CHOOSE_SACRIFICE, pos.announcement.player)
    elif pos.announcement.discards_due:
        pay_discards(setup, pos)
    elif setup.cards[card].parts[announced_part(pos)].discards_itself:
        if discard_itself(setup, pos, step, card):
            end_discard(setup, pos, step)
            complete(setup, pos, step)
    else:
        complete(setup, pos, step)


def may_sacrifice(setup: Setup, pos: Position, card: Card) -> bool:
    """Whether the chosen permanent pays the sacrifice that is due."""
    kind = setup.cards[pos.announcement.face].parts[announced_part(pos)].sacrifices
    return can_sacrifice(setup, pos, pos.announcement.player, kind, card)


def sacrifice(setup: Setup, pos: Position, step: Step, card: Card) -> None:
    """Sacrifice the chosen permanent and go on."""
    emit(step, SACRIFICED, pos.announcement.player, card, NO_OBJECT, 0)
    bury(setup, pos, step, card)
    pos.announcement.sacrifice_due = False
    pay_next(setup, pos, step)


def pay_discards(setup: Setup, pos: Position) -> None:
    """Discard what the cost says."""
    pos.announcement.discards_due = False
    count = setup.cards[pos.announcement.face].parts[announced_part(pos)].discards
    begin_discard(setup, pos, pos.announcement.player, count, Cause.COST, Whom.YOU)


def after_cost(setup: Setup, pos: Position, step: Step) -> None:
    """The discard for a cost is done: what is left of the costs, or the end of the announcement.

    A card that was discarded for its own ability was the last cost.
    """
    end_discard(setup, pos, step)
    if pos.announcement.sacrifice_due:
        ask(pos, CHOOSE_SACRIFICE, pos.announcement.player)
    else:
        complete(setup, pos, step)


def complete(setup: Setup, pos: Position, step: Step) -> None:
    """The spell becomes cast (601.2i), or the ability activated.

    A player who had priority receives it again (117.3c); during a resolution nobody does, and the
    resolving ability goes on (608.2g).
    """
    card = pos.announcement.source
    face = pos.announcement.face
    player = pos.announcement.player
    if pos.announcement.kind == SPELL:
        settle_on_stack(pos, card)
        emit(step, CAST, player, face, SPELL, 0)
        if setup.any_statics:
            count_cast(setup, pos, face, player)
        when_cast(setup, pos, step, card, face, player)
        notice(setup, pos, step, Watched.CAST, player, face, mana_value(setup, face))
    else:
        emit(step, ACTIVATED_EVENT, player, card, ACTIVATED, 0)
        if setup.cards[card].parts[Part.ABILITY].discards_itself:
            if setup.cards[card].watch.event == Watched.CYCLED:
                trigger(pos, step, TRIGGERED, card, card, player, 0)
    clear(pos.announcement)
    if pos.resolving.kind == NO_OBJECT:
        give_priority(pos, player)
    else:
        resume_ability(setup, pos, step)


def count_cast(setup: Setup, pos: Position, face: Card, player: Seat) -> None:
    """Count the spells of a turn for the effects that limit them."""
    pos.casts[player] += 1
    if setup.cards[face].type != CardType.ARTIFACT:
        pos.nonartifact_casts[player] += 1


def may_give_up(pos: Position) -> bool:
    """Whether a cast begun during a resolution can still be given up without paying anything."""
    return pos.resolving.kind != NO_OBJECT and not pos.payment.begun


def give_up(setup: Setup, pos: Position, step: Step) -> None:
    """Undo the cast (CR 732.1): the card returns to where it was, revealed if it was; what the
    resolving ability has revealed stays revealed. Then that ability goes on.
    """
    card = pos.announcement.source
    emit(step, UNDONE, pos.announcement.player, pos.announcement.face, SPELL, 0)
    remove(pos, pos.stack_size - 1)
    pos.zone[card] = pos.announcement.origin
    if pos.announcement.origin == Zone.LIBRARY:
        put_into_library(pos, setup.cards[card].owner, card, pos.announcement.place)
    pos.mark[card] = pos.announcement.mark
    pos.discarded[card] = pos.announcement.discarded
    clear(pos.announcement)
    clear(pos.payment)
    resume_ability(setup, pos, step)
