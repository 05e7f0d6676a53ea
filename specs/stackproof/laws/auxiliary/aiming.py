"""What targets are: auxiliary invariants. A target that left was forgotten (CR 400.7)."""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CHOOSE_KICKER,
    CHOOSE_TARGET,
    CHOOSE_X,
    COPY,
    EFFECTS,
    NO_OBJECT,
    PAY_MANA,
    PAY_UNLESS,
    SEATS,
    SPELL,
    STACK,
    TARGETS,
    CardType,
    Kind,
    MaybeCard,
    MaybeTarget,
    Part,
    TargetKind,
    Zone,
)
from stackproof.game.effects import COUNTER_UNLESS, acting_card, acting_part
from stackproof.game.position import Position
from stackproof.game.setup import Setup
from stackproof.game.stack import fits, is_spell
from stackproof.lang.declare import NONE

from ..declare import law
from .decks import aims_at_the_stack
from .resolving import needs_face


def is_found(
    setup: Setup, position: Position, kind: Kind, face: MaybeCard, target: MaybeTarget
) -> bool:
    """Whether what an object aims at is where it was: a target that left was forgotten (CR 400.7).
    A card that is being cast counts as where it comes from, as the cast may be undone.
    """
    if target < SEATS + STACK or target == TARGETS - 1:
        return True
    card = target - SEATS - STACK
    zone = position.zone[card]
    if position.announcement.kind == SPELL and position.announcement.source == card:
        zone = position.announcement.origin
    part = Part.TRIGGER
    if kind == SPELL or kind == COPY:
        part = Part.SPELL
    elif kind == ACTIVATED:
        part = Part.ABILITY
    if setup.cards[face].parts[part].target == TargetKind.EXILED_CARD:
        return zone == Zone.EXILE
    return zone == Zone.BATTLEFIELD


@law("invariant", "targets-are-found", "What an object on the stack aims at is where it was.")
def targets_are_found(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        kind = position.stack[i].kind
        target = position.stack[i].target
        if i < position.stack_size and target != NONE:
            face = position.stack[i].face if is_spell(kind) else position.stack[i].source
            if needs_face(kind) or not is_found(setup, position, kind, face, target):
                return False
    return True


def still_needs_the_stack(setup: Setup, position: Position) -> bool:
    """Whether a resolving object has yet to do something to its target on the stack."""
    if position.decision == PAY_UNLESS:
        return True
    if position.decision == PAY_MANA and position.announcement.kind == NO_OBJECT:
        return True
    card = acting_card(position)
    for i in range(EFFECTS):
        operation = setup.cards[card].parts[acting_part(position)].effects[i].operation
        if i >= position.progress and aims_at_the_stack(operation):
            return True
    return False


@law("invariant", "resolving-targets-are-found", "So is what a resolving object aims at.")
def resolving_targets_are_found(setup: Setup, position: Position) -> bool:
    kind = position.resolving.kind
    target = position.resolving.target
    if kind == NO_OBJECT or needs_face(kind):
        return kind == NO_OBJECT or target == NONE
    return target == NONE or is_found(setup, position, kind, acting_card(position), target)


@law("invariant", "resolving-objects-find-targets", "What needs a target on the stack has it.")
def resolving_objects_find_targets(setup: Setup, position: Position) -> bool:
    kind = position.resolving.kind
    if kind == NO_OBJECT or needs_face(kind):
        return True
    return not still_needs_the_stack(setup, position) or finds_on_stack(setup, position)


@law("invariant", "unless-was-said", "Who is asked to pay is asked by the effect that says so.")
def unless_was_said(setup: Setup, position: Position) -> bool:
    unless = position.decision == PAY_UNLESS
    if position.decision == PAY_MANA and position.announcement.kind == NO_OBJECT:
        unless = True
    if not unless:
        return True
    if position.progress == 0 or position.resolving.kind == NO_OBJECT:
        return False
    part = acting_part(position)
    place = position.progress - 1
    line = setup.cards[acting_card(position)].parts[part].effects[place].operation
    return line == COUNTER_UNLESS


@law("invariant", "targets-come-before-costs", "What is paid for has its target, if it needs one.")
def targets_come_before_costs(setup: Setup, position: Position) -> bool:
    decision = position.decision
    kind = position.announcement.kind
    if kind == NO_OBJECT or decision == CHOOSE_X or decision == CHOOSE_KICKER:
        return True
    if decision == CHOOSE_TARGET:
        return True
    part = Part.SPELL if kind == SPELL else Part.ABILITY
    face = position.announcement.face
    if setup.cards[face].parts[part].sacrifices != CardType.NONE:
        return True
    if setup.cards[face].parts[part].target == TargetKind.NOTHING:
        return True
    return position.stack[position.stack_size - 1].target != NONE


@law("invariant", "nothing-is-no-target", "Nothing aims at what resolves unless something does.")
def nothing_is_no_target(position: Position) -> bool:
    if position.resolving.kind != NO_OBJECT:
        return position.resolving.target != TARGETS - 1
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].target == TARGETS - 1:
            return False
    return True


def finds_on_stack(setup: Setup, position: Position) -> bool:
    """Whether the target of a resolving object is an object on the stack that fits."""
    slot = position.resolving.target - SEATS
    if slot < 0 or slot >= position.stack_size:
        return False
    wanted = setup.cards[acting_card(position)].parts[acting_part(position)].target
    return fits(position.stack[slot].kind, wanted)
