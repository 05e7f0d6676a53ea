"""What proofs assume of decks, and where plays begin.

All that can be written as a deck is one; conditions of this module say no more than how decks are
written down.
"""

from __future__ import annotations

from stackproof.game.domains import (
    CARDS,
    EFFECTS,
    LIBRARY,
    NO_KEYWORD,
    NO_MARK,
    NO_OBJECT,
    NO_STATIC,
    PRIORITY,
    SEATS,
    STACK,
    STATICS,
    WAITING,
    Card,
    CardType,
    Cause,
    Operation,
    Part,
    TargetKind,
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
from stackproof.game.position import Position
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from ..state_based import nothing_has_to_leave
from .positions import libraries_are_ones_own


def proper(setup: Setup) -> bool:
    """What is assumed of a deck: every place at the table is taken, a face belongs to a card that
    is no face itself and has the same owner, and neither is a land, the setup says whether there
    are abilities, what mills for mana makes one, and only an ability discards its own card, and
    then no others. Effects have the targets that they need. No proposal is followed.
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
            if setup.cards[c].type == CardType.LAND or setup.cards[front].type == CardType.LAND:
                return False
        for i in range(STATICS):
            if setup.cards[c].statics[i].static != NO_STATIC and not setup.any_statics:
                return False
        if setup.cards[c].watch.event != Watched.NOTHING and not setup.any_watches:
            return False
        if setup.cards[c].mills and setup.cards[c].makes != 1:
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
    """Where a play begins: the active player is about to act, with an empty stack, and no
    state-based action applies.
    """
    if not nothing_has_to_leave(setup, position):
        return False
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
    if position.payment.begun:
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
