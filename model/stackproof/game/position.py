"""A position of the game, and what happens during one transition between two decisions."""

from __future__ import annotations

from ..lang.declare import NONE, Array, Bag, Record
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
    Keyword,
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
    Whom,
    Zone,
)


class Object(Record):
    """A spell or ability on the stack.

    ``source`` is the card it is or comes from, ``face`` the entry of the card table whose facts it
    has; for a triggered ability ``face`` is what the event was about. ``number`` is X, or the
    number of a keyword. ``how`` is the keyword by which a spell was cast.
    """

    kind: Kind
    source: MaybeCard
    face: MaybeCard
    controller: Seat
    number: Amount
    target: MaybeTarget
    how: Keyword
    kicked: bool


class Trigger(Record):
    """A triggered ability that waits to be put on the stack (CR 603.3)."""

    kind: Kind
    source: MaybeCard
    face: MaybeCard
    controller: Seat
    number: Amount


class Announcement(Record):
    """A spell being cast or an ability being activated (CR 601.2, 602.2); it is on the stack.

    ``origin``, ``place``, ``mark`` and ``discarded`` are where a spell comes from, in case it is
    undone; ``discards_due`` and ``sacrifice_due`` are the costs that are still to be paid.
    """

    kind: Kind
    source: MaybeCard
    face: MaybeCard
    player: Seat
    base: Mana
    cost: Mana
    origin: Zone
    place: LibraryPlace
    mark: Mark
    discarded: bool
    discards_due: bool
    sacrifice_due: bool


class Payment(Record):
    """Mana that a player is paying; ``for_announcement`` or else to prevent something."""

    player: Seat
    cost: Mana
    for_announcement: bool
    begun: bool


class Discard(Record):
    """Cards that are being discarded in one event: who chooses now, and how many more.

    ``last`` is the card of which a player is asked where it goes. ``whom`` tells whether further
    players discard after ``player``, up to ``amount`` cards each.
    """

    player: Seat
    remaining: CardCount
    last: MaybeCard
    cause: Cause
    whom: Whom
    amount: Amount


class Position(Record):
    """Everything that decides how the game can go on.

    ``due`` is who receives priority once waiting triggers are on the stack. ``stack[0]`` is its
    bottom, ``library[seat][0]`` the top card. The object that is resolving has left ``stack`` and
    is ``resolving``; its card, if it is a spell, is still in the stack zone (CR 608.2n).
    ``discarded`` are the cards that were discarded this turn and have not changed zones since,
    ``someone_discarded`` tells whether there were any (both only where a card asks for it),
    ``casts`` and ``nonartifact_casts`` count the spells that each player has cast this turn.
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
    out: Array[Seat, bool]
    zone: Array[Card, Zone]
    mark: Array[Card, Mark]
    tapped: Array[Card, bool]
    used: Array[Card, bool]
    discarded: Array[Card, bool]
    someone_discarded: bool
    damage: Array[Card, Amount]
    bonus: Array[Card, Amount]
    attached: Array[Card, MaybeCard]
    library: Array[Seat, Array[LibraryPlace, MaybeCard]]
    library_size: Array[Seat, LibraryCount]
    mana: Array[Seat, Mana]
    discount: Array[Seat, Mana]
    life: Array[Seat, Life]
    drew_from_empty: Array[Seat, bool]
    casts: Array[Seat, CardCount]
    nonartifact_casts: Array[Seat, CardCount]
    discards: Array[Seat, CardCount]
    stack: Array[Slot, Object]
    stack_size: SlotCount
    waiting: Bag[WaitingPlace, Trigger]
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
