"""What becomes of windows of madness as their owner passes, as promises: cards leave exile, or
abilities wait that put them away.
"""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    NO_MARK,
    PRIORITY,
    TRIGGERED,
    WAITING,
    Argument,
    Card,
)
from stackproof.game.keywords.madness import CLOSING, WINDOW, WINDOW_END
from stackproof.game.position import Position
from stackproof.game.setup import Setup

from .promises import bury_requires, is_away, libraries_grow, stays, targets_are_kept


def only_windows_end(position: Position) -> bool:
    """Whether no trigger waits but those of permanents and those that end windows."""
    for i in range(WAITING):
        if i < position.waiting_size:
            kind = position.waiting[i].kind
            if kind != TRIGGERED and kind != WINDOW_END:
                return False
    return True


def close_window_requires(setup: Setup, before: Position, argument: Argument) -> bool:
    """A player passes, the card has a window, and no trigger waits that is of neither permanents
    nor windows.
    """
    if not bury_requires(setup, argument) or before.mark[argument] != WINDOW:
        return False
    return before.decision == PRIORITY and only_windows_end(before)


def is_closed(before: Position, after: Position, card: Card) -> bool:
    """Whether a card is where it is put when its window ends, or waits for that."""
    if after.mark[card] == CLOSING:
        return after.zone[card] == before.zone[card]
    return is_away(after.zone[card]) and after.mark[card] == NO_MARK


def other_triggers_wait(before: Position, after: Position) -> bool:
    """Triggers that wait go on waiting, and those that join them are of permanents or windows."""
    if after.waiting_size < before.waiting_size:
        return False
    for i in range(WAITING):
        if i < before.waiting_size:
            if after.waiting[i].kind != before.waiting[i].kind:
                return False
            if after.waiting[i].source != before.waiting[i].source:
                return False
    return only_windows_end(after)


def close_window_promises(before: Position, argument: Argument, after: Position) -> bool:
    """The window is closed; the other cards stay as they are."""
    for c in range(CARDS):
        if c == argument:
            if not is_closed(before, after, c):
                return False
        elif not stays(before, after, c):
            return False
    if not libraries_grow(before, after) or not targets_are_kept(before, after):
        return False
    return other_triggers_wait(before, after)


def close_windows_requires(before: Position) -> bool:
    """A player passes, and nothing waits."""
    return before.decision == PRIORITY and before.waiting_size == 0


def close_windows_promises(
    setup: Setup, before: Position, argument: Argument, result: bool, after: Position
) -> bool:
    """In the end the player has no windows; cards without one stay as they are."""
    for c in range(CARDS):
        if before.mark[c] == WINDOW and after.mark[c] != WINDOW:
            if not is_closed(before, after, c):
                return False
        elif not stays(before, after, c):
            return False
        if not result and after.mark[c] == WINDOW and setup.cards[c].owner == argument:
            return False
    if not libraries_grow(before, after) or not targets_are_kept(before, after):
        return False
    return other_triggers_wait(before, after)
