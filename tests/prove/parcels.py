"""A small game of which some laws need several steps: parcels are packed, sent and delivered.

What is packed is known by contract. Only what is packed is light, but that is no invariant here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from stackproof.lang.declare import Range, Record

LIGHT = 2

Weight = Annotated[int, Range(0, 3)]
Phase = Annotated[int, Range(0, 2)]
Count = Annotated[int, Range(0, 4)]
Argument = Annotated[int, Range(0, 3)]


class Verb(IntEnum):
    PACK = 0
    SEND = 1
    DELIVER = 2


class Setup(Record):
    limit: Weight


class State(Record):
    phase: Phase
    packed: Weight
    sent: Weight
    delivered: Weight
    fresh: bool


class Step(Record):
    noted: Count


VERBS = [("pack", 4), ("send", 1), ("deliver", 1)]


def note(step: Step, what: Count) -> None:
    step.noted = what


def legal(setup: Setup, state: State, verb: Verb, argument: Argument) -> bool:
    return state.phase == verb and argument <= setup.limit


def apply(setup: Setup, state: State, verb: Verb, argument: Argument, step: Step) -> None:
    state.fresh = False
    if verb == Verb.PACK:
        pack(setup, state, argument)
        state.phase = 1
    elif verb == Verb.SEND:
        state.sent = state.packed
        state.packed = 0
        state.phase = 2
    else:
        state.delivered = state.sent
        state.sent = 0
        state.phase = 0


def pack(setup: Setup, state: State, argument: Argument) -> None:
    """Pack something that is light."""
    state.packed = argument


def finished(setup: Setup, state: State) -> bool:
    return False


def any_deck(setup: Setup) -> bool:
    return setup.limit <= LIGHT


def begins(position: State) -> bool:
    if position.phase != 0 or not position.fresh:
        return False
    return position.packed == 0 and position.sent == 0 and position.delivered == 0


def pack_promises(after: State) -> bool:
    return after.packed <= LIGHT


def pack_requires(argument: Argument) -> bool:
    return argument <= LIGHT


def packed_where_it_is_sent(position: State) -> bool:
    return position.phase == 1 or position.packed == 0


def sent_is_light(position: State) -> bool:
    """In two steps: one packs, the other sends."""
    return position.sent <= LIGHT


def delivered_is_light(position: State) -> bool:
    """In three steps; in two with the law before."""
    return position.delivered <= LIGHT


def delivers_light(verb: Verb, after: State) -> bool:
    """The same of an action, in three steps."""
    return verb != Verb.DELIVER or after.delivered <= LIGHT


def sent_is_very_light(position: State) -> bool:
    """False, and not after the first action of a play."""
    return position.sent <= 1


def never_fresh(before: State) -> bool:
    """False of the first action of a play, and true of every other."""
    return not before.fresh
