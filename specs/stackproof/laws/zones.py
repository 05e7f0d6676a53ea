"""Cards and zones: nothing is lost, nothing is doubled."""

from __future__ import annotations

from stackproof.game.domains import CARDS, LIBRARY, SPELL, STACK, Card, CardCount, Zone
from stackproof.game.position import Position
from stackproof.game.setup import Setup
from stackproof.lang.declare import NONE

from .declare import law


def places_in_library(setup: Setup, position: Position, card: Card) -> CardCount:
    """How often a card occurs in its owner's library."""
    owner = setup.cards[card].owner
    count = 0
    for i in range(LIBRARY):
        if i < position.library_size[owner] and position.library[owner][i] == card:
            count += 1
    return count


def places_on_stack(position: Position, card: Card) -> CardCount:
    """How often a card occurs as a spell on the stack or as the spell that is resolving."""
    count = 0
    if position.resolving.kind == SPELL and position.resolving.source == card:
        count += 1
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].kind == SPELL:
            if position.stack[i].source == card:
                count += 1
    return count


@law(
    "invariant",
    "cards-in-libraries",
    "A card is in the library zone exactly if its owner's library holds it, once.",
    "library.order",
)
def cards_in_libraries(setup: Setup, position: Position) -> bool:
    for c in range(CARDS):
        expected = 1 if position.zone[c] == Zone.LIBRARY else 0
        if places_in_library(setup, position, c) != expected:
            return False
    return True


@law(
    "invariant",
    "cards-on-stack",
    "A card is in the stack zone exactly if one spell on the stack or resolving is that card.",
    "stack.order",
)
def cards_on_stack(position: Position) -> bool:
    for c in range(CARDS):
        expected = 1 if position.zone[c] == Zone.STACK else 0
        if places_on_stack(position, c) != expected:
            return False
    return True


@law(
    "step",
    "cards-conserved",
    "No card enters or leaves the game. Exception: a player who leaves it takes along every card "
    "that they own.",
    "object.new",
    "lose",
)
def cards_conserved(setup: Setup, before: Position, after: Position) -> bool:
    for c in range(CARDS):
        owner = setup.cards[c].owner
        if after.out[owner] and not before.out[owner]:
            if after.zone[c] != Zone.OUTSIDE:
                return False
        elif (before.zone[c] == Zone.OUTSIDE) != (after.zone[c] == Zone.OUTSIDE):
            return False
    return True


@law(
    "invariant",
    "libraries-without-gaps",
    "The places of a library beyond its size are empty, and those within are not.",
    "library.order",
)
def libraries_without_gaps(setup: Setup, position: Position) -> bool:
    for c in range(CARDS):
        owner = setup.cards[c].owner
        for i in range(LIBRARY):
            if (position.library[owner][i] == NONE) != (i >= position.library_size[owner]):
                return False
    return True
