"""What madness leaves to players: each choice is really there."""

from __future__ import annotations

from typing import Annotated

from stackproof.game.castable import can_cast
from stackproof.game.domains import (
    CARDS,
    EFFECTS,
    EVENTS,
    PRIORITY,
    SEATS,
    SPELL,
    STACK,
    Card,
    CardType,
    Cause,
    EventPlace,
    Part,
    Slot,
    TurnStep,
    Verb,
    Zone,
)
from stackproof.game.effects import COUNTER
from stackproof.game.events import (
    BURIED,
    CAST,
    COUNTERED,
    DISCARDED,
    LAND_PLAYED,
)
from stackproof.game.keywords.madness import (
    CAST_MADNESS,
    DECLINED_MADNESS,
    EXILED,
    EXILED_CARD,
    MADNESS,
    WINDOW,
    window_cost,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup
from stackproof.game.statics import BOTTOM_INSTEAD, EXILE_INSTEAD, is_under
from stackproof.game.triggers import has_keyword_now
from stackproof.lang.declare import Range, premise

from .declare import possible
from .history import happened, happened_about, occurs, occurs_after

Branch = Annotated[int, Range(0, 1)]
"""1 for doing what may be done, 0 for not doing it."""


def discards_madness(setup: Setup, before: Position, step: Step, place: EventPlace) -> bool:
    """Whether an event is the discard of a card with madness."""
    if not happened(step, place, DISCARDED):
        return False
    return has_keyword_now(setup, before, step.events[place].card, MADNESS)


def discards(step: Step) -> bool:
    """Whether a card is discarded."""
    return occurs(step, DISCARDED)


@possible(
    "madness-exile-is-a-choice",
    "A card with madness may be discarded normally or exiled: both in some play. Exception: "
    "another effect keeps cards out of the graveyard.",
    "madness.ability",
    "discard",
    trigger=discards,
    when={"madness_exile": "may"},
)
def madness_exile_is_a_choice(setup: Setup, before: Position, step: Step, choice: Branch) -> bool:
    for i in range(EVENTS):
        if discards_madness(setup, before, step, i):
            card = step.events[i].card
            owner = setup.cards[card].owner
            free = not is_under(setup, before, EXILE_INSTEAD, owner)
            free = free and not is_under(setup, before, BOTTOM_INSTEAD, owner)
            if premise(choice == 1 or free):
                if occurs_after(step, i, EXILED_CARD if choice == 1 else BURIED, card):
                    return True
    return False


def may_cast_now(setup: Setup, before: Position, card: Card) -> bool:
    """Whether the owner may now cast a card that madness exiled: as the ability resolves, or in
    the window of the old rule.
    """
    owner = setup.cards[card].owner
    if before.decision == CAST_MADNESS and before.resolving.source == card:
        return can_cast(setup, before, card, owner, before.resolving.number)
    if before.decision != PRIORITY or before.priority != owner or before.mark[card] != WINDOW:
        return False
    return can_cast(setup, before, card, owner, window_cost(setup, before, card))


def slot_by_madness(position: Position, card: Card) -> Slot:
    """The slot of the stack that holds a card as a spell cast by madness, or 0."""
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].kind == SPELL:
            if position.stack[i].source == card and position.stack[i].how == MADNESS:
                return i
    return 0


def is_by_madness(position: Position, card: Card) -> bool:
    """Whether a card is on the stack as a spell cast by madness."""
    if position.zone[card] != Zone.STACK:
        return False
    slot = slot_by_madness(position, card)
    return position.stack[slot].source == card and position.stack[slot].how == MADNESS


def is_open(setup: Setup, before: Position, card: Card, choice: Branch) -> bool:
    """Whether the owner may now cast a card that madness exiled, or leave it uncast."""
    if choice == 1:
        return may_cast_now(setup, before, card)
    if before.decision == CAST_MADNESS:
        return before.resolving.source == card
    return before.mark[card] == WINDOW and before.priority == setup.cards[card].owner


@possible(
    "madness-owner-may-cast",
    "The owner may cast the exiled card or put it into the graveyard: each in some play. Under "
    "the old rule, by passing. Exception: it cannot be cast or paid.",
    "madness.ability",
)
def madness_owner_may_cast(
    setup: Setup, before: Position, verb: Verb, step: Step, after: Position, choice: Branch
) -> bool:
    for c in range(CARDS):
        if before.mark[c] == EXILED or before.mark[c] == WINDOW:
            if premise(is_open(setup, before, c, choice)) and choice == 0 and verb == Verb.PASS:
                return True
    for i in range(EVENTS):
        if choice == 0 and happened(step, i, DECLINED_MADNESS):
            return True
        if choice == 1 and happened(step, i, CAST):
            if is_by_madness(after, step.events[i].card):
                return True
    return False


def lands_in_hand(setup: Setup, position: Position) -> bool:
    """Whether the active player has a land to play, and still may this turn."""
    for c in range(CARDS):
        if position.zone[c] == Zone.HAND and setup.cards[c].type == CardType.LAND:
            if setup.cards[c].owner == position.active:
                return not position.land_played
    return False


