"""Static abilities of permanents: costs, prohibitions, replacements and granted keywords."""

from __future__ import annotations

from .domains import (
    CARDS,
    COPY,
    NO_KEYWORD,
    NO_OBJECT,
    SPELL,
    STACK,
    STATICS,
    Amount,
    Card,
    CardType,
    Keyword,
    Kind,
    Mana,
    MaybeCard,
    Seat,
    Static,
    StaticPlace,
    TurnStep,
    Whose,
    Zone,
)
from .position import Position
from .setup import Setup

TAX = Static("tax")
REDUCTION = Static("reduction")
MINIMUM = Static("minimum")
ONE_SPELL = Static("one spell a turn")
ONE_NONARTIFACT = Static("one nonartifact spell a turn")
SORCERY_TIMING_ONLY = Static("sorcery timing only")
HAND_ONLY = Static("from the hand only")
NO_LIBRARY_NO_GRAVEYARD = Static("not from library or graveyard")
EXILE_INSTEAD = Static("exile instead of graveyard")
BOTTOM_INSTEAD = Static("bottom of library instead of graveyard")
DISCARD_TO_TOP = Static("discard by an effect to the top of the library")
DISCARD_TO_TOP_BY_OPPONENT = Static("discard by an opponent's effect to the top of the library")
NO_MAXIMUM = Static("no maximum hand size")
GRANT_TO_SPELLS = Static("grant to spells")
GRANT_OFF_BATTLEFIELD = Static("grant off the battlefield")


def is_meant(setup: Setup, source: Card, whose: Whose, seat: Seat) -> bool:
    """Whether an ability of a permanent is about a player; its owner controls it."""
    if whose == Whose.YOU:
        return setup.cards[source].owner == seat
    if whose == Whose.OPPONENTS:
        return setup.cards[source].owner != seat
    return True


def is_at_work(
    setup: Setup, pos: Position, source: Card, place: StaticPlace, static: Static, seat: Seat
) -> bool:
    """Whether a static ability of this permanent applies to a player."""
    if pos.zone[source] != Zone.BATTLEFIELD:
        return False
    if setup.cards[source].statics[place].static != static:
        return False
    return is_meant(setup, source, setup.cards[source].statics[place].whose, seat)


def is_under(setup: Setup, pos: Position, static: Static, seat: Seat) -> bool:
    """Whether any static ability of a kind applies to a player."""
    if setup.any_statics:
        for c in range(CARDS):
            for i in range(STATICS):
                if is_at_work(setup, pos, c, i, static, seat):
                    return True
    return False


def sum_of(setup: Setup, pos: Position, static: Static, seat: Seat) -> Mana:
    """The numbers of all static abilities of a kind that apply to a player, added up."""
    total = 0
    if setup.any_statics:
        for c in range(CARDS):
            for i in range(STATICS):
                if is_at_work(setup, pos, c, i, static, seat):
                    total += setup.cards[c].statics[i].number
    return total


def largest_of(setup: Setup, pos: Position, static: Static, seat: Seat) -> Amount:
    """The largest number of a static ability of a kind that applies to a player."""
    largest = 0
    if setup.any_statics:
        for c in range(CARDS):
            for i in range(STATICS):
                if is_at_work(setup, pos, c, i, static, seat):
                    if setup.cards[c].statics[i].number > largest:
                        largest = setup.cards[c].statics[i].number
    return largest


def granted_off_battlefield(setup: Setup, pos: Position, card: Card, keyword: Keyword) -> bool:
    """Whether a permanent grants a keyword, for the mana cost, to this card of its controller
    while the card is not on the battlefield.
    """
    if not setup.any_statics or keyword == NO_KEYWORD or pos.zone[card] == Zone.BATTLEFIELD:
        return False
    for c in range(CARDS):
        if grants_off_battlefield(setup, pos, c, card, keyword):
            return True
    return False


def grants_off_battlefield(
    setup: Setup, pos: Position, source: Card, card: Card, keyword: Keyword
) -> bool:
    """Whether it is this permanent that grants a card the keyword."""
    for i in range(STATICS):
        if is_at_work(setup, pos, source, i, GRANT_OFF_BATTLEFIELD, setup.cards[card].owner):
            tribe = setup.cards[source].statics[i].tribe
            if setup.cards[source].statics[i].keyword == keyword:
                if tribe == 0 or tribe == setup.cards[card].tribe:
                    return True
    return False


def total_cost(setup: Setup, pos: Position, seat: Seat, base: Mana) -> Mana:
    """The total cost of a spell (CR 601.2f): the mana cost or alternative cost with additional
    costs, plus increases, less reductions but not below zero, then what sets a minimum.
    """
    raised = base + sum_of(setup, pos, TAX, seat)
    lowered = raised - sum_of(setup, pos, REDUCTION, seat) - pos.discount[seat]
    floored = lowered if lowered > 0 else 0
    minimum = largest_of(setup, pos, MINIMUM, seat)
    return floored if floored > minimum else minimum


def is_split(setup: Setup, pos: Position) -> bool:
    """Whether a spell with split second is on the stack, be it resolving (CR 702.61a)."""
    for i in range(STACK):
        if i < pos.stack_size and is_fast(setup, pos.stack[i].kind, pos.stack[i].face):
            return True
    return is_fast(setup, pos.resolving.kind, pos.resolving.face)


def is_fast(setup: Setup, kind: Kind, face: MaybeCard) -> bool:
    """Whether an object is a spell with split second."""
    if kind != SPELL and kind != COPY:
        return False
    return setup.cards[face].split_second


def at_sorcery_timing(pos: Position, seat: Seat) -> bool:
    """Own main phase, empty stack, nothing resolving (CR 117.1a, 307.1, 305.1)."""
    if pos.active != seat or pos.stack_size > 0 or pos.resolving.kind != NO_OBJECT:
        return False
    return pos.step == TurnStep.MAIN or pos.step == TurnStep.SECOND_MAIN


def is_prohibited(setup: Setup, pos: Position, face: Card, seat: Seat, zone: Zone) -> bool:
    """Whether something forbids a player to cast this face from a zone (CR 101.2, 601.3)."""
    if is_split(setup, pos):
        return True
    if not setup.any_statics:
        return False
    if pos.casts[seat] > 0 and is_under(setup, pos, ONE_SPELL, seat):
        return True
    if pos.nonartifact_casts[seat] > 0 and setup.cards[face].type != CardType.ARTIFACT:
        if is_under(setup, pos, ONE_NONARTIFACT, seat):
            return True
    if is_under(setup, pos, SORCERY_TIMING_ONLY, seat) and not at_sorcery_timing(pos, seat):
        return True
    if zone != Zone.HAND and is_under(setup, pos, HAND_ONLY, seat):
        return True
    if zone == Zone.LIBRARY or zone == Zone.GRAVEYARD:
        return is_under(setup, pos, NO_LIBRARY_NO_GRAVEYARD, seat)
    return False
