"""Ripple N (CR 702.60; born in 2006-07 as 502.56).

When you cast this spell, you may reveal the top N cards of your library, or all if there are
fewer; you may cast any of the revealed cards that have the spell's name without paying their mana
costs; the revealed cards that were not cast go to the bottom of the library in any order.
"""

from __future__ import annotations

from ...lang.declare import NONE, extends
from ..announce import begin_cast
from ..castable import can_cast
from ..domains import (
    CARDS,
    KEYWORDS,
    LIBRARY,
    REVEALED,
    STATICS,
    Amount,
    Argument,
    Card,
    CardCount,
    Decision,
    EventKind,
    Keyword,
    Kind,
    MaybeCard,
    Seat,
    Verb,
)
from ..hooks import choice_legal, choose, resolve_ability, resume_ability, when_cast
from ..position import Position, Step, ask, emit, give_priority
from ..resolving import finish
from ..setup import Setup, front_of, shares_name
from ..statics import GRANT_TO_SPELLS, is_at_work
from ..triggers import trigger
from ..zones import put_on_bottom

RIPPLE = Keyword("ripple")
RIPPLE_ABILITY = Kind("ripple ability")
REVEAL = Decision("ripple: reveal", asks="may reveal cards for ripple")
CAST_REVEALED = Decision("ripple: cast", asks="may cast a revealed card")
ORDER_BOTTOM = Decision("ripple: bottom", asks="puts a revealed card on the bottom")
REVEALED_CARD = EventKind("revealed", text="{seat} reveals {card}", cites="ripple.ability")
DECLINED_REVEAL = EventKind("not revealed", text="{seat} reveals nothing", cites="ripple.ability")
BOTTOMED = EventKind(
    "bottomed", text="{seat} puts {card} on the bottom of the library", cites="ripple.ability"
)


@extends(when_cast)
def trigger_ripple(
    setup: Setup, pos: Position, step: Step, card: Card, face: Card, caster: Seat
) -> None:
    """Each instance triggers separately (702.60b): the spell's own and the granted ones."""
    for i in range(KEYWORDS):
        if setup.cards[face].keywords[i].keyword == RIPPLE:
            number = setup.cards[face].keywords[i].number
            trigger(pos, step, RIPPLE_ABILITY, card, face, caster, number)
    if setup.any_statics:
        for c in range(CARDS):
            for i in range(STATICS):
                if is_at_work(setup, pos, c, i, GRANT_TO_SPELLS, caster):
                    if setup.cards[c].statics[i].keyword == RIPPLE:
                        number = setup.cards[c].statics[i].number
                        trigger(pos, step, RIPPLE_ABILITY, card, face, caster, number)


@extends(resolve_ability)
def begin_ripple(setup: Setup, pos: Position, step: Step) -> None:
    """The controller may reveal; an empty library has nothing to reveal (CR 609.3)."""
    if pos.resolving.kind != RIPPLE_ABILITY:
        return
    seat = pos.resolving.controller
    if pos.library_size[seat] == 0:
        emit(step, DECLINED_REVEAL, seat, NONE, RIPPLE_ABILITY, 0)
        finish_ripple(setup, pos, step)
    else:
        ask(pos, REVEAL, seat)


@extends(resume_ability)
def continue_ripple(setup: Setup, pos: Position, step: Step) -> None:
    """Ask for the next card to cast, else put the rest on the bottom, else finish."""
    if pos.resolving.kind != RIPPLE_ABILITY:
        return
    if can_cast_revealed(setup, pos):
        ask(pos, CAST_REVEALED, pos.resolving.controller)
    else:
        begin_bottoming(setup, pos, step)


def may_cast_revealed(setup: Setup, pos: Position, face: Card) -> bool:
    """Whether a revealed card shares the spell's name, as it is or last was (CR 608.2h), and this
    face of it can be cast without paying its mana cost (CR 118.9). Casting it face down would be
    another alternative cost (118.9a).
    """
    card = front_of(setup, face)
    if pos.mark[card] != REVEALED:
        return False
    if not shares_name(setup, card, pos.resolving.face) or setup.cards[face].name == 0:
        return False
    return can_cast(setup, pos, face, pos.resolving.controller, 0)


def can_cast_revealed(setup: Setup, pos: Position) -> bool:
    """Whether there is a revealed card that can be cast."""
    for face in range(CARDS):
        if may_cast_revealed(setup, pos, face):
            return True
    return False


