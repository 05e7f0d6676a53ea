"""Madness [cost] (CR 702.35; 502.24 until 2009-06).

A discarded card is exiled instead of going to the graveyard: until 2016-03 if the discarding
player likes, since 2016-04 always. When it is exiled this way, a triggered ability of its owner
follows. Since 2006-10 the owner casts the card for the madness cost while that ability resolves,
or puts it into the graveyard. Before, the ability opened a window until the owner next passed.
"""

from __future__ import annotations

from ...lang.declare import extends
from ..announce import begin_cast
from ..castable import can_cast
from ..domains import (
    CARDS,
    NO_KEYWORD,
    STACK,
    STATICS,
    WAITING,
    Argument,
    Card,
    Decision,
    EventKind,
    Keyword,
    Kind,
    Mana,
    Mark,
    MaybeCard,
    Seat,
    Slot,
    Variant,
    Verb,
    Zone,
)
from ..hooks import (
    asks_where_discards_go,
    choice_legal,
    choose,
    may_replace_discard,
    must_replace_discard,
    permits_casting,
    permitted_cost,
    permitted_how,
    replace_discard,
    resolve_ability,
    resume_ability,
    when_countered,
    when_passed,
)
from ..position import Position, Step, ask, emit
from ..resolving import finish
from ..setup import Setup, has_keyword, mana_value, number_of
from ..statics import GRANT_OFF_BATTLEFIELD, granted_off_battlefield
from ..triggers import trigger
from ..zones import bury, exile

MADNESS = Keyword("madness")
MADNESS_ABILITY = Kind("madness ability")
WINDOW_END = Kind("end of the madness window")
EXILED = Mark("exiled by madness")
WINDOW = Mark("madness window open")
CLOSING = Mark("madness window closing")
STRANDED = Mark("madness ability countered")
CAST_MADNESS = Decision("madness: cast", asks="may cast the exiled card for its madness cost")
EXILED_CARD = EventKind("exiled", text="{card} is exiled instead", cites="madness.ability")
WINDOW_OPENED = EventKind(
    "window opened", text="{seat} may play {card} until passing", cites="madness.ability"
)
DECLINED_MADNESS = EventKind(
    "not cast", text="{seat} puts {card} into the graveyard instead", cites="madness.ability"
)


def has_madness(setup: Setup, pos: Position, card: Card, variant: Variant) -> bool:
    """Whether a card in a hand has madness, printed or granted to it by a permanent."""
    if variant == Variant.PRINTED:
        return has_keyword(setup, card, MADNESS)
    return granted_off_battlefield(setup, pos, card, MADNESS)


@extends(may_replace_discard)
def may_exile(setup: Setup, pos: Position, card: Card, variant: Variant) -> bool:
    """Until 2016-03 the discarding player may exile the card."""
    return has_madness(setup, pos, card, variant) and setup.madness_optional


@extends(must_replace_discard)
def must_exile(setup: Setup, pos: Position, card: Card, variant: Variant) -> bool:
    """Since 2016-04 the card is exiled."""
    return has_madness(setup, pos, card, variant) and not setup.madness_optional


@extends(asks_where_discards_go)
def asks_about_madness(setup: Setup) -> bool:
    """Where exiling is a choice, about each card that has madness."""
    for c in range(CARDS):
        if has_keyword(setup, c, MADNESS):
            return setup.madness_optional
        for i in range(STATICS):
            if setup.cards[c].statics[i].static == GRANT_OFF_BATTLEFIELD:
                return setup.madness_optional
    return False


@extends(replace_discard)
def exile_by_madness(setup: Setup, pos: Position, step: Step, card: Card, variant: Variant) -> None:
    """Exile it; the linked ability triggers for the owner, as a card in exile has no controller
    (CR 113.8). Granted madness costs the card's mana cost.
    """
    if has_madness(setup, pos, card, variant):
        owner = setup.cards[card].owner
        cost = number_of(setup, card, MADNESS)
        if variant == Variant.GRANTED:
            cost = mana_value(setup, card)
        exile(setup, pos, step, card)
        pos.mark[card] = EXILED
        emit(step, EXILED_CARD, owner, card, MADNESS_ABILITY, 0)
        trigger(pos, step, MADNESS_ABILITY, card, card, owner, cost)


@extends(resolve_ability)
def resolve_madness(setup: Setup, pos: Position, step: Step) -> None:
    """Ask whether the owner casts the card, or open the window of the old rule. A card that has
    left exile meanwhile is a new object, which the ability does not find (CR 400.7).
    """
    card = pos.resolving.source
    owner = pos.resolving.controller
    if pos.resolving.kind == MADNESS_ABILITY:
        if pos.zone[card] != Zone.EXILE or pos.mark[card] != EXILED:
            finish(setup, pos, step)
        elif setup.madness_window:
            pos.mark[card] = WINDOW
            emit(step, WINDOW_OPENED, owner, card, MADNESS_ABILITY, 0)
            finish(setup, pos, step)
        else:
            ask(pos, CAST_MADNESS, owner)
    elif pos.resolving.kind == WINDOW_END:
        if pos.zone[card] == Zone.EXILE and pos.mark[card] == CLOSING:
            put_into_graveyard(setup, pos, step, card)
        finish(setup, pos, step)


