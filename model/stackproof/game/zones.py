"""Zones and libraries: where cards are and how they move."""

from __future__ import annotations

from ..lang.declare import NONE
from .domains import (
    ACTIVATED,
    CARDS,
    LIBRARY,
    NO_MARK,
    NO_OBJECT,
    SEATS,
    STACK,
    Card,
    CardCount,
    Seat,
    Zone,
)
from .events import DRAWN, DREW_NOTHING
from .position import Position, Step, emit
from .setup import Setup


def take_from_library(pos: Position, owner: Seat, card: Card) -> None:
    """Take a card out of its library; the cards below it move up."""
    gap = False
    for i in range(LIBRARY - 1):
        gap = gap or pos.library[owner][i] == card
        if gap:
            pos.library[owner][i] = pos.library[owner][i + 1]
    pos.library[owner][LIBRARY - 1] = NONE
    pos.library_size[owner] -= 1


def forget(pos: Position, card: Card) -> None:
    """A permanent leaves the battlefield: what aims at it or comes from it does not find it any
    more, even if it returns (CR 400.7). An activated ability notes that with the number 1.
    """
    aimed = SEATS + STACK + card
    for i in range(STACK):
        if i < pos.stack_size:
            if pos.stack[i].target == aimed:
                pos.stack[i].target = NONE
            if pos.stack[i].kind == ACTIVATED and pos.stack[i].source == card:
                pos.stack[i].number = 1
    if pos.resolving.target == aimed:
        pos.resolving.target = NONE
    if pos.resolving.kind == ACTIVATED and pos.resolving.source == card:
        pos.resolving.number = 1


def move(setup: Setup, pos: Position, card: Card, zone: Zone) -> None:
    """Put a card into a zone, where it is a new object without history (CR 400.7)."""
    if pos.zone[card] == Zone.LIBRARY:
        take_from_library(pos, setup.cards[card].owner, card)
    if pos.zone[card] == Zone.BATTLEFIELD:
        forget(pos, card)
    pos.zone[card] = zone
    pos.mark[card] = NO_MARK
    pos.tapped[card] = False
    pos.used[card] = False
    pos.damage[card] = 0
    pos.bonus[card] = 0
    pos.attached[card] = NONE


def put_on_bottom(setup: Setup, pos: Position, card: Card) -> None:
    """Move a card of a library to its bottom, where it is not revealed any more (CR 701.20d)."""
    owner = setup.cards[card].owner
    take_from_library(pos, owner, card)
    pos.library[owner][pos.library_size[owner]] = card
    pos.library_size[owner] += 1
    pos.mark[card] = NO_MARK


def draw(setup: Setup, pos: Position, step: Step, seat: Seat) -> None:
    """Draw the top card (CR 121.1); from an empty library, note the loss (CR 121.4)."""
    top = pos.library[seat][0]
    if pos.library_size[seat] == 0:
        pos.drew_from_empty[seat] = True
        emit(step, DREW_NOTHING, seat, NONE, NO_OBJECT, 0)
    else:
        move(setup, pos, top, Zone.HAND)
        emit(step, DRAWN, seat, top, NO_OBJECT, 0)


def hand_size(setup: Setup, pos: Position, seat: Seat) -> CardCount:
    """How many cards a player has in hand."""
    count = 0
    for c in range(CARDS):
        if pos.zone[c] == Zone.HAND and setup.cards[c].owner == seat:
            count += 1
    return count


def graveyard_size(setup: Setup, pos: Position, seat: Seat) -> CardCount:
    """How many cards a player has in the graveyard."""
    count = 0
    for c in range(CARDS):
        if pos.zone[c] == Zone.GRAVEYARD and setup.cards[c].owner == seat:
            count += 1
    return count
