"""Rules with a fault: whoever passes makes a hole in the stack."""

from __future__ import annotations

from stackproof.game.domains import NO_OBJECT, Seat, Verb
from stackproof.game.hooks import when_passed
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup
from stackproof.lang.declare import extends
from stackproof.lang.system import Law


@extends(when_passed)
def lose_an_object(setup: Setup, pos: Position, step: Step, seat: Seat) -> None:
    """The fault."""
    if pos.stack_size == 2:
        pos.stack[0].kind = NO_OBJECT


def nobody_passes_after_another(before: Position, verb: Verb) -> bool:
    """False: two passes in a row end a step."""
    return verb != Verb.PASS or before.passes == 0


def nobody_passes(verb: Verb) -> bool:
    """False, and every start can show it."""
    return verb != Verb.PASS


NO_PASS = Law("no-pass", "nobody passes", nobody_passes)
ONE_PASS = Law("one-pass", "nobody passes after another", nobody_passes_after_another)
