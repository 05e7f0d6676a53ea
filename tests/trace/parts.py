"""Laws of every shape that a failure can have, for one position: Anna has Shock in her hand."""

from __future__ import annotations

from stackproof.game.domains import CARDS, SEATS, Card, Seat, Zone
from stackproof.game.position import Position
from stackproof.lang.declare import premise
from stackproof.laws.declare import law


def is_in_hand(position: Position, card: Card) -> bool:
    """Whether a card is in a hand."""
    return position.zone[card] == Zone.HAND


def first_seat(position: Position) -> Seat:
    """The first player."""
    return 0


@law("invariant", "second-conjunct", "The second of three conjuncts is false.")
def second_conjunct(position: Position) -> bool:
    return position.turn == 1 and position.life[0] == 19 and position.life[1] == 19


@law("invariant", "all-disjuncts", "Both alternatives are false.")
def all_disjuncts(position: Position) -> bool:
    return position.turn == 2 or not is_in_hand(position, 0)


@law("invariant", "under-a-premise", "A premise and a condition in one branch.")
def under_a_premise(position: Position) -> bool:
    for c in range(CARDS):
        if premise(is_in_hand(position, c)) and position.turn == 1:
            return False
    return True


@law("invariant", "nested", "A branch within a branch that is only a premise.")
def nested(position: Position) -> bool:
    for c in range(CARDS):
        if premise(is_in_hand(position, c)):
            if position.zone[c] != Zone.EXILE:
                return False
    return True


@law("invariant", "by-another-name", "A local name for a condition, and one for a player.")
def by_another_name(position: Position) -> bool:
    seat = first_seat(position)
    early = position.turn == 1 and position.active == seat
    if early:
        return False
    return True


@law("invariant", "on-the-other-side", "The branch that is not taken.")
def on_the_other_side(position: Position) -> bool:
    if position.turn == 2:
        return True
    else:
        return False


@law("invariant", "none-of-them", "Nothing that was looked for was found.")
def none_of_them(position: Position) -> bool:
    for s in range(SEATS):
        if position.life[s] == 1:
            return True
    return False
