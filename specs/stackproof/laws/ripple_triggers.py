"""When ripple triggers, and what becomes of the ability where something is countered."""

from __future__ import annotations

from stackproof.game.domains import EVENTS, FINISHED, NO_OBJECT, SPELL, Zone
from stackproof.game.events import CAST, COUNTERED, LEFT, RESOLVED, STACKED, TRIGGERED_EVENT
from stackproof.game.keywords.ripple import (
    REVEAL,
    REVEALED_CARD,
    RIPPLE_ABILITY,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, front_of
from stackproof.lang.declare import NONE, premise

from .declare import law, possible
from .history import (
    happened,
    happened_about,
    has_source,
    next_priority,
    occurs,
    occurs_about,
    still_there,
)
from .ripple import SINCE_RIPPLE, instances


@law(
    "step",
    "ripple-triggers-only-on-stack",
    "Ripple triggers only while the card with it is on the stack.",
    "ripple.ability",
    when=SINCE_RIPPLE,
)
def ripple_triggers_only_on_stack(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, TRIGGERED_EVENT, RIPPLE_ABILITY)):
            if after.zone[step.events[i].card] != Zone.STACK and not occurs(step, LEFT):
                return False
    return True


@law(
    "step",
    "ripple-triggers-while-on-stack",
    "The ripple of a card on the stack does trigger there, as the spell becomes cast.",
    "ripple.ability",
    "cast.becomes_cast",
    when=SINCE_RIPPLE,
)
def ripple_triggers_while_on_stack(setup: Setup, step: Step) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST):
            if premise(instances(setup, step.events[i].card) > 0):
                card = front_of(setup, step.events[i].card)
                if not occurs_about(step, TRIGGERED_EVENT, card, RIPPLE_ABILITY):
                    return False
    return True


@possible(
    "ripple-works-without-spell",
    "A ripple ability reveals cards though its spell has left the stack.",
    "ability.independent",
    when=SINCE_RIPPLE,
)
def ripple_works_without_spell(before: Position, step: Step) -> bool:
    if before.decision == REVEAL:
        if premise(before.zone[before.resolving.source] != Zone.STACK):
            return occurs(step, REVEALED_CARD)
    return False


@law(
    "step",
    "ripple-works-only-with-spell",
    "A ripple ability reveals cards only if its spell is still on the stack (which the rules do "
    "not say: only the triggering needs the stack).",
    "ability.independent",
    when=SINCE_RIPPLE,
    supported=False,
)
def ripple_works_only_with_spell(before: Position, step: Step) -> bool:
    if before.decision == REVEAL:
        if premise(occurs(step, REVEALED_CARD)):
            return before.zone[before.resolving.source] == Zone.STACK
    return True


@law(
    "step",
    "ripple-countered-spell-stays",
    "Countering a ripple ability leaves its spell on the stack. Exception: it was cast anew, and "
    "what countered the ability has resolved as that very card.",
    "ability.independent",
    "counter",
    when=SINCE_RIPPLE,
)
def ripple_countered_spell_stays(before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if happened_about(step, i, COUNTERED, RIPPLE_ABILITY):
            card = step.events[i].card
            if premise(before.zone[card] == Zone.STACK) and after.zone[card] != Zone.STACK:
                return occurs(step, LEFT) or occurs_about(step, RESOLVED, card, SPELL)
    return True


@law(
    "step",
    "ripple-always-resolves",
    "A ripple ability always resolves (as it stands, without exceptions: false once one is "
    "countered).",
    "ripple.ability",
    when=SINCE_RIPPLE,
    supported=False,
)
def ripple_always_resolves(step: Step) -> bool:
    for i in range(EVENTS):
        countered = happened_about(step, i, COUNTERED, RIPPLE_ABILITY)
        if premise(countered or happened_about(step, i, RESOLVED, RIPPLE_ABILITY)) and countered:
            return False
    return True


@law(
    "step",
    "ripple-trigger-then-caster",
    "After a player with priority has cast a spell with ripple, its ability goes on the stack and "
    "that player receives priority. Exception: the player has lost the game by that.",
    "ripple.ability",
    "trigger.stacked",
    "priority.after_action",
    when=SINCE_RIPPLE,
)
def ripple_trigger_then_caster(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    if before.resolving.kind != NO_OBJECT:
        return True
    for i in range(EVENTS):
        if happened(step, i, CAST):
            seat = step.events[i].seat
            triggers = instances(setup, step.events[i].card) > 0
            if premise(triggers) and after.decision != FINISHED and not occurs(step, LEFT):
                card = front_of(setup, step.events[i].card)
                given = next_priority(step, i)
                if given == NONE:
                    return after.due == still_there(setup, after, seat)
                stacked = occurs_about(step, STACKED, card, RIPPLE_ABILITY)
                return stacked and has_source(after, RIPPLE_ABILITY, card) and given == seat
    return True


@law(
    "step",
    "ripple-caster-gets-priority-always",
    "After a spell with ripple is cast, its caster receives priority (as it stands, without "
    "exceptions: false for one that is cast while something resolves).",
    "priority.after_action",
    "cast.in_resolution",
    when=SINCE_RIPPLE,
    supported=False,
)
def ripple_caster_gets_priority_always(
    setup: Setup, before: Position, step: Step, after: Position
) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST):
            if premise(instances(setup, step.events[i].card) > 0):
                given = next_priority(step, i)
                if given == NONE:
                    given = after.due
                return given == step.events[i].seat
    return True
