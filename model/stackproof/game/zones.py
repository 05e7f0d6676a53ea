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
    LibraryPlace,
    Seat,
    Watched,
    Zone,
)
from .events import BURIED, DRAWN, DREW_NOTHING, EXILED_INSTEAD, MILLED, PUT_ON_BOTTOM
from .position import Position, Step, emit
from .setup import Setup
from .statics import BOTTOM_INSTEAD, EXILE_INSTEAD, is_under
from .triggers import notice


def take_from_library(pos: Position, owner: Seat, card: Card) -> None:
    """Take a card out of its library; the cards below it move up."""
    gap = False
    for i in range(LIBRARY - 1):
        gap = gap or pos.library[owner][i] == card
        if gap:
            pos.library[owner][i] = pos.library[owner][i + 1]
    pos.library[owner][LIBRARY - 1] = NONE
    pos.library_size[owner] -= 1


def put_into_library(pos: Position, owner: Seat, card: Card, place: LibraryPlace) -> None:
    """Put a card at a place of its library; the cards from there on move down."""
    for i in range(LIBRARY - 1):
        if LIBRARY - 1 - i > place:
            pos.library[owner][LIBRARY - 1 - i] = pos.library[owner][LIBRARY - 2 - i]
    pos.library[owner][place] = card
    pos.library_size[owner] += 1


def place_in_library(pos: Position, owner: Seat, card: Card) -> LibraryPlace:
    """Where in its library a card is, 0 being the top; 0 also where it is not there."""
    for i in range(LIBRARY):
        if pos.library[owner][i] == card:
            return i
    return 0


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
    if pos.zone[card] == Zone.BATTLEFIELD or pos.zone[card] == Zone.EXILE:
        forget(pos, card)
    pos.zone[card] = zone
    pos.mark[card] = NO_MARK
    pos.discarded[card] = False
    pos.tapped[card] = False
    pos.used[card] = False
    pos.damage[card] = 0
    pos.bonus[card] = 0
    pos.attached[card] = NONE


def propose(setup: Setup, pos: Position, card: Card) -> None:
    """Put a card on the stack to cast it (CR 601.2a). It may yet return, should the cast be undone,
    so what aims at it where it was keeps to it for the moment.
    """
    if pos.zone[card] == Zone.LIBRARY:
        take_from_library(pos, setup.cards[card].owner, card)
    pos.zone[card] = Zone.STACK
    pos.mark[card] = NO_MARK


def settle_on_stack(pos: Position, card: Card) -> None:
    """The spell has become cast: the card is a new object for good (CR 400.7, 601.2i)."""
    forget(pos, card)
    pos.discarded[card] = False


def exile(setup: Setup, pos: Position, step: Step, card: Card) -> None:
    """Exile a card, which some abilities watch for."""
    move(setup, pos, card, Zone.EXILE)
    notice(setup, pos, step, Watched.EXILED, setup.cards[card].owner, card, 0)


def bury(setup: Setup, pos: Position, step: Step, card: Card) -> None:
    """Put a card into its owner's graveyard, or where a replacement effect puts it (CR 614.6).

    Of several replacement effects the one that exiles applies; the owner could choose (616.1).
    """
    owner = setup.cards[card].owner
    if is_under(setup, pos, EXILE_INSTEAD, owner):
        exile(setup, pos, step, card)
        emit(step, EXILED_INSTEAD, owner, card, NO_OBJECT, 0)
    elif is_under(setup, pos, BOTTOM_INSTEAD, owner):
        put_on_bottom(setup, pos, card)
        emit(step, PUT_ON_BOTTOM, owner, card, NO_OBJECT, 0)
    else:
        move(setup, pos, card, Zone.GRAVEYARD)
        emit(step, BURIED, owner, card, NO_OBJECT, 0)


def put_on_bottom(setup: Setup, pos: Position, card: Card) -> None:
    """Put a card on the bottom of its library, not revealed any more (CR 701.20d)."""
    owner = setup.cards[card].owner
    if pos.zone[card] == Zone.LIBRARY:
        take_from_library(pos, owner, card)
        pos.mark[card] = NO_MARK
    else:
        move(setup, pos, card, Zone.LIBRARY)
    pos.library[owner][pos.library_size[owner]] = card
    pos.library_size[owner] += 1


def put_on_top(setup: Setup, pos: Position, card: Card) -> None:
    """Put a card that is not in the library on top of it."""
    move(setup, pos, card, Zone.LIBRARY)
    put_into_library(pos, setup.cards[card].owner, card, 0)


def draw(setup: Setup, pos: Position, step: Step, seat: Seat) -> None:
    """Draw the top card (CR 121.1); from an empty library, note the loss (CR 121.4)."""
    top = pos.library[seat][0]
    if pos.library_size[seat] == 0:
        pos.drew_from_empty[seat] = True
        emit(step, DREW_NOTHING, seat, NONE, NO_OBJECT, 0)
    else:
        move(setup, pos, top, Zone.HAND)
        emit(step, DRAWN, seat, top, NO_OBJECT, 0)


def mill(setup: Setup, pos: Position, step: Step, seat: Seat) -> None:
    """Put the top card of a library into the graveyard; nothing happens if there is none."""
    top = pos.library[seat][0]
    if pos.library_size[seat] > 0:
        emit(step, MILLED, seat, top, NO_OBJECT, 0)
        bury(setup, pos, step, top)


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
