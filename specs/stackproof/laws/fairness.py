"""What laws about the future assume of players: that they do not stall for ever.

A player could begin to cast a spell and take it back, again and again. Such a play is no
counterexample to a law which says that something happens in the end.
"""

from __future__ import annotations

from stackproof.game.domains import NO_OBJECT, Verb
from stackproof.game.position import Position
from stackproof.lang.system import Fairness


def goes_on(before: Position, verb: Verb) -> bool:
    """Whether a player passes, or declines what is offered: what brings the game on."""
    if verb == Verb.PASS:
        return True
    return verb == Verb.NO and before.announcement.kind == NO_OBJECT


NOT_STALLING = (Fairness(goes_on, strong=True),)
"""Who can pass or decline again and again does so again and again."""
NOT_WAITING = (Fairness(goes_on),)
"""The weaker one: who can pass or decline all the time does so again and again."""
