"""A player leaves the game (CR 800.4a): what they own goes with them."""

from __future__ import annotations

from ..lang.declare import NONE, clear
from .domains import CARDS, NO_OBJECT, SPELL, STACK, WAITING, Seat, Zone
from .events import LEFT
from .position import Position, Step, emit
from .setup import Setup
from .stack import forget_trigger, remove
from .zones import exile, move


def leave(setup: Setup, pos: Position, step: Step, seat: Seat) -> None:
    """Remove the player's cards, the objects on the stack that they own or control, and their
    waiting triggers; a spell of another player that they control is exiled.
    """
    pos.out[seat] = True
    emit(step, LEFT, seat, NONE, NO_OBJECT, 0)
    for i in range(STACK):
        slot = STACK - 1 - i
        if slot < pos.stack_size:
            source = pos.stack[slot].source
            spell = pos.stack[slot].kind == SPELL
            owned = spell and setup.cards[source].owner == seat
            controlled = pos.stack[slot].controller == seat
            if owned or controlled:
                remove(pos, slot)
                if spell and not owned:
                    exile(setup, pos, step, source)
    for i in range(WAITING):
        place = WAITING - 1 - i
        if place < pos.waiting_size and pos.waiting[place].controller == seat:
            forget_trigger(pos, place)
    for c in range(CARDS):
        if setup.cards[c].owner == seat and pos.zone[c] != Zone.OUTSIDE:
            move(setup, pos, c, Zone.OUTSIDE)
    pos.mana[seat] = 0
    clear(pos.discard)
