"""Resolving the top object of the stack (CR 608)."""

from __future__ import annotations

from ..lang.declare import NONE, clear
from .costs import pay
from .domains import (
    ACTIVATED,
    EFFECTS,
    PAY_MANA,
    SEATS,
    SETTLE,
    SPELL,
    STACK,
    TARGETS,
    TRIGGERED,
    CardType,
    TargetKind,
    Zone,
)
from .effects import acting_card, acting_part, perform, stops
from .events import ENTERED, FIZZLED, RESOLVED, RESOLVING
from .hooks import resolve_ability
from .position import Position, Step, ask, emit, give_priority
from .setup import Setup, is_permanent
from .stack import counter, is_spell, is_target, leave_stack, remove
from .triggers import condition_holds
from .zones import move


def resolve_top(setup: Setup, pos: Position, step: Step) -> None:
    """Begin to resolve the top object (CR 117.4, 608.1)."""
    slot = pos.stack_size - 1
    pos.resolving = pos.stack[slot]
    remove(pos, slot)
    pos.progress = 0
    pos.priority = NONE
    kind = pos.resolving.kind
    emit(step, RESOLVING, pos.resolving.controller, pos.resolving.source, kind, 0)
    if not is_spell(kind) and kind != ACTIVATED and kind != TRIGGERED:
        resolve_ability(setup, pos, step)
    elif not target_is_legal(setup, pos):
        emit(step, FIZZLED, pos.resolving.controller, pos.resolving.source, kind, 0)
        finish(setup, pos, step)
    elif kind == TRIGGERED and not condition_holds(
        setup, pos, pos.resolving.source, pos.resolving.face
    ):
        finish(setup, pos, step)
    elif kind == SPELL and is_permanent(setup, pos.resolving.face):
        enter_battlefield(setup, pos, step)
    else:
        follow_instructions(setup, pos, step)


def target_is_legal(setup: Setup, pos: Position) -> bool:
    """Whether the target, if there is one, is still legal (CR 608.2b)."""
    kind = setup.cards[acting_card(pos)].parts[acting_part(pos)].target
    if kind == TargetKind.NOTHING:
        return True
    target = pos.resolving.target
    if target == NONE:
        return False
    return is_target(setup, pos, kind, pos.resolving.controller, target)


def enter_battlefield(setup: Setup, pos: Position, step: Step) -> None:
    """A permanent spell becomes a permanent (CR 608.3); an Aura is attached to its target."""
    card = pos.resolving.source
    target = pos.resolving.target
    move(setup, pos, card, Zone.BATTLEFIELD)
    if setup.cards[pos.resolving.face].type == CardType.AURA:
        pos.attached[card] = target - SEATS - STACK
    emit(step, ENTERED, pos.resolving.controller, card, SPELL, 0)
    finish(setup, pos, step)


def follow_instructions(setup: Setup, pos: Position, step: Step) -> None:
    """Go on with the effect lines in order until a player has to choose, or to the end."""
    pos.decision = SETTLE
    for place in range(EFFECTS):
        if place >= pos.progress:
            pos.progress = place + 1
            if stops(setup, pos, place):
                pos.progress = EFFECTS
            else:
                perform(setup, pos, step, place)
                if pos.decision != SETTLE:
                    return
    finish(setup, pos, step)


def finish(setup: Setup, pos: Position, step: Step) -> None:
    """The last step of a resolution: an instant or sorcery goes to the graveyard (CR 608.2n);
    the active player is next to receive priority, whoever controlled the object (CR 117.3b).
    """
    kind = pos.resolving.kind
    card = pos.resolving.source
    if kind == SPELL and pos.zone[card] == Zone.STACK:
        leave_stack(setup, pos, step, card, pos.resolving.how)
    emit(step, RESOLVED, pos.resolving.controller, card, kind, 0)
    for i in range(STACK):
        if i < pos.stack_size and pos.stack[i].target == TARGETS - 1:
            pos.stack[i].target = NONE
    clear(pos.resolving)
    clear(pos.discards)
    pos.progress = 0
    give_priority(pos, pos.active)


def answer_unless(setup: Setup, pos: Position, step: Step, pays: bool) -> None:
    """The controller of the target pays to prevent the countering, or does not."""
    if not pays:
        pos.decision = SETTLE
        clear(pos.payment)
        counter(setup, pos, step, pos.resolving.target - SEATS)
        follow_instructions(setup, pos, step)
    elif pos.mana[pos.payment.player] >= pos.payment.cost:
        pay(pos, step)
        follow_instructions(setup, pos, step)
    else:
        ask(pos, PAY_MANA, pos.payment.player)
