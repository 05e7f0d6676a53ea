"""What laws ask of the events of one transition."""

from __future__ import annotations

from stackproof.game.domains import (
    EVENTS,
    SPELL,
    STACK,
    WAITING,
    Card,
    CardType,
    EventCount,
    EventKind,
    EventPlace,
    Kind,
    MaybeCard,
    MaybeSeat,
    Part,
    Seat,
)
from stackproof.game.events import EXILED_INSTEAD, PRIORITY_GIVEN, PUT_ON_BOTTOM, PUT_ON_TOP
from stackproof.game.position import Position, Step
from stackproof.game.seats import next_seat
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE


def happened(step: Step, place: EventPlace, kind: EventKind) -> bool:
    """Whether the event at a place is of a kind."""
    return place < step.count and step.events[place].kind == kind


def happened_about(step: Step, place: EventPlace, kind: EventKind, about: Kind) -> bool:
    """Whether the event at a place is of a kind and about a kind of object."""
    return happened(step, place, kind) and step.events[place].about == about


def occurs(step: Step, kind: EventKind) -> bool:
    """Whether an event of a kind is part of the transition."""
    for i in range(EVENTS):
        if happened(step, i, kind):
            return True
    return False


def occurs_about(step: Step, kind: EventKind, card: MaybeCard, about: Kind) -> bool:
    """Whether an event of a kind with a card about a kind of object is part of the transition."""
    for i in range(EVENTS):
        if happened_about(step, i, kind, about) and step.events[i].card == card:
            return True
    return False


def count_of(step: Step, kind: EventKind) -> EventCount:
    """How many events of a kind are part of the transition."""
    count = 0
    for i in range(EVENTS):
        if happened(step, i, kind):
            count += 1
    return count


def occurs_before(step: Step, place: EventPlace, kind: EventKind, card: MaybeCard) -> bool:
    """Whether an event of a kind with a card comes earlier in the transition."""
    for i in range(EVENTS):
        if i < place and happened(step, i, kind) and step.events[i].card == card:
            return True
    return False


def occurs_after(step: Step, place: EventPlace, kind: EventKind, card: MaybeCard) -> bool:
    """Whether an event of a kind with a card comes later in the transition."""
    for i in range(EVENTS):
        if i > place and happened(step, i, kind) and step.events[i].card == card:
            return True
    return False


def is_moved_instead(step: Step, place: EventPlace, card: MaybeCard) -> bool:
    """Whether a replacement effect of a permanent has put a card elsewhere after an event."""
    return (
        occurs_after(step, place, EXILED_INSTEAD, card)
        or occurs_after(step, place, PUT_ON_TOP, card)
        or occurs_after(step, place, PUT_ON_BOTTOM, card)
    )


def still_there(setup: Setup, after: Position, seat: Seat) -> Seat:
    """A player, or the next one in turn order if that player has left the game."""
    return next_seat(setup, after, seat) if after.out[seat] else seat


def cost_can_have_changed(setup: Setup, position: Position) -> bool:
    """Whether a permanent was sacrificed as a cost, which may change what spells cost."""
    if position.announcement.kind != SPELL:
        return False
    face = position.announcement.face
    sacrifices = setup.cards[face].parts[Part.SPELL].sacrifices != CardType.NONE
    return sacrifices and not position.announcement.sacrifice_due


def next_priority(step: Step, place: EventPlace) -> MaybeSeat:
    """Who is the first to receive priority after an event, within the transition."""
    for i in range(EVENTS):
        if i > place and happened(step, i, PRIORITY_GIVEN):
            return step.events[i].seat
    return NONE


def has_source(pos: Position, kind: Kind, card: Card) -> bool:
    """Whether an object of a kind from this card waits, is on the stack, or is resolving."""
    if pos.resolving.kind == kind and pos.resolving.source == card:
        return True
    for i in range(STACK):
        if i < pos.stack_size and pos.stack[i].kind == kind and pos.stack[i].source == card:
            return True
    for i in range(WAITING):
        if i < pos.waiting_size and pos.waiting[i].kind == kind and pos.waiting[i].source == card:
            return True
    return False
