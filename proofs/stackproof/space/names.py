"""What the numbers in packed positions stand for in one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stackproof.lang.system import System
from stackproof.scenarios.build import Game


def names_of(system: System, game: Game) -> Mapping[str, Sequence[str]]:
    """By capacity; targets are the seats, the stack, the cards and what is resolving, in order."""
    size = system.program.capacities
    stack = [f"stack {i}" for i in range(size["stack"])]
    seats = _padded(game.players, size["seats"])
    cards = _padded(game.cards, size["cards"])
    return {
        "seats": game.players,
        "cards": game.cards,
        "targets": [*seats, *stack, *cards, "what is resolving"],
    }


def _padded(names: Sequence[str], size: int) -> list[str]:
    return [*names, *("nothing" for _ in range(size - len(names)))]
