"""Effects: the small set of operations that cards are made of."""

from __future__ import annotations

from ..lang.declare import NONE
from .costs import can_pay
from .discarding import begin_discard
from .domains import (
    NO_OBJECT,
    PAY_UNLESS,
    SEATS,
    SPELL,
    STACK,
    Amount,
    Card,
    Cause,
    EffectPlace,
    Operation,
    Seat,
    Whom,
    Zone,
)
from .events import BOOSTED, DAMAGED, RETURNED
from .position import Payment, Position, Step, ask, emit
from .setup import Setup
from .stack import counter
from .zones import draw, graveyard_size, hand_size, move

NOTHING = Operation("nothing")
DRAW = Operation("draw")
DISCARD = Operation("discard")
DAMAGE = Operation("damage")
COUNTER = Operation("counter")
COUNTER_UNLESS = Operation("counter unless")
RETURN = Operation("return")
BOOST = Operation("boost")


def operation_at(setup: Setup, pos: Position, place: EffectPlace) -> Operation:
    """The operation of one effect line of the resolving object."""
    if pos.resolving.kind == SPELL:
        return setup.cards[pos.resolving.source].effects[place].operation
    return setup.cards[pos.resolving.source].ability.effects[place].operation


def amount_at(setup: Setup, pos: Position, place: EffectPlace) -> Amount:
    """The number in one effect line of the resolving object."""
    if pos.resolving.kind == SPELL:
        return setup.cards[pos.resolving.source].effects[place].amount
    return setup.cards[pos.resolving.source].ability.effects[place].amount


def affected(setup: Setup, pos: Position, place: EffectPlace) -> Seat:
    """The player whom one effect line of the resolving object concerns."""
    whom = setup.cards[pos.resolving.source].effects[place].whom
    if pos.resolving.kind != SPELL:
        whom = setup.cards[pos.resolving.source].ability.effects[place].whom
    return pos.resolving.target if whom == Whom.TARGET else pos.resolving.controller


def perform(setup: Setup, pos: Position, step: Step, place: EffectPlace) -> bool:
    """Carry out one effect line (CR 608.2c); returns whether a player has to choose first."""
    operation = operation_at(setup, pos, place)
    amount = amount_at(setup, pos, place)
    if operation == DRAW:
        perform_draws(setup, pos, step, affected(setup, pos, place), amount)
    elif operation == DISCARD:
        seat = affected(setup, pos, place)
        if amount > 0 and hand_size(setup, pos, seat) > 0:
            begin_discard(setup, pos, seat, amount, Cause.EFFECT)
            return True
    elif operation == DAMAGE:
        perform_damage(pos, step, amount)
    elif operation == COUNTER:
        counter(setup, pos, step, pos.resolving.target - SEATS)
    elif operation == COUNTER_UNLESS:
        return perform_counter_unless(setup, pos, step, amount)
    elif operation == RETURN:
        card = pos.resolving.target - SEATS - STACK
        move(setup, pos, card, Zone.HAND)
        emit(step, RETURNED, setup.cards[card].owner, card, NO_OBJECT, 0)
    elif operation == BOOST:
        perform_boost(pos, step, pos.resolving.source, amount)
    return False


def perform_draws(setup: Setup, pos: Position, step: Step, seat: Seat, amount: Amount) -> None:
    """Draw cards one by one (CR 121.2)."""
    for i in range(4):
        if i < amount:
            draw(setup, pos, step, seat)
    assert amount <= 4


def perform_damage(pos: Position, step: Step, amount: Amount) -> None:
    """Deal damage to the target player or creature (CR 120.3)."""
    target = pos.resolving.target
    emit(step, DAMAGED, NONE, pos.resolving.source, NO_OBJECT, amount)
    if target < SEATS:
        pos.life[target] -= amount
    else:
        pos.damage[target - SEATS - STACK] += amount


def perform_boost(pos: Position, step: Step, card: Card, amount: Amount) -> None:
    """A permanent that is still there gets +X/+X until end of turn."""
    if pos.zone[card] == Zone.BATTLEFIELD and pos.resolving.number == 0:
        pos.bonus[card] += amount
        emit(step, BOOSTED, NONE, card, NO_OBJECT, amount)


def perform_counter_unless(setup: Setup, pos: Position, step: Step, amount: Amount) -> bool:
    """Counter the target unless its controller pays; asks them if they can (CR 118.12a).

    The price is ``amount``, or with 0 the number of cards in the resolving player's graveyard.
    """
    slot = pos.resolving.target - SEATS
    payer = pos.stack[slot].controller
    price = amount if amount > 0 else graveyard_size(setup, pos, pos.resolving.controller)
    if can_pay(setup, pos, payer, price):
        pos.payment = Payment(player=payer, cost=price, for_announcement=False)
        ask(pos, PAY_UNLESS, payer)
        return True
    counter(setup, pos, step, slot)
    return False
