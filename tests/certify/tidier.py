"""An edit of the tanks that changes nothing: levels are counted the other way round."""

from __future__ import annotations

from stackproof.lang.declare import replaces

from .tanks import Argument, Setup, State, Step, Verb, spill
from .tanks import apply as usual


@replaces(usual)
def apply(setup: Setup, state: State, verb: Verb, argument: Argument, step: Step) -> None:
    """The same in other words."""
    if verb == Verb.DRAIN:
        spill(setup, state, argument)
    else:
        state.total += 1
        level = state.level[argument]
        state.level[argument] = 1 - (0 - level)
    state.wet = 0 if state.total == 0 else 1
