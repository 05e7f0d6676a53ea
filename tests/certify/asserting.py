"""Tanks with a rule error in what is legal, which is no reason that something else is not."""

from __future__ import annotations

from stackproof.lang.declare import replaces

from . import tanks
from .tanks import Argument, Setup, State, Verb


@replaces(tanks.legal)
def legal(setup: Setup, state: State, verb: Verb, argument: Argument) -> bool:
    if verb == Verb.FILL:
        assert state.total == 0
        return True
    return state.total > 0
