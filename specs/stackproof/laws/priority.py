"""Priority: who receives it, and when nobody has it."""

from __future__ import annotations

from stackproof.game.domains import (
    EVENTS,
    FINISHED,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PRIORITY,
    CardType,
    EventPlace,
    TurnStep,
    Verb,
    Zone,
)
from stackproof.game.events import (
    ACTIVATED_EVENT,
    CAST,
    CAST_BEGUN,
    DESTROYED,
    FELL_OFF,
    LAND_PLAYED,
    LOST,
    PRIORITY_GIVEN,
    RESOLVED,
    RESOLVING,
    STEP_BEGUN,
)
from stackproof.game.position import Position, Step
from stackproof.game.seats import players_left
from stackproof.game.setup import Setup, front_of
from stackproof.lang.declare import NONE, premise

from .declare import law
from .history import happened, next_priority, occurs, still_there


@law(
    "invariant",
    "nobody-has-priority-meanwhile",
    "While a spell is being cast, an ability activated or an object resolving, nobody has "
    "priority.",
    "cast.in_resolution",
    "priority.after_action",
)
def nobody_has_priority_meanwhile(position: Position) -> bool:
    busy = position.announcement.kind != NO_OBJECT or position.resolving.kind != NO_OBJECT
    if premise(busy):
        return position.priority == NONE
    return True


@law(
    "invariant",
    "priority-is-a-decision",
    "Whoever has priority, and nobody else, is asked what to do.",
    "priority.before",
)
def priority_is_a_decision(position: Position) -> bool:
    if premise(position.decision == PRIORITY):
        return position.decider == position.priority and position.priority != NONE
    return position.priority == NONE


@law(
    "step",
    "active-player-after-resolution",
    "After any object has resolved, the active player is the next to receive priority, or the "
    "next player in turn order if the active player has left the game.",
    "priority.after_resolution",
)
def active_player_after_resolution(setup: Setup, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, RESOLVED)) and after.decision != FINISHED:
            seat = next_priority(step, i)
            if seat == NONE:
                seat = after.due
            if seat != still_there(setup, after, after.active):
                return False
    return True


@law(
    "step",
    "priority-as-due",
    "After triggers were ordered, priority goes to the player who was about to receive it, or "
    "to the next one if that player has left the game.",
    "priority.before",
)
def priority_as_due(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    if before.decision == ORDER_TRIGGERS:
        if premise(occurs(step, PRIORITY_GIVEN)):
            return after.priority == still_there(setup, after, before.due)
        due = still_there(setup, after, before.due)
        return after.due == due or after.decision == FINISHED
    return True


@law(
    "step",
    "actor-keeps-priority",
    "A player who cast, activated or played a land with priority is the next to receive it. "
    "Exception: the player has lost the game by that.",
    "priority.after_action",
    "special.action",
)
def actor_keeps_priority(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        acted = (
            happened(step, i, CAST)
            or happened(step, i, ACTIVATED_EVENT)
            or happened(step, i, LAND_PLAYED)
        )
        if premise(acted and before.resolving.kind == NO_OBJECT) and after.decision != FINISHED:
            seat = next_priority(step, i)
            if seat == NONE:
                seat = after.due
            if seat != still_there(setup, after, step.events[i].seat):
                return False
    return True


@law(
    "step",
    "all-pass-before-resolving",
    "An object resolves only when all players have passed in succession.",
    "priority.all_pass",
)
def all_pass_before_resolving(setup: Setup, before: Position, verb: Verb, step: Step) -> bool:
    if premise(occurs(step, RESOLVING)):
        return verb == Verb.PASS and before.passes + 1 == players_left(setup, before)
    return True


@law(
    "step",
    "steps-end-on-empty-stack",
    "A step ends only when all players have passed in succession and the stack is empty.",
    "priority.all_pass",
    "turn.step_ends",
)
def steps_end_on_empty_stack(setup: Setup, before: Position, verb: Verb, step: Step) -> bool:
    if premise(occurs(step, STEP_BEGUN)):
        all_passed = verb == Verb.PASS and before.passes + 1 == players_left(setup, before)
        return all_passed and before.stack_size == 0
    return True


def is_state_based(step: Step, place: EventPlace) -> bool:
    """Whether an event is what a state-based action does."""
    if happened(step, place, DESTROYED) or happened(step, place, FELL_OFF):
        return True
    return happened(step, place, LOST)


@law(
    "step",
    "state-based-actions-wait",
    "State-based actions are performed neither while an object resolves nor while a spell or "
    "ability is announced.",
    "priority.before",
)
def state_based_actions_wait(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(is_state_based(step, i)):
            if after.resolving.kind != NO_OBJECT or after.announcement.kind != NO_OBJECT:
                return False
            for j in range(EVENTS):
                if j > i and happened(step, j, RESOLVED):
                    return False
    return True


def begins_slow_spell(setup: Setup, before: Position, step: Step, place: EventPlace) -> bool:
    """Whether an event begins to cast a card in hand that is no instant."""
    if not happened(step, place, CAST_BEGUN):
        return False
    face = step.events[place].card
    in_hand = before.zone[front_of(setup, face)] == Zone.HAND
    return in_hand and setup.cards[face].type != CardType.INSTANT


@law(
    "step",
    "sorcery-timing",
    "A spell that is no instant is cast with priority from the hand only in its caster's main "
    "phase with an empty stack.",
    "timing.sorcery",
)
def sorcery_timing(setup: Setup, before: Position, step: Step) -> bool:
    if before.decision != PRIORITY:
        return True
    for i in range(EVENTS):
        if premise(begins_slow_spell(setup, before, step, i)):
            main = before.step == TurnStep.MAIN or before.step == TurnStep.SECOND_MAIN
            if not main or before.stack_size > 0 or before.active != step.events[i].seat:
                return False
    return True
