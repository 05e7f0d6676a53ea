"""Discarding: choosing the cards, then putting them where they go (CR 701.9)."""

from __future__ import annotations

from ..lang.declare import NONE, clear
from .domains import (
    CARDS,
    CHOOSE_DISCARD,
    CHOSEN,
    NO_MARK,
    NO_OBJECT,
    REPLACE_DISCARD,
    SEATS,
    SETTLE,
    Amount,
    Card,
    Cause,
    Destination,
    MaybeSeat,
    Seat,
    Variant,
    Watched,
    Way,
    Whom,
    Zone,
)
from .events import DISCARDED, EXILED_INSTEAD, PUT_ON_BOTTOM, PUT_ON_TOP
from .hooks import may_replace_discard, must_replace_discard, replace_discard
from .position import Discard, Position, Step, ask, emit
from .seats import seat_after
from .setup import Setup
from .statics import (
    BOTTOM_INSTEAD,
    DISCARD_TO_TOP,
    DISCARD_TO_TOP_BY_OPPONENT,
    EXILE_INSTEAD,
    is_under,
)
from .triggers import notice
from .zones import bury, exile, hand_size, put_on_bottom, put_on_top


def is_concerned(pos: Position, seat: Seat, whom: Whom) -> bool:
    """Whether an effect on several players concerns this one."""
    if pos.out[seat]:
        return False
    return whom == Whom.EACH_PLAYER or seat != pos.resolving.controller


def next_discarder(setup: Setup, pos: Position, whom: Whom, last: MaybeSeat) -> MaybeSeat:
    """The next player, in turn order from the active player, who has to discard; ``last`` is the
    one before, NONE at first.
    """
    reached = last == NONE
    for turns in range(SEATS):
        if turns < setup.seats:
            seat = seat_after(setup, pos.active, turns)
            if reached and is_concerned(pos, seat, whom) and hand_size(setup, pos, seat) > 0:
                return seat
            reached = reached or seat == last
    return NONE


def begin_discard(
    setup: Setup, pos: Position, seat: Seat, count: Amount, cause: Cause, whom: Whom
) -> None:
    """Ask a player for that many cards, or for as many as they have (CR 609.3). ``whom`` is more
    than one player if others discard in the same event.
    """
    held = hand_size(setup, pos, seat)
    pos.discard = Discard(
        player=seat,
        remaining=count if count < held else held,
        last=NONE,
        cause=cause,
        whom=whom,
        amount=count,
    )
    ask(pos, CHOOSE_DISCARD, seat)


def may_choose_discard(setup: Setup, pos: Position, card: Card) -> bool:
    """Whether a card can be chosen next. The cards of one discard leave the hand together (CR
    701.9b), so nothing but the set of those chosen is kept.
    """
    if pos.zone[card] != Zone.HAND or setup.cards[card].owner != pos.discard.player:
        return False
    return pos.mark[card] != CHOSEN


def choose_discard(setup: Setup, pos: Position, step: Step, card: Card) -> bool:
    """Choose a card; returns whether the whole discard is done."""
    pos.mark[card] = CHOSEN
    pos.discard.remaining -= 1
    if pos.discard.remaining > 0:
        return False
    if pos.discard.whom == Whom.EACH_PLAYER or pos.discard.whom == Whom.EACH_OPPONENT:
        following = next_discarder(setup, pos, pos.discard.whom, pos.discard.player)
        if following != NONE:
            count = pos.discard.amount
            begin_discard(setup, pos, following, count, pos.discard.cause, pos.discard.whom)
            return False
    ask(pos, REPLACE_DISCARD, pos.discard.player)
    return discard_chosen(setup, pos, step)


def discard_itself(setup: Setup, pos: Position, step: Step, card: Card) -> bool:
    """Discard a card as the cost of its own ability; returns whether that is done."""
    owner = setup.cards[card].owner
    pos.discard = Discard(
        player=owner, remaining=0, last=card, cause=Cause.COST, whom=Whom.YOU, amount=1
    )
    pos.mark[card] = CHOSEN
    ask(pos, REPLACE_DISCARD, owner)
    return discard_chosen(setup, pos, step)


