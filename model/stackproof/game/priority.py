"""Before a player receives priority: state-based actions, then waiting triggers (CR 117.5)."""

from __future__ import annotations

from ..lang.declare import NONE
from .domains import (
    CARDS,
    FINISHED,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PRIORITY,
    SEATS,
    SETTLE,
    WAITING,
    Amount,
    Card,
    CardType,
    Seat,
    WaitingCount,
    Zone,
)
from .events import DESTROYED, FELL_OFF, LOST, PRIORITY_GIVEN
from .position import Position, Step, ask, emit
from .seats import in_turn_order
from .setup import Setup
from .stack import stack_trigger
from .zones import move


def toughness(setup: Setup, pos: Position, card: Card) -> Amount:
    """Toughness with effects until end of turn and Auras, damage not counted."""
    total = setup.cards[card].toughness + pos.bonus[card]
    for c in range(CARDS):
        if pos.attached[c] == card and pos.zone[c] == Zone.BATTLEFIELD:
            total += setup.cards[c].boost
    return total


def state_based_actions(setup: Setup, pos: Position, step: Step) -> bool:
    """Perform the state-based actions that apply (CR 704.5a, b, g, m); returns whether any did.

    With two players the game ends as soon as one of them loses (CR 104.2a).
    """
    acted = False
    for seat in range(SEATS):
        if seat < setup.seats and (pos.life[seat] <= 0 or pos.drew_from_empty[seat]):
            emit(step, LOST, seat, NONE, NO_OBJECT, 0)
            acted = True
            pos.decision = FINISHED
    for c in range(CARDS):
        if pos.zone[c] == Zone.BATTLEFIELD and setup.cards[c].type == CardType.CREATURE:
            if pos.damage[c] >= toughness(setup, pos, c):
                move(setup, pos, c, Zone.GRAVEYARD)
                emit(step, DESTROYED, setup.cards[c].owner, c, NO_OBJECT, 0)
                acted = True
    for c in range(CARDS):
        if pos.zone[c] == Zone.BATTLEFIELD and setup.cards[c].type == CardType.AURA:
            if pos.zone[pos.attached[c]] != Zone.BATTLEFIELD:
                move(setup, pos, c, Zone.GRAVEYARD)
                emit(step, FELL_OFF, setup.cards[c].owner, c, NO_OBJECT, 0)
                acted = True
    return acted


def waiting_of(pos: Position, seat: Seat) -> WaitingCount:
    """How many triggers of a player wait."""
    count = 0
    for i in range(WAITING):
        if i < pos.waiting_size and pos.waiting[i].controller == seat:
            count += 1
    return count


def settle(setup: Setup, pos: Position, step: Step) -> None:
    """State-based actions until none apply, triggers onto the stack in APNAP order, the order of
    one player's triggers being theirs (CR 603.3b), then priority for the player who is due.
    """
    if state_based_actions(setup, pos, step):
        if pos.decision != FINISHED:
            state_based_actions(setup, pos, step)
    if pos.decision == FINISHED:
        pos.due = NONE
        return
    for turns in range(SEATS):
        if turns < setup.seats:
            seat = in_turn_order(setup, pos, turns)
            if waiting_of(pos, seat) > 1:
                ask(pos, ORDER_TRIGGERS, seat)
                return
            stack_waiting(pos, step, seat)
    pos.decision = PRIORITY
    pos.decider = pos.due
    pos.priority = pos.due
    pos.due = NONE
    emit(step, PRIORITY_GIVEN, pos.priority, NONE, NO_OBJECT, 0)


def stack_waiting(pos: Position, step: Step, seat: Seat) -> None:
    """Put the only waiting trigger of a player, if there is one, on the stack."""
    for i in range(WAITING):
        if i < pos.waiting_size and pos.waiting[i].controller == seat:
            stack_trigger(pos, step, i)
            return


def pass_priority_on(pos: Position, seat: Seat) -> None:
    """The next player receives priority while the passes in succession go on (CR 117.3d)."""
    pos.decision = SETTLE
    pos.decider = NONE
    pos.priority = NONE
    pos.due = seat
