"""What an event says and what it leaves empty, as traces and reports show it.

No statements about the game either: they are judged with those of ``canonical``.
"""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    COPY,
    EVENTS,
    NO_OBJECT,
    SPELL,
    EventKind,
    EventPlace,
    Kind,
)
from stackproof.game.events import (
    ACTIVATED_EVENT,
    ACTIVATION_BEGUN,
    BOOSTED,
    BURIED,
    BURNED,
    CAST,
    CAST_BEGUN,
    CHOSE_X,
    COPIED,
    COUNTERED,
    DAMAGED,
    DESTROYED,
    DISCARDED,
    DRAWN,
    DREW_NOTHING,
    ENTERED,
    EXILED_EVENT,
    EXILED_INSTEAD,
    FELL_OFF,
    FIZZLED,
    FOUND_NOTHING,
    KICKED,
    LEFT,
    LIFE_PAID,
    LOST,
    MANA_LOST,
    MILLED,
    PAID,
    PASSED,
    PRIORITY_GIVEN,
    PUT_ON_BOTTOM,
    PUT_ON_TOP,
    RESOLVED,
    RESOLVING,
    RETURNED,
    SACRIFICED,
    SHRUNK,
    STACKED,
    STEP_BEGUN,
    SURVIVED,
    TAPPED,
    TRIGGERED_EVENT,
    TURN_BEGUN,
    UNDONE,
    UNTAPPED,
)
from stackproof.game.keywords.madness import (
    DECLINED_MADNESS,
    EXILED_CARD,
    MADNESS_ABILITY,
    WINDOW_OPENED,
)
from stackproof.game.keywords.ripple import (
    BOTTOMED,
    DECLINED_REVEAL,
    REVEALED_CARD,
    RIPPLE_ABILITY,
)
from stackproof.game.position import Step
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from .declare import law


def is_about_an_object(kind: EventKind) -> bool:
    """Whether an event is about any spell or ability on the stack."""
    if kind == TRIGGERED_EVENT or kind == STACKED or kind == COUNTERED or kind == SURVIVED:
        return True
    return kind == RESOLVING or kind == FIZZLED or kind == RESOLVED


def is_about_a_spell(kind: EventKind) -> bool:
    """Whether an event is about a spell that is a card."""
    if kind == CAST_BEGUN or kind == CAST or kind == UNDONE:
        return True
    return kind == CHOSE_X or kind == KICKED or kind == ENTERED


def object_of(kind: EventKind) -> Kind:
    """The kind of object that all events of a kind are about."""
    if is_about_a_spell(kind):
        return SPELL
    if kind == ACTIVATION_BEGUN or kind == ACTIVATED_EVENT:
        return ACTIVATED
    if kind == COPIED:
        return COPY
    if kind == EXILED_CARD or kind == WINDOW_OPENED or kind == DECLINED_MADNESS:
        return MADNESS_ABILITY
    if kind == REVEALED_CARD or kind == DECLINED_REVEAL or kind == BOTTOMED:
        return RIPPLE_ABILITY
    return NO_OBJECT


@law("step", "events-are-about", "Each event is about the kind of object that it is meant for.")
def events_are_about(step: Step) -> bool:
    for i in range(EVENTS):
        if i < step.count:
            about = step.events[i].about
            if is_about_an_object(step.events[i].kind):
                if about == NO_OBJECT:
                    return False
            elif about != object_of(step.events[i].kind):
                return False
    return True


def counts(kind: EventKind) -> bool:
    """Whether an event has a number, which is 0 for all others."""
    if kind == PAID or kind == TAPPED or kind == LIFE_PAID or kind == CHOSE_X or kind == SHRUNK:
        return True
    if kind == DAMAGED or kind == BOOSTED or kind == MANA_LOST or kind == BURNED:
        return True
    if kind == STEP_BEGUN or kind == TURN_BEGUN:
        return True
    return kind == TRIGGERED_EVENT or kind == STACKED or kind == COUNTERED


@law("step", "events-count", "Only events that count something have a number.")
def events_count(step: Step) -> bool:
    for i in range(EVENTS):
        if i < step.count and step.events[i].number != 0:
            if not counts(step.events[i].kind):
                return False
    return True


@law("step", "less-than-nothing", "Nobody loses or pays no mana at all, nor pays no life.")
def less_than_nothing(step: Step) -> bool:
    for i in range(EVENTS):
        if i < step.count and step.events[i].number == 0:
            kind = step.events[i].kind
            if kind == MANA_LOST or kind == BURNED or kind == LIFE_PAID or kind == TAPPED:
                return False
    return True


def is_about_a_player(kind: EventKind) -> bool:
    """Whether an event has no card."""
    if kind == PASSED or kind == PRIORITY_GIVEN or kind == STEP_BEGUN or kind == TURN_BEGUN:
        return True
    if kind == MANA_LOST or kind == BURNED or kind == PAID or kind == SHRUNK:
        return True
    return kind == LOST or kind == LEFT or kind == DREW_NOTHING or kind == DECLINED_REVEAL


@law("step", "events-have-cards", "Events have a card unless they are about a player alone.")
def events_have_cards(step: Step) -> bool:
    for i in range(EVENTS):
        if i < step.count:
            if (step.events[i].card == NONE) != is_about_a_player(step.events[i].kind):
                return False
    return True


def is_nobodys(kind: EventKind) -> bool:
    """Whether an event has no player."""
    if kind == DAMAGED or kind == BOOSTED or kind == UNTAPPED:
        return True
    return kind == EXILED_EVENT or kind == FOUND_NOTHING


def is_owners(kind: EventKind) -> bool:
    """Whether an event has the owner of its card as its player."""
    if kind == DISCARDED or kind == BURIED or kind == MILLED or kind == DRAWN or kind == RETURNED:
        return True
    if kind == EXILED_INSTEAD or kind == PUT_ON_TOP or kind == PUT_ON_BOTTOM or kind == TAPPED:
        return True
    if kind == DESTROYED or kind == FELL_OFF or kind == SACRIFICED or kind == LIFE_PAID:
        return True
    return kind == EXILED_CARD or kind == WINDOW_OPENED or kind == DECLINED_MADNESS


@law("step", "events-have-players", "Events have the player that they concern, or none.")
def events_have_players(setup: Setup, step: Step) -> bool:
    for i in range(EVENTS):
        if i < step.count:
            seat = step.events[i].seat
            if (seat == NONE) != is_nobodys(step.events[i].kind):
                return False
            if is_owners(step.events[i].kind) and step.events[i].card != NONE:
                if seat != setup.cards[step.events[i].card].owner:
                    return False
    return True


def is_same_event(step: Step, one: EventPlace, other: EventPlace) -> bool:
    """Whether two events of a transition say the same."""
    return (
        step.events[one].kind == step.events[other].kind
        and step.events[one].seat == step.events[other].seat
        and step.events[one].card == step.events[other].card
        and step.events[one].about == step.events[other].about
    )


def happens_once(kind: EventKind) -> bool:
    """Whether nothing of the kind can happen twice in a transition to the same card or player."""
    if kind == LOST or kind == LEFT or kind == CAST or kind == RESOLVED or kind == COUNTERED:
        return True
    return kind == PRIORITY_GIVEN or kind == DESTROYED or kind == FELL_OFF or kind == SACRIFICED


@law("step", "events-once", "What can happen once in a transition happens once.")
def events_once(step: Step) -> bool:
    for i in range(EVENTS):
        if i < step.count and happens_once(step.events[i].kind):
            for j in range(EVENTS):
                if j > i and j < step.count and is_same_event(step, i, j):
                    return False
    return True
