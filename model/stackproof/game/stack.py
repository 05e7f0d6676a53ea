"""The stack: last in, first out (CR 405), targets, and countering."""

from __future__ import annotations

from ..lang.declare import NONE, clear
from .domains import (
    CARDS,
    COPY,
    NO_KEYWORD,
    NO_OBJECT,
    SEATS,
    SPELL,
    STACK,
    TARGETS,
    WAITING,
    Amount,
    Card,
    CardType,
    Keyword,
    Kind,
    MaybeCard,
    Seat,
    Slot,
    Target,
    TargetKind,
    WaitingPlace,
    Zone,
)
from .events import COUNTERED, EXILED_INSTEAD, STACKED, SURVIVED
from .hooks import is_exiled_from_stack, when_countered
from .position import Object, Position, Step, emit
from .setup import Setup
from .zones import bury, exile


def push(
    pos: Position, kind: Kind, source: MaybeCard, face: MaybeCard, controller: Seat, number: Amount
) -> None:
    """Put an object on top of the stack (CR 405.1)."""
    pos.stack[pos.stack_size] = Object(
        kind=kind,
        source=source,
        face=face,
        controller=controller,
        number=number,
        target=NONE,
        how=NO_KEYWORD,
        kicked=False,
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


def stack_trigger(pos: Position, step: Step, place: WaitingPlace) -> None:
    """Put one waiting trigger on the stack."""
    kind = pos.waiting[place].kind
    source = pos.waiting[place].source
    controller = pos.waiting[place].controller
    number = pos.waiting[place].number
    push(pos, kind, source, pos.waiting[place].face, controller, number)
    emit(step, STACKED, controller, source, kind, number)
    forget_trigger(pos, place)


def forget_trigger(pos: Position, place: WaitingPlace) -> None:
    """Take a trigger out of those that wait."""
    for i in range(WAITING - 1):
        if i >= place:
            pos.waiting[i] = pos.waiting[i + 1]
    clear(pos.waiting[WAITING - 1])
    pos.waiting_size -= 1


def is_spell(kind: Kind) -> bool:
    """Whether an object on the stack is a spell; copies of spells are (CR 707.10)."""
    return kind == SPELL or kind == COPY


def counter(setup: Setup, pos: Position, step: Step, slot: Slot) -> None:
    """Counter an object (CR 701.6a): a spell goes to its owner's graveyard, an ability or a copy
    vanishes. Nothing happens to a spell that can't be countered.
    """
    kind = pos.stack[slot].kind
    source = pos.stack[slot].source
    how = pos.stack[slot].how
    if is_spell(kind) and setup.cards[pos.stack[slot].face].uncounterable:
        emit(step, SURVIVED, pos.stack[slot].controller, source, kind, 0)
        return
    emit(step, COUNTERED, pos.stack[slot].controller, source, kind, pos.stack[slot].number)
    remove(pos, slot)
    if kind == SPELL:
        leave_stack(setup, pos, step, source, how)
    when_countered(setup, pos, step, kind, source, slot)


def leave_stack(setup: Setup, pos: Position, step: Step, card: Card, how: Keyword) -> None:
    """A spell card leaves the stack for the graveyard, or for exile if the keyword by which it
    was cast says so.
    """
    if how != NO_KEYWORD and is_exiled_from_stack(setup, pos, how):
        exile(setup, pos, step, card)
        emit(step, EXILED_INSTEAD, setup.cards[card].owner, card, NO_OBJECT, 0)
    else:
        bury(setup, pos, step, card)


def fits(kind: Kind, wanted: TargetKind) -> bool:
    """Whether an object of a kind is what a counterspell targets."""
    if wanted == TargetKind.SPELL_OR_ABILITY:
        return kind != NO_OBJECT
    if is_spell(kind):
        return wanted == TargetKind.SPELL
    return wanted == TargetKind.ABILITY and kind != NO_OBJECT


def is_target(setup: Setup, pos: Position, kind: TargetKind, you: Seat, target: Target) -> bool:
    """Whether a target fits: a seat, an object on the stack, a permanent or a card (CR 115.1)."""
    if target < SEATS:
        if target >= setup.seats or pos.out[target]:
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
    if kind == TargetKind.EXILED_CARD:
        return pos.zone[card] == Zone.EXILE
    if pos.zone[card] != Zone.BATTLEFIELD:
        return False
    if setup.cards[card].type == CardType.CREATURE:
        return kind == TargetKind.CREATURE or kind == TargetKind.ANY or kind == TargetKind.PERMANENT
    return kind == TargetKind.PERMANENT


def has_target(setup: Setup, pos: Position, kind: TargetKind, you: Seat, itself: MaybeCard) -> bool:
    """Whether a target exists for an object that is not on the stack yet (CR 601.2c); the card that
    is to be a spell is none (115.5).
    """
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
