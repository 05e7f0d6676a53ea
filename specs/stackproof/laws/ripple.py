"""Ripple (CR 702.60): the statements about it as laws."""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    EVENTS,
    FINISHED,
    KEYWORDS,
    LIBRARY,
    REVEALED,
    SEATS,
    SPELL,
    STACK,
    STATICS,
    Amount,
    Card,
    EventPlace,
    Kind,
    Seat,
    Slot,
    Zone,
)
from stackproof.game.events import (
    CAST,
    CAST_BEGUN,
    PRIORITY_GIVEN,
    RESOLVED,
    SACRIFICED,
    STACKED,
    TRIGGERED_EVENT,
)
from stackproof.game.keywords.ripple import (
    BOTTOMED,
    DECLINED_REVEAL,
    REVEAL,
    REVEALED_CARD,
    RIPPLE,
    RIPPLE_ABILITY,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, front_of, shares_name
from stackproof.game.statics import GRANT_TO_SPELLS, is_meant
from stackproof.lang.declare import NONE, premise

from .declare import law
from .history import (
    happened,
    happened_about,
    next_priority,
    occurs,
    occurs_before,
    still_there,
)

SINCE_RIPPLE = {"ripple": True}
"""The editions that have ripple."""


def instances(setup: Setup, face: Card) -> Amount:
    """How many instances of ripple are printed on a card with which a spell is cast."""
    count = 0
    for i in range(KEYWORDS):
        if setup.cards[face].keywords[i].keyword == RIPPLE:
            count += 1
    return count


def granted_by(setup: Setup, pos: Position, source: Card, caster: Seat) -> Amount:
    """How many instances of ripple a permanent grants to the spells of a player."""
    count = 0
    if pos.zone[source] == Zone.BATTLEFIELD:
        for i in range(STATICS):
            if setup.cards[source].statics[i].static == GRANT_TO_SPELLS:
                if setup.cards[source].statics[i].keyword == RIPPLE:
                    if is_meant(setup, source, setup.cards[source].statics[i].whose, caster):
                        count += 1
    return count


@law(
    "step",
    "ripple-then-active-player",
    "After a ripple ability resolves, the active player is the next to receive priority, or the "
    "next player in turn order if the active player has left the game.",
    "ripple.ability",
    "priority.after_resolution",
    when=SINCE_RIPPLE,
)
def ripple_then_active_player(setup: Setup, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, RESOLVED, RIPPLE_ABILITY)):
            seat = next_priority(step, i)
            if seat == NONE:
                seat = after.due
            expected = still_there(setup, after, after.active)
            if seat != expected and after.decision != FINISHED:
                return False
    return True


@law(
    "step",
    "ripple-triggers-on-cast",
    "Ripple triggers only as a spell that has it becomes cast.",
    "ripple.ability",
    "cast.becomes_cast",
    when=SINCE_RIPPLE,
)
def ripple_triggers_on_cast(setup: Setup, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, TRIGGERED_EVENT, RIPPLE_ABILITY)):
            card = step.events[i].card
            if not is_cast_before(setup, step, i, card) or after.zone[card] != Zone.STACK:
                return False
    return True


def is_cast_before(setup: Setup, step: Step, place: EventPlace, card: Card) -> bool:
    """Whether some face of a card has become cast earlier in the transition."""
    for i in range(EVENTS):
        if i < place and happened(step, i, CAST):
            if front_of(setup, step.events[i].card) == card:
                return True
    return False


@law(
    "step",
    "ripple-each-instance-triggers",
    "Each instance of ripple triggers separately, and once: those of the face that is cast, and "
    "those that permanents grant which are still there as the spell becomes cast.",
    "ripple.instances",
    when=SINCE_RIPPLE,
)
def ripple_each_instance_triggers(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST):
            face = step.events[i].card
            expected = instances(setup, face)
            for c in range(CARDS):
                if not occurs_before(step, i, SACRIFICED, c):
                    expected += granted_by(setup, before, c, step.events[i].seat)
            found = 0
            for j in range(EVENTS):
                if happened_about(step, j, TRIGGERED_EVENT, RIPPLE_ABILITY):
                    found += 1 if step.events[j].card == front_of(setup, face) else 0
            if premise(expected > 0) and found != expected:
                return False
            if found > expected:
                return False
    return True


