"""What is true of every position besides: the auxiliary invariants of proofs.

They are no statements about the game but about how positions are written down, and are proved
together with the laws. ``proper`` is what is assumed of a deck, ``start`` of where a play begins.
"""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CARDS,
    CHOOSE_COST,
    CHOOSE_DISCARD,
    CHOOSE_KICKER,
    CHOOSE_SACRIFICE,
    CHOOSE_TARGET,
    CHOOSE_X,
    CHOSEN,
    COPY,
    EFFECTS,
    END_TURN,
    LIBRARY,
    NO_KEYWORD,
    NO_MARK,
    NO_OBJECT,
    NO_STATIC,
    ORDER_TRIGGERS,
    PAY_MANA,
    PAY_UNLESS,
    PRIORITY,
    REPLACE_DISCARD,
    REVEALED,
    SEATS,
    SETTLE,
    SPELL,
    STACK,
    STATICS,
    WAITING,
    Card,
    Cause,
    Kind,
    Operation,
    Part,
    TargetKind,
    TurnStep,
    Watched,
    Zone,
)
from stackproof.game.effects import (
    BURY_EXILED,
    COPY_SPELL,
    COUNTER,
    COUNTER_EVENT,
    COUNTER_UNLESS,
    DESTROY,
    RETURN,
    TAKE_CONTROL,
)
from stackproof.game.keywords.madness import (
    CAST_MADNESS,
    CLOSING,
    EXILED,
    MADNESS_ABILITY,
    STRANDED,
    WINDOW,
    WINDOW_END,
)
from stackproof.game.keywords.ripple import CAST_REVEALED, ORDER_BOTTOM, REVEAL, RIPPLE_ABILITY
from stackproof.game.position import Position
from stackproof.game.seats import players_left
from stackproof.game.setup import Setup, front_of
from stackproof.lang.declare import NONE

from .declare import law


def proper(setup: Setup) -> bool:
    """What is assumed of a deck: every place at the table is taken, a face belongs to a card that
    is no face itself and has the same owner, the setup says whether there are abilities, and only
    an ability discards its own card, and then no others. Effects have the targets that they need.
    No proposal is followed.
    """
    if setup.seats != SEATS or setup.ripple_gives_priority or setup.ripple_reveals_singly:
        return False
    for c in range(CARDS):
        front = setup.cards[c].front
        if front != NONE:
            if front == c or setup.cards[front].front != NONE:
                return False
            if setup.cards[front].owner != setup.cards[c].owner:
                return False
        for i in range(STATICS):
            if setup.cards[c].statics[i].static != NO_STATIC and not setup.any_statics:
                return False
        if setup.cards[c].watch.event != Watched.NOTHING and not setup.any_watches:
            return False
        if setup.cards[c].parts[Part.SPELL].discards_itself:
            return False
        if setup.cards[c].parts[Part.ABILITY].discards_itself:
            if setup.cards[c].parts[Part.ABILITY].discards > 0:
                return False
        if not effects_fit(setup, c):
            return False
    return True


def aims_at_the_stack(operation: Operation) -> bool:
    """Whether an effect does something to the target on the stack."""
    if operation == COUNTER or operation == COUNTER_UNLESS:
        return True
    return operation == COPY_SPELL or operation == TAKE_CONTROL


def has_what_it_aims_at(operation: Operation, target: TargetKind) -> bool:
    """Whether a part of a card targets what its effect is about."""
    if operation == COUNTER or operation == COUNTER_UNLESS:
        spell = target == TargetKind.SPELL or target == TargetKind.SPELL_OR_ABILITY
        return spell or target == TargetKind.ABILITY
    if operation == COPY_SPELL or operation == TAKE_CONTROL:
        return target == TargetKind.SPELL
    if operation == DESTROY or operation == RETURN:
        return target == TargetKind.CREATURE or target == TargetKind.PERMANENT
    return operation != BURY_EXILED or target == TargetKind.EXILED_CARD


def effects_fit(setup: Setup, card: Card) -> bool:
    """Effects have the targets they need, and do one thing at most to an object on the stack."""
    for part in range(3):
        stacked = 0
        for i in range(EFFECTS):
            operation = setup.cards[card].parts[part].effects[i].operation
            if not has_what_it_aims_at(operation, setup.cards[card].parts[part].target):
                return False
            if aims_at_the_stack(operation) or operation == COUNTER_EVENT:
                stacked += 1
        if stacked > 1:
            return False
    return True


