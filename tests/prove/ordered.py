"""Conditions of laws about ordering triggers."""

from __future__ import annotations

from stackproof.game.domains import Verb
from stackproof.game.position import Position


def several_wait(before: Position, verb: Verb) -> bool:
    """True: a single one is put on the stack without asking."""
    return verb != Verb.ORDER or before.waiting_size > 1


def many_wait(before: Position, verb: Verb) -> bool:
    """False."""
    return verb != Verb.ORDER or before.waiting_size > 2