@law(
    "step",
    "ripple-before-its-spell",
    "The ripple abilities of a spell go on the stack above it, so they leave the stack before the "
    "spell resolves. Abilities of an earlier casting of the same card may be below it.",
    "ripple.ability",
    "stack.order",
    when=SINCE_RIPPLE,
)
def ripple_before_its_spell(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if happened_about(step, i, STACKED, RIPPLE_ABILITY):
            card = step.events[i].card
            for slot in range(STACK):
                if premise(slot < after.stack_size and is_spell_of(after, slot, card)):
                    if not is_above(after, slot, RIPPLE_ABILITY, card):
                        return False
    return True


def is_spell_of(pos: Position, slot: Slot, card: Card) -> bool:
    """Whether the object at a place of the stack is a card as a spell."""
    return pos.stack[slot].kind == SPELL and pos.stack[slot].source == card


def is_above(pos: Position, slot: Slot, kind: Kind, card: Card) -> bool:
    """Whether an ability of a card is on the stack above a place."""
    for i in range(STACK):
        if i > slot and i < pos.stack_size:
            if pos.stack[i].kind == kind and pos.stack[i].source == card:
                return True
    return False


@law(
    "step",
    "ripple-casts-same-name",
    "What is cast while ripple resolves was revealed from the library and shares the spell's name.",
    "ripple.ability",
    "names.same",
    when=SINCE_RIPPLE,
)
def ripple_casts_same_name(setup: Setup, before: Position, step: Step) -> bool:
    if before.resolving.kind != RIPPLE_ABILITY:
        return True
    for i in range(EVENTS):
        if premise(happened(step, i, CAST_BEGUN)):
            card = front_of(setup, step.events[i].card)
            if before.zone[card] != Zone.LIBRARY or before.mark[card] != REVEALED:
                return False
            if not shares_name(setup, card, before.resolving.face):
                return False
    return True


@law(
    "step",
    "ripple-gives-no-priority-meanwhile",
    "Nobody receives priority while a ripple ability resolves, also not after a spell cast then.",
    "cast.in_resolution",
    when=SINCE_RIPPLE,
)
def ripple_gives_no_priority_meanwhile(before: Position, step: Step, after: Position) -> bool:
    inside = before.resolving.kind == RIPPLE_ABILITY and after.resolving.kind == RIPPLE_ABILITY
    if premise(inside):
        return not occurs(step, PRIORITY_GIVEN)
    return True


@law(
    "step",
    "ripple-rest-to-bottom",
    "When a ripple ability has resolved, no card is left revealed: all not cast were bottomed.",
    "ripple.ability",
    "library.order",
    when=SINCE_RIPPLE,
)
def ripple_rest_to_bottom(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, RESOLVED, RIPPLE_ABILITY)):
            for c in range(CARDS):
                if after.mark[c] == REVEALED:
                    return False
    return True


@law(
    "step",
    "ripple-declined-changes-nothing",
    "If nothing is revealed, every card stays where it is, and nothing is paid.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_declined_changes_nothing(before: Position, step: Step, after: Position) -> bool:
    if not premise(occurs(step, DECLINED_REVEAL)):
        return True
    if occurs(step, BOTTOMED) or occurs(step, REVEALED_CARD):
        return False
    return before.decision != REVEAL or is_as_before(before, after)


def is_as_before(before: Position, after: Position) -> bool:
    """Whether all cards are where they were, in libraries in the same order, and all players have
    the mana and life that they had.
    """
    for c in range(CARDS):
        if before.zone[c] != after.zone[c] or before.mark[c] != after.mark[c]:
            return False
    for seat in range(SEATS):
        if before.mana[seat] != after.mana[seat] or before.life[seat] != after.life[seat]:
            return False
        for i in range(LIBRARY):
            if before.library[seat][i] != after.library[seat][i]:
                return False
    return True


@law(
    "step",
    "ripple-reveals-all-or-n",
    "Ripple N reveals exactly N cards, or the whole library if it is smaller.",
    "ripple.ability",
    "impossible",
    when=SINCE_RIPPLE,
)
def ripple_reveals_all_or_n(before: Position, step: Step) -> bool:
    count = 0
    for i in range(EVENTS):
        if happened(step, i, REVEALED_CARD):
            count += 1
    if premise(count > 0):
        size = before.library_size[before.resolving.controller]
        number = before.resolving.number
        return count == (number if number < size else size)
    return True


@law(
    "invariant",
    "revealed-only-for-ripple",
    "Cards are revealed only while a ripple ability resolves, and they stay in the library.",
    "reveal",
    when=SINCE_RIPPLE,
)
def revealed_only_for_ripple(position: Position) -> bool:
    for c in range(CARDS):
        if premise(position.mark[c] == REVEALED):
            if position.zone[c] != Zone.LIBRARY or position.resolving.kind != RIPPLE_ABILITY:
                return False
    return True
