"""Ripple N (CR 702.60; born in 2006-07 as 502.56).

When you cast this spell, you may reveal the top N cards of your library, or all if there are
fewer; you may cast any of the revealed cards that have the spell's name without paying their mana
costs; the revealed cards that were not cast go to the bottom of the library in any order.
"""

from __future__ import annotations

from ...lang.declare import NONE, extends
from ..announce import begin_cast, can_cast
from ..domains import (
    CARDS,
    KEYWORDS,
    LIBRARY,
    REVEALED,
    Amount,
    Argument,
    Card,
    CardCount,
    Decision,
    EventKind,
    Keyword,
    Kind,
    Seat,
    Verb,
    Zone,
)
from ..hooks import choice_legal, choose, resolve_ability, resume_ability, when_cast
from ..position import Position, Step, ask, emit
from ..resolving import finish
from ..setup import Setup
from ..stack import trigger
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
def trigger_ripple(setup: Setup, pos: Position, step: Step, card: Card, caster: Seat) -> None:
    """Each instance triggers separately (702.60b): the spell's own and the granted ones."""
    for i in range(KEYWORDS):
        if setup.cards[card].keywords[i].keyword == RIPPLE:
            number = setup.cards[card].keywords[i].number
            trigger(pos, step, RIPPLE_ABILITY, card, caster, number)
    for c in range(CARDS):
        if pos.zone[c] == Zone.BATTLEFIELD and setup.cards[c].owner == caster:
            if setup.cards[c].grants.keyword == RIPPLE:
                trigger(pos, step, RIPPLE_ABILITY, card, caster, setup.cards[c].grants.number)


@extends(resolve_ability)
def begin_ripple(setup: Setup, pos: Position, step: Step) -> None:
    """The controller may reveal; an empty library has nothing to reveal (CR 609.3)."""
    if pos.resolving.kind != RIPPLE_ABILITY:
        return
    seat = pos.resolving.controller
    if pos.library_size[seat] == 0:
        emit(step, DECLINED_REVEAL, seat, NONE, RIPPLE_ABILITY, 0)
        finish(setup, pos, step)
    else:
        ask(pos, REVEAL, seat)


@extends(resume_ability)
def continue_ripple(setup: Setup, pos: Position, step: Step) -> None:
    """Ask for the next card to cast, else put the rest on the bottom, else finish."""
    if pos.resolving.kind != RIPPLE_ABILITY:
        return
    for c in range(CARDS):
        if may_cast_revealed(setup, pos, c):
            ask(pos, CAST_REVEALED, pos.resolving.controller)
            return
    begin_bottoming(setup, pos, step)


def may_cast_revealed(setup: Setup, pos: Position, card: Card) -> bool:
    """Whether a revealed card shares the spell's name, as it is or last was (CR 608.2h), and can
    be cast without paying its mana cost (CR 118.9).
    """
    if pos.mark[card] != REVEALED:
        return False
    if setup.cards[card].name != setup.cards[pos.resolving.source].name:
        return False
    return can_cast(setup, pos, card, pos.resolving.controller, 0)


def revealed_count(pos: Position) -> CardCount:
    """How many cards are revealed and still in the library."""
    count = 0
    for c in range(CARDS):
        if pos.mark[c] == REVEALED:
            count += 1
    return count


def begin_bottoming(setup: Setup, pos: Position, step: Step) -> None:
    """The order is the controller's choice, if there is one (CR 401.4)."""
    if revealed_count(pos) > 1:
        ask(pos, ORDER_BOTTOM, pos.resolving.controller)
        return
    for c in range(CARDS):
        if pos.mark[c] == REVEALED:
            bottom(setup, pos, step, c)
    finish(setup, pos, step)


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
def choose_ripple(setup: Setup, pos: Position, verb: Verb, argument: Argument, step: Step) -> None:
    """Carry out the choice."""
    seat = pos.resolving.controller
    if pos.decision == REVEAL:
        if verb == Verb.YES:
            reveal(setup, pos, step, seat, pos.resolving.number)
            continue_ripple(setup, pos, step)
        else:
            emit(step, DECLINED_REVEAL, seat, NONE, RIPPLE_ABILITY, 0)
            finish(setup, pos, step)
    elif pos.decision == CAST_REVEALED:
        if verb == Verb.PICK:
            begin_cast(setup, pos, step, argument, seat, 0)
        else:
            begin_bottoming(setup, pos, step)
    elif pos.decision == ORDER_BOTTOM:
        bottom(setup, pos, step, argument)
        begin_bottoming(setup, pos, step)
