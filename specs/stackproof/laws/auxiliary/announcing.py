"""What is true while a spell is cast or an ability activated: auxiliary invariants."""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CHOOSE_COST,
    CHOOSE_DISCARD,
    CHOOSE_KICKER,
    CHOOSE_SACRIFICE,
    CHOOSE_TARGET,
    CHOOSE_X,
    NO_KEYWORD,
    NO_MARK,
    NO_OBJECT,
    PAY_MANA,
    PAY_UNLESS,
    REPLACE_DISCARD,
    REVEALED,
    SETTLE,
    SPELL,
    CardType,
    Cause,
    Part,
    Zone,
)
from stackproof.game.keywords.flashback import FLASHBACK
from stackproof.game.keywords.madness import EXILED, MADNESS, MADNESS_ABILITY, WINDOW
from stackproof.game.keywords.ripple import RIPPLE, RIPPLE_ABILITY
from stackproof.game.position import Position
from stackproof.game.setup import Setup
from stackproof.game.statics import total_cost
from stackproof.game.zones import hand_size
from stackproof.lang.declare import NONE

from ..declare import law
from ..history import cost_can_have_changed


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


@law("invariant", "spells-are-kicked", "X and kickers are chosen for spells only.")
def spells_are_kicked(position: Position) -> bool:
    if position.decision == CHOOSE_KICKER or position.decision == CHOOSE_X:
        return position.announcement.kind == SPELL
    return True


@law("invariant", "payments-end", "An announcement pays mana only where it asks for it.")
def payments_end(position: Position) -> bool:
    if position.payment.for_announcement:
        return position.decision == PAY_MANA
    return not position.payment.begun


@law("invariant", "announced-cards", "A spell's card is on the stack, an ability's is its owner's.")
def announced_cards(setup: Setup, position: Position) -> bool:
    kind = position.announcement.kind
    if kind == NO_OBJECT:
        return True
    card = position.announcement.source
    if card == NONE or setup.cards[card].front != NONE:
        return False
    if setup.cards[card].owner != position.announcement.player:
        return False
    if kind == SPELL:
        return position.zone[card] == Zone.STACK and position.mark[card] == NO_MARK
    return position.announcement.face == card and position.resolving.kind == NO_OBJECT


@law("invariant", "announced-by-its-player", "Who announces, decides and controls.")
def announced_by_its_player(position: Position) -> bool:
    if position.announcement.kind == NO_OBJECT:
        return True
    player = position.announcement.player
    asked = position.decision != REPLACE_DISCARD and position.decision != SETTLE
    if asked and position.decider != player:
        return False
    top = position.stack_size - 1
    return position.stack_size > 0 and position.stack[top].controller == player


def can_be_undone(position: Position) -> bool:
    """Whether an announcement can still be given up, now or at a later choice."""
    decision = position.decision
    if decision == CHOOSE_X or decision == CHOOSE_KICKER or decision == CHOOSE_TARGET:
        return True
    return decision == PAY_MANA and not position.payment.begun


@law("invariant", "where-spells-come-from", "An announcement knows where its spell comes from.")
def where_spells_come_from(setup: Setup, position: Position) -> bool:
    if position.announcement.kind != SPELL:
        return True
    card = position.announcement.source
    origin = position.announcement.origin
    mark = position.announcement.mark
    kind = position.resolving.kind
    if kind != NO_OBJECT and position.announcement.player != position.resolving.controller:
        return False
    if kind == RIPPLE_ABILITY:
        if origin != Zone.LIBRARY or mark != REVEALED:
            return False
        owner = setup.cards[card].owner
        there = position.announcement.place <= position.library_size[owner]
        return there or not can_be_undone(position)
    if kind == MADNESS_ABILITY:
        own = position.resolving.source == card
        return own and origin == Zone.EXILE and mark == EXILED
    if kind != NO_OBJECT:
        return False
    if origin == Zone.EXILE:
        return mark == WINDOW
    return mark == NO_MARK and (origin == Zone.HAND or origin == Zone.GRAVEYARD)


