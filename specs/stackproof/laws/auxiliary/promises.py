"""What rules of the kernel promise and need, as conditions on the state before and after a call."""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CARDS,
    CHOOSE_DISCARD,
    CHOSEN,
    COPY,
    LIBRARY,
    NO_MARK,
    NO_OBJECT,
    PAY_UNLESS,
    SEATS,
    SETTLE,
    SPELL,
    STACK,
    TRIGGERED,
    WAITING,
    Argument,
    Card,
    Cause,
    Destination,
    EventKind,
    MaybeCard,
    MaybeTarget,
    Operation,
    Seat,
    Slot,
    Watched,
    Way,
    Zone,
)
from stackproof.game.effects import COUNTER, COUNTER_EVENT, COUNTER_UNLESS, acting_card, acting_part
from stackproof.game.events import BURIED, COUNTERED, EXILED_INSTEAD, PUT_ON_BOTTOM, TRIGGERED_EVENT
from stackproof.game.keywords.madness import CLOSING, EXILED, MADNESS_ABILITY, STRANDED
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from .aiming import finds_on_stack
from .decks import aims_at_the_stack


def triggers_are_kept(before: Position, after: Position) -> bool:
    """Triggers that wait go on waiting, and those that join them are no keyword's."""
    if after.waiting_size < before.waiting_size:
        return False
    for i in range(WAITING):
        if i < before.waiting_size:
            if after.waiting[i].kind != before.waiting[i].kind:
                return False
            if after.waiting[i].source != before.waiting[i].source:
                return False
            if after.waiting[i].controller != before.waiting[i].controller:
                return False
            if after.waiting[i].number != before.waiting[i].number:
                return False
        elif i < after.waiting_size and after.waiting[i].kind != TRIGGERED:
            return False
    return True


def is_same_object(before: Position, after: Position, slot: Slot) -> bool:
    """Whether the object at a place of the stack is the one that was there."""
    return (
        after.stack[slot].kind == before.stack[slot].kind
        and after.stack[slot].source == before.stack[slot].source
        and after.stack[slot].face == before.stack[slot].face
        and after.stack[slot].controller == before.stack[slot].controller
        and after.stack[slot].how == before.stack[slot].how
    )


def is_kept(before: MaybeTarget, after: MaybeTarget) -> bool:
    """Whether a target is what it was, or was a card, which left and was forgotten."""
    return after == before or (after == NONE and before >= SEATS + STACK)


def targets_are_kept(before: Position, after: Position) -> bool:
    """Objects may lose a card that they aim at, and get no other target; abilities that are
    activated may lose where they come from.
    """
    for i in range(STACK):
        if not is_kept(before.stack[i].target, after.stack[i].target):
            return False
        if before.stack[i].kind != ACTIVATED:
            if after.stack[i].number != before.stack[i].number:
                return False
    return is_kept(before.resolving.target, after.resolving.target)


def libraries_grow(before: Position, after: Position) -> bool:
    """Cards may join a library at the bottom; those in it keep their order."""
    for seat in range(SEATS):
        for i in range(LIBRARY):
            if i < before.library_size[seat]:
                if after.library[seat][i] != before.library[seat][i]:
                    return False
    return True


def library_loses(before: Position, after: Position, seat: Seat, card: MaybeCard) -> bool:
    """Whether a library loses this card at most, if it is there; the others keep their order."""
    gone = False
    for i in range(LIBRARY):
        if i < before.library_size[seat]:
            if before.library[seat][i] == card:
                gone = True
            elif gone:
                if after.library[seat][i - 1] != before.library[seat][i]:
                    return False
            elif after.library[seat][i] != before.library[seat][i]:
                return False
    return True


def libraries_lose_one(before: Position, after: Position) -> bool:
    """No library loses more than one card."""
    for seat in range(SEATS):
        if after.library_size[seat] + 1 < before.library_size[seat]:
            return False
    return True


def is_away(zone: Zone) -> bool:
    """Whether a zone is one where a permanent can go when it is put into the graveyard."""
    return zone == Zone.GRAVEYARD or zone == Zone.EXILE or zone == Zone.LIBRARY


def lies_still(before: Position, after: Position, card: Card) -> bool:
    """Whether a card is where it was, with the same mark, and as tapped as it was."""
    if after.zone[card] != before.zone[card] or after.mark[card] != before.mark[card]:
        return False
    return after.tapped[card] == before.tapped[card]


def stays(before: Position, after: Position, card: Card) -> bool:
    """Whether a card is where it was, and as it was."""
    if not lies_still(before, after, card):
        return False
    if after.attached[card] != before.attached[card] or after.bonus[card] != before.bonus[card]:
        return False
    return after.damage[card] == before.damage[card]


