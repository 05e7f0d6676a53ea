"""The transition relation: which actions are legal and what each of them does."""

from __future__ import annotations

from ..lang.declare import NONE
from .announce import (
    after_cost,
    begin_activation,
    begin_cast,
    choose_cost,
    choose_kicker,
    choose_target,
    choose_x,
    give_up,
    may_choose_x,
    may_give_up,
    may_sacrifice,
    may_target,
    pay_announced,
    sacrifice,
)
from .castable import can_activate, can_cast
from .costs import makes_mana, pay, tap_for_mana
from .discarding import (
    choose_destination,
    choose_discard,
    end_discard,
    may_choose_discard,
    may_go,
)
from .domains import (
    CHOOSE_COST,
    CHOOSE_DISCARD,
    CHOOSE_KICKER,
    CHOOSE_SACRIFICE,
    CHOOSE_TARGET,
    CHOOSE_X,
    END_TURN,
    FINISHED,
    NO_KEYWORD,
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
    Part,
    Seat,
    Verb,
    Zone,
)
from .events import LAND_PLAYED, PASSED
from .hooks import (
    choice_legal,
    choose,
    permits_casting,
    permitted_cost,
    permitted_how,
    when_passed,
)
from .position import Position, Step, emit, give_priority
from .priority import pass_priority_on, settle
from .resolving import answer_unless, follow_instructions, resolve_top
from .seats import next_seat, players_left
from .setup import Setup, front_of, mana_value
from .stack import stack_trigger
from .statics import at_sorcery_timing
from .turn import end_cleanup, end_step
from .zones import move


def may_play(setup: Setup, pos: Position, face: Card, seat: Seat) -> bool:
    """Whether a player with priority may play a land or cast a spell with this face of a card."""
    card = front_of(setup, face)
    if pos.zone[card] == Zone.HAND and setup.cards[card].owner == seat:
        if setup.cards[face].type == CardType.LAND:
            return at_sorcery_timing(pos, seat) and not pos.land_played
        if not setup.cards[face].has_cost:
            return False
        if setup.cards[face].type != CardType.INSTANT and not at_sorcery_timing(pos, seat):
            return False
        return can_cast(setup, pos, face, seat, mana_value(setup, face))
    if face != card or not permits_casting(setup, pos, card, seat):
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
        if verb == Verb.NO:
            return may_give_up(pos)
        return verb == Verb.TARGET and may_target(setup, pos, argument)
    if pos.decision == PAY_MANA:
        if verb == Verb.NO:
            return pos.payment.for_announcement and may_give_up(pos)
        return verb == Verb.TAP and makes_mana(setup, pos, argument, pos.payment.player)
    if pos.decision == CHOOSE_X:
        return verb == Verb.NUMBER and may_choose_x(setup, pos, argument)
    if pos.decision == CHOOSE_KICKER or pos.decision == CHOOSE_COST:
        return verb == Verb.YES or verb == Verb.NO
    if pos.decision == CHOOSE_SACRIFICE:
        return verb == Verb.PICK and may_sacrifice(setup, pos, argument)
    if pos.decision == CHOOSE_DISCARD:
        return verb == Verb.PICK and may_choose_discard(setup, pos, argument)
    if pos.decision == REPLACE_DISCARD:
        return (
            verb == Verb.NUMBER and argument < 6 and may_go(setup, pos, pos.discard.last, argument)
        )
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
        act(setup, pos, verb, argument, step)
    elif pos.announcement.kind != NO_OBJECT:
        go_on_announcing(setup, pos, verb, argument, step)
    elif pos.decision == CHOOSE_DISCARD:
        if choose_discard(setup, pos, step, argument):
            after_discard(setup, pos, step)
    elif pos.decision == REPLACE_DISCARD:
        if choose_destination(setup, pos, step, argument):
            after_discard(setup, pos, step)
    elif pos.decision == ORDER_TRIGGERS:
        stack_trigger(pos, step, argument)
        pos.decision = SETTLE
        pos.decider = NONE
    elif pos.decision == PAY_UNLESS:
        answer_unless(setup, pos, step, verb == Verb.YES)
    elif pos.decision == PAY_MANA:
        tap_for_mana(setup, pos, step, argument)
        if pos.mana[pos.payment.player] >= pos.payment.cost:
            pay(pos, step)
            follow_instructions(setup, pos, step)
    else:
        choose(setup, pos, pos.decision, verb, argument, step)
    if pos.decision == END_TURN:
        end_cleanup(setup, pos, step)
    if pos.decision == SETTLE:
        settle(setup, pos, step)


