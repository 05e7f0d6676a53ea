"""Turn order, of those who have not left the game."""

from __future__ import annotations

from .domains import SEATS, Seat, SeatCount
from .position import Position
from .setup import Setup


def players_left(setup: Setup, pos: Position) -> SeatCount:
    """How many players are still in the game."""
    count = 0
    for seat in range(SEATS):
        if seat < setup.seats and not pos.out[seat]:
            count += 1
    return count


def seat_after(setup: Setup, seat: Seat, turns: SeatCount) -> Seat:
    """The seat that many places on in turn order (CR 103.1), left or not."""
    place = seat + turns
    return place - setup.seats if place >= setup.seats else place


def next_seat(setup: Setup, pos: Position, seat: Seat) -> Seat:
    """The next player in turn order who is still in the game; the player alone if none is."""
    for turns in range(1, SEATS):
        if turns < setup.seats:
            following = seat_after(setup, seat, turns)
            if not pos.out[following]:
                return following
    return seat
