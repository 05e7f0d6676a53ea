"""Madness (CR 702.35): the statements about it as laws."""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    EVENTS,
    NO_MARK,
    REPLACE_DISCARD,
    Card,
    EventPlace,
    Zone,
)
from stackproof.game.events import (
    BURIED,
    DISCARDED,
    RESOLVED,
    SACRIFICED,
    TRIGGERED_EVENT,
)
from stackproof.game.keywords.madness import (
    CLOSING,
    DECLINED_MADNESS,
    EXILED,
    EXILED_CARD,
    MADNESS,
    MADNESS_ABILITY,
    STRANDED,
    WINDOW,
    WINDOW_END,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, has_keyword
from stackproof.game.statics import grants_off_battlefield
from stackproof.lang.declare import premise

from .declare import law
from .history import (
    happened,
    happened_about,
    has_source,
    is_moved_instead,
    occurs_after,
    occurs_before,
)

RESOLUTION = {"madness_timing": "resolution"}
OLD_WINDOW = {"madness_timing": "window"}


def will_leave_exile(position: Position, card: Card) -> bool:
    """Whether something is still to happen to an exiled card: its ability, or its window."""
    return (
        has_source(position, MADNESS_ABILITY, card)
        or position.mark[card] == WINDOW
        or has_source(position, WINDOW_END, card)
    )


def in_exile_by_madness(position: Position, card: Card) -> bool:
    """Whether a card is in exile because madness put it there."""
    mark = position.mark[card]
    known = mark == EXILED or mark == WINDOW or mark == CLOSING or mark == STRANDED
    return position.zone[card] == Zone.EXILE and known


def in_exile_by_another(position: Position, card: Card) -> bool:
    """Whether a keyword other than madness has something to say about a card in exile."""
    if position.zone[card] != Zone.EXILE or position.mark[card] == NO_MARK:
        return False
    return not in_exile_by_madness(position, card)


@law(
    "invariant",
    "madness-exile-ends",
    "A card exiled by madness ends on the stack or in a graveyard: while it is in exile, its "
    "ability or window is still to come. Exception: the ability was countered.",
    "madness.ability",
    "counter",
)
def madness_exile_ends(position: Position) -> bool:
    for c in range(CARDS):
        if premise(in_exile_by_madness(position, c)) and position.mark[c] != STRANDED:
            if not will_leave_exile(position, c):
                return False
    return True


@law(
    "invariant",
    "madness-exile-ends-always",
    "A card exiled by madness ends on the stack or in a graveyard (as it stands, without "
    "exceptions: false once the madness ability is countered).",
    "madness.ability",
    supported=False,
)
def madness_exile_ends_always(position: Position) -> bool:
    for c in range(CARDS):
        if premise(in_exile_by_madness(position, c)):
            if not will_leave_exile(position, c):
                return False
    return True


@law(
    "step",
    "madness-leaves-exile-on-resolution",
    "When a madness ability has resolved, its card is on the stack or in a graveyard, or the "
    "window of the old rule is open. Exceptions: a replacement effect put the card elsewhere, or "
    "it was exiled anew meanwhile, and that window is closing or that ability was countered.",
    "madness.ability",
)
def madness_leaves_exile_on_resolution(before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, RESOLVED, MADNESS_ABILITY)):
            card = step.events[i].card
            known = after.mark[card] == WINDOW or after.mark[card] == STRANDED
            if in_exile_by_madness(after, card) and not known:
                if before.mark[card] == EXILED:
                    return False
    return True


@law(
    "step",
    "madness-exile-triggers",
    "Exiling a card by madness triggers its ability, and nothing else does.",
    "madness.ability",
)
def madness_exile_triggers(step: Step) -> bool:
    exiled = 0
    triggered = 0
    for i in range(EVENTS):
        if happened(step, i, EXILED_CARD):
            exiled += 1
        if happened_about(step, i, TRIGGERED_EVENT, MADNESS_ABILITY):
            triggered += 1
            if not occurs_before(step, i, EXILED_CARD, step.events[i].card):
                return False
    if premise(exiled > 0):
        return triggered == exiled
    return triggered == 0


@law(
    "step",
    "madness-still-discards",
    "A card exiled by madness was discarded in that very moment.",
    "madness.ability",
    "discard",
)
def madness_still_discards(step: Step) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, EXILED_CARD)):
            if not occurs_before(step, i, DISCARDED, step.events[i].card):
                return False
    return True


@law(
    "step",
    "madness-owner-controls",
    "The owner of the exiled card controls its madness ability.",
    "trigger.ownerless",
    "madness.ability",
)
def madness_owner_controls(setup: Setup, step: Step) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, TRIGGERED_EVENT, MADNESS_ABILITY)):
            if step.events[i].seat != setup.cards[step.events[i].card].owner:
                return False
    return True


@law(
    "step",
    "madness-must-exile",
    "A discarded card with madness goes to exile, not to the graveyard. Exception: its owner "
    "chose another replacement effect, which puts it elsewhere, but not into the graveyard, "
    "whatever happens to it there.",
    "madness.ability",
    "replacement.choice",
    when={"madness_exile": "must"},
)
def madness_must_exile(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if happened(step, i, DISCARDED):
            card = step.events[i].card
            if premise(has_madness_then(setup, before, step, i, card)):
                if occurs_after(step, i, BURIED, card) and not is_moved_instead(step, i, card):
                    return False
                if not occurs_after(step, i, EXILED_CARD, card):
                    if not is_replaced_otherwise(before, card):
                        return False
    return True


def has_madness_then(
    setup: Setup, before: Position, step: Step, place: EventPlace, card: Card
) -> bool:
    """Whether a card still has madness as something happens: what granted it may have been
    sacrificed before, for the same cost (CR 601.2h).
    """
    if has_keyword(setup, card, MADNESS):
        return True
    for c in range(CARDS):
        if grants_off_battlefield(setup, before, c, card, MADNESS):
            if not occurs_before(step, place, SACRIFICED, c):
                return True
    return False


def is_replaced_otherwise(before: Position, card: Card) -> bool:
    """Whether the owner had a choice of replacement effects and did not choose madness."""
    return before.decision == REPLACE_DISCARD and before.discard.last == card


@law(
    "step",
    "madness-declined-to-graveyard",
    "A card that is not cast goes to its owner's graveyard and has no second chance. Exception: "
    "a replacement effect puts it elsewhere instead.",
    "madness.ability",
)
def madness_declined_to_graveyard(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, DECLINED_MADNESS)):
            card = step.events[i].card
            if not occurs_after(step, i, BURIED, card) and not is_moved_instead(step, i, card):
                return False
            if in_exile_by_madness(after, card):
                return False
    return True
