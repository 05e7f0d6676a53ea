"""Capacities: how large the arrays of a scenario's position are.

They are rounded up to a few sizes, so that scenarios share compiled code. A capacity that a play
exceeds is no wrong answer but a rule error, which every engine reports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..inputs import Place
from .entries import Copy, ScenarioFile

CARDS = (12, 16, 24, 40, 64)
LIBRARY = (8, 16, 24, 40, 64)
STACK = (8, 12, 16, 24)
WAITING = (6, 8, 12, 16)


def capacities(said: ScenarioFile, cards: Sequence[Copy], place: Place) -> Mapping[str, int]:
    """The sizes for the game, those chosen by hand included."""
    libraries = [0] * len(said.player)
    for copy in cards:
        libraries[copy.owner] += copy.zone == "library"
    needed = {"cards": len(cards), "library": max(libraries)}
    triggers, stacked = _most(said, cards)
    sizes = {
        "cards": _rounded(needed["cards"], CARDS),
        "library": _rounded(needed["library"], LIBRARY),
        "stack": _rounded(stacked, STACK),
        "waiting": _rounded(triggers, WAITING),
    }
    for name in said.capacity.__struct_fields__:
        chosen = getattr(said.capacity, name)
        if chosen is None:
            continue
        if chosen < needed.get(name, 1):
            raise place.at("capacity", name).error(f"{needed[name]} are needed, not {chosen}")
        sizes[name] = chosen
    return MappingProxyType(sizes)


def _most(said: ScenarioFile, cards: Sequence[Copy]) -> tuple[int, int]:
    """At most how many triggers can wait and how many objects be on the stack, at a guess."""
    granted = sum(len(list(copy.card.grants())) for copy in cards)
    triggers = objects = 0
    for copy in cards:
        facts = copy.card.facts
        if copy.zone in ("library", "hand") and facts.type != "land":
            triggers += len(list(copy.card.keywords())) + granted
            objects += 1
        if facts.ability is not None and copy.zone in ("library", "hand", "battlefield"):
            single = facts.ability.once_a_turn or facts.ability.taps
            objects += 1 if single else len(cards) // len(said.player)
    return triggers, objects + triggers


def _rounded(size: int, steps: Sequence[int]) -> int:
    """The smallest of the steps that suffices, else the largest."""
    return next((step for step in steps if step >= size), steps[-1])