def start(setup: Setup, position: Position) -> bool:
    """Where a play begins: the active player is about to act, with an empty stack."""
    if position.decision != PRIORITY or position.priority != position.active:
        return False
    if position.decider != position.active or position.due != NONE or position.passes != 0:
        return False
    if position.stack_size != 0 or position.waiting_size != 0 or position.progress != 0:
        return False
    if position.resolving.kind != NO_OBJECT or position.announcement.kind != NO_OBJECT:
        return False
    if position.discard.cause != Cause.NONE or position.payment.for_announcement:
        return False
    if position.resolving.number != 0 or position.resolving.target != 0:
        return False
    for i in range(STACK):
        if position.stack[i].kind != NO_OBJECT or position.stack[i].how != NO_KEYWORD:
            return False
    for i in range(WAITING):
        if position.waiting[i].kind != NO_OBJECT:
            return False
    for seat in range(SEATS):
        if position.out[seat] or position.life[seat] <= 0 or position.drew_from_empty[seat]:
            return False
    return cards_begin(setup, position)


def cards_begin(setup: Setup, position: Position) -> bool:
    """Cards have no history, are not on the stack, and libraries hold what they should."""
    for c in range(CARDS):
        if position.mark[c] != NO_MARK or position.zone[c] == Zone.STACK:
            return False
        if position.zone[c] != Zone.OUTSIDE and setup.cards[c].front != NONE:
            return False
        owner = setup.cards[c].owner
        count = 0
        for i in range(LIBRARY):
            if (position.library[owner][i] == NONE) != (i >= position.library_size[owner]):
                return False
            if position.library[owner][i] == c:
                count += 1
        if count != (1 if position.zone[c] == Zone.LIBRARY else 0):
            return False
    return libraries_are_ones_own(setup, position)


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


@law("invariant", "announced-on-top", "What is being announced is the top of the stack.")
def announced_on_top(position: Position) -> bool:
    kind = position.announcement.kind
    if kind == NO_OBJECT:
        return True
    if position.stack_size == 0 or (kind != SPELL and kind != ACTIVATED):
        return False
    top = position.stack_size - 1
    return (
        position.stack[top].kind == kind
        and position.stack[top].source == position.announcement.source
        and position.stack[top].face == position.announcement.face
    )


@law("invariant", "announcing-is-asked", "Choices of an announcement are due during one only.")
def announcing_is_asked(position: Position) -> bool:
    decision = position.decision
    announcing = position.announcement.kind != NO_OBJECT
    if decision == CHOOSE_TARGET or decision == CHOOSE_X or decision == CHOOSE_KICKER:
        return announcing
    if decision == CHOOSE_COST or decision == CHOOSE_SACRIFICE:
        return announcing
    if decision == PAY_MANA:
        return announcing == position.payment.for_announcement
    if decision == CHOOSE_DISCARD or decision == REPLACE_DISCARD:
        return announcing == (position.discard.cause == Cause.COST)
    return not announcing or position.decision == SETTLE


@law("invariant", "resolving-is-asked", "Choices of a resolution are due during one only.")
def resolving_is_asked(position: Position) -> bool:
    decision = position.decision
    kind = position.resolving.kind
    if decision == PRIORITY or decision == ORDER_TRIGGERS:
        return kind == NO_OBJECT
    if decision == PAY_UNLESS:
        return kind != NO_OBJECT
    if decision == PAY_MANA:
        return kind != NO_OBJECT or position.payment.for_announcement
    if decision == CHOOSE_DISCARD or decision == REPLACE_DISCARD:
        if position.discard.cause == Cause.CLEANUP:
            return kind == NO_OBJECT and position.step == TurnStep.CLEANUP
        return position.discard.cause == Cause.COST or kind != NO_OBJECT
    if decision == REVEAL or decision == CAST_REVEALED or decision == ORDER_BOTTOM:
        return kind == RIPPLE_ABILITY
    if decision == CAST_MADNESS:
        return kind == MADNESS_ABILITY
    return True


@law("invariant", "discards-are-asked", "A discard that is due has a cause.")
def discards_are_asked(position: Position) -> bool:
    if position.decision == CHOOSE_DISCARD or position.decision == REPLACE_DISCARD:
        return position.discard.cause != Cause.NONE
    return True


@law("invariant", "passes-are-few", "Whoever has priority was not passed to by everybody.")
def passes_are_few(setup: Setup, position: Position) -> bool:
    return position.decision != PRIORITY or position.passes < players_left(setup, position)


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
