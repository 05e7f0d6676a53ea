"""Capacities: how large the arrays of a scenario's position are.

They are rounded up to a few sizes, so that scenarios share compiled code. A capacity that a play
exceeds is no wrong answer but a rule error, which every engine reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from ..cards.entries import CardEntry, EffectLine
from ..cards.load import instances
from ..inputs import Place
from .entries import Copy, ScenarioFile

CARDS = (12, 16, 24, 40, 64)
LIBRARY = (8, 16, 24, 40, 64)
STACK = (12, 16, 24)
WAITING = (8, 12, 16)
EVENTS = 48
STATICS = (2, 4)
EFFECTS = (4, 6, 8)
KEYWORDS = (2, 3, 4, 8)

EXACT = ("seats", "cards", "library", "statics", "effects", "keywords")
"""The capacities that the beginning of a play needs; the others are estimated."""


def capacities(said: ScenarioFile, cards: Sequence[Copy], place: Place) -> Mapping[str, int]:
    """The sizes for the game, those chosen by hand included."""
    facts = [copy.card.facts for copy in cards]
    entries = len(cards) + sum(len(one.faces) for one in facts)
    needed = {"cards": entries, "library": _largest_library(said, cards, returning=False)}
    library = _largest_library(said, cards, returning=_returns(facts))
    triggers, stacked = _most(said, cards)
    sizes = {
        "seats": len(said.player),
        "cards": _rounded(entries, CARDS),
        "library": _rounded(library, LIBRARY),
        "stack": _rounded(stacked, STACK),
        "waiting": _rounded(triggers, WAITING),
        "events": EVENTS,
        "statics": _rounded(max(len(one.statics) for one in facts), STATICS),
        "effects": _rounded(max(len(part) for one in facts for part in _effects(one)), EFFECTS),
        "keywords": _rounded(max(n for one in facts for n in _keywords(one)), KEYWORDS),
    }
    for name in said.capacity.__struct_fields__:
        chosen = getattr(said.capacity, name)
        if chosen is None:
            continue
        if chosen < needed.get(name, 1):
            raise place.at("capacity", name).error(f"{needed[name]} are needed, not {chosen}")
        sizes[name] = chosen
    return MappingProxyType(sizes)


def _largest_library(said: ScenarioFile, cards: Sequence[Copy], returning: bool) -> int:
    """How many cards a library begins with; all of its owner's if cards return to it."""
    libraries = [0] * len(said.player)
    for copy in cards:
        libraries[copy.owner] += returning or copy.zone == "library"
    return max(libraries)


def _returns(facts: Sequence[CardEntry]) -> bool:
    """Whether a static ability puts cards into libraries."""
    names = (static.name for one in facts for static in one.statics)
    return any("library-instead" in name or "top-of-the-library" in name for name in names)


def _effects(facts: CardEntry) -> Iterator[Sequence[EffectLine]]:
    """The effect lines of each part and face of a card."""
    for one in (facts, *facts.faces):
        yield one.effects
    for part in (facts.ability, facts.watch):
        if part is not None:
            yield part.effects


def _keywords(facts: CardEntry) -> Iterator[int]:
    """How many keyword instances each face of a card has."""
    for one in (facts, *facts.faces):
        yield len(list(instances(one.keywords)))


def _most(said: ScenarioFile, cards: Sequence[Copy]) -> tuple[int, int]:
    """At most how many triggers can wait and how many objects be on the stack, at a guess."""
    granted = sum(len(copy.card.grants()) for copy in cards)
    granted += sum(copy.card.facts.watch is not None for copy in cards)
    triggers = objects = 0
    for copy in cards:
        facts = copy.card.facts
        if copy.zone in ("library", "hand") and facts.type != "land":
            triggers += len(list(copy.card.keywords())) + granted
            objects += 1
        if facts.ability is not None and copy.zone in ("library", "hand", "battlefield"):
            single = facts.ability.once_a_turn or facts.ability.taps
            single = single or facts.ability.discards_itself
            objects += 1 if single else len(cards) // len(said.player)
    return triggers, objects + triggers


def _rounded(size: int, steps: Sequence[int]) -> int:
    """The smallest of the steps that suffices, else the largest."""
    return next((step for step in steps if step >= size), steps[-1])
