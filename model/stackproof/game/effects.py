"""Effects: the small set of operations that cards are made of."""

from __future__ import annotations

from ..lang.declare import NONE
from .costs import can_pay
from .discarding import begin_discard, is_concerned, next_discarder
from .domains import (
    ACTIVATED,
    CARDS,
    COPY,
    NO_OBJECT,
    PAY_UNLESS,
    SEATS,
    SPELL,
    STACK,
    Amount,
    Card,
    Cause,
    Counting,
    EffectPlace,
    Operation,
    Part,
    PartPlace,
    Seat,
    Slot,
    Whom,
    Zone,
)
from .events import (
    BOOSTED,
    CONTROLLED,
    COPIED,
    DAMAGED,
    EXILED_EVENT,
    FOUND_NOTHING,
    RETURNED,
    SHRUNK,
    UNTAPPED,
)
from .position import Payment, Position, Step, ask, emit
from .seats import seat_after
from .setup import Setup
from .stack import counter, is_spell, push
from .zones import bury, draw, exile, graveyard_size, hand_size, mill, move

NOTHING = Operation("nothing")
DRAW = Operation("draw")
DISCARD = Operation("discard")
DAMAGE = Operation("damage")
COUNTER = Operation("counter")
COUNTER_UNLESS = Operation("counter unless")
RETURN = Operation("return")
BOOST = Operation("boost")
MILL = Operation("mill")
COPY_SPELL = Operation("copy")
TAKE_CONTROL = Operation("take control")
BURY_EXILED = Operation("bury exiled")
COUNTER_EVENT = Operation("counter the spell")
EXILE_FOUND = Operation("exile the discarded card")
RETURN_FOUND = Operation("return the discarded card")
RETURN_DISCARDED = Operation("return cards discarded this turn")
REQUIRE_GRAVEYARD = Operation("only with cards in graveyard")
DISCOUNT = Operation("discount")
UNTAP = Operation("untap")
DESTROY = Operation("destroy")


def acting_part(pos: Position) -> PartPlace:
    """Which part of its card the resolving object is."""
    if is_spell(pos.resolving.kind):
        return Part.SPELL
    return Part.ABILITY if pos.resolving.kind == ACTIVATED else Part.TRIGGER


def acting_card(pos: Position) -> Card:
    """The entry of the card table whose facts the resolving object has."""
    return pos.resolving.face if is_spell(pos.resolving.kind) else pos.resolving.source


def amount_of(setup: Setup, pos: Position, place: EffectPlace) -> Amount:
    """The number in one effect line of the resolving object, counted now if it is a count."""
    card = acting_card(pos)
    part = acting_part(pos)
    fixed = setup.cards[card].parts[part].effects[place].amount
    counting = setup.cards[card].parts[part].effects[place].counting
    if counting == Counting.X:
        return pos.resolving.number
    if counting == Counting.GRAVEYARD:
        return graveyard_size(setup, pos, pos.resolving.controller)
    if counting == Counting.DISCARDED:
        total = 0
        for seat in range(SEATS):
            total += pos.discards[seat]
        return total
    return fixed


def affected(setup: Setup, pos: Position, place: EffectPlace) -> Seat:
    """The one player whom an effect line of the resolving object concerns."""
    whom = setup.cards[acting_card(pos)].parts[acting_part(pos)].effects[place].whom
    if whom == Whom.TARGET:
        return pos.resolving.target
    if whom == Whom.EVENT:
        return setup.cards[pos.resolving.face].owner
    return pos.resolving.controller


def perform(setup: Setup, pos: Position, step: Step, place: EffectPlace) -> None:
    """Carry out one effect line (CR 608.2c); it may ask a player to choose first."""
    card = acting_card(pos)
    part = acting_part(pos)
    if setup.cards[card].parts[part].effects[place].kicked and not pos.resolving.kicked:
        return
    operation = setup.cards[card].parts[part].effects[place].operation
    carry_out(setup, pos, step, operation, place)


