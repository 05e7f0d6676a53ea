"""The stack: last in, first out (CR 405), triggers that wait for it (CR 603), and countering."""

from __future__ import annotations

from ..lang.declare import NONE, clear
from .domains import (
    CARDS,
    NO_OBJECT,
    SEATS,
    SPELL,
    STACK,
    TARGETS,
    WAITING,
    Amount,
    Card,
    CardType,
    Kind,
    MaybeCard,
    Seat,
    Slot,
    Target,
    TargetKind,
    WaitingPlace,
    Zone,
)
from .events import BURIED, COUNTERED, STACKED, TRIGGERED
from .hooks import when_countered
from .position import Object, Position, Step, Trigger, emit
from .setup import Setup
from .zones import move


def push(pos: Position, kind: Kind, source: MaybeCard, controller: Seat, number: Amount) -> None:
    """Put an object on top of the stack (CR 405.1)."""
    pos.stack[pos.stack_size] = Object(
        kind=kind, source=source, controller=controller, number=number, target=NONE
    )
    pos.stack_size += 1


def remove(pos: Position, slot: Slot) -> None:
    """Take an object out of the stack; targets keep to their objects, or lose them."""
    for i in range(STACK - 1):
        if i >= slot:
            pos.stack[i] = pos.stack[i + 1]
    clear(pos.stack[STACK - 1])
    pos.stack_size -= 1
    for i in range(STACK):
        if i < pos.stack_size:
            aimed = pos.stack[i].target - SEATS
            if aimed == slot:
                pos.stack[i].target = NONE
            elif aimed > slot and aimed < STACK:
                pos.stack[i].target -= 1


def trigger(
    pos: Position, step: Step, kind: Kind, source: MaybeCard, controller: Seat, number: Amount
) -> None:
    """An ability triggers: it waits until a player would receive priority (CR 603.3)."""
    pos.waiting[pos.waiting_size] = Trigger(
        kind=kind, source=source, controller=controller, number=number
    )
    pos.waiting_size += 1
    emit(step, TRIGGERED, controller, source, kind, number)


def stack_trigger(pos: Position, step: Step, place: WaitingPlace) -> None:
    """Put one waiting trigger on the stack."""
    kind = pos.waiting[place].kind
    source = pos.waiting[place].source
    controller = pos.waiting[place].controller
    number = pos.waiting[place].number
    push(pos, kind, source, controller, number)
    emit(step, STACKED, controller, source, kind, number)
    for i in range(WAITING - 1):
        if i >= place:
            pos.waiting[i] = pos.waiting[i + 1]
    clear(pos.waiting[WAITING - 1])
    pos.waiting_size -= 1


def counter(setup: Setup, pos: Position, step: Step, slot: Slot) -> None:
    """Counter an object (CR 701.6a): a spell goes to its owner's graveyard, an ability vanishes."""
    kind = pos.stack[slot].kind
    source = pos.stack[slot].source
    emit(step, COUNTERED, pos.stack[slot].controller, source, kind, pos.stack[slot].number)
    remove(pos, slot)
    if kind == SPELL:
        move(setup, pos, source, Zone.GRAVEYARD)
        emit(step, BURIED, setup.cards[source].owner, source, kind, 0)
    when_countered(setup, pos, step, kind, source)


def fits(kind: Kind, wanted: TargetKind) -> bool:
    """Whether an object of a kind is what a counterspell targets."""
    if wanted == TargetKind.SPELL_OR_ABILITY:
        return kind != NO_OBJECT
    if kind == SPELL:
        return wanted == TargetKind.SPELL
    return wanted == TargetKind.ABILITY and kind != NO_OBJECT


def is_target(setup: Setup, pos: Position, kind: TargetKind, you: Seat, target: Target) -> bool:
    """Whether a target fits: a seat, an object on the stack or a permanent (CR 115.1)."""
    if target < SEATS:
        if target >= setup.seats:
            return False
        if kind == TargetKind.OPPONENT:
            return target != you
        return kind == TargetKind.PLAYER or kind == TargetKind.ANY
    if target < SEATS + STACK:
        slot = target - SEATS
        return slot < pos.stack_size and fits(pos.stack[slot].kind, kind)
    if target == TARGETS - 1:
        return fits(pos.resolving.kind, kind)
    card = target - SEATS - STACK
    if pos.zone[card] != Zone.BATTLEFIELD:
        return False
    if setup.cards[card].type == CardType.CREATURE:
        return kind == TargetKind.CREATURE or kind == TargetKind.ANY or kind == TargetKind.PERMANENT
    return kind == TargetKind.PERMANENT


def has_target(setup: Setup, pos: Position, kind: TargetKind, you: Seat, itself: MaybeCard) -> bool:
    """Whether a target exists; the object that is being announced cannot target itself (115.5)."""
    if kind == TargetKind.NOTHING:
        return True
    if kind == TargetKind.PLAYER or kind == TargetKind.OPPONENT or kind == TargetKind.ANY:
        return True
    for slot in range(STACK):
        if is_target(setup, pos, kind, you, SEATS + slot):
            return True
    for card in range(CARDS):
        if card != itself and is_target(setup, pos, kind, you, SEATS + STACK + card):
            return True
    return is_target(setup, pos, kind, you, TARGETS - 1)


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
