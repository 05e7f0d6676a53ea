"""What laws ask of the events of one transition."""

from __future__ import annotations

from stackproof.game.domains import EVENTS, EventKind, EventPlace, Kind, MaybeCard, MaybeSeat
from stackproof.game.events import PRIORITY_GIVEN
from stackproof.game.position import Step
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


def occurs_before(step: Step, place: EventPlace, kind: EventKind, card: MaybeCard) -> bool:
    """Whether an event of a kind with a card comes earlier in the transition."""
    for i in range(EVENTS):
        if i < place and happened(step, i, kind) and step.events[i].card == card:
            return True
    return False


def next_priority(step: Step, place: EventPlace) -> MaybeSeat:
    """Who is the first to receive priority after an event, within the transition."""
    for i in range(EVENTS):
        if i > place and happened(step, i, PRIORITY_GIVEN):
            return step.events[i].seat
    return NONE
