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
    Amount,
    Card,
    Cause,
    Seat,
    Zone,
)
from .events import DISCARDED
from .hooks import may_replace_discard, must_replace_discard, replace_discard
from .position import Discard, Position, Step, ask, emit
from .setup import Setup
from .zones import hand_size, move


def begin_discard(setup: Setup, pos: Position, seat: Seat, count: Amount, cause: Cause) -> None:
    """Ask for that many cards, or for as many as the player has (CR 609.3)."""
    held = hand_size(setup, pos, seat)
    wanted = count if count < held else held
    pos.discard = Discard(player=seat, remaining=wanted, last=NONE, cause=cause)
    ask(pos, CHOOSE_DISCARD, seat)


def may_choose_discard(setup: Setup, pos: Position, card: Card) -> bool:
    """Whether a card can be chosen next. Sets are chosen in the order of the card table, so that
    each set is one play: the cards of one discard leave the hand together (CR 701.9b).
    """
    if pos.zone[card] != Zone.HAND or setup.cards[card].owner != pos.discard.player:
        return False
    if card <= pos.discard.last:
        return False
    later = 0
    for c in range(CARDS):
        if c > card and pos.zone[c] == Zone.HAND and setup.cards[c].owner == pos.discard.player:
            later += 1
    return later + 1 >= pos.discard.remaining


def choose_discard(setup: Setup, pos: Position, step: Step, card: Card) -> bool:
    """Choose a card; returns whether the whole discard is done."""
    pos.mark[card] = CHOSEN
    pos.discard.last = card
    pos.discard.remaining -= 1
    if pos.discard.remaining > 0:
        return False
    return discard_chosen(setup, pos, step)


def discard_chosen(setup: Setup, pos: Position, step: Step) -> bool:
    """Put the chosen cards where they go; returns False where the player has to choose that."""
    for c in range(CARDS):
        if pos.mark[c] == CHOSEN:
            if may_replace_discard(setup, pos, c):
                pos.discard.last = c
                ask(pos, REPLACE_DISCARD, pos.discard.player)
                return False
            put(setup, pos, step, c, must_replace_discard(setup, pos, c))
    return True


def choose_replacement(setup: Setup, pos: Position, step: Step, replaced: bool) -> bool:
    """Answer whether the replacement applies; returns whether the whole discard is done."""
    put(setup, pos, step, pos.discard.last, replaced)
    return discard_chosen(setup, pos, step)


def put(setup: Setup, pos: Position, step: Step, card: Card, replaced: bool) -> None:
    """Discard one card: to the graveyard, or where a replacement effect puts it."""
    pos.mark[card] = NO_MARK
    emit(step, DISCARDED, pos.discard.player, card, NO_OBJECT, 0)
    if replaced:
        replace_discard(setup, pos, step, card)
    else:
        move(setup, pos, card, Zone.GRAVEYARD)


def end_discard(pos: Position) -> Cause:
    """Forget the finished discard; returns why it happened."""
    cause = pos.discard.cause
    clear(pos.discard)
    return cause
