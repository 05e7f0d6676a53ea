"""How positions are written down: the auxiliary invariants about stack, triggers and zones.

They are no statements about the game, and are proved together with the laws.
"""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CARDS,
    CHOSEN,
    COPY,
    END_TURN,
    LIBRARY,
    NO_KEYWORD,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PRIORITY,
    REVEALED,
    SEATS,
    SPELL,
    STACK,
    WAITING,
    Card,
    Kind,
    Zone,
)
from stackproof.game.keywords.madness import (
    CLOSING,
    EXILED,
    MADNESS_ABILITY,
    STRANDED,
    WINDOW,
    WINDOW_END,
)
from stackproof.game.position import Position
from stackproof.game.seats import players_left
from stackproof.game.setup import Setup, front_of
from stackproof.lang.declare import NONE

from ..declare import law


@law("invariant", "libraries-are-ones-own", "A library holds its player's cards and nothing else.")
def libraries_are_ones_own(setup: Setup, position: Position) -> bool:
    for seat in range(SEATS):
        for i in range(LIBRARY):
            card = position.library[seat][i]
            if (card == NONE) != (i >= position.library_size[seat]):
                return False
            if card != NONE and setup.cards[card].owner != seat:
                return False
    return True


def is_ability(kind: Kind) -> bool:
    """Whether an object is a triggered ability, a keyword's or another."""
    return kind != NO_OBJECT and kind != SPELL and kind != COPY and kind != ACTIVATED


@law("invariant", "stack-is-packed", "The stack has no gaps: objects up to its size, none above.")
def stack_is_packed(position: Position) -> bool:
    for i in range(STACK):
        if (position.stack[i].kind == NO_OBJECT) != (i >= position.stack_size):
            return False
    return True


@law("invariant", "objects-have-sources", "Every object on the stack comes from a card.")
def objects_have_sources(position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].source == NONE:
            return False
    return position.resolving.kind == NO_OBJECT or position.resolving.source != NONE


@law("invariant", "spells-show-a-face", "A spell or copy shows a face of the card that it is.")
def spells_show_a_face(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        kind = position.stack[i].kind
        if i < position.stack_size and (kind == SPELL or kind == COPY):
            if position.stack[i].face == NONE:
                return False
            if front_of(setup, position.stack[i].face) != position.stack[i].source:
                return False
    kind = position.resolving.kind
    if kind == SPELL or kind == COPY:
        if position.resolving.face == NONE:
            return False
        return front_of(setup, position.resolving.face) == position.resolving.source
    return True


@law("invariant", "triggers-are-packed", "Waiting triggers have no gaps, and each is an ability.")
def triggers_are_packed(position: Position) -> bool:
    for i in range(WAITING):
        if i >= position.waiting_size:
            if position.waiting[i].kind != NO_OBJECT:
                return False
        elif not is_ability(position.waiting[i].kind) or position.waiting[i].source == NONE:
            return False
    return True


@law("invariant", "passes-are-few", "Whoever has or will have priority was not passed to by all.")
def passes_are_few(setup: Setup, position: Position) -> bool:
    if position.decision != PRIORITY and position.decision != ORDER_TRIGGERS:
        return True
    return position.passes < players_left(setup, position)


@law("invariant", "priority-is-settled", "With priority nothing waits and nobody else is due.")
def priority_is_settled(position: Position) -> bool:
    if position.decision != PRIORITY:
        return True
    return position.waiting_size == 0 and position.due == NONE


@law("invariant", "never-between-steps", "No position is one in which the turn ends by itself.")
def never_between_steps(position: Position) -> bool:
    return position.decision != END_TURN


def is_madness_mark(position: Position, card: Card) -> bool:
    """Whether madness has something to say about a card."""
    mark = position.mark[card]
    return mark == EXILED or mark == WINDOW or mark == CLOSING or mark == STRANDED


@law("invariant", "madness-marks-exile", "What madness remembers of a card, it does in exile.")
def madness_marks_exile(position: Position) -> bool:
    for c in range(CARDS):
        if is_madness_mark(position, c) and position.zone[c] != Zone.EXILE:
            return False
    return True


@law("invariant", "chosen-in-hand", "A card chosen to be discarded is in its owner's hand.")
def chosen_in_hand(position: Position) -> bool:
    for c in range(CARDS):
        if position.mark[c] == CHOSEN and position.zone[c] != Zone.HAND:
            return False
    return True


@law("invariant", "revealed-in-library", "A revealed card is in a library.")
def revealed_in_library(position: Position) -> bool:
    for c in range(CARDS):
        if position.mark[c] == REVEALED and position.zone[c] != Zone.LIBRARY:
            return False
    return True


@law("invariant", "faces-are-no-cards", "A face is in no zone: its card is.")
def faces_are_no_cards(setup: Setup, position: Position) -> bool:
    for c in range(CARDS):
        if setup.cards[c].front != NONE and position.zone[c] != Zone.OUTSIDE:
            return False
    return True


@law("invariant", "madness-abilities-have-sources", "A madness ability is its own card's.")
def madness_abilities_have_sources(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        kind = position.stack[i].kind
        if i < position.stack_size and (kind == MADNESS_ABILITY or kind == WINDOW_END):
            if setup.cards[position.stack[i].source].owner != position.stack[i].controller:
                return False
    for i in range(WAITING):
        kind = position.waiting[i].kind
        if i < position.waiting_size and (kind == MADNESS_ABILITY or kind == WINDOW_END):
            if setup.cards[position.waiting[i].source].owner != position.waiting[i].controller:
                return False
    kind = position.resolving.kind
    if kind == MADNESS_ABILITY or kind == WINDOW_END:
        return setup.cards[position.resolving.source].owner == position.resolving.controller
    return True


@law("invariant", "alternative-costs-of-spells", "Only a spell was cast by a keyword.")
def alternative_costs_of_spells(position: Position) -> bool:
    for i in range(STACK):
        if position.stack[i].kind != SPELL and position.stack[i].how != NO_KEYWORD:
            return False
    return True


@law("invariant", "two-players-stay", "Of two players, neither leaves a game that goes on.")
def two_players_stay(position: Position) -> bool:
    if SEATS > 2:
        return True
    for seat in range(SEATS):
        if position.out[seat]:
            return False
    return True


def is_of_a_card(setup: Setup, source: Card) -> bool:
    """Whether a source is a card, not a further face of one."""
    return setup.cards[source].front == NONE


@law("invariant", "sources-are-cards", "What is on the stack, waits or resolves is of a card.")
def sources_are_cards(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size and not is_of_a_card(setup, position.stack[i].source):
            return False
    for i in range(WAITING):
        if i < position.waiting_size and not is_of_a_card(setup, position.waiting[i].source):
            return False
    if position.resolving.kind != NO_OBJECT:
        return is_of_a_card(setup, position.resolving.source)
    return True