def may_go(setup: Setup, pos: Position, card: Card, destination: Way) -> bool:
    """Whether a discarded card can go somewhere: the affected player chooses among the replacement
    effects that apply (CR 616.1), and the graveyard only if none of them is mandatory.
    """
    owner = setup.cards[card].owner
    if destination == Destination.KEYWORD:
        return is_replaced(setup, pos, card, Variant.PRINTED)
    if destination == Destination.GRANTED_KEYWORD:
        return is_replaced(setup, pos, card, Variant.GRANTED)
    if destination == Destination.EXILE:
        return is_under(setup, pos, EXILE_INSTEAD, owner)
    if destination == Destination.LIBRARY_BOTTOM:
        return is_under(setup, pos, BOTTOM_INSTEAD, owner)
    if destination == Destination.LIBRARY_TOP:
        if pos.discard.cause != Cause.EFFECT:
            return False
        if is_under(setup, pos, DISCARD_TO_TOP, owner):
            return True
        foreign = pos.resolving.controller != owner
        return foreign and is_under(setup, pos, DISCARD_TO_TOP_BY_OPPONENT, owner)
    if must_replace_discard(setup, pos, card, Variant.PRINTED):
        return False
    if must_replace_discard(setup, pos, card, Variant.GRANTED):
        return False
    if is_under(setup, pos, EXILE_INSTEAD, owner):
        return False
    return not is_under(setup, pos, BOTTOM_INSTEAD, owner)


def is_replaced(setup: Setup, pos: Position, card: Card, variant: Variant) -> bool:
    """Whether a keyword replaces, or may replace, where the card goes."""
    if may_replace_discard(setup, pos, card, variant):
        return True
    return must_replace_discard(setup, pos, card, variant)


def discard_chosen(setup: Setup, pos: Position, step: Step) -> bool:
    """Put the chosen cards where they go; returns False where a player has to choose that. Only
    that is asked from now on.
    """
    for c in range(CARDS):
        if not discard_if_chosen(setup, pos, step, c):
            return False
    return True


def discard_if_chosen(setup: Setup, pos: Position, step: Step, card: Card) -> bool:
    """Put a card where it goes, if it is one of those; returns False where its owner is asked."""
    if pos.mark[card] != CHOSEN:
        return True
    ways = 0
    only = 0
    for destination in range(6):
        if may_go(setup, pos, card, destination):
            ways += 1
            only = destination
    if ways > 1:
        pos.discard.last = card
        ask(pos, REPLACE_DISCARD, setup.cards[card].owner)
        return False
    put(setup, pos, step, card, only)
    return True


def choose_destination(setup: Setup, pos: Position, step: Step, destination: Way) -> bool:
    """Choose what happens to a card; returns whether the whole discard is done."""
    put(setup, pos, step, pos.discard.last, destination)
    return discard_chosen(setup, pos, step)


def put(setup: Setup, pos: Position, step: Step, card: Card, destination: Way) -> None:
    """Discard one card. Wherever it goes, it was discarded (CR 701.9a)."""
    owner = setup.cards[card].owner
    pos.mark[card] = NO_MARK
    pos.discards[owner] += 1
    emit(step, DISCARDED, owner, card, NO_OBJECT, 0)
    if destination == Destination.KEYWORD:
        replace_discard(setup, pos, step, card, Variant.PRINTED)
    elif destination == Destination.GRANTED_KEYWORD:
        replace_discard(setup, pos, step, card, Variant.GRANTED)
    elif destination == Destination.EXILE:
        exile(setup, pos, step, card)
        emit(step, EXILED_INSTEAD, owner, card, NO_OBJECT, 0)
    elif destination == Destination.LIBRARY_TOP:
        put_on_top(setup, pos, card)
        emit(step, PUT_ON_TOP, owner, card, NO_OBJECT, 0)
    elif destination == Destination.LIBRARY_BOTTOM:
        put_on_bottom(setup, pos, card)
        emit(step, PUT_ON_BOTTOM, owner, card, NO_OBJECT, 0)
    else:
        bury(setup, pos, step, card)
    pos.discarded[card] = setup.remembers_discards
    pos.someone_discarded = setup.remembers_discards
    notice(setup, pos, step, Watched.DISCARD, owner, card, 0)


def end_discard(setup: Setup, pos: Position, step: Step) -> None:
    """The discard is done: abilities that watch for one or more cards trigger, once for each
    player (CR 603.2c).
    """
    for turns in range(SEATS):
        if turns < setup.seats:
            seat = seat_after(setup, pos.active, turns)
            if pos.discards[seat] > 0:
                notice(setup, pos, step, Watched.DISCARDS, seat, NONE, pos.discards[seat])
    if pos.discard.cause != Cause.EFFECT:
        clear(pos.discards)
    clear(pos.discard)
    pos.decision = SETTLE
