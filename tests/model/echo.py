"""A keyword of one's own: when a spell with echo N is cast, its caster loses N life."""

from __future__ import annotations

from stackproof.game.domains import KEYWORDS, Card, Keyword, Seat
from stackproof.game.hooks import when_cast
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup
from stackproof.lang.declare import extends

ECHO = Keyword("echo")


@extends(when_cast)
def lose_life(
    setup: Setup, pos: Position, step: Step, card: Card, face: Card, caster: Seat
) -> None:
    """Each instance counts."""
    for i in range(KEYWORDS):
        if setup.cards[face].keywords[i].keyword == ECHO:
            pos.life[caster] -= setup.cards[face].keywords[i].number
