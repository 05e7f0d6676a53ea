"""What happens is what is told: events against the positions before and after them.

No statements about the game either: they are judged with those of ``canonical``.
"""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CHOOSE_SACRIFICE,
    CHOOSE_TARGET,
    CHOOSE_X,
    EVENTS,
    NO_OBJECT,
    SPELL,
    STACK,
    CardType,
    EventKind,
    EventPlace,
    Kind,
    MaybeCard,
    MaybeSeat,
    Verb,
    Zone,
)
from stackproof.game.events import (
    ACTIVATED_EVENT,
    ACTIVATION_BEGUN,
    BURIED,
    CAST,
    CAST_BEGUN,
    CHOSE_X,
    COUNTERED,
    DRAWN,
    ENTERED,
    EXILED_EVENT,
    EXILED_INSTEAD,
    FIZZLED,
    KICKED,
    LAND_PLAYED,
    LEFT,
    LIFE_PAID,
    LOST,
    PAID,
    PASSED,
    PUT_ON_BOTTOM,
    PUT_ON_TOP,
    RESOLVING,
    RETURNED,
    SACRIFICED,
    STACKED,
    SURVIVED,
    TAPPED,
    TARGETED,
    UNDONE,
)
from stackproof.game.keywords.madness import DECLINED_MADNESS, EXILED_CARD
from stackproof.game.keywords.ripple import BOTTOMED, REVEALED_CARD
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup

from .declare import law
from .history import occurs


def destination(kind: EventKind) -> Zone:
    """Where an event puts its card; the stack for all that move none."""
    if kind == BURIED or kind == DECLINED_MADNESS:
        return Zone.GRAVEYARD
    if kind == DRAWN or kind == RETURNED:
        return Zone.HAND
    if kind == ENTERED or kind == LAND_PLAYED:
        return Zone.BATTLEFIELD
    if kind == PUT_ON_TOP or kind == PUT_ON_BOTTOM or kind == BOTTOMED:
        return Zone.LIBRARY
    if kind == EXILED_INSTEAD or kind == EXILED_CARD or kind == EXILED_EVENT:
        return Zone.EXILE
    return Zone.STACK


def is_moved_later(setup: Setup, step: Step, place: EventPlace) -> bool:
    """Whether a later event moves the card again, be it by its owner's leaving."""
    card = step.events[place].card
    for i in range(EVENTS):
        if i > place and i < step.count:
            if step.events[i].card == card and destination(step.events[i].kind) != Zone.STACK:
                return True
            if step.events[i].kind == LEFT and step.events[i].seat == setup.cards[card].owner:
                return True
    return False


@law("step", "events-say-where", "A card is in the end where the last event about it has put it.")
def events_say_where(setup: Setup, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if i < step.count:
            zone = destination(step.events[i].kind)
            if zone != Zone.STACK and not is_moved_later(setup, step, i):
                if after.zone[step.events[i].card] != zone:
                    return False
    return True


def is_there(position: Position, kind: Kind, card: MaybeCard, seat: MaybeSeat) -> bool:
    """Whether an object of a card is on the stack, controlled by a player."""
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].kind == kind:
            if position.stack[i].source == card and position.stack[i].controller == seat:
                return True
    return False


def leaves(kind: EventKind) -> bool:
    """Whether an event is about an object that was on the stack before."""
    return kind == RESOLVING or kind == FIZZLED or kind == COUNTERED or kind == SURVIVED


@law("step", "events-have-controllers", "What happens to an object happens to its controller.")
def events_have_controllers(before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if i < step.count:
            kind = step.events[i].kind
            about = step.events[i].about
            card = step.events[i].card
            seat = step.events[i].seat
            if leaves(kind) and not is_there(before, about, card, seat):
                return False
            if kind == STACKED and not is_there(after, about, card, seat):
                return False
    return True


@law("step", "casts-are-counted", "Where it matters, each spell that is cast counts once.")
def casts_are_counted(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if i < step.count and step.events[i].kind == CAST and setup.any_statics:
            seat = step.events[i].seat
            if after.casts[seat] != before.casts[seat] + 1:
                return False
            artifact = setup.cards[step.events[i].card].type == CardType.ARTIFACT
            more = 0 if artifact else 1
            if after.nonartifact_casts[seat] != before.nonartifact_casts[seat] + more:
                return False
    return True


def is_done(kind: EventKind) -> bool:
    """Whether an event is what the player does who decides."""
    if kind == CAST_BEGUN or kind == ACTIVATION_BEGUN or kind == TARGETED or kind == CHOSE_X:
        return True
    if kind == KICKED or kind == PAID or kind == LIFE_PAID or kind == SACRIFICED or kind == TAPPED:
        return True
    if kind == CAST or kind == ACTIVATED_EVENT or kind == UNDONE or kind == LAND_PLAYED:
        return True
    return kind == PASSED or kind == REVEALED_CARD or kind == BOTTOMED


@law("step", "events-are-done", "What is done is done by the player who decides.")
def events_are_done(before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if i < step.count and is_done(step.events[i].kind):
            if step.events[i].seat != before.decider:
                return False
    return True


@law("step", "announcements-are-told", "Whatever is announced is said to be begun.")
def announcements_are_told(before: Position, step: Step, after: Position) -> bool:
    if before.announcement.kind != NO_OBJECT:
        return True
    if after.announcement.kind == SPELL or occurs(step, CAST):
        return occurs(step, CAST_BEGUN)
    if after.announcement.kind == ACTIVATED or occurs(step, ACTIVATED_EVENT):
        return occurs(step, ACTIVATION_BEGUN)
    return True


@law("step", "choices-are-told", "What is chosen is told, or the announcement is undone.")
def choices_are_told(before: Position, verb: Verb, step: Step) -> bool:
    if verb == Verb.TAP:
        return occurs(step, TAPPED)
    if before.decision == CHOOSE_X:
        return occurs(step, CHOSE_X) or occurs(step, UNDONE)
    if before.decision == CHOOSE_TARGET:
        return occurs(step, TARGETED) or occurs(step, UNDONE)
    if before.decision == CHOOSE_SACRIFICE:
        return occurs(step, SACRIFICED)
    return True


@law("step", "losers-lose", "Whoever loses has no life left or drew from an empty library.")
def losers_lose(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if i < step.count and step.events[i].kind == LOST:
            seat = step.events[i].seat
            if after.life[seat] > 0 and not after.drew_from_empty[seat]:
                return False
    return True