def revealed_count(pos: Position) -> CardCount:
    """How many cards are revealed and still in the library."""
    count = 0
    for c in range(CARDS):
        if pos.mark[c] == REVEALED:
            count += 1
    return count


def revealed_card(pos: Position, seat: Seat) -> MaybeCard:
    """The first revealed card of a library; NONE if there is none."""
    for i in range(LIBRARY):
        if i < pos.library_size[seat] and pos.mark[pos.library[seat][i]] == REVEALED:
            return pos.library[seat][i]
    return NONE


def begin_bottoming(setup: Setup, pos: Position, step: Step) -> None:
    """The order is the controller's choice, if there is one (CR 401.4)."""
    if revealed_count(pos) > 1:
        ask(pos, ORDER_BOTTOM, pos.resolving.controller)
        return
    last = revealed_card(pos, pos.resolving.controller)
    if last != NONE:
        bottom(setup, pos, step, last)
    finish_ripple(setup, pos, step)


def finish_ripple(setup: Setup, pos: Position, step: Step) -> None:
    """The active player is next to receive priority (CR 117.3b). As a proposal, no rule of any
    edition: the controller is.
    """
    seat = pos.resolving.controller
    finish(setup, pos, step)
    if setup.ripple_gives_priority:
        give_priority(pos, seat)


def bottom(setup: Setup, pos: Position, step: Step, card: Card) -> None:
    """Put one revealed card on the bottom."""
    put_on_bottom(setup, pos, card)
    emit(step, BOTTOMED, pos.resolving.controller, card, RIPPLE_ABILITY, 0)


def reveal(setup: Setup, pos: Position, step: Step, seat: Seat, number: Amount) -> None:
    """Reveal the top cards; they stay in the library (CR 701.20b)."""
    for i in range(LIBRARY):
        if i < number and i < pos.library_size[seat]:
            pos.mark[pos.library[seat][i]] = REVEALED
            emit(step, REVEALED_CARD, seat, pos.library[seat][i], RIPPLE_ABILITY, 0)


def reveal_next(setup: Setup, pos: Position, step: Step, seat: Seat, number: Amount) -> bool:
    """Reveal the first of the top cards that is not revealed yet; returns whether another one can
    be. As a proposal, no rule of any edition: all or none are revealed (702.60a).
    """
    done = False
    for i in range(LIBRARY):
        if i < number and i < pos.library_size[seat]:
            if pos.mark[pos.library[seat][i]] != REVEALED:
                if done:
                    return True
                pos.mark[pos.library[seat][i]] = REVEALED
                emit(step, REVEALED_CARD, seat, pos.library[seat][i], RIPPLE_ABILITY, 0)
                done = True
    return False


@extends(choice_legal)
def ripple_choice(setup: Setup, pos: Position, verb: Verb, argument: Argument) -> bool:
    """Reveal or not; cast a matching card or stop; bottom any revealed card next."""
    if pos.decision == REVEAL:
        return verb == Verb.YES or verb == Verb.NO
    if pos.decision == CAST_REVEALED:
        if verb == Verb.NO:
            return True
        return verb == Verb.PICK and may_cast_revealed(setup, pos, argument)
    if pos.decision == ORDER_BOTTOM:
        return verb == Verb.PICK and pos.mark[argument] == REVEALED
    return False


@extends(choose)
def choose_ripple(
    setup: Setup, pos: Position, due: Decision, verb: Verb, argument: Argument, step: Step
) -> None:
    """Carry out the choice."""
    seat = pos.resolving.controller
    if due == REVEAL:
        if verb == Verb.YES and setup.ripple_reveals_singly:
            if reveal_next(setup, pos, step, seat, pos.resolving.number):
                ask(pos, REVEAL, seat)
            else:
                continue_ripple(setup, pos, step)
        elif verb == Verb.YES:
            reveal(setup, pos, step, seat, pos.resolving.number)
            continue_ripple(setup, pos, step)
        elif revealed_count(pos) > 0:
            continue_ripple(setup, pos, step)
        else:
            emit(step, DECLINED_REVEAL, seat, NONE, RIPPLE_ABILITY, 0)
            finish_ripple(setup, pos, step)
    elif due == CAST_REVEALED:
        if verb == Verb.PICK:
            begin_cast(setup, pos, step, argument, seat, 0, RIPPLE, False)
        else:
            begin_bottoming(setup, pos, step)
    elif due == ORDER_BOTTOM:
        bottom(setup, pos, step, argument)
        begin_bottoming(setup, pos, step)
