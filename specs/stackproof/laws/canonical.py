"""Equal positions are written equally: what is not needed any more is as if it had never been.

No statements about the game, but what makes two positions one in a search. They are judged where
rules are changed on purpose (``stackproof mutate``), as a change may be seen in nothing else.
"""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CARDS,
    COPY,
    FINISHED,
    NO_KEYWORD,
    NO_MARK,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PAY_MANA,
    PAY_UNLESS,
    PRIORITY,
    SEATS,
    SPELL,
    STACK,
    TARGETS,
    TRIGGERED,
    WAITING,
    Card,
    CardType,
    Cause,
    Kind,
    MaybeCard,
    Part,
    Slot,
    Target,
    TargetKind,
    Watched,
    Zone,
)
from stackproof.game.keywords.madness import WINDOW_END
from stackproof.game.position import Position
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from .declare import law


def is_pending(position: Position) -> bool:
    """Whether something is being done that is not finished."""
    return position.decision != PRIORITY and position.decision != ORDER_TRIGGERS


@law("invariant", "payments-are-due", "A payment is written down only while it is asked for.")
def payments_are_due(position: Position) -> bool:
    if position.decision == PAY_MANA or position.decision == PAY_UNLESS:
        return True
    if position.payment.for_announcement or position.payment.begun:
        return False
    return position.payment.cost == 0 and position.payment.player == 0


@law("invariant", "announcements-end", "Nothing is left of an announcement that is over.")
def announcements_end(position: Position) -> bool:
    if position.announcement.origin != Zone.LIBRARY and position.announcement.place != 0:
        return False
    if position.announcement.kind == SPELL:
        return True
    if position.announcement.mark != NO_MARK or position.announcement.discarded:
        return False
    if position.announcement.kind != NO_OBJECT:
        return True
    if position.announcement.sacrifice_due or position.announcement.discards_due:
        return False
    if position.announcement.base != 0 or position.announcement.cost != 0:
        return False
    return position.announcement.player == 0


@law("invariant", "discards-leave-nothing", "Nothing is left of a discard that is over.")
def discards_leave_nothing(position: Position) -> bool:
    if is_pending(position):
        return True
    for seat in range(SEATS):
        if position.discards[seat] != 0:
            return False
    if position.discard.cause != Cause.NONE or position.discard.amount != 0:
        return False
    return position.discard.remaining == 0 and position.discard.player == 0


@law("invariant", "resolutions-end", "Nothing is left of a resolution that is over.")
def resolutions_end(position: Position) -> bool:
    if position.resolving.kind != NO_OBJECT:
        return True
    if position.progress != 0 or position.resolving.number != 0 or position.resolving.kicked:
        return False
    return position.resolving.controller == 0 and position.resolving.how == NO_KEYWORD


@law("invariant", "nobody-is-due-in-the-end", "When the play is over nobody receives priority.")
def nobody_is_due_in_the_end(position: Position) -> bool:
    return position.decision != FINISHED or position.due == NONE


@law("invariant", "nothing-above-the-top", "Nothing is left of what was on top of the stack.")
def nothing_above_the_top(position: Position) -> bool:
    for i in range(STACK):
        if i >= position.stack_size:
            if position.stack[i].number != 0 or position.stack[i].controller != 0:
                return False
            if position.stack[i].how != NO_KEYWORD or position.stack[i].kicked:
                return False
    return True


@law("invariant", "nothing-else-waits", "Nothing is left of a trigger that has waited.")
def nothing_else_waits(position: Position) -> bool:
    for i in range(WAITING):
        if i >= position.waiting_size:
            if position.waiting[i].number != 0 or position.waiting[i].controller != 0:
                return False
    return True


def aims(setup: Setup, kind: Kind, source: MaybeCard, face: MaybeCard) -> bool:
    """Whether an object on the stack has a target by its text."""
    if kind == SPELL or kind == COPY:
        return setup.cards[face].parts[Part.SPELL].target != TargetKind.NOTHING
    if kind == ACTIVATED:
        return setup.cards[source].parts[Part.ABILITY].target != TargetKind.NOTHING
    return False


