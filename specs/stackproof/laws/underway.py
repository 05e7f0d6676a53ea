"""What is true while something is under way: the auxiliary invariants of announcing, paying,
discarding and resolving. Like those of ``wellformed`` they are proved together with the laws.
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
    NO_KEYWORD,
    NO_MARK,
    NO_OBJECT,
    PAY_MANA,
    PAY_UNLESS,
    REPLACE_DISCARD,
    REVEALED,
    SEATS,
    SPELL,
    STACK,
    TARGETS,
    WAITING,
    Amount,
    Card,
    CardType,
    Cause,
    Decision,
    Kind,
    MaybeCard,
    MaybeTarget,
    Part,
    TargetKind,
    Whom,
    Zone,
)
from stackproof.game.effects import acting_card, acting_part
from stackproof.game.keywords.flashback import FLASHBACK
from stackproof.game.keywords.madness import (
    CAST_MADNESS,
    CLOSING,
    EXILED,
    MADNESS,
    MADNESS_ABILITY,
    WINDOW,
    WINDOW_END,
)
from stackproof.game.keywords.ripple import (
    CAST_REVEALED,
    ORDER_BOTTOM,
    REVEAL,
    RIPPLE,
    RIPPLE_ABILITY,
)
from stackproof.game.position import Position
from stackproof.game.setup import Setup, mana_value, number_of
from stackproof.game.stack import fits, has_source, is_spell
from stackproof.game.statics import total_cost
from stackproof.game.zones import hand_size
from stackproof.lang.declare import NONE

from .declare import law
from .history import cost_can_have_changed
from .wellformed import aims_at_the_stack


def is_discarding(decision: Decision) -> bool:
    """Whether a decision is part of a discard."""
    return decision == CHOOSE_DISCARD or decision == REPLACE_DISCARD


def needs_face(kind: Kind) -> bool:
    """Whether an ability is a keyword's, which is about a card."""
    return kind == RIPPLE_ABILITY or kind == MADNESS_ABILITY or kind == WINDOW_END


@law("invariant", "spells-are-kicked", "X and kickers are chosen for spells only.")
def spells_are_kicked(position: Position) -> bool:
    if position.decision == CHOOSE_KICKER or position.decision == CHOOSE_X:
        return position.announcement.kind == SPELL
    return True


@law("invariant", "discards-end", "Nothing is left of a discard once it is over.")
def discards_end(position: Position) -> bool:
    if is_discarding(position.decision):
        return True
    for c in range(CARDS):
        if position.mark[c] == CHOSEN:
            return False
    return position.discard.cause == Cause.NONE


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
    if position.decision != REPLACE_DISCARD and position.decider != player:
        return False
    top = position.stack_size - 1
    return position.stack_size > 0 and position.stack[top].controller == player


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
        return position.announcement.place <= position.library_size[owner]
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
    if is_discarding(position.decision):
        return not discards_due and (discards or not sacrifice_due)
    if position.decision == CHOOSE_SACRIFICE:
        return sacrifice_due
    if position.decision == CHOOSE_COST and not (sacrifice_due and discards_due):
        return False
    return sacrifice_due == sacrifice and discards_due == discards


@law("invariant", "discards-are-of-hands", "Discards are asked of a hand, for one reason.")
def discards_are_of_hands(setup: Setup, position: Position) -> bool:
    if not is_discarding(position.decision):
        return True
    for c in range(CARDS):
        if position.mark[c] == CHOSEN and position.zone[c] != Zone.HAND:
            return False
    if position.discard.cause != Cause.EFFECT and position.discard.whom != Whom.YOU:
        return False
    if position.decision == CHOOSE_DISCARD:
        return position.discard.last == NONE and position.decider == position.discard.player
    last = position.discard.last
    if last == NONE or position.mark[last] != CHOSEN:
        return False
    return position.decider == setup.cards[last].owner


@law("invariant", "discarders-choose", "As many cards are chosen as were asked for.")
def discarders_choose(position: Position) -> bool:
    if position.decision == CHOOSE_DISCARD:
        return position.discard.remaining > 0
    return position.decision != REPLACE_DISCARD or position.discard.remaining == 0


@law("invariant", "deciders-of-keywords", "Who controls a keyword's ability decides about it.")
def deciders_of_keywords(position: Position) -> bool:
    decision = position.decision
    if decision == REVEAL or decision == CAST_REVEALED or decision == ORDER_BOTTOM:
        return position.decider == position.resolving.controller
    if decision == CAST_MADNESS:
        return position.decider == position.resolving.controller
    return True


@law("invariant", "revealed-are-ones-own", "Cards are revealed from the controller's library.")
def revealed_are_ones_own(setup: Setup, position: Position) -> bool:
    for c in range(CARDS):
        if position.mark[c] == REVEALED:
            if setup.cards[c].owner != position.resolving.controller:
                return False
            if position.resolving.kind != RIPPLE_ABILITY:
                return False
    return True


@law("invariant", "exiled-while-asked", "A card that can be cast by madness is there.")
def exiled_while_asked(position: Position) -> bool:
    if position.decision != CAST_MADNESS:
        return True
    card = position.resolving.source
    return position.zone[card] == Zone.EXILE and position.mark[card] == EXILED


