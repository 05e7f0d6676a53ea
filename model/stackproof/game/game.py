"""The transition relation: which actions are legal and what each of them does."""

from __future__ import annotations

from ..lang.declare import NONE
from .announce import (
    begin_activation,
    begin_cast,
    can_activate,
    can_cast,
    choose_target,
    complete,
    may_target,
    pay_announced,
)
from .costs import makes_mana, pay, tap_for_mana
from .discarding import (
    choose_discard,
    choose_replacement,
    end_discard,
    may_choose_discard,
)
from .domains import (
    CHOOSE_DISCARD,
    CHOOSE_TARGET,
    END_TURN,
    FINISHED,
    NO_OBJECT,
    ORDER_TRIGGERS,
    PAY_MANA,
    PAY_UNLESS,
    PRIORITY,
    REPLACE_DISCARD,
    SETTLE,
    Argument,
    Card,
    CardType,
    Cause,
    Seat,
    TurnStep,
    Verb,
    Zone,
)
from .events import LAND_PLAYED, PASSED
from .hooks import choice_legal, choose, permits_casting, permitted_cost, when_passed
from .position import Position, Step, emit, give_priority
from .priority import pass_priority_on, settle
from .resolving import answer_unless, follow_instructions, resolve_top
from .seats import next_seat
from .setup import Setup
from .stack import stack_trigger
from .turn import end_cleanup, end_step
from .zones import move


def sorcery_timing(pos: Position, seat: Seat) -> bool:
    """Own main phase, empty stack, priority (CR 117.1a, 307.1, 305.1)."""
    if pos.active != seat or pos.stack_size > 0:
        return False
    return pos.step == TurnStep.MAIN or pos.step == TurnStep.SECOND_MAIN


def may_play(setup: Setup, pos: Position, card: Card, seat: Seat) -> bool:
    """Whether a player with priority may play a land or cast a spell with this card."""
    if pos.zone[card] == Zone.HAND and setup.cards[card].owner == seat:
        if setup.cards[card].type == CardType.LAND:
            return sorcery_timing(pos, seat) and not pos.land_played
        if not setup.cards[card].has_cost:
            return False
        if setup.cards[card].type != CardType.INSTANT and not sorcery_timing(pos, seat):
            return False
        return can_cast(setup, pos, card, seat, setup.cards[card].cost)
    if not permits_casting(setup, pos, card, seat):
        return False
    return can_cast(setup, pos, card, seat, permitted_cost(setup, pos, card))


def legal(setup: Setup, pos: Position, verb: Verb, argument: Argument) -> bool:
    """Whether an action answers the decision that is due."""
    if verb == Verb.PASS:
        return pos.decision == PRIORITY
    if pos.decision == PRIORITY:
        if verb == Verb.PLAY:
            return may_play(setup, pos, argument, pos.priority)
        if verb == Verb.ACTIVATE:
            return can_activate(setup, pos, argument, pos.priority)
        if verb == Verb.TAP:
            return setup.floats and makes_mana(setup, pos, argument, pos.priority)
        return False
    if pos.decision == CHOOSE_TARGET:
        return verb == Verb.TARGET and may_target(setup, pos, argument)
    if pos.decision == PAY_MANA:
        return verb == Verb.TAP and makes_mana(setup, pos, argument, pos.payment.player)
    if pos.decision == CHOOSE_DISCARD:
        return verb == Verb.PICK and may_choose_discard(setup, pos, argument)
    if pos.decision == REPLACE_DISCARD:
        return verb == Verb.YES or verb == Verb.NO
    if pos.decision == ORDER_TRIGGERS:
        if verb != Verb.ORDER or argument >= pos.waiting_size:
            return False
        return pos.waiting[argument].controller == pos.decider
    if pos.decision == PAY_UNLESS:
        return verb == Verb.YES or verb == Verb.NO
    return choice_legal(setup, pos, verb, argument)


def apply(setup: Setup, pos: Position, verb: Verb, argument: Argument, step: Step) -> None:
    """Carry out a legal action and everything that follows before the next decision."""
    if pos.decision == PRIORITY:
        if verb == Verb.PASS:
            pass_priority(setup, pos, step)
        elif verb == Verb.PLAY:
            play(setup, pos, step, argument, pos.priority)
        elif verb == Verb.ACTIVATE:
            begin_activation(setup, pos, step, argument, pos.priority)
        else:
            tap_for_mana(setup, pos, step, argument)
            give_priority(pos, pos.priority)
    elif pos.decision == CHOOSE_TARGET:
        choose_target(setup, pos, step, argument)
    elif pos.decision == PAY_MANA:
        tap_for_mana(setup, pos, step, argument)
        pay_if_enough(setup, pos, step)
    elif pos.decision == CHOOSE_DISCARD:
        if choose_discard(setup, pos, step, argument):
            after_discard(setup, pos, step)
    elif pos.decision == REPLACE_DISCARD:
        if choose_replacement(setup, pos, step, verb == Verb.YES):
            after_discard(setup, pos, step)
    elif pos.decision == ORDER_TRIGGERS:
        stack_trigger(pos, step, argument)
        pos.decision = SETTLE
        pos.decider = NONE
    elif pos.decision == PAY_UNLESS:
        answer_unless(setup, pos, step, verb == Verb.YES)
    else:
        choose(setup, pos, verb, argument, step)
    if pos.decision == END_TURN:
        end_cleanup(setup, pos, step)
    if pos.decision == SETTLE:
        settle(setup, pos, step)


def finished(setup: Setup, pos: Position) -> bool:
    """Whether the play ends here: someone has lost, or the limit of the setup is reached."""
    return pos.decision == FINISHED


def pass_priority(setup: Setup, pos: Position, step: Step) -> None:
    """Pass (CR 117.3d); if all players have passed in succession, the top object resolves or
    the step ends (117.4).
    """
    seat = pos.priority
    emit(step, PASSED, seat, NONE, NO_OBJECT, 0)
    pos.passes += 1
    when_passed(setup, pos, step, seat)
    if pos.passes < setup.seats:
        pass_priority_on(pos, next_seat(setup, seat))
    elif pos.stack_size > 0:
        resolve_top(setup, pos, step)
    else:
        end_step(setup, pos, step)


def play(setup: Setup, pos: Position, step: Step, card: Card, seat: Seat) -> None:
    """Play a land (a special action, CR 116.2a) or begin to cast a spell."""
    if setup.cards[card].type == CardType.LAND:
        move(setup, pos, card, Zone.BATTLEFIELD)
        pos.land_played = True
        emit(step, LAND_PLAYED, seat, card, NO_OBJECT, 0)
        give_priority(pos, seat)
    elif pos.zone[card] == Zone.HAND:
        begin_cast(setup, pos, step, card, seat, setup.cards[card].cost)
    else:
        begin_cast(setup, pos, step, card, seat, permitted_cost(setup, pos, card))


def pay_if_enough(setup: Setup, pos: Position, step: Step) -> None:
    """Pay as soon as the mana pool suffices."""
    if pos.mana[pos.payment.player] < pos.payment.cost:
        return
    if pos.payment.for_announcement:
        pay_announced(setup, pos, step)
    else:
        pay(pos, step)
        follow_instructions(setup, pos, step)


def after_discard(setup: Setup, pos: Position, step: Step) -> None:
    """Go on with what the discard was for."""
    cause = end_discard(pos)
    if cause == Cause.COST:
        complete(setup, pos, step)
    elif cause == Cause.EFFECT:
        follow_instructions(setup, pos, step)
    else:
        pos.decision = END_TURN
