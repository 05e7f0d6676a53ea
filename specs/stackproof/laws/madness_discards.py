"""Madness and discarding: what counts as discarded, why, and what the graveyard sees of it."""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    EVENTS,
    NO_KEYWORD,
    NO_OBJECT,
    SEATS,
    STACK,
    Card,
    Cause,
    EventPlace,
    Part,
    TurnStep,
    Watched,
    Zone,
)
from stackproof.game.events import (
    ACTIVATED_EVENT,
    BURIED,
    CAST_BEGUN,
    DISCARDED,
    SACRIFICED,
    TRIGGERED_EVENT,
)
from stackproof.game.keywords.madness import (
    CLOSING,
    DECLINED_MADNESS,
    EXILED,
    EXILED_CARD,
    MADNESS,
    MADNESS_ABILITY,
    WINDOW,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, front_of, has_keyword
from stackproof.game.statics import is_meant
from stackproof.lang.declare import premise

from .declare import law
from .history import happened, happened_about, occurs, occurs_after, occurs_before
from .madness_choices import is_by_madness


@law(
    "step",
    "madness-works-in-hand",
    "Madness exiles a card from its owner's hand only, as it is discarded.",
    "madness.ability",
)
def madness_works_in_hand(before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, EXILED_CARD)):
            card = step.events[i].card
            if before.zone[card] != Zone.HAND or not occurs_before(step, i, DISCARDED, card):
                return False
    return True


def discards_itself(setup: Setup, step: Step, card: Card) -> bool:
    """Whether a card is discarded to activate its own ability."""
    if not setup.cards[card].parts[Part.ABILITY].discards_itself:
        return False
    for i in range(EVENTS):
        if happened(step, i, ACTIVATED_EVENT) and step.events[i].card == card:
            return True
    return False


def is_caused(setup: Setup, before: Position, step: Step, card: Card) -> bool:
    """Whether something makes a player discard: a cost that is being paid, an effect that is
    resolving, or the cleanup step.
    """
    if before.discard.cause == Cause.COST:
        return before.announcement.kind != NO_OBJECT
    if before.discard.cause == Cause.EFFECT:
        return before.resolving.kind != NO_OBJECT
    if before.discard.cause == Cause.CLEANUP:
        return before.step == TurnStep.CLEANUP and before.resolving.kind == NO_OBJECT
    return discards_itself(setup, step, card)


@law(
    "step",
    "discards-have-a-cause",
    "A card is discarded only to pay a cost, by an effect that is resolving or in the cleanup "
    "step, never just because a player wants to.",
    "discard",
)
def discards_have_a_cause(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, DISCARDED)):
            if not is_caused(setup, before, step, step.events[i].card):
                return False
    return True


def is_aimed_at(before: Position, card: Card) -> bool:
    """Whether the object that is resolving, or about to, targets a card in exile."""
    target = SEATS + STACK + card
    if before.resolving.target == target:
        return True
    return before.stack_size > 0 and before.stack[before.stack_size - 1].target == target


@law(
    "step",
    "madness-never-in-graveyard-before",
    "A card exiled by madness is never in a graveyard before it is cast or put there because it "
    "is not. Exception: another effect, which targets it, moves it there from exile.",
    "madness.ability",
    "discard",
)
def madness_never_in_graveyard_before(before: Position, step: Step, after: Position) -> bool:
    for c in range(CARDS):
        mark = before.mark[c]
        if premise(mark == EXILED or mark == WINDOW or mark == CLOSING):
            if after.zone[c] == Zone.GRAVEYARD and not is_declined(step, c):
                if not is_aimed_at(before, c):
                    return False
    for i in range(EVENTS):
        if premise(happened(step, i, EXILED_CARD)):
            if occurs_before(step, i, BURIED, step.events[i].card):
                return False
            if occurs_after(step, i, BURIED, step.events[i].card):
                return False
    return True


def is_declined(step: Step, card: Card) -> bool:
    """Whether a card is put into the graveyard because it was not cast."""
    for i in range(EVENTS):
        if happened(step, i, DECLINED_MADNESS) and step.events[i].card == card:
            return True
    return False


@law(
    "step",
    "madness-casts-from-exile",
    "A spell is cast by madness from exile, where madness has put the card.",
    "madness.ability",
    "cast.begin",
)
def madness_casts_from_exile(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST_BEGUN):
            card = front_of(setup, step.events[i].card)
            if premise(is_by_madness(after, card)):
                known = before.mark[card] == EXILED or before.mark[card] == WINDOW
                if before.zone[card] != Zone.EXILE or not known:
                    return False
    return True


@law(
    "step",
    "madness-casts-from-hand",
    "A spell is cast by madness from its owner's hand (as \"just like playing an instant from "
    'your hand" reads: false, it is cast from exile).',
    "madness.ability",
    supported=False,
)
def madness_casts_from_hand(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST_BEGUN):
            card = front_of(setup, step.events[i].card)
            if premise(is_by_madness(after, card)):
                if before.zone[card] != Zone.HAND:
                    return False
    return True


def watches(setup: Setup, before: Position, step: Step, watcher: Card, place: EventPlace) -> bool:
    """Whether a permanent has an ability that triggers on the discard at a place."""
    if before.zone[watcher] != Zone.BATTLEFIELD:
        return False
    if setup.cards[watcher].watch.event != Watched.DISCARD:
        return False
    keyword = setup.cards[watcher].watch.if_keyword
    if keyword != NO_KEYWORD:
        if keyword != MADNESS or not has_keyword(setup, step.events[place].card, MADNESS):
            return False
    if occurs_before(step, place, SACRIFICED, watcher):
        return False
    return is_meant(setup, watcher, setup.cards[watcher].watch.whose, step.events[place].seat)


@law(
    "step",
    "madness-discards-are-noticed",
    "Abilities that trigger on a card being discarded trigger also when madness exiles it.",
    "madness.ability",
    "discard",
    "trigger.condition",
)
def madness_discards_are_noticed(setup: Setup, before: Position, step: Step) -> bool:
    if not setup.any_watches or not occurs(step, EXILED_CARD):
        return True
    for i in range(EVENTS):
        if happened(step, i, DISCARDED):
            if occurs_after(step, i, EXILED_CARD, step.events[i].card):
                for c in range(CARDS):
                    if premise(watches(setup, before, step, c, i)):
                        if not occurs_after(step, i, TRIGGERED_EVENT, c):
                            return False
    return True


@law(
    "step",
    "madness-no-second-chance",
    "A card with madness that is in a graveyard is not cast by madness, and its madness does not "
    "trigger there.",
    "madness.ability",
    "object.new",
)
def madness_no_second_chance(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    for c in range(CARDS):
        if before.zone[c] == Zone.GRAVEYARD or after.zone[c] == Zone.GRAVEYARD:
            if premise(has_keyword(setup, c, MADNESS)):
                if is_by_madness(after, c) or triggers(step, c):
                    return False
    return True


def triggers(step: Step, card: Card) -> bool:
    """Whether the madness ability of a card triggers."""
    for i in range(EVENTS):
        if happened_about(step, i, TRIGGERED_EVENT, MADNESS_ABILITY):
            if step.events[i].card == card:
                return True
    return False
