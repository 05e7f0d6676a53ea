"""Turn order."""

from __future__ import annotations

from .domains import Seat
from .position import Position
from .setup import Setup


def next_seat(setup: Setup, seat: Seat) -> Seat:
    """The next player in turn order (CR 103.1)."""
    return 0 if seat + 1 >= setup.seats else seat + 1


def in_turn_order(setup: Setup, pos: Position, turns: Seat) -> Seat:
    """The player that many places after the active player."""
    seat = pos.active + turns
    return seat - setup.seats if seat >= setup.seats else seat