def carry_out(
    setup: Setup, pos: Position, step: Step, operation: Operation, place: EffectPlace
) -> None:
    """What one effect line does, given its operation."""
    whom = setup.cards[acting_card(pos)].parts[acting_part(pos)].effects[place].whom
    if operation == NOTHING:
        return
    amount = amount_of(setup, pos, place)
    if operation == DISCARD:
        perform_discard(setup, pos, affected(setup, pos, place), whom, amount)
    elif operation == COUNTER_UNLESS:
        perform_counter_unless(setup, pos, step, amount)
    elif operation == DRAW or operation == MILL:
        one = affected(setup, pos, place)
        perform_one_by_one(setup, pos, step, operation, one, whom, amount)
    elif operation == DAMAGE:
        perform_damage(setup, pos, step, affected(setup, pos, place), whom, amount)
    elif operation == COUNTER:
        counter(setup, pos, step, pos.resolving.target - SEATS)
    elif operation == RETURN:
        returned = pos.resolving.target - SEATS - STACK
        move(setup, pos, returned, Zone.HAND)
        emit(step, RETURNED, setup.cards[returned].owner, returned, NO_OBJECT, 0)
    elif operation == DESTROY:
        bury(setup, pos, step, pos.resolving.target - SEATS - STACK)
    elif operation == BOOST:
        perform_boost(pos, step, pos.resolving.source, amount)
    elif operation == DISCOUNT:
        pos.discount[pos.resolving.controller] += amount
        emit(step, SHRUNK, pos.resolving.controller, NONE, NO_OBJECT, amount)
    elif operation == UNTAP:
        pos.tapped[pos.resolving.source] = False
        emit(step, UNTAPPED, NONE, pos.resolving.source, NO_OBJECT, 0)
    else:
        perform_on_object(setup, pos, step, operation)


def stops(setup: Setup, pos: Position, place: EffectPlace) -> bool:
    """Whether an effect line is a condition that is not met: the rest does not happen."""
    card = acting_card(pos)
    part = acting_part(pos)
    if setup.cards[card].parts[part].effects[place].operation != REQUIRE_GRAVEYARD:
        return False
    needed = setup.cards[card].parts[part].effects[place].amount
    return graveyard_size(setup, pos, pos.resolving.controller) < needed


def perform_on_object(setup: Setup, pos: Position, step: Step, operation: Operation) -> None:
    """The operations on one spell or card that the resolving object aims at or remembers."""
    if operation == COPY_SPELL:
        perform_copy(pos, step, pos.resolving.target - SEATS)
    elif operation == TAKE_CONTROL:
        slot = pos.resolving.target - SEATS
        pos.stack[slot].controller = pos.resolving.controller
        seat = pos.resolving.controller
        emit(step, CONTROLLED, seat, pos.stack[slot].source, NO_OBJECT, 0)
    elif operation == BURY_EXILED:
        bury(setup, pos, step, pos.resolving.target - SEATS - STACK)
    elif operation == COUNTER_EVENT:
        for slot in range(STACK):
            if slot < pos.stack_size and pos.stack[slot].kind == SPELL:
                if pos.stack[slot].face == pos.resolving.face:
                    counter(setup, pos, step, slot)
                    return
    elif operation == RETURN_DISCARDED:
        for c in range(CARDS):
            if is_found(pos, c) and setup.cards[c].owner == pos.resolving.controller:
                move(setup, pos, c, Zone.HAND)
                emit(step, RETURNED, setup.cards[c].owner, c, NO_OBJECT, 0)
    elif operation == EXILE_FOUND or operation == RETURN_FOUND:
        card = pos.resolving.face
        if not is_found(pos, card):
            emit(step, FOUND_NOTHING, NONE, card, NO_OBJECT, 0)
        elif operation == EXILE_FOUND:
            exile(setup, pos, step, card)
            emit(step, EXILED_EVENT, NONE, card, NO_OBJECT, 0)
        else:
            move(setup, pos, card, Zone.HAND)
            emit(step, RETURNED, setup.cards[card].owner, card, NO_OBJECT, 0)


