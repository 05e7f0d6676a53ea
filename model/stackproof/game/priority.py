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
from .leaving import leave
from .position import Position, Step, ask, emit
from .seats import next_seat, players_left, seat_after
from .setup import Setup
from .stack import stack_trigger
from .zones import bury


def toughness(setup: Setup, pos: Position, card: Card) -> Amount:
    """Toughness with effects until end of turn and Auras, damage not counted."""
    total = setup.cards[card].toughness + pos.bonus[card]
    for c in range(CARDS):
        if pos.attached[c] == card and pos.zone[c] == Zone.BATTLEFIELD:
            total += setup.cards[c].boost
    return total


def state_based_actions(setup: Setup, pos: Position, step: Step) -> bool:
    """Perform the state-based actions that apply (CR 704.5a, b, f, g, m); returns whether any did.

    A player who loses leaves the game (CR 104.5, 800.4a); it ends when one player is left (104.2a).
    """
    acted = lose(setup, pos, step)
    if pos.decision == FINISHED:
        return acted
    if permanents_leave(setup, pos, step):
        acted = True
    return acted


def repeat_state_based_actions(setup: Setup, pos: Position, step: Step) -> None:
    """Perform state-based actions until none apply (CR 704.3). Four times are enough unless Auras
    on Auras make a tower of more than three; that would be a rule error.
    """
    going = True
    for _ in range(4):
        if going:
            acted = state_based_actions(setup, pos, step)
            going = acted and pos.decision != FINISHED
    assert not going


def permanents_leave(setup: Setup, pos: Position, step: Step) -> bool:
    """The state-based actions about permanents: creatures first, as Auras fall off them."""
    acted = False
    for c in range(CARDS):
        if destroy(setup, pos, step, c):
            acted = True
    for c in range(CARDS):
        if fall_off(setup, pos, step, c):
            acted = True
    return acted


def destroy(setup: Setup, pos: Position, step: Step, card: Card) -> bool:
    """Destroy a creature with lethal damage or no toughness (CR 704.5f, g)."""
    if pos.zone[card] != Zone.BATTLEFIELD or setup.cards[card].type != CardType.CREATURE:
        return False
    if pos.damage[card] < toughness(setup, pos, card):
        return False
    emit(step, DESTROYED, setup.cards[card].owner, card, NO_OBJECT, 0)
    bury(setup, pos, step, card)
    return True


def fall_off(setup: Setup, pos: Position, step: Step, card: Card) -> bool:
    """Put an Aura that is attached to no permanent into the graveyard (CR 704.5m)."""
    if pos.zone[card] != Zone.BATTLEFIELD or setup.cards[card].type != CardType.AURA:
        return False
    if pos.zone[pos.attached[card]] == Zone.BATTLEFIELD:
        return False
    emit(step, FELL_OFF, setup.cards[card].owner, card, NO_OBJECT, 0)
    bury(setup, pos, step, card)
    return True


def lose(setup: Setup, pos: Position, step: Step) -> bool:
    """Players without life, or who drew from an empty library, lose; returns whether any did."""
    losers = 0
    for seat in range(SEATS):
        if is_losing(setup, pos, seat):
            emit(step, LOST, seat, NONE, NO_OBJECT, 0)
            losers += 1
    if losers == 0:
        return False
    if players_left(setup, pos) - losers <= 1:
        pos.decision = FINISHED
        return True
    for seat in range(SEATS):
        if is_losing(setup, pos, seat):
            leave(setup, pos, step, seat)
    return True


def is_losing(setup: Setup, pos: Position, seat: Seat) -> bool:
    """Whether a player in the game loses by state-based actions."""
    if seat >= setup.seats or pos.out[seat]:
        return False
    return pos.life[seat] <= 0 or pos.drew_from_empty[seat]


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
    repeat_state_based_actions(setup, pos, step)
    if pos.decision == FINISHED:
        pos.due = NONE
        return
    if pos.out[pos.due]:
        pos.due = next_seat(setup, pos, pos.due)
    for turns in range(SEATS):
        if turns < setup.seats:
            seat = seat_after(setup, pos.active, turns)
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
