"""Whether cards of which the setup says the same can take each other's place."""

from __future__ import annotations

from .domains import CARDS, STATICS
from .hooks import asks_where_discards_go
from .setup import Setup
from .statics import (
    BOTTOM_INSTEAD,
    DISCARD_TO_TOP,
    DISCARD_TO_TOP_BY_OPPONENT,
    EXILE_INSTEAD,
)


def cards_are_alike(setup: Setup) -> bool:
    """Not where several cards may go to a library at once, or a player is asked about each of
    several cards where it goes: that happens in the order of the card table.
    """
    for c in range(CARDS):
        for i in range(STATICS):
            static = setup.cards[c].statics[i].static
            if static == BOTTOM_INSTEAD or static == EXILE_INSTEAD:
                return False
            if static == DISCARD_TO_TOP or static == DISCARD_TO_TOP_BY_OPPONENT:
                return False
    return not asks_where_discards_go(setup)
