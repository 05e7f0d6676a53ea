"""The tanks, of which the second is filled twice as fast."""

from __future__ import annotations

from stackproof.lang.declare import replaces

from . import tanks
from .tanks import Argument, Setup, State, Step, Verb


@replaces(tanks.apply)
def choosy_apply(setup: Setup, state: State, verb: Verb, argument: Argument, step: Step) -> None:
    if verb == Verb.FILL:
        state.level[argument] += 1
        state.total += 1
        if argument == 1:
            state.level[argument] += 1
            state.total += 1
    else:
        tanks.spill(setup, state, argument)
    state.wet = 1 if state.total > 0 else 0