@law("invariant", "cards-that-discard-themselves", "Such a card is in hand until it is discarded.")
def cards_that_discard_themselves(setup: Setup, position: Position) -> bool:
    if position.announcement.kind != ACTIVATED or position.decision == REPLACE_DISCARD:
        return True
    card = position.announcement.source
    if not setup.cards[card].parts[Part.ABILITY].discards_itself:
        return True
    return position.zone[card] == Zone.HAND and position.mark[card] == NO_MARK


@law("invariant", "costs-are-due", "A cost is due until it is asked for.")
def costs_are_due(setup: Setup, position: Position) -> bool:
    if position.announcement.kind == NO_OBJECT:
        return True
    part = Part.SPELL if position.announcement.kind == SPELL else Part.ABILITY
    face = position.announcement.face
    sacrifice = setup.cards[face].parts[part].sacrifices != CardType.NONE
    discards = setup.cards[face].parts[part].discards > 0
    sacrifice_due = position.announcement.sacrifice_due
    discards_due = position.announcement.discards_due
    if (sacrifice_due and not sacrifice) or (discards_due and not discards):
        return False
    if position.decision == CHOOSE_DISCARD:
        return discards and not discards_due
    if position.decision == REPLACE_DISCARD:
        itself = setup.cards[face].parts[part].discards_itself and not sacrifice_due
        return not discards_due and (discards or itself)
    if position.decision == CHOOSE_SACRIFICE:
        return sacrifice_due
    if position.decision == CHOOSE_COST and not (sacrifice_due and discards_due):
        return False
    return sacrifice_due == sacrifice and discards_due == discards


@law("invariant", "unless-is-paid-for", "Whoever is asked to pay is the one who pays.")
def unless_is_paid_for(position: Position) -> bool:
    if position.decision == PAY_UNLESS or position.decision == PAY_MANA:
        return position.decider == position.payment.player
    return True


@law("invariant", "choices-in-order", "X, then kickers, then targets are chosen, then costs paid.")
def choices_in_order(position: Position) -> bool:
    decision = position.decision
    top = position.stack_size - 1
    if decision == CHOOSE_X and position.stack[top].number != 0:
        return False
    if decision == CHOOSE_X or decision == CHOOSE_KICKER:
        if position.stack[top].kicked:
            return False
    if decision == CHOOSE_X or decision == CHOOSE_KICKER or decision == CHOOSE_TARGET:
        return not position.payment.begun
    return True


@law("invariant", "how-spells-are-cast", "The keyword by which a spell is cast fits its origin.")
def how_spells_are_cast(position: Position) -> bool:
    if position.announcement.kind != SPELL:
        return True
    top = position.stack_size - 1
    how = position.stack[top].how
    if position.announcement.origin == Zone.LIBRARY:
        return how == RIPPLE and position.stack[top].number == 0 and position.decision != CHOOSE_X
    if position.announcement.origin == Zone.EXILE:
        return how == MADNESS
    return how == (NO_KEYWORD if position.announcement.origin == Zone.HAND else FLASHBACK)


@law("invariant", "costs-add-up", "What is to be paid follows from the base cost.")
def costs_add_up(setup: Setup, position: Position) -> bool:
    if position.announcement.kind != SPELL or cost_can_have_changed(setup, position):
        return True
    base = position.announcement.base
    return position.announcement.cost == total_cost(
        setup, position, position.announcement.player, base
    )


@law("invariant", "payment-is-of-the-announcement", "What is paid is what was announced.")
def payment_is_of_the_announcement(position: Position) -> bool:
    if position.announcement.kind == NO_OBJECT or position.decision != PAY_MANA:
        return True
    if position.payment.player != position.announcement.player:
        return False
    return position.payment.cost == position.announcement.cost


@law("invariant", "discards-can-be-paid", "A discard that is a cost can be paid.")
def discards_can_be_paid(setup: Setup, position: Position) -> bool:
    if position.announcement.kind == NO_OBJECT or not position.announcement.discards_due:
        return True
    part = Part.SPELL if position.announcement.kind == SPELL else Part.ABILITY
    count = setup.cards[position.announcement.face].parts[part].discards
    return count > 0 and hand_size(setup, position, position.announcement.player) >= count
