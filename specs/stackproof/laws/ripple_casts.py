"""Spells that are cast while ripple resolves: by the usual steps, and where on the stack."""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    EVENTS,
    REVEALED,
    SPELL,
    STACK,
    Card,
    CardType,
    EventPlace,
    Part,
    SlotCount,
    TargetKind,
    Zone,
)
from stackproof.game.events import (
    CAST,
    CAST_BEGUN,
    PRIORITY_GIVEN,
    RESOLVED,
    STACKED,
    TARGETED,
)
from stackproof.game.keywords.ripple import RIPPLE, RIPPLE_ABILITY
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, front_of
from stackproof.game.statics import is_prohibited
from stackproof.lang.declare import NONE, premise

from .declare import law
from .history import count_of, happened, happened_about, occurs, occurs_before
from .ripple import SINCE_RIPPLE
from .ripple_subsets import is_match


def is_rippling(before: Position) -> bool:
    """Whether a ripple ability is resolving."""
    return before.resolving.kind == RIPPLE_ABILITY


@law(
    "step",
    "ripple-casts-by-the-steps",
    "A spell that becomes cast while ripple resolves was announced on the stack first.",
    "cast.begin",
    "cast.in_resolution",
    when=SINCE_RIPPLE,
)
def ripple_casts_by_the_steps(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    if not is_rippling(before):
        return True
    for i in range(EVENTS):
        if premise(happened(step, i, CAST)):
            face = step.events[i].card
            known = before.announcement.kind == SPELL and before.announcement.face == face
            if not known and not occurs_before(step, i, CAST_BEGUN, face):
                return False
            if after.zone[front_of(setup, face)] != Zone.STACK:
                return False
    return True


@law(
    "step",
    "ripple-casts-with-target",
    "A spell that is cast while ripple resolves has its target chosen first.",
    "cast.targets",
    when=SINCE_RIPPLE,
)
def ripple_casts_with_target(setup: Setup, before: Position, step: Step) -> bool:
    if not is_rippling(before):
        return True
    for i in range(EVENTS):
        if happened(step, i, CAST):
            face = step.events[i].card
            aims = setup.cards[face].parts[Part.SPELL].target != TargetKind.NOTHING
            stays = setup.cards[face].parts[Part.SPELL].sacrifices == CardType.NONE
            if premise(aims and stays) and not occurs_before(step, i, TARGETED, face):
                if before.announcement.kind != SPELL or before.announcement.face != face:
                    return False
                return before.stack[before.stack_size - 1].target != NONE
    return True


@law(
    "step",
    "ripple-casts-what-is-allowed",
    "What forbids casting a card forbids it also while ripple resolves.",
    "cast.begin",
    "cast.check",
    when=SINCE_RIPPLE,
)
def ripple_casts_what_is_allowed(setup: Setup, before: Position, step: Step) -> bool:
    if not is_rippling(before):
        return True
    seat = before.resolving.controller
    for c in range(CARDS):
        if is_revealed_match(setup, before, c):
            if premise(is_prohibited(setup, before, c, seat, Zone.LIBRARY)):
                if is_begun(step, c):
                    return False
    return True


def is_revealed_match(setup: Setup, before: Position, face: Card) -> bool:
    """Whether this is a face of a revealed card that shares the name."""
    card = front_of(setup, face)
    return before.mark[card] == REVEALED and is_match(setup, before, card)


def is_begun(step: Step, face: Card) -> bool:
    """Whether casting with this face of a card begins on this transition."""
    for i in range(EVENTS):
        if happened(step, i, CAST_BEGUN) and step.events[i].card == face:
            return True
    return False


def height(position: Position, card: Card) -> SlotCount:
    """How high on the stack a spell is, 1 at the bottom; 0 where it is not there."""
    for i in range(STACK):
        if i < position.stack_size:
            if position.stack[i].kind == SPELL and position.stack[i].source == card:
                return i + 1
    return 0


@law(
    "step",
    "ripple-casts-above-original",
    "What is cast while ripple resolves goes on the stack above the spell with ripple.",
    "ripple.ability",
    "stack.order",
    when=SINCE_RIPPLE,
)
def ripple_casts_above_original(
    setup: Setup, before: Position, step: Step, after: Position
) -> bool:
    """If the card itself is cast again, what it was before is no longer there (CR 400.7)."""
    if not is_rippling(before):
        return True
    for i in range(EVENTS):
        if happened(step, i, CAST):
            card = front_of(setup, step.events[i].card)
            original = height(after, before.resolving.source)
            if premise(original > 0) and card != before.resolving.source:
                if height(after, card) <= original:
                    return False
    return True


@law(
    "step",
    "ripple-triggers-above-new-spells",
    "Abilities that triggered as spells were cast while ripple resolved go on the stack above "
    "all of these spells.",
    "trigger.stacked",
    "stack.order",
    when=SINCE_RIPPLE,
)
def ripple_triggers_above_new_spells(step: Step, after: Position) -> bool:
    if not occurs(step, STACKED):
        return True
    lowest = after.stack_size - count_of(step, STACKED)
    for i in range(STACK):
        if i < after.stack_size and after.stack[i].kind == SPELL:
            if premise(after.stack[i].how == RIPPLE) and i >= lowest:
                return False
    return True


@law(
    "step",
    "ripple-cast-gives-no-priority",
    "After a spell is cast while ripple resolves, nobody receives priority before the ability has "
    "resolved.",
    "cast.in_resolution",
    when=SINCE_RIPPLE,
)
def ripple_cast_gives_no_priority(before: Position, step: Step) -> bool:
    if not is_rippling(before):
        return True
    for i in range(EVENTS):
        if premise(happened(step, i, CAST)):
            return not has_early_priority(step, i)
    return True


def has_early_priority(step: Step, place: EventPlace) -> bool:
    """Whether somebody receives priority after an event with the ability still unresolved."""
    for i in range(EVENTS):
        if i > place and happened_about(step, i, RESOLVED, RIPPLE_ABILITY):
            return False
        if i > place and happened(step, i, PRIORITY_GIVEN):
            return True
    return False
