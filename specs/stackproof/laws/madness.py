"""Madness (CR 702.35): the statements about it as laws."""

from __future__ import annotations

from stackproof.game.costs import total_cost
from stackproof.game.domains import (
    CARDS,
    EVENTS,
    NO_MARK,
    NO_OBJECT,
    SPELL,
    Card,
    Verb,
    Zone,
)
from stackproof.game.events import CAST_BEGUN, DISCARDED, LAND_PLAYED, RESOLVED, TRIGGERED
from stackproof.game.keywords.madness import (
    DECLINED_MADNESS,
    EXILED_CARD,
    MADNESS,
    MADNESS_ABILITY,
    STRANDED,
    WINDOW,
    WINDOW_END,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, has_keyword, number_of
from stackproof.game.stack import has_source
from stackproof.lang.declare import premise

from .declare import law
from .history import happened, happened_about, occurs, occurs_before

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
    return position.zone[card] == Zone.EXILE and position.mark[card] != NO_MARK


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
    "window of the old rule is open.",
    "madness.ability",
)
def madness_leaves_exile_on_resolution(before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, RESOLVED, MADNESS_ABILITY)):
            card = step.events[i].card
            if in_exile_by_madness(after, card) and after.mark[card] != WINDOW:
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
        if happened_about(step, i, TRIGGERED, MADNESS_ABILITY):
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
        if premise(happened_about(step, i, TRIGGERED, MADNESS_ABILITY)):
            if step.events[i].seat != setup.cards[step.events[i].card].owner:
                return False
    return True


@law(
    "step",
    "madness-must-exile",
    "A discarded card with madness goes to exile, not to the graveyard.",
    "madness.ability",
    when={"madness_exile": "must"},
)
def madness_must_exile(setup: Setup, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if happened(step, i, DISCARDED):
            card = step.events[i].card
            if premise(has_keyword(setup, card, MADNESS)):
                if after.zone[card] != Zone.EXILE:
                    return False
    return True


@law(
    "step",
    "madness-cast-in-resolution",
    "A card in exile is cast only while its madness ability resolves, by its owner.",
    "madness.ability",
    "cast.in_resolution",
    when=RESOLUTION,
)
def madness_cast_in_resolution(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST_BEGUN):
            card = step.events[i].card
            if premise(before.zone[card] == Zone.EXILE):
                if before.resolving.kind != MADNESS_ABILITY or before.resolving.source != card:
                    return False
                if step.events[i].seat != setup.cards[card].owner:
                    return False
    return True


@law(
    "step",
    "madness-cast-in-window",
    "A card in exile is cast only while its window is open, by its owner with priority.",
    "madness.ability",
    when=OLD_WINDOW,
)
def madness_cast_in_window(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST_BEGUN):
            card = step.events[i].card
            if premise(before.zone[card] == Zone.EXILE):
                if before.mark[card] != WINDOW or before.priority != setup.cards[card].owner:
                    return False
    return True


@law(
    "step",
    "madness-window-closes-on-pass",
    "The window is closed once its owner has passed.",
    "madness.ability",
    when=OLD_WINDOW,
)
def madness_window_closes_on_pass(
    setup: Setup, before: Position, verb: Verb, after: Position
) -> bool:
    for c in range(CARDS):
        passes = verb == Verb.PASS and before.priority == setup.cards[c].owner
        if premise(before.mark[c] == WINDOW and passes):
            if after.mark[c] == WINDOW:
                return False
    return True


@law(
    "invariant",
    "madness-costs-madness-cost",
    "A spell cast by madness costs the madness cost and what increases add, whatever its mana "
    "cost.",
    "madness.cost",
    "cost.alternative",
    when=RESOLUTION,
)
def madness_costs_madness_cost(setup: Setup, position: Position) -> bool:
    casting = position.resolving.kind == MADNESS_ABILITY and position.announcement.kind == SPELL
    if premise(casting):
        base = number_of(setup, position.announcement.source, MADNESS)
        return position.announcement.cost == total_cost(setup, position, base)
    return True


@law(
    "step",
    "madness-declined-to-graveyard",
    "A card that is not cast goes to its owner's graveyard and has no second chance.",
    "madness.ability",
)
def madness_declined_to_graveyard(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, DECLINED_MADNESS)):
            card = step.events[i].card
            if after.zone[card] != Zone.GRAVEYARD or has_source(after, MADNESS_ABILITY, card):
                return False
    return True


@law(
    "step",
    "madness-no-land-drop-before-cast",
    "No land is played between the resolution of a madness ability and the cast.",
    "madness.ability",
    "land.play",
    when=RESOLUTION,
)
def madness_no_land_drop_before_cast(before: Position, step: Step) -> bool:
    for c in range(CARDS):
        if premise(in_exile_by_madness(before, c)) and before.resolving.kind != NO_OBJECT:
            if occurs(step, LAND_PLAYED):
                return False
    return True