def act(setup: Setup, pos: Position, verb: Verb, argument: Argument, step: Step) -> None:
    """What a player with priority does (CR 117.1)."""
    if verb == Verb.PASS:
        pass_priority(setup, pos, step)
    elif verb == Verb.PLAY:
        play(setup, pos, step, argument, pos.priority)
    elif verb == Verb.ACTIVATE:
        begin_activation(setup, pos, step, argument, pos.priority)
    else:
        tap_for_mana(setup, pos, step, argument)
        give_priority(pos, pos.priority)


def go_on_announcing(
    setup: Setup, pos: Position, verb: Verb, argument: Argument, step: Step
) -> None:
    """The next choice for the spell that is being cast or the ability being activated."""
    if pos.decision == CHOOSE_KICKER:
        choose_kicker(setup, pos, step, verb == Verb.YES)
    elif pos.decision == CHOOSE_COST:
        choose_cost(setup, pos, step, verb == Verb.YES)
    elif verb == Verb.NO:
        give_up(setup, pos, step)
    elif pos.decision == CHOOSE_X:
        choose_x(setup, pos, step, argument)
    elif pos.decision == CHOOSE_TARGET:
        choose_target(setup, pos, step, argument)
    elif pos.decision == PAY_MANA:
        pos.payment.begun = True
        tap_for_mana(setup, pos, step, argument)
        if pos.mana[pos.payment.player] >= pos.payment.cost:
            pay_announced(setup, pos, step)
    elif pos.decision == CHOOSE_SACRIFICE:
        sacrifice(setup, pos, step, argument)
    elif pos.decision == CHOOSE_DISCARD:
        if choose_discard(setup, pos, step, argument):
            after_cost(setup, pos, step)
    elif pos.decision == REPLACE_DISCARD:
        if choose_destination(setup, pos, step, argument):
            after_cost(setup, pos, step)


def finished(setup: Setup, pos: Position) -> bool:
    """Whether the play ends here: someone has won, or the limit of the setup is reached."""
    return pos.decision == FINISHED


def pass_priority(setup: Setup, pos: Position, step: Step) -> None:
    """Pass (CR 117.3d); if all players have passed in succession, the top object resolves or
    the step ends (117.4).
    """
    seat = pos.priority
    emit(step, PASSED, seat, NONE, NO_OBJECT, 0)
    pos.passes += 1
    when_passed(setup, pos, step, seat)
    if pos.passes < players_left(setup, pos):
        pass_priority_on(pos, next_seat(setup, pos, seat))
    elif pos.stack_size > 0:
        resolve_top(setup, pos, step)
    else:
        end_step(setup, pos, step)


def play(setup: Setup, pos: Position, step: Step, face: Card, seat: Seat) -> None:
    """Play a land (a special action, CR 116.2a) or begin to cast a spell."""
    if setup.cards[face].type == CardType.LAND:
        move(setup, pos, face, Zone.BATTLEFIELD)
        pos.land_played = True
        emit(step, LAND_PLAYED, seat, face, NO_OBJECT, 0)
        give_priority(pos, seat)
    elif pos.zone[front_of(setup, face)] == Zone.HAND:
        with_x = setup.cards[face].parts[Part.SPELL].x
        base = mana_value(setup, face)
        begin_cast(setup, pos, step, face, seat, base, NO_KEYWORD, with_x)
    else:
        base = permitted_cost(setup, pos, face)
        how = permitted_how(setup, pos, face)
        begin_cast(setup, pos, step, face, seat, base, how, setup.cards[face].keyword_x)


def after_discard(setup: Setup, pos: Position, step: Step) -> None:
    """Go on with what the discard was for: an effect, or the end of the turn."""
    cause = pos.discard.cause
    end_discard(setup, pos, step)
    if cause == Cause.EFFECT:
        follow_instructions(setup, pos, step)
    else:
        pos.decision = END_TURN