def put_into_graveyard(setup: Setup, pos: Position, step: Step, card: Card) -> None:
    """The card was not cast. Since 2017-04 effects about the discarded card still find it there
    (CR 400.7k).
    """
    known = pos.discarded[card] and setup.finds_discarded
    emit(step, DECLINED_MADNESS, setup.cards[card].owner, card, MADNESS_ABILITY, 0)
    bury(setup, pos, step, card)
    pos.discarded[card] = known


@extends(resume_ability)
def finish_madness(setup: Setup, pos: Position, step: Step) -> None:
    """The card was cast, and the ability has nothing more to do; or the cast was undone, and the
    card was not cast after all.
    """
    if pos.resolving.kind == MADNESS_ABILITY:
        card = pos.resolving.source
        if pos.zone[card] == Zone.EXILE and pos.mark[card] == EXILED:
            put_into_graveyard(setup, pos, step, card)
        finish(setup, pos, step)


@extends(choice_legal)
def madness_choice(setup: Setup, pos: Position, verb: Verb, argument: Argument) -> bool:
    """Cast it if possible, or not; its type does not matter for the timing (CR 608.2g)."""
    if pos.decision != CAST_MADNESS:
        return False
    if verb == Verb.YES:
        card = pos.resolving.source
        return can_cast(setup, pos, card, pos.resolving.controller, pos.resolving.number)
    return verb == Verb.NO


@extends(choose)
def choose_madness(
    setup: Setup, pos: Position, due: Decision, verb: Verb, argument: Argument, step: Step
) -> None:
    """Cast it for the madness cost, an alternative cost (702.35b), or put it away."""
    if due == CAST_MADNESS:
        card = pos.resolving.source
        if verb == Verb.YES:
            owner = pos.resolving.controller
            with_x = setup.cards[card].keyword_x
            begin_cast(setup, pos, step, card, owner, pos.resolving.number, MADNESS, with_x)
        else:
            put_into_graveyard(setup, pos, step, card)
            finish(setup, pos, step)


def is_later(pos: Position, kind: Kind, card: Card, slot: Slot) -> bool:
    """Whether an ability of a kind about a card is on the stack at a place or above, or waits."""
    for i in range(STACK):
        if i >= slot and i < pos.stack_size and pos.stack[i].kind == kind:
            if pos.stack[i].source == card:
                return True
    for i in range(WAITING):
        if i < pos.waiting_size and pos.waiting[i].kind == kind:
            if pos.waiting[i].source == card:
                return True
    return False


@extends(when_countered)
def strand(
    setup: Setup, pos: Position, step: Step, kind: Kind, source: MaybeCard, slot: Slot
) -> None:
    """A countered madness ability leaves its card in exile for good, unless that was exiled anew
    with an ability of its own.
    """
    if kind == MADNESS_ABILITY or kind == WINDOW_END:
        expected = EXILED if kind == MADNESS_ABILITY else CLOSING
        if pos.zone[source] == Zone.EXILE and pos.mark[source] == expected:
            if not is_later(pos, kind, source, slot):
                pos.mark[source] = STRANDED


@extends(permits_casting)
def window_permits(setup: Setup, pos: Position, card: Card, seat: Seat) -> bool:
    """While the window is open, the owner may play the card as though it were an instant."""
    return pos.mark[card] == WINDOW and setup.cards[card].owner == seat


@extends(permitted_cost)
def window_cost(setup: Setup, pos: Position, card: Card) -> Mana:
    """The madness cost instead of the mana cost; granted madness costs the mana cost."""
    if pos.mark[card] != WINDOW:
        return 0
    if has_keyword(setup, card, MADNESS):
        return number_of(setup, card, MADNESS)
    return mana_value(setup, card)


@extends(permitted_how)
def window_how(setup: Setup, pos: Position, card: Card) -> Keyword:
    """Such a card is cast by madness."""
    return MADNESS if pos.mark[card] == WINDOW else NO_KEYWORD


@extends(when_passed)
def close_windows(setup: Setup, pos: Position, step: Step, seat: Seat) -> None:
    """When the owner passes, the card goes to the graveyard: by a delayed triggered ability, as
    the text of 2002 says, or at once under the other reading.
    """
    for c in range(CARDS):
        if pos.mark[c] == WINDOW and setup.cards[c].owner == seat:
            close_window(setup, pos, step, c)


def close_window(setup: Setup, pos: Position, step: Step, card: Card) -> None:
    """The card can be played no more and goes to the graveyard, perhaps by an ability."""
    if setup.window_closes_at_once:
        put_into_graveyard(setup, pos, step, card)
    else:
        pos.mark[card] = CLOSING
        trigger(pos, step, WINDOW_END, card, card, setup.cards[card].owner, 0)
