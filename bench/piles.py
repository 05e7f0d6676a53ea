"""A small system of interchangeable cards, to compare symmetry with; ``piles.m`` says the same.

Cards go from the hand to exile, by mana to the stack and the battlefield, and by the graveyard back
to the hand; how often each was discarded is counted up to three.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from stackproof.lang.declare import Array, Capacity, Index, Range, Record

CARDS = Capacity("cards", 5, scalarset=True)
MANA, MOST_TIMES = 3, 3

Card = Annotated[int, Index(CARDS)]
Mana = Annotated[int, Range(0, 3)]
Times = Annotated[int, Range(0, 3)]


class Pile(IntEnum):
    HAND = 0
    EXILE = 1
    STACK = 2
    BATTLEFIELD = 3
    GRAVEYARD = 4


class Verb(IntEnum):
    DISCARD = 0
    CAST = 1
    DECLINE = 2
    RESOLVE = 3
    SACRIFICE = 4
    RETURN = 5
    UNTAP = 6


class Setup(Record):
    mana: Mana


class Position(Record):
    pile: Array[Card, Pile]
    discards: Array[Card, Times]
    mana: Mana


class Step(Record):
    nothing: bool


def legal(setup: Setup, pos: Position, verb: Verb, argument: Card) -> bool:
    """Which pile a card leaves; only casting and untapping ask about mana."""
    if verb == Verb.UNTAP:
        return argument == 0 and pos.mana < setup.mana
    pile = pos.pile[argument]
    if verb == Verb.DISCARD:
        return pile == Pile.HAND
    if verb == Verb.CAST:
        return pile == Pile.EXILE and pos.mana > 0
    if verb == Verb.DECLINE:
        return pile == Pile.EXILE
    if verb == Verb.RESOLVE:
        return pile == Pile.STACK
    if verb == Verb.SACRIFICE:
        return pile == Pile.BATTLEFIELD
    return pile == Pile.GRAVEYARD


def apply(setup: Setup, pos: Position, verb: Verb, argument: Card, step: Step) -> None:
    """A card goes to the next pile."""
    if verb == Verb.UNTAP:
        pos.mana += 1
    elif verb == Verb.DISCARD:
        pos.pile[argument] = Pile.EXILE
        if pos.discards[argument] < MOST_TIMES:
            pos.discards[argument] += 1
    elif verb == Verb.CAST:
        pos.pile[argument] = Pile.STACK
        pos.mana -= 1
    elif verb == Verb.RESOLVE:
        pos.pile[argument] = Pile.BATTLEFIELD
    elif verb == Verb.RETURN:
        pos.pile[argument] = Pile.HAND
    else:
        pos.pile[argument] = Pile.GRAVEYARD


def finished(setup: Setup, pos: Position) -> bool:
    """It never ends."""
    return False
