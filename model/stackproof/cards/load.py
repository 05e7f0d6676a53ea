"""Cards: facts in TOML, several cards to a file.

Keywords and operations are looked up by name in the program that is played, so a keyword of
one's own can be used in card files without a word about it here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec

from ..inputs import Place, read

Amount = Annotated[int, msgspec.Meta(ge=0, le=31)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=31)]
Mana = Annotated[int, msgspec.Meta(ge=0, le=63)]
Numbers = Amount | list[Amount]

CardType = Literal[
    "land", "creature", "artifact", "enchantment", "aura", "instant", "sorcery"
]  # fmt: skip
TargetKind = Literal[
    "nothing", "player", "opponent", "creature", "permanent", "any", "spell", "ability",
    "spell-or-ability",
]  # fmt: skip


class EffectLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an effect: an operation, its number, and whom it concerns."""

    do: str
    n: Amount = 0
    whom: Literal["you", "target"] = "you"


class AbilityFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An activated ability of a permanent: its costs, its target and what it does."""

    effects: list[EffectLine]
    mana: Mana = 0
    discards: Amount = 0
    taps: bool = False
    once_a_turn: bool = False
    target: TargetKind = "nothing"


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts of one card. ``cost`` is the mana value; without it the card has no mana cost.

    ``keywords`` and ``grants`` give the number of each keyword, or a list for several instances.
    The kernel has no legend rule, so a scenario has at most one copy of a ``legendary`` card.
    ``omits`` says what the kernel does not express; where that matters for the play of the
    game's stack, ``playable`` is false. ``since`` is the month of the first printing.
    """

    name: Annotated[str, msgspec.Meta(min_length=1)]
    type: CardType
    cost: Mana | None = None
    discards: Amount = 0
    target: TargetKind = "nothing"
    effects: list[EffectLine] = []
    keywords: dict[str, Numbers] = {}
    grants: dict[str, Amount] = {}
    toughness: Amount = 0
    boost: Amount = 0
    makes: Amount = 0
    tax: Amount = 0
    ability: AbilityFacts | None = None
    legendary: bool = False
    omits: str = ""
    playable: bool = True
    since: str = ""


class CardFile(msgspec.Struct, forbid_unknown_fields=True):
    """What a card file says."""

    card: list[CardEntry]


@dataclass(frozen=True)
class Card:
    """A card and where it is written; ``place`` names mistakes in it."""

    facts: CardEntry
    place: Place

    @property
    def name(self) -> str:
        return self.facts.name

    def keywords(self) -> Iterator[tuple[str, int]]:
        """Each instance of a keyword with its number."""
        return _instances(self.facts.keywords)

    def grants(self) -> Iterator[tuple[str, int]]:
        """Each keyword instance that spells of the controller get."""
        return iter(self.facts.grants.items())

    def keyword_names(self) -> frozenset[str]:
        """Every keyword that is printed on the card or granted by it."""
        return frozenset(self.facts.keywords) | frozenset(self.facts.grants)


@cache
def cards() -> Mapping[str, Card]:
    """All shipped cards by name."""
    return MappingProxyType(_gather(sorted(Path(__file__).parent.glob("*.toml")), {}))


def load_cards(paths: Iterable[str | Path]) -> Mapping[str, Card]:
    """The shipped cards together with those in files of a user. Raises :class:`InputError`."""
    return MappingProxyType(_gather(paths, dict(cards())))


def _gather(paths: Iterable[str | Path], known: dict[str, Card]) -> dict[str, Card]:
    for path in paths:
        place = Place(str(path))
        for i, facts in enumerate(read(path, CardFile).card):
            card = Card(facts, place.at("card", i))
            if facts.name in known:
                first = known[facts.name].place
                where = f"{Path(first.file).name}: {first.key}"
                raise card.place.at("name").error(f'"{facts.name}" is also the card in {where}')
            _check(card)
            known[facts.name] = card
    return known


def _instances(keywords: Mapping[str, int | list[int]]) -> Iterator[tuple[str, int]]:
    for name, numbers in keywords.items():
        for number in numbers if isinstance(numbers, list) else [numbers]:
            yield name, number


def _check(card: Card) -> None:
    """Facts that contradict each other."""
    facts, place = card.facts, card.place
    if facts.since and not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", facts.since):
        raise place.at("since").error('must be a month such as "2006-07"')
    if facts.type == "land" and facts.cost is not None:
        raise place.at("cost").error("a land has no mana cost")
    if facts.type == "aura" and facts.target not in ("creature", "permanent"):
        raise place.at("target").error('an Aura has the target "creature" or "permanent"')
    if facts.type not in ("instant", "sorcery") and facts.effects:
        raise place.at("effects").error("a permanent spell has no effects; its ability has")
    if facts.type not in ("instant", "sorcery", "aura") and facts.target != "nothing":
        raise place.at("target").error("only an instant, a sorcery or an Aura has a target")
    if facts.type in ("instant", "sorcery") and facts.ability is not None:
        raise place.at("ability").error("only a permanent has an ability")
    if facts.type in ("instant", "sorcery") and (facts.makes or facts.tax or facts.grants):
        key = "makes" if facts.makes else "tax" if facts.tax else "grants"
        raise place.at(key).error("only a permanent has this")
    for i, line in enumerate(facts.effects):
        if line.do == "boost":
            raise place.at("effects", i, "do").error("only the ability of a permanent boosts it")
    if facts.type == "creature" and facts.toughness == 0:
        raise place.at("toughness").error("a creature has a toughness of at least 1 here")
    ability = facts.ability
    if ability is not None:
        if not (ability.mana or ability.discards or ability.taps or ability.once_a_turn):
            raise place.at("ability").error("an ability without any cost could be used for ever")
        if ability.taps and facts.makes:
            raise place.at("ability").error("a permanent that makes mana cannot tap otherwise")
