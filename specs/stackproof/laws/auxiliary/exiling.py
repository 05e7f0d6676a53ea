"""What is true of madness between exiling a card and what becomes of it: auxiliary invariants."""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    FINISHED,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PRIORITY,
    SEATS,
    SETTLE,
    SPELL,
    STACK,
    WAITING,
    Amount,
    Card,
    Kind,
    MaybeSeat,
)
from stackproof.game.keywords.madness import (
    CAST_MADNESS,
    CLOSING,
    EXILED,
    MADNESS,
    MADNESS_ABILITY,
    WINDOW,
    WINDOW_END,
)
from stackproof.game.position import Position
from stackproof.game.setup import Setup, has_keyword
from stackproof.lang.declare import NONE

from ..declare import law
from ..history import has_source
from ..madness_costs import can_be_granted, is_madness_cost


@law(
    "invariant", "windows-of-their-time", "Windows and decisions about madness exclude each other."
)
def windows_of_their_time(setup: Setup, position: Position) -> bool:
    if position.decision == CAST_MADNESS and setup.madness_window:
        return False
    for c in range(CARDS):
        mark = position.mark[c]
        if (mark == WINDOW or mark == CLOSING) and not setup.madness_window:
            return False
    if position.announcement.kind == SPELL and position.announcement.mark == WINDOW:
        return setup.madness_window
    return True


@law("invariant", "madness-is-had", "What madness remembers, it does of cards that can have it.")
def madness_is_had(setup: Setup, position: Position) -> bool:
    for c in range(CARDS):
        mark = position.mark[c]
        if mark == EXILED or mark == WINDOW:
            if not has_keyword(setup, c, MADNESS) and not can_be_granted(setup):
                return False
    return True


def is_madness_price(setup: Setup, kind: Kind, source: Card, number: Amount) -> bool:
    """Whether a madness ability is about the card's madness cost, or its mana cost if granted."""
    return kind != MADNESS_ABILITY or is_madness_cost(setup, source, number)


@law("invariant", "madness-abilities-know-the-cost", "A madness ability knows what madness costs.")
def madness_abilities_know_the_cost(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size:
            source = position.stack[i].source
            if not is_madness_price(
                setup, position.stack[i].kind, source, position.stack[i].number
            ):
                return False
    for i in range(WAITING):
        if i < position.waiting_size:
            kind = position.waiting[i].kind
            source = position.waiting[i].source
            if not is_madness_price(setup, kind, source, position.waiting[i].number):
                return False
    kind = position.resolving.kind
    if kind != MADNESS_ABILITY:
        return True
    return is_madness_price(setup, kind, position.resolving.source, position.resolving.number)


@law("invariant", "madness-marks-have-abilities", "What madness still has to do, an ability does.")
def madness_marks_have_abilities(position: Position) -> bool:
    for c in range(CARDS):
        mark = position.mark[c]
        if mark == EXILED and not has_source(position, MADNESS_ABILITY, c):
            return False
        if mark == CLOSING and not has_source(position, WINDOW_END, c):
            return False
    return True


def has_ability_left(position: Position, card: Card) -> bool:
    """Whether a madness ability of a card waits, or is on the stack with nothing above it that ends
    a window of that card.
    """
    found = False
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].source == card:
            if position.stack[i].kind == MADNESS_ABILITY:
                found = True
            elif position.stack[i].kind == WINDOW_END:
                found = False
    for i in range(WAITING):
        if i < position.waiting_size and position.waiting[i].source == card:
            if position.waiting[i].kind == MADNESS_ABILITY:
                return True
            if position.waiting[i].kind == WINDOW_END:
                found = False
    return found


@law(
    "invariant",
    "windows-end-first",
    "A window that closes does so before anything else of madness.",
)
def windows_end_first(position: Position) -> bool:
    for c in range(CARDS):
        if position.mark[c] == CLOSING and has_ability_left(position, c):
            return False
    return True


def still_to_pass(position: Position) -> MaybeSeat:
    """Of two players, the one who has not passed yet if the other one has."""
    if position.resolving.kind != NO_OBJECT:
        return NONE
    if position.decision == PRIORITY:
        return position.priority
    if position.announcement.kind != NO_OBJECT:
        return position.announcement.player
    waits = position.decision == ORDER_TRIGGERS or position.decision == SETTLE
    return position.due if waits else NONE


@law("invariant", "windows-close-on-passing", "A window is only open to whoever has not passed.")
def windows_close_on_passing(setup: Setup, position: Position) -> bool:
    if position.passes == 0 or position.decision == FINISHED or SEATS > 2:
        return True
    for c in range(CARDS):
        if position.mark[c] == WINDOW and setup.cards[c].owner != still_to_pass(position):
            return False
    return True
