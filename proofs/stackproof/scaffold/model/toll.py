"""Toll N, a home-made keyword: whoever casts the spell loses N life as it becomes cast."""

from __future__ import annotations

from stackproof.game.domains import KEYWORDS, NO_OBJECT, Card, EventKind, Keyword, Seat
from stackproof.game.hooks import when_cast
from stackproof.game.position import Position, Step, emit
from stackproof.game.setup import Setup
from stackproof.lang.declare import extends

TOLL = Keyword("toll")
TOLL_PAID = EventKind("toll paid", text="{seat} pays a toll of {number} life", cites="")


@extends(when_cast)
def pay_toll(setup: Setup, pos: Position, step: Step, card: Card, face: Card, caster: Seat) -> None:
    """Each instance is paid by itself."""
    for i in range(KEYWORDS):
        if setup.cards[face].keywords[i].keyword == TOLL:
            toll = setup.cards[face].keywords[i].number
            pos.life[caster] -= toll
            emit(step, TOLL_PAID, caster, card, NO_OBJECT, toll)