def bury_promises(before: Position, argument: Argument, after: Position) -> bool:
    """One card leaves for the graveyard, exile or its library; the others stay as they are."""
    for c in range(CARDS):
        if c == argument:
            if not is_away(after.zone[c]) or after.mark[c] != NO_MARK:
                return False
        elif not stays(before, after, c):
            return False
    for seat in range(SEATS):
        if not library_loses(before, after, seat, argument):
            return False
    if not libraries_lose_one(before, after):
        return False
    for i in range(STACK):
        if after.stack[i].target != before.stack[i].target:
            if before.stack[i].target != SEATS + STACK + argument:
                return False
    return triggers_are_kept(before, after) and targets_are_kept(before, after)


def watches_exile(setup: Setup, step: Step) -> bool:
    """Whether the ability that triggers watches for cards being exiled."""
    if step.events[0].card == NONE:
        return False
    return setup.cards[step.events[0].card].watch.event == Watched.EXILED


def buries_its_card(setup: Setup, argument: Argument, step: Step) -> bool:
    """The card itself moves, which others may watch."""
    if step.events[0].kind == TRIGGERED_EVENT:
        return watches_exile(setup, step)
    return step.events[0].card == argument


def bury_requires(setup: Setup, argument: Argument) -> bool:
    """What is put away is a card, not a further face of one."""
    return argument < CARDS and setup.cards[argument].front == NONE


def draw_promises(before: Position, after: Position) -> bool:
    """A card may go from a library to the hand."""
    for c in range(CARDS):
        if after.zone[c] != before.zone[c] or after.mark[c] != before.mark[c]:
            if before.zone[c] != Zone.LIBRARY or after.zone[c] != Zone.HAND:
                return False
            if after.mark[c] != NO_MARK:
                return False
    return targets_are_kept(before, after)


def mill_promises(before: Position, argument: Argument, after: Position) -> bool:
    """The top card of a library may go where buried cards go."""
    for c in range(CARDS):
        if after.zone[c] != before.zone[c] or after.mark[c] != before.mark[c]:
            if before.zone[c] != Zone.LIBRARY or not is_away(after.zone[c]):
                return False
            if before.library[argument][0] != c:
                return False
            if after.mark[c] != NO_MARK:
                return False
        elif before.zone[c] == Zone.BATTLEFIELD and after.tapped[c] != before.tapped[c]:
            return False
    for i in range(STACK):
        if after.stack[i].target != before.stack[i].target:
            if not is_in_a_library(before, before.stack[i].target):
                return False
    for seat in range(SEATS):
        if not library_loses(before, after, seat, before.library[argument][0]):
            return False
    if not libraries_lose_one(before, after):
        return False
    return triggers_are_kept(before, after) and targets_are_kept(before, after)


def is_in_a_library(position: Position, target: MaybeTarget) -> bool:
    """Whether a target is a card of a library."""
    for c in range(CARDS):
        if target == SEATS + STACK + c and position.zone[c] == Zone.LIBRARY:
            return True
    return False


def mills_its_card(setup: Setup, before: Position, step: Step) -> bool:
    """A card of a library moves, which others may watch."""
    if step.events[0].kind == TRIGGERED_EVENT:
        return watches_exile(setup, step)
    card = step.events[0].card
    return card != NONE and before.zone[card] == Zone.LIBRARY


def notice_promises(before: Position, after: Position) -> bool:
    """Abilities of permanents may trigger."""
    return triggers_are_kept(before, after)


def notices_its_event(setup: Setup, argument: Argument, step: Step) -> bool:
    """What triggers is an ability that watches for this."""
    card = step.events[0].card
    return card != NONE and setup.cards[card].watch.event == argument


def carry_out_requires(setup: Setup, before: Position, argument: Operation) -> bool:
    """An object that has this effect line resolves, nobody is asked yet, and a target on the stack
    is there if the effect is about it.
    """
    kind = before.resolving.kind
    if before.decision != SETTLE or before.announcement.kind != NO_OBJECT:
        return False
    if kind != SPELL and kind != COPY and kind != ACTIVATED and kind != TRIGGERED:
        return False
    if before.progress == 0:
        return False
    place = before.progress - 1
    operation = setup.cards[acting_card(before)].parts[acting_part(before)].effects[place].operation
    if aims_at_the_stack(operation) and not finds_on_stack(setup, before):
        return False
    return operation == argument


