"""Triggered abilities: what makes them trigger, and that they wait (CR 603)."""

from __future__ import annotations

from .domains import (
    CARDS,
    NO_KEYWORD,
    TRIGGERED,
    Amount,
    Card,
    Keyword,
    Kind,
    MaybeCard,
    Seat,
    Watched,
    Zone,
)
from .events import TRIGGERED_EVENT
from .position import Position, Step, Trigger, emit
from .setup import Setup, has_keyword, mana_value
from .statics import granted_off_battlefield, is_meant


def trigger(
    pos: Position,
    step: Step,
    kind: Kind,
    source: MaybeCard,
    face: MaybeCard,
    controller: Seat,
    number: Amount,
) -> None:
    """An ability triggers: it waits until a player would receive priority (CR 603.3)."""
    pos.waiting[pos.waiting_size] = Trigger(
        kind=kind, source=source, face=face, controller=controller, number=number
    )
    pos.waiting_size += 1
    emit(step, TRIGGERED_EVENT, controller, source, kind, number)


def has_keyword_now(setup: Setup, pos: Position, card: Card, keyword: Keyword) -> bool:
    """Whether a card has a keyword, printed or granted."""
    if has_keyword(setup, card, keyword):
        return True
    return granted_off_battlefield(setup, pos, card, keyword)


def condition_holds(setup: Setup, pos: Position, source: Card, about: MaybeCard) -> bool:
    """The intervening "if" of a permanent's triggered ability (CR 603.4)."""
    keyword = setup.cards[source].watch.if_keyword
    return keyword == NO_KEYWORD or has_keyword_now(setup, pos, about, keyword)


def notice(
    setup: Setup,
    pos: Position,
    step: Step,
    event: Watched,
    seat: Seat,
    about: MaybeCard,
    number: Amount,
) -> None:
    """Something has happened to a player: abilities of permanents that watch for it trigger, once
    each (CR 603.2c). ``about`` is the card, for a spell its face.
    """
    if not setup.any_watches:
        return
    for c in range(CARDS):
        if pos.zone[c] == Zone.BATTLEFIELD and setup.cards[c].watch.event == event:
            if is_meant(setup, c, setup.cards[c].watch.whose, seat):
                if watch_fits(setup, pos, c, event, about):
                    owner = setup.cards[c].owner
                    trigger(pos, step, TRIGGERED, c, about, owner, number)


def watch_fits(setup: Setup, pos: Position, source: Card, event: Watched, about: MaybeCard) -> bool:
    """Whether the conditions of a watching ability are met as the event happens."""
    if event == Watched.CAST:
        if setup.cards[source].watch.if_value:
            if mana_value(setup, about) != setup.cards[source].watch.value:
                return False
        if setup.cards[source].watch.if_from_hand:
            return pos.announcement.origin == Zone.HAND
        return True
    return condition_holds(setup, pos, source, about)