@law("invariant", "effects-ask", "Payments and discards of effects are asked while they happen.")
def effects_ask(position: Position) -> bool:
    decision = position.decision
    asked = decision == PAY_UNLESS
    if decision == PAY_MANA and position.announcement.kind == NO_OBJECT:
        asked = True
    if is_discarding(decision) and position.discard.cause == Cause.EFFECT:
        asked = True
    kind = position.resolving.kind
    return not asked or (kind != NO_OBJECT and not needs_face(kind))


@law(
    "invariant", "windows-of-their-time", "Windows and decisions about madness exclude each other."
)
def windows_of_their_time(setup: Setup, position: Position) -> bool:
    if position.decision == CAST_MADNESS and setup.madness_window:
        return False
    for c in range(CARDS):
        mark = position.mark[c]
        if (mark == WINDOW or mark == CLOSING) and not setup.madness_window:
            return False
    if position.announcement.kind == SPELL and position.announcement.mark == WINDOW:
        return setup.madness_window
    return True


def is_madness_price(setup: Setup, kind: Kind, source: Card, number: Amount) -> bool:
    """Whether a madness ability is about the card's madness cost, or its mana cost if granted."""
    if kind != MADNESS_ABILITY:
        return True
    return number == number_of(setup, source, MADNESS) or number == mana_value(setup, source)


@law("invariant", "madness-abilities-know-the-cost", "A madness ability knows what madness costs.")
def madness_abilities_know_the_cost(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size:
            source = position.stack[i].source
            if not is_madness_price(
                setup, position.stack[i].kind, source, position.stack[i].number
            ):
                return False
    for i in range(WAITING):
        if i < position.waiting_size:
            kind = position.waiting[i].kind
            source = position.waiting[i].source
            if not is_madness_price(setup, kind, source, position.waiting[i].number):
                return False
    kind = position.resolving.kind
    if kind != MADNESS_ABILITY:
        return True
    return is_madness_price(setup, kind, position.resolving.source, position.resolving.number)


@law("invariant", "madness-marks-have-abilities", "What madness still has to do, an ability does.")
def madness_marks_have_abilities(position: Position) -> bool:
    for c in range(CARDS):
        mark = position.mark[c]
        if mark == EXILED and not has_source(position, MADNESS_ABILITY, c):
            return False
        if mark == CLOSING and not has_source(position, WINDOW_END, c):
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


@law("invariant", "keyword-abilities-are-about-cards", "A keyword's ability is about a card.")
def keyword_abilities_are_about_cards(position: Position) -> bool:
    for i in range(STACK):
        if i < position.stack_size and needs_face(position.stack[i].kind):
            if position.stack[i].face == NONE:
                return False
    for i in range(WAITING):
        if i < position.waiting_size and needs_face(position.waiting[i].kind):
            if position.waiting[i].face == NONE:
                return False
    return not needs_face(position.resolving.kind) or position.resolving.face != NONE


def is_found(
    setup: Setup, position: Position, kind: Kind, face: MaybeCard, target: MaybeTarget
) -> bool:
    """Whether what an object aims at is where it was: a target that left was forgotten (CR 400.7).
    A card that is being cast counts as where it comes from, as the cast may be undone.
    """
    if target < SEATS + STACK or target == TARGETS - 1:
        return True
    card = target - SEATS - STACK
    zone = position.zone[card]
    if position.announcement.kind == SPELL and position.announcement.source == card:
        zone = position.announcement.origin
    part = Part.TRIGGER
    if kind == SPELL or kind == COPY:
        part = Part.SPELL
    elif kind == ACTIVATED:
        part = Part.ABILITY
    if setup.cards[face].parts[part].target == TargetKind.EXILED_CARD:
        return zone == Zone.EXILE
    return zone == Zone.BATTLEFIELD


@law("invariant", "targets-are-found", "What an object on the stack aims at is where it was.")
def targets_are_found(setup: Setup, position: Position) -> bool:
    for i in range(STACK):
        kind = position.stack[i].kind
        target = position.stack[i].target
        if i < position.stack_size and target != NONE:
            face = position.stack[i].face if is_spell(kind) else position.stack[i].source
            if needs_face(kind) or not is_found(setup, position, kind, face, target):
                return False
    return True


def still_needs_the_stack(setup: Setup, position: Position) -> bool:
    """Whether a resolving object has yet to do something to its target on the stack."""
    if position.decision == PAY_UNLESS:
        return True
    if position.decision == PAY_MANA and position.announcement.kind == NO_OBJECT:
        return True
    card = acting_card(position)
    for i in range(EFFECTS):
        operation = setup.cards[card].parts[acting_part(position)].effects[i].operation
        if i >= position.progress and aims_at_the_stack(operation):
            return True
    return False


@law("invariant", "resolving-objects-find-targets", "So is what a resolving object aims at.")
def resolving_objects_find_targets(setup: Setup, position: Position) -> bool:
    kind = position.resolving.kind
    target = position.resolving.target
    if kind == NO_OBJECT or needs_face(kind):
        return kind == NO_OBJECT or target == NONE
    face = acting_card(position)
    if target != NONE and not is_found(setup, position, kind, face, target):
        return False
    return not still_needs_the_stack(setup, position) or finds_on_stack(setup, position)


def finds_on_stack(setup: Setup, position: Position) -> bool:
    """Whether the target of a resolving object is an object on the stack that fits."""
    slot = position.resolving.target - SEATS
    if slot < 0 or slot >= position.stack_size:
        return False
    wanted = setup.cards[acting_card(position)].parts[acting_part(position)].target
    return fits(position.stack[slot].kind, wanted)
