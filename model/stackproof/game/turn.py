"""The turn: its steps, and what the rules do by themselves in them (CR 500-514)."""

from __future__ import annotations

from ..lang.declare import NONE, clear
from .costs import empty_pools
from .discarding import begin_discard
from .domains import (
    CARDS,
    END_TURN,
    FINISHED,
    NO_OBJECT,
    SEATS,
    Amount,
    Cause,
    TurnStep,
    Watched,
    Whom,
    Zone,
)
from .events import STEP_BEGUN, TURN_BEGUN
from .position import Position, Step, emit, give_priority
from .priority import state_based_actions
from .seats import next_seat
from .setup import Setup
from .statics import NO_MAXIMUM, is_under
from .triggers import notice
from .zones import draw, hand_size


def step_after(step: TurnStep) -> TurnStep:
    """The step that follows within a turn (CR 500.1)."""
    if step == TurnStep.UNTAP:
        return TurnStep.UPKEEP
    if step == TurnStep.UPKEEP:
        return TurnStep.DRAW
    if step == TurnStep.DRAW:
        return TurnStep.MAIN
    if step == TurnStep.MAIN:
        return TurnStep.COMBAT
    if step == TurnStep.COMBAT:
        return TurnStep.SECOND_MAIN
    if step == TurnStep.SECOND_MAIN:
        return TurnStep.END
    return TurnStep.CLEANUP


def place_in_turn(step: TurnStep) -> Amount:
    """The number of a step, for events."""
    place = 0
    for i in range(8):
        if step == i:
            place = i
    return place


def end_step(setup: Setup, pos: Position, step: Step) -> None:
    """All players passed with an empty stack: the step ends (CR 500.2) and the next begins."""
    empty_pools(setup, pos, step, pos.step)
    pos.priority = NONE
    if pos.step == TurnStep.CLEANUP:
        begin_cleanup(setup, pos, step)
    elif pos.turn == setup.last_turn and pos.step == setup.last_step:
        finish_play(pos)
    else:
        pos.step = step_after(pos.step)
        emit(step, STEP_BEGUN, pos.active, NONE, NO_OBJECT, place_in_turn(pos.step))
        if pos.step == TurnStep.CLEANUP:
            begin_cleanup(setup, pos, step)
        else:
            if pos.step == TurnStep.DRAW and not pos.out[pos.active]:
                draw(setup, pos, step, pos.active)
            if pos.step == TurnStep.END and pos.someone_discarded:
                watched = Watched.END_STEP_AFTER_DISCARD
                notice(setup, pos, step, watched, pos.active, NONE, 0)
            give_priority(pos, pos.active)


def finish_play(pos: Position) -> None:
    """The play has reached the limit of its setup."""
    pos.decision = FINISHED
    pos.decider = NONE
    pos.priority = NONE
    pos.passes = 0


def cut_off(setup: Setup, pos: Position) -> bool:
    """Whether a play that ends here was cut off: nobody has lost."""
    for seat in range(SEATS):
        if seat < setup.seats and pos.out[seat]:
            return False
        if seat < setup.seats and (pos.life[seat] <= 0 or pos.drew_from_empty[seat]):
            return False
    return True


def begin_cleanup(setup: Setup, pos: Position, step: Step) -> None:
    """Discard down to the maximum hand size (CR 514.1), then go on."""
    pos.passes = 0
    held = hand_size(setup, pos, pos.active)
    if held > setup.hand_size and not is_under(setup, pos, NO_MAXIMUM, pos.active):
        excess = held - setup.hand_size
        begin_discard(setup, pos, pos.active, excess, Cause.CLEANUP, Whom.YOU)
    else:
        pos.decision = END_TURN


def end_cleanup(setup: Setup, pos: Position, step: Step) -> None:
    """Damage and "until end of turn" wear off (CR 514.2). If state-based actions were performed
    or triggers wait, the active player gets priority and another cleanup step follows (514.3a);
    otherwise the turn ends.
    """
    for c in range(CARDS):
        pos.damage[c] = 0
        pos.bonus[c] = 0
    clear(pos.discount)
    acted = state_based_actions(setup, pos, step)
    if pos.decision == FINISHED:
        pos.priority = NONE
        pos.decider = NONE
    elif acted or pos.waiting_size > 0:
        give_priority(pos, pos.active)
    elif pos.turn == setup.last_turn:
        finish_play(pos)
    else:
        begin_turn(setup, pos, step)


def begin_turn(setup: Setup, pos: Position, step: Step) -> None:
    """The next player's turn: untap without priority (CR 502.4), then the upkeep step."""
    empty_pools(setup, pos, step, TurnStep.CLEANUP)
    pos.turn += 1
    pos.active = next_seat(setup, pos, pos.active)
    clear(pos.casts)
    clear(pos.nonartifact_casts)
    clear(pos.discarded)
    pos.someone_discarded = False
    pos.land_played = False
    emit(step, TURN_BEGUN, pos.active, NONE, NO_OBJECT, pos.turn)
    for c in range(CARDS):
        pos.used[c] = False
        if pos.zone[c] == Zone.BATTLEFIELD and setup.cards[c].owner == pos.active:
            pos.tapped[c] = False
    pos.step = TurnStep.UPKEEP
    give_priority(pos, pos.active)