def is_found(pos: Position, card: Card) -> bool:
    """Whether an effect about a discarded card finds it in the graveyard (CR 400.7k)."""
    return pos.zone[card] == Zone.GRAVEYARD and pos.discarded[card]


def perform_discard(setup: Setup, pos: Position, seat: Seat, whom: Whom, amount: Amount) -> None:
    """A player, or each of several at once, discards (CR 701.9b, 608.2e)."""
    for other in range(SEATS):
        pos.discards[other] = 0
    if amount == 0:
        return
    if whom == Whom.EACH_PLAYER or whom == Whom.EACH_OPPONENT:
        first = next_discarder(setup, pos, whom, NONE)
        if first != NONE:
            begin_discard(setup, pos, first, amount, Cause.EFFECT, whom)
    elif hand_size(setup, pos, seat) > 0:
        begin_discard(setup, pos, seat, amount, Cause.EFFECT, whom)


def is_affected(setup: Setup, pos: Position, seat: Seat, one: Seat, whom: Whom) -> bool:
    """Whether an effect on one player or on several concerns this one."""
    if whom == Whom.EACH_PLAYER or whom == Whom.EACH_OPPONENT:
        return seat < setup.seats and is_concerned(pos, seat, whom)
    return seat == one


def perform_one_by_one(
    setup: Setup,
    pos: Position,
    step: Step,
    operation: Operation,
    one: Seat,
    whom: Whom,
    amount: Amount,
) -> None:
    """Draw cards (CR 121.2) or mill them (CR 701.17), each player in turn order (CR 101.4)."""
    for turns in range(SEATS):
        if turns < setup.seats:
            seat = seat_after(setup, pos.active, turns)
            for i in range(4):
                if i < amount and is_affected(setup, pos, seat, one, whom):
                    if operation == MILL:
                        mill(setup, pos, step, seat)
                    else:
                        draw(setup, pos, step, seat)
    assert amount <= 4


def perform_damage(
    setup: Setup, pos: Position, step: Step, seat: Seat, whom: Whom, amount: Amount
) -> None:
    """Deal damage to the target player or creature, or to the players concerned (CR 120.3)."""
    emit(step, DAMAGED, NONE, pos.resolving.source, NO_OBJECT, amount)
    if whom == Whom.EACH_PLAYER or whom == Whom.EACH_OPPONENT:
        for other in range(SEATS):
            if is_affected(setup, pos, other, seat, whom):
                pos.life[other] -= amount
    elif whom == Whom.EVENT:
        pos.life[seat] -= amount
    elif pos.resolving.target < SEATS:
        pos.life[pos.resolving.target] -= amount
    else:
        pos.damage[pos.resolving.target - SEATS - STACK] += amount


def perform_boost(pos: Position, step: Step, card: Card, amount: Amount) -> None:
    """A permanent that is still there gets +X/+X until end of turn."""
    if pos.zone[card] == Zone.BATTLEFIELD and pos.resolving.number == 0:
        pos.bonus[card] += amount
        emit(step, BOOSTED, NONE, card, NO_OBJECT, amount)


def perform_copy(pos: Position, step: Step, slot: Slot) -> None:
    """Put a copy of a spell on the stack with the same target; it is not cast (CR 707.10)."""
    top = pos.stack_size
    seat = pos.resolving.controller
    source = pos.stack[slot].source
    push(pos, COPY, source, pos.stack[slot].face, seat, pos.stack[slot].number)
    pos.stack[top].target = pos.stack[slot].target
    pos.stack[top].kicked = pos.stack[slot].kicked
    emit(step, COPIED, seat, source, COPY, 0)


def perform_counter_unless(setup: Setup, pos: Position, step: Step, amount: Amount) -> None:
    """Counter the target unless its controller pays; asks them if they can (CR 118.12a)."""
    slot = pos.resolving.target - SEATS
    payer = pos.stack[slot].controller
    if can_pay(setup, pos, payer, amount):
        pos.payment = Payment(player=payer, cost=amount, for_announcement=False, begun=False)
        ask(pos, PAY_UNLESS, payer)
    else:
        counter(setup, pos, step, slot)
