"""An edit of the tanks with a fault: a tank that is filled to the brim loses something."""

from __future__ import annotations

from stackproof.lang.declare import replaces

from . import tanks
from .tanks import Argument, Setup, State, Step, Verb, spill


@replaces(tanks.apply)
def apply(setup: Setup, state: State, verb: Verb, argument: Argument, step: Step) -> None:
    """The fault."""
    if verb == Verb.FILL:
        if state.level[argument] < 4:
            state.level[argument] += 1
            state.total += 1
    else:
        spill(setup, state, argument)
    state.wet = 1 if state.total > 0 else 0
