"""Mana: who can make and pay how much, and how it is lost."""

from __future__ import annotations

from ..lang.declare import NONE, clear
from .domains import CARDS, NO_OBJECT, SEATS, Card, LibraryCount, Mana, Seat, TurnStep, Zone
from .events import BURNED, MANA_LOST, PAID, TAPPED
from .position import Position, Step, emit
from .setup import Setup
from .zones import mill


def makes_mana(setup: Setup, pos: Position, card: Card, seat: Seat) -> bool:
    """Whether a player can tap this permanent for mana (CR 605.3a). A mill that is part of the
    cost needs a card in the library (CR 118.3).
    """
    if pos.zone[card] != Zone.BATTLEFIELD or pos.tapped[card]:
        return False
    if setup.cards[card].mills and pos.library_size[seat] == 0:
        return False
    return setup.cards[card].owner == seat and setup.cards[card].makes > 0


def can_pay(setup: Setup, pos: Position, seat: Seat, cost: Mana) -> bool:
    """Whether the mana pool and the untapped sources suffice (CR 118.3)."""
    return can_pay_milling(setup, pos, seat, cost, pos.library_size[seat])


def can_pay_milling(
    setup: Setup, pos: Position, seat: Seat, cost: Mana, most: LibraryCount
) -> bool:
    """Whether a player can pay and mills that many cards at most. Sources that mill make one mana
    each.
    """
    made = 0
    milling = 0
    for c in range(CARDS):
        if makes_mana(setup, pos, c, seat):
            if setup.cards[c].mills:
                milling += 1
            else:
                made += setup.cards[c].makes
    return pos.mana[seat] + made + (milling if milling < most else most) >= cost


def tap_for_mana(setup: Setup, pos: Position, step: Step, card: Card) -> None:
    """Resolve a mana ability; it does not use the stack (CR 605.3b)."""
    seat = setup.cards[card].owner
    pos.tapped[card] = True
    pos.mana[seat] += setup.cards[card].makes
    emit(step, TAPPED, seat, card, NO_OBJECT, setup.cards[card].makes)
    if setup.cards[card].mills:
        mill(setup, pos, step, seat)


def pay(pos: Position, step: Step) -> None:
    """Pay the mana that is due (CR 601.2h)."""
    pos.mana[pos.payment.player] -= pos.payment.cost
    emit(step, PAID, pos.payment.player, NONE, NO_OBJECT, pos.payment.cost)
    clear(pos.payment)


def mana_stays(setup: Setup, ending: TurnStep) -> bool:
    """Before 2009-07 mana lasts for a phase: these steps have others after them in theirs."""
    if not setup.mana_lasts_for_phase:
        return False
    return ending == TurnStep.UNTAP or ending == TurnStep.UPKEEP or ending == TurnStep.END


def empty_pools(setup: Setup, pos: Position, step: Step, ending: TurnStep) -> None:
    """Mana empties as a step ends (CR 500.5); before 2009-07 as a phase does, and it burns."""
    for seat in range(SEATS):
        if pos.mana[seat] > 0 and not mana_stays(setup, ending):
            emit(step, MANA_LOST, seat, NONE, NO_OBJECT, pos.mana[seat])
            if setup.mana_burn:
                pos.life[seat] -= pos.mana[seat]
                emit(step, BURNED, seat, NONE, NO_OBJECT, pos.mana[seat])
            pos.mana[seat] = 0