def is_put_away(kind: EventKind) -> bool:
    """Whether an event puts a card into the graveyard, or where a replacement effect puts it."""
    return kind == BURIED or kind == EXILED_INSTEAD or kind == PUT_ON_BOTTOM


def counters(operation: Operation) -> bool:
    """Whether an effect may counter something."""
    return operation == COUNTER or operation == COUNTER_UNLESS or operation == COUNTER_EVENT


def carries_out(setup: Setup, before: Position, argument: Operation, step: Step) -> bool:
    """What counters does so, and what is put away is milled, countered or aimed at."""
    if step.events[0].kind == COUNTERED:
        return counters(argument)
    if step.events[0].kind == TRIGGERED_EVENT:
        return watches_exile(setup, step)
    if not is_put_away(step.events[0].kind):
        return True
    card = step.events[0].card
    if card == NONE:
        return False
    if before.zone[card] == Zone.LIBRARY or before.zone[card] == Zone.STACK:
        return True
    return before.resolving.target == SEATS + STACK + card


def carry_out_promises(before: Position, argument: Operation, after: Position) -> bool:
    """A player may be asked to discard or to pay. No card enters or leaves the game or is cast, a
    spell leaves the stack only if it is countered, a card in exile leaves it only if it is aimed
    at, and what a keyword remembers of a card stays or is over.
    """
    if not is_kept(before.resolving.target, after.resolving.target):
        return False
    for c in range(CARDS):
        if after.zone[c] == Zone.STACK and before.zone[c] != Zone.STACK:
            return False
        if before.zone[c] == Zone.STACK and after.zone[c] != Zone.STACK and not counters(argument):
            return False
        aimed = before.resolving.target == SEATS + STACK + c
        if before.zone[c] == Zone.EXILE and after.zone[c] != Zone.EXILE and not aimed:
            return False
        if (after.zone[c] == Zone.OUTSIDE) != (before.zone[c] == Zone.OUTSIDE):
            return False
        kept = after.mark[c] == before.mark[c] and after.zone[c] == before.zone[c]
        known = before.mark[c] == EXILED or before.mark[c] == CLOSING
        stranded = after.mark[c] == STRANDED and known and before.zone[c] == Zone.EXILE
        if not kept and after.mark[c] != NO_MARK and not stranded:
            return False
    if after.decision == SETTLE:
        return after.decider == before.decider
    return after.decision == CHOOSE_DISCARD or after.decision == PAY_UNLESS


def more_than_two(argument: Argument) -> bool:
    """A player who leaves has more than one opponent: of two players, the other has won."""
    return SEATS > 2


def joins(before: Position, after: Position, card: Card) -> bool:
    """Whether triggers go on waiting, and those of keywords that join them are of this card."""
    if after.waiting_size < before.waiting_size:
        return False
    for i in range(WAITING):
        if i < before.waiting_size:
            if after.waiting[i].kind != before.waiting[i].kind:
                return False
            if after.waiting[i].source != before.waiting[i].source:
                return False
        elif i < after.waiting_size and after.waiting[i].kind != TRIGGERED:
            if after.waiting[i].kind != MADNESS_ABILITY or after.waiting[i].source != card:
                return False
    return True


def put_requires(setup: Setup, before: Position, argument: Argument, destination: Way) -> bool:
    """The card was chosen to be discarded, and goes on top of its library only by an effect."""
    if destination == Destination.LIBRARY_TOP and before.discard.cause != Cause.EFFECT:
        return False
    if argument >= CARDS or setup.cards[argument].front != NONE:
        return False
    return before.zone[argument] == Zone.HAND and before.mark[argument] == CHOSEN


def is_discarded_below(before: Position, after: Position) -> bool:
    """Whether a card that no effect discards did not get above cards of its library."""
    return before.discard.cause == Cause.EFFECT or libraries_grow(before, after)


def put_promises(before: Position, argument: Argument, after: Position) -> bool:
    """One card may leave the hand; the others stay where they are. Unless an effect discards it, it
    does not get above cards of its library.
    """
    if not is_discarded_below(before, after):
        return False
    for c in range(CARDS):
        if c == argument:
            exiled = after.zone[c] == Zone.EXILE and after.mark[c] == EXILED
            if after.mark[c] != NO_MARK and not exiled:
                return False
            if after.zone[c] != Zone.HAND and not is_away(after.zone[c]):
                return False
        elif not lies_still(before, after, c):
            return False
    return joins(before, after, argument) and targets_are_kept(before, after)


def puts_its_card(argument: Argument, step: Step) -> bool:
    """What happens is about the card, or an ability triggers that watches."""
    return step.events[0].kind == TRIGGERED_EVENT or step.events[0].card == argument
