"""When a card that madness exiled is cast: as its ability resolves, until 2006-09 in a window."""

from __future__ import annotations

from stackproof.game.domains import CARDS, EVENTS, NO_OBJECT, Card, Verb, Zone
from stackproof.game.events import CAST_BEGUN, LAND_PLAYED, RESOLVED
from stackproof.game.keywords.madness import (
    CLOSING,
    EXILED,
    MADNESS_ABILITY,
    WINDOW,
    WINDOW_OPENED,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, front_of
from stackproof.lang.declare import NONE, premise

from .declare import law
from .history import happened, happened_about, has_source, next_priority, occurs
from .madness import OLD_WINDOW, RESOLUTION, in_exile_by_another, in_exile_by_madness


@law(
    "step",
    "madness-cast-in-resolution",
    "A card in exile is cast only while its madness ability resolves, by its owner. Exception: "
    "another keyword has exiled it.",
    "madness.ability",
    "cast.in_resolution",
    when=RESOLUTION,
)
def madness_cast_in_resolution(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST_BEGUN):
            card = front_of(setup, step.events[i].card)
            exiled = before.zone[card] == Zone.EXILE
            if premise(exiled and not in_exile_by_another(before, card)):
                if before.resolving.kind != MADNESS_ABILITY or before.resolving.source != card:
                    return False
                if step.events[i].seat != setup.cards[card].owner:
                    return False
    return True


@law(
    "step",
    "madness-cast-in-window",
    "A card in exile is cast only while its window is open, by its owner with priority. "
    "Exception: another keyword has exiled it.",
    "madness.ability",
    when=OLD_WINDOW,
)
def madness_cast_in_window(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST_BEGUN):
            card = front_of(setup, step.events[i].card)
            exiled = before.zone[card] == Zone.EXILE
            if premise(exiled and not in_exile_by_another(before, card)):
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


def is_undecided(position: Position, card: Card) -> bool:
    """Whether a card that madness exiled could still be cast or put into the graveyard."""
    mark = position.mark[card]
    return mark == EXILED or mark == WINDOW or mark == CLOSING


@law(
    "step",
    "madness-decided-on-resolution",
    "As a madness ability resolves, its owner casts the card or puts it into the graveyard: "
    "afterwards it does not wait in exile. Exception: it was exiled anew, with an ability of its "
    "own.",
    "madness.ability",
    "cast.in_resolution",
    when=RESOLUTION,
)
def madness_decided_on_resolution(before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, RESOLVED, MADNESS_ABILITY)):
            card = step.events[i].card
            if is_undecided(after, card) and not has_source(after, MADNESS_ABILITY, card):
                return False
    return True


@law(
    "step",
    "madness-nonactive-owner-waits",
    "If the owner is not the active player, the active player receives priority as the window "
    "opens, and the owner only once the active player has passed.",
    "madness.ability",
    "priority.after_resolution",
    when=OLD_WINDOW,
)
def madness_nonactive_owner_waits(
    setup: Setup, before: Position, verb: Verb, step: Step, after: Position
) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, WINDOW_OPENED) and step.events[i].seat != before.active):
            seat = next_priority(step, i)
            if seat == step.events[i].seat or (seat == NONE and after.due == step.events[i].seat):
                return before.out[before.active]
    for c in range(CARDS):
        if before.mark[c] == WINDOW and setup.cards[c].owner != before.active:
            held = before.priority == before.active
            if premise(held and after.priority == setup.cards[c].owner):
                if verb != Verb.PASS:
                    return False
    return True
