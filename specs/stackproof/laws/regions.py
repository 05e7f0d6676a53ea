"""Where a switch of the editions can matter: regions of positions and actions, as rules.

Outside of the regions of the switches that differ, two editions have to play alike from every
position; that is proved, not assumed, so a region that is too small is noticed.
"""

from __future__ import annotations

from stackproof.game.domains import (
    ACTIVATED,
    CARDS,
    CHOOSE_DISCARD,
    CHOSEN,
    NO_MARK,
    NO_OBJECT,
    REPLACE_DISCARD,
    REVEALED,
    SEATS,
    SPELL,
    STATICS,
    Cause,
    Part,
    Verb,
    Zone,
)
from stackproof.game.keywords.madness import (
    CAST_MADNESS,
    MADNESS,
    MADNESS_ABILITY,
    WINDOW,
    WINDOW_END,
)
from stackproof.game.keywords.ripple import CAST_REVEALED, ORDER_BOTTOM, REVEAL, RIPPLE_ABILITY
from stackproof.game.position import Position
from stackproof.game.setup import Setup, front_of, has_keyword
from stackproof.lang.declare import NONE
from stackproof.lang.system import INVARIANT, Law


def well_formed(setup: Setup, position: Position) -> bool:
    """What is true of every position that a play leads to, and is assumed of others: what is
    remembered of a card fits its zone, what is being cast or resolves as a spell is on the stack,
    and another face of a card is nowhere itself.
    """
    for c in range(CARDS):
        mark = position.mark[c]
        if mark == CHOSEN and position.zone[c] != Zone.HAND:
            return False
        if mark == REVEALED and position.zone[c] != Zone.LIBRARY:
            return False
        if mark != NO_MARK and mark != CHOSEN and mark != REVEALED:
            if position.zone[c] != Zone.EXILE:
                return False
        if setup.cards[c].front != NONE and position.zone[c] != Zone.OUTSIDE:
            return False
        if setup.cards[c].parts[Part.SPELL].discards_itself:
            return False
    kind = position.announcement.kind
    source = position.announcement.source
    if kind != NO_OBJECT:
        if kind != SPELL and kind != ACTIVATED:
            return False
        if source == NONE or position.announcement.face == NONE:
            return False
        if front_of(setup, position.announcement.face) != source:
            return False
        if kind == SPELL and position.zone[source] != Zone.STACK:
            return False
        if kind == ACTIVATED and position.announcement.face != source:
            return False
        if kind == ACTIVATED and setup.cards[source].parts[Part.ABILITY].discards_itself:
            if position.zone[source] != Zone.HAND:
                return False
    if position.decision == REPLACE_DISCARD:
        if position.discard.last == NONE or position.zone[position.discard.last] != Zone.HAND:
            return False
    return True


def madness_resolves(before: Position, verb: Verb) -> bool:
    """A pass by which a madness ability begins to resolve."""
    if verb != Verb.PASS or before.stack_size == 0:
        return False
    return before.stack[before.stack_size - 1].kind == MADNESS_ABILITY


def madness_discarded(setup: Setup, before: Position) -> bool:
    """A card with madness is in a hand, from where it can be discarded, or a card that can be in
    the game grants it.
    """
    for c in range(CARDS):
        if before.zone[c] == Zone.HAND and has_keyword(setup, c, MADNESS):
            return True
        for i in range(STATICS):
            if setup.cards[c].statics[i].keyword == MADNESS:
                return True
    return False


def madness_ends(before: Position, verb: Verb) -> bool:
    """A madness ability or the end of its window resolves, or a player passes while one is open."""
    if before.resolving.kind == MADNESS_ABILITY or before.resolving.kind == WINDOW_END:
        return True
    if before.decision == CAST_MADNESS or window_open(before, verb):
        return True
    if verb != Verb.PASS or before.stack_size == 0:
        return False
    return before.stack[before.stack_size - 1].kind == WINDOW_END


def window_open(before: Position, verb: Verb) -> bool:
    """A player passes while a madness window is open."""
    if verb != Verb.PASS:
        return False
    for c in range(CARDS):
        if before.mark[c] == WINDOW:
            return True
    return False


def mana_left(before: Position, verb: Verb) -> bool:
    """There is mana in a pool, and a step can end: by a pass, or by a discard in the cleanup."""
    discards = before.decision == CHOOSE_DISCARD or before.decision == REPLACE_DISCARD
    if verb != Verb.PASS and not (discards and before.discard.cause != Cause.EFFECT):
        return False
    for s in range(SEATS):
        if before.mana[s] > 0:
            return True
    return False


def ripple_resolves(before: Position, verb: Verb) -> bool:
    """A ripple ability is resolving, or is on top of the stack and begins to."""
    if before.resolving.kind == RIPPLE_ABILITY or before.decision == REVEAL:
        return True
    if before.decision == CAST_REVEALED or before.decision == ORDER_BOTTOM:
        return True
    if verb != Verb.PASS or before.stack_size == 0:
        return False
    return before.stack[before.stack_size - 1].kind == RIPPLE_ABILITY


def ripple_reveals(before: Position) -> bool:
    """A player is asked whether to reveal cards for ripple."""
    return before.decision == REVEAL


REGIONS: dict[str, Law] = {
    switch: Law(f"region-{switch}", says, rule)
    for switch, says, rule in (
        ("find_discarded", "a madness ability resolves or a madness window closes", madness_ends),
        ("madness_exile", "a card with madness is in a hand, or a card grants madness",
         madness_discarded),
        ("madness_timing", "a madness ability begins to resolve", madness_resolves),
        ("mana_burn", "a step can end while there is mana in a pool", mana_left),
        ("mana_empties", "a step can end while there is mana in a pool", mana_left),
        ("ripple_priority", "a ripple ability resolves", ripple_resolves),
        ("ripple_reveal", "a player may reveal cards for ripple", ripple_reveals),
        ("window_closing", "a player passes while a madness window is open", window_open),
    )
}  # fmt: skip
"""The region of each switch that the rules read."""

WELL_FORMED = Law(
    "well-formed", "What is remembered of a card fits its zone.", well_formed, kind=INVARIANT
)
