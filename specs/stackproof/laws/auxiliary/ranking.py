"""Why nothing stays on the stack for ever: a rank that falls lexicographically.

As long as something waits, is on the stack or resolves, each action makes the rank fall, unless it
adds an object. So in a play that does not end before, and in which objects are added only finitely
often, everything leaves the stack. A play that adds objects for ever is a loop, which the players
have to break off, or which is a draw (CR 104.4b, 732).
"""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    CHOOSE_COST,
    CHOOSE_DISCARD,
    CHOOSE_KICKER,
    CHOOSE_SACRIFICE,
    CHOOSE_TARGET,
    CHOOSE_X,
    CHOSEN,
    FINISHED,
    NO_OBJECT,
    PAY_MANA,
    PAY_UNLESS,
    REPLACE_DISCARD,
    REVEALED,
    Amount,
    Card,
    Decision,
    Zone,
)
from stackproof.game.events import RESOLVED
from stackproof.game.keywords.madness import CAST_MADNESS, WINDOW
from stackproof.game.keywords.ripple import CAST_REVEALED, ORDER_BOTTOM, REVEAL
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup

from ..declare import law
from ..history import occurs


def a_window_is_open(position: Position) -> bool:
    """Whether some card in exile can be cast by madness as it was until 2006."""
    for c in range(CARDS):
        if position.mark[c] == WINDOW:
            return True
    return False


def is_under_way(position: Position) -> bool:
    """Whether something waits, is on the stack or resolves, or a window is open."""
    if position.waiting_size > 0 or position.stack_size > 0:
        return True
    return position.resolving.kind != NO_OBJECT or a_window_is_open(position)


def objects(position: Position) -> Amount:
    """How many objects wait, are on the stack or resolve."""
    resolving = 0 if position.resolving.kind == NO_OBJECT else 1
    return position.waiting_size + position.stack_size + resolving


def costs_due(position: Position) -> Amount:
    """How many costs other than mana are still to be asked for."""
    due = 0
    if position.announcement.sacrifice_due:
        due += 1
    if position.announcement.discards_due:
        due += 1
    return due


def stage(decision: Decision) -> Amount:
    """How early a choice comes among those for one spell, ability or effect."""
    if decision == CHOOSE_X or decision == REVEAL:
        return 9
    if decision == CHOOSE_KICKER or decision == CAST_REVEALED:
        return 8
    if decision == CHOOSE_TARGET or decision == ORDER_BOTTOM:
        return 7
    if decision == PAY_UNLESS or decision == CAST_MADNESS:
        return 6
    if decision == PAY_MANA:
        return 5
    if decision == CHOOSE_COST:
        return 4
    if decision == CHOOSE_DISCARD:
        return 3
    if decision == REPLACE_DISCARD:
        return 2
    return 1 if decision == CHOOSE_SACRIFICE else 0


def is_kept(position: Position, card: Card) -> bool:
    """Whether a card is in a hand and was not chosen to be discarded."""
    return position.zone[card] == Zone.HAND and position.mark[card] != CHOSEN


def kept(position: Position) -> Amount:
    """How many cards are in hands and were not chosen to be discarded."""
    count = 0
    for c in range(CARDS):
        if is_kept(position, c):
            count += 1
    return count


def untapped(position: Position) -> Amount:
    """How many untapped permanents there are."""
    count = 0
    for c in range(CARDS):
        if position.zone[c] == Zone.BATTLEFIELD and not position.tapped[c]:
            count += 1
    return count


def remembered(position: Position) -> Amount:
    """How many cards are chosen or revealed, unless more are about to be chosen."""
    count = 0
    if position.decision == CHOOSE_DISCARD:
        return count
    for c in range(CARDS):
        if position.mark[c] == CHOSEN or position.mark[c] == REVEALED:
            count += 1
    return count


def choices_fall(before: Position, after: Position) -> bool:
    """Whether less is still to be chosen, with as many objects in the same places."""
    if costs_due(after) != costs_due(before):
        return costs_due(after) < costs_due(before)
    if stage(after.decision) != stage(before.decision):
        return stage(after.decision) < stage(before.decision)
    if remembered(after) != remembered(before):
        return remembered(after) < remembered(before)
    if kept(after) != kept(before):
        return kept(after) < kept(before)
    if untapped(after) != untapped(before):
        return untapped(after) < untapped(before)
    return after.passes > before.passes


@law(
    "step",
    "stack-empties",
    "Unless an object is added, each action brings the stack nearer to being empty.",
)
def stack_empties(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    if not is_under_way(before) or not is_under_way(after) or after.decision == FINISHED:
        return True
    if objects(after) != objects(before):
        return True
    if occurs(step, RESOLVED):
        # Another object has taken the place of the one that resolved.
        return True
    placed = before.stack_size + before.waiting_size
    if after.stack_size + after.waiting_size != placed:
        return after.stack_size + after.waiting_size < placed
    if (after.announcement.kind == NO_OBJECT) != (before.announcement.kind == NO_OBJECT):
        return after.announcement.kind == NO_OBJECT
    if after.progress != before.progress:
        return after.progress > before.progress
    if after.waiting_size != before.waiting_size:
        return after.waiting_size < before.waiting_size
    return choices_fall(before, after)