@law("invariant", "targets-are-chosen", "Only what needs a target has one.")
def targets_are_chosen(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].target != NONE:
            kind = position.stack[i].kind
            if not aims(setup, kind, position.stack[i].source, position.stack[i].face):
                return False
    return True


def is_possible(wanted: TargetKind, target: Target) -> bool:
    """Whether something that targets a kind of thing may have this target."""
    on_stack = (target >= SEATS and target < SEATS + STACK) or target == TARGETS - 1
    if wanted == TargetKind.PLAYER or wanted == TargetKind.OPPONENT:
        return target < SEATS
    if wanted == TargetKind.ANY:
        return not on_stack
    if wanted == TargetKind.SPELL or wanted == TargetKind.ABILITY:
        return on_stack
    if wanted == TargetKind.SPELL_OR_ABILITY:
        return on_stack
    return target >= SEATS and not on_stack


@law("invariant", "targets-are-of-the-kind", "What is on the stack aims at what it can aim at.")
def targets_are_of_the_kind(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].target != NONE:
            kind = position.stack[i].kind
            spell = kind == SPELL or kind == COPY
            card = position.stack[i].face if spell else position.stack[i].source
            part = Part.SPELL if spell else Part.ABILITY
            if card == NONE:
                return False
            if not is_possible(setup.cards[card].parts[part].target, position.stack[i].target):
                return False
    return True


def may_have_number(setup: Setup, position: Position, slot: Slot) -> bool:
    """Whether a number on the stack means something: X, of a keyword, of an event, or that the
    source is gone.
    """
    kind = position.stack[slot].kind
    if kind == SPELL or kind == COPY:
        face = position.stack[slot].face
        return setup.cards[face].parts[Part.SPELL].x or setup.cards[face].keyword_x
    if kind == TRIGGERED:
        event = setup.cards[position.stack[slot].source].watch.event
        return event == Watched.CAST or event == Watched.DISCARDS
    return kind != WINDOW_END


@law("invariant", "numbers-mean-something", "Only what has a number has one that is not 0.")
def numbers_mean_something(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].number != 0:
            if not may_have_number(setup, position, i):
                return False
    return True


@law("invariant", "kicked-spells", "Only a spell with a kicker is kicked.")
def kicked_spells(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].kicked:
            kind = position.stack[i].kind
            if kind != SPELL and kind != COPY:
                return False
            if setup.cards[position.stack[i].face].kicker == 0:
                return False
    return True


def is_plain(position: Position, card: Card) -> bool:
    """Whether nothing is written down of a card that only a permanent has."""
    if position.tapped[card] or position.used[card]:
        return False
    if position.damage[card] != 0 or position.bonus[card] != 0:
        return False
    return position.attached[card] == NONE


@law("invariant", "permanents-only", "Only permanents are tapped, damaged, larger or attached.")
def permanents_only(setup: Setup, position: Position) -> bool:
    for c in range(CARDS):
        if position.zone[c] != Zone.BATTLEFIELD and not is_plain(position, c):
            return False
        if position.attached[c] != NONE and setup.cards[c].type != CardType.AURA:
            return False
        if position.used[c] and not setup.cards[c].parts[Part.ABILITY].once_a_turn:
            return False
    return True


@law("invariant", "discards-are-remembered", "Discarded cards are known as such where it matters.")
def discards_are_remembered(setup: Setup, position: Position) -> bool:
    if position.someone_discarded and not setup.remembers_discards:
        return False
    for c in range(CARDS):
        if position.discarded[c]:
            zone = position.zone[c]
            if not setup.remembers_discards or zone == Zone.HAND or zone == Zone.BATTLEFIELD:
                return False
            if zone == Zone.STACK and position.announcement.source != c:
                return False
    return True


@law("invariant", "triggered-by-events", "Only an ability that triggers on an event has its card.")
def triggered_by_events(position: Position) -> bool:
    for i in range(STACK):
        kind = position.stack[i].kind
        if i < position.stack_size and kind != TRIGGERED and position.stack[i].face == NONE:
            return False
    return True