def main_phase(position: Position) -> bool:
    """Whether it is a main phase."""
    return position.step == TurnStep.MAIN or position.step == TurnStep.SECOND_MAIN


@possible(
    "madness-land-drop-in-window",
    "Before the owner casts the exiled card, they may play a land, if it is their main phase and "
    "nothing else is on the stack.",
    "madness.ability",
    "special.action",
    "land.play",
    when={"madness_timing": "window"},
)
def madness_land_drop_in_window(setup: Setup, before: Position, step: Step) -> bool:
    for c in range(CARDS):
        if before.mark[c] == WINDOW and before.priority == setup.cards[c].owner:
            if before.priority == before.active and before.stack_size == 0:
                if premise(main_phase(before) and lands_in_hand(setup, before)):
                    return occurs(step, LAND_PLAYED)
    return False


def is_too_early(setup: Setup, before: Position, card: Card) -> bool:
    """Whether the type of a card would not allow its owner to cast it now."""
    if setup.cards[card].type == CardType.INSTANT:
        return False
    if before.active != setup.cards[card].owner or not main_phase(before):
        return True
    return before.stack_size > 0


@possible(
    "madness-ignores-type-timing",
    "A spell that is no instant is cast by madness when its type would not allow that: on another "
    "player's turn, outside the main phases or above other objects.",
    "madness.ability",
    "timing.sorcery",
)
def madness_ignores_type_timing(
    setup: Setup, before: Position, step: Step, after: Position
) -> bool:
    offered = False
    for c in range(CARDS):
        if before.mark[c] == EXILED or before.mark[c] == WINDOW:
            if premise(is_too_early(setup, before, c) and may_cast_now(setup, before, c)):
                offered = True
    if not offered and not occurs(step, CAST):
        return False
    for i in range(EVENTS):
        if happened(step, i, CAST) and setup.cards[step.events[i].card].type != CardType.INSTANT:
            card = step.events[i].card
            if is_by_madness(after, card):
                early = before.active != step.events[i].seat or not main_phase(before)
                return early or slot_by_madness(after, card) > 0
    return False


def counters(setup: Setup, position: Position, slot: Slot, target: Slot) -> bool:
    """Whether an object on the stack is a spell that counters its target, another, in any case."""
    if slot >= position.stack_size or position.stack[slot].kind != SPELL:
        return False
    if position.stack[slot].target != SEATS + target:
        return False
    for i in range(EFFECTS):
        if setup.cards[position.stack[slot].face].parts[Part.SPELL].effects[i].operation == COUNTER:
            return not setup.cards[position.stack[target].face].uncounterable
    return False


def is_countered(step: Step, card: Card) -> bool:
    """Whether a card that is a spell is countered."""
    for i in range(EVENTS):
        if happened_about(step, i, COUNTERED, SPELL) and step.events[i].card == card:
            return True
    return False


@possible(
    "madness-spell-can-be-countered",
    "A spell cast by madness that a counterspell targets is countered in some play. Exception: it "
    "can't be countered.",
    "madness.ability",
    "counter",
)
def madness_spell_can_be_countered(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(STACK):
        if i < before.stack_size and before.stack[i].how == MADNESS:
            for j in range(STACK):
                if i < j and premise(counters(setup, before, j, i)):
                    if is_countered(step, before.stack[i].source):
                        return True
    return False


def cause_of(before: Position) -> Cause:
    """Why cards are being discarded; a card that is discarded for its own ability is a cost."""
    return Cause.COST if before.discard.cause == Cause.NONE else before.discard.cause


def is_discarded_for(setup: Setup, before: Position, step: Step, cause: Cause) -> bool:
    """Whether a card with madness is discarded for some reason: then madness can exile it."""
    if cause_of(before) != cause:
        return False
    for i in range(EVENTS):
        if discards_madness(setup, before, step, i):
            return True
    return False


@possible(
    "madness-works-for-costs",
    "Madness exiles a card that is discarded to pay a cost.",
    "madness.ability",
    "cost.pay",
    trigger=discards,
)
def madness_works_for_costs(setup: Setup, before: Position, step: Step) -> bool:
    if premise(is_discarded_for(setup, before, step, Cause.COST)):
        return occurs(step, EXILED_CARD)
    return False


@possible(
    "madness-works-for-effects",
    "Madness exiles a card that is discarded because a spell or ability says so.",
    "madness.ability",
    "discard",
    trigger=discards,
)
def madness_works_for_effects(setup: Setup, before: Position, step: Step) -> bool:
    if premise(is_discarded_for(setup, before, step, Cause.EFFECT)):
        return occurs(step, EXILED_CARD)
    return False


@possible(
    "madness-works-in-cleanup",
    "Madness exiles a card that is discarded at the end of the turn, as the hand is too large.",
    "madness.ability",
    "turn.cleanup_discard",
    trigger=discards,
)
def madness_works_in_cleanup(setup: Setup, before: Position, step: Step) -> bool:
    if premise(is_discarded_for(setup, before, step, Cause.CLEANUP)):
        return occurs(step, EXILED_CARD)
    return False
