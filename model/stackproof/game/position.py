"""A position of the game, and what happens during one transition between two decisions."""

from __future__ import annotations

from ..lang.declare import NONE, Array, Record
from .domains import (
    SETTLE,
    Amount,
    Card,
    CardCount,
    Cause,
    Decision,
    EffectCount,
    EventCount,
    EventKind,
    EventPlace,
    Kind,
    LibraryCount,
    LibraryPlace,
    Life,
    Mana,
    Mark,
    MaybeCard,
    MaybeSeat,
    MaybeTarget,
    Seat,
    SeatCount,
    Slot,
    SlotCount,
    Turn,
    TurnStep,
    WaitingCount,
    WaitingPlace,
    Zone,
)


class Object(Record):
    """A spell or ability on the stack. ``source`` is the card it is or comes from."""

    kind: Kind
    source: MaybeCard
    controller: Seat
    number: Amount
    target: MaybeTarget


class Trigger(Record):
    """A triggered ability that waits to be put on the stack (CR 603.3)."""

    kind: Kind
    source: MaybeCard
    controller: Seat
    number: Amount


class Announcement(Record):
    """A spell being cast or an ability being activated (CR 601.2, 602.2); it is on the stack."""

    kind: Kind
    source: MaybeCard
    player: Seat
    cost: Mana


class Payment(Record):
    """Mana that a player is paying; ``for_announcement`` or else to prevent something."""

    player: Seat
    cost: Mana
    for_announcement: bool


class Discard(Record):
    """Cards that a player is discarding: how many are still to be chosen, and why."""

    player: Seat
    remaining: CardCount
    last: MaybeCard
    cause: Cause


class Position(Record):
    """Everything that decides how the game can go on.

    ``due`` is who receives priority once waiting triggers are on the stack. ``stack[0]`` is its
    bottom, ``library[seat][0]`` the top card. The object that is resolving has left ``stack`` and
    is ``resolving``; its card, if it is a spell, is still in the stack zone (CR 608.2n).
    """

    decision: Decision
    decider: MaybeSeat
    priority: MaybeSeat
    due: MaybeSeat
    passes: SeatCount
    turn: Turn
    step: TurnStep
    active: Seat
    land_played: bool
    zone: Array[Card, Zone]
    mark: Array[Card, Mark]
    tapped: Array[Card, bool]
    used: Array[Card, bool]
    damage: Array[Card, Amount]
    bonus: Array[Card, Amount]
    attached: Array[Card, MaybeCard]
    library: Array[Seat, Array[LibraryPlace, MaybeCard]]
    library_size: Array[Seat, LibraryCount]
    mana: Array[Seat, Mana]
    life: Array[Seat, Life]
    drew_from_empty: Array[Seat, bool]
    stack: Array[Slot, Object]
    stack_size: SlotCount
    waiting: Array[WaitingPlace, Trigger]
    waiting_size: WaitingCount
    resolving: Object
    progress: EffectCount
    announcement: Announcement
    payment: Payment
    discard: Discard


class Event(Record):
    """One thing that happened: to whom, with which card, about what kind of object."""

    kind: EventKind
    seat: MaybeSeat
    card: MaybeCard
    about: Kind
    number: Amount


class Step(Record):
    """What happened during one transition, in order."""

    events: Array[EventPlace, Event]
    count: EventCount


def emit(
    step: Step, kind: EventKind, seat: MaybeSeat, card: MaybeCard, about: Kind, number: Amount
) -> None:
    """Note an event."""
    step.events[step.count] = Event(kind=kind, seat=seat, card=card, about=about, number=number)
    step.count += 1


def ask(pos: Position, decision: Decision, seat: Seat) -> None:
    """Stop for a decision in the middle of an action: nobody has priority (CR 117.2e)."""
    pos.decision = decision
    pos.decider = seat
    pos.priority = NONE


def give_priority(pos: Position, seat: Seat) -> None:
    """A player is the next to receive priority (CR 117.3); others count their passes anew."""
    pos.decision = SETTLE
    pos.due = seat
    pos.priority = NONE
    pos.decider = NONE
    pos.passes = 0
