"""Cards: facts in TOML, several cards to a file.

Keywords, operations and static abilities are looked up by name in the program that is played, so
a keyword of one's own can be used in card files without a word about it here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ..inputs import Place, read
from .entries import CardEntry, CardFile
from .mistakes import check


@dataclass(frozen=True)
class Card:
    """A card and where it is written; ``place`` names mistakes in it."""

    facts: CardEntry
    place: Place

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def printed_name(self) -> str:
        """The name of the face that is cast as the card itself: of a split card the first half."""
        return self.name.partition(" // ")[0] if self.facts.both_names else self.name

    @property
    def faces(self) -> tuple[str, ...]:
        """What the other faces of the card are called; one without a name is face down."""
        return tuple(face.name or f"face-down {self.name}" for face in self.facts.faces)

    def keywords(self) -> Iterator[tuple[str, int]]:
        """Each instance of a keyword with its number."""
        return instances(self.facts.keywords)

    def grants(self) -> list[str]:
        """Each keyword that a static ability grants."""
        return [static.keyword for static in self.facts.statics if static.keyword]

    def keyword_names(self) -> frozenset[str]:
        """Every keyword that is printed on the card, granted or asked for by it."""
        facts = self.facts
        names = frozenset(facts.keywords) | frozenset(self.grants())
        names |= {name for face in facts.faces for name in face.keywords}
        if facts.watch is not None and facts.watch.if_keyword:
            names |= {facts.watch.if_keyword}
        return names


def instances(keywords: Mapping[str, int | list[int]]) -> Iterator[tuple[str, int]]:
    """Each instance of a keyword with its number."""
    for name, numbers in keywords.items():
        for number in numbers if isinstance(numbers, list) else [numbers]:
            yield name, number


@cache
def cards() -> Mapping[str, Card]:
    """All shipped cards by name."""
    return MappingProxyType(_gather(sorted(Path(__file__).parent.glob("*.toml")), {}))


def load_cards(paths: Iterable[str | Path]) -> Mapping[str, Card]:
    """The shipped cards together with those in files of a user. Raises :class:`InputError`."""
    return MappingProxyType(_gather(paths, dict(cards())))


def cards_of(entries: Sequence[CardEntry], place: Place) -> Mapping[str, Card]:
    """The cards that a list of entries states, and no others. Raises :class:`InputError`."""
    return MappingProxyType(_checked([Card(e, place.at(i)) for i, e in enumerate(entries)], {}))


def _gather(paths: Iterable[str | Path], known: dict[str, Card]) -> dict[str, Card]:
    found = []
    for path in paths:
        place = Place(str(path))
        entries = enumerate(read(path, CardFile).card)
        found += [Card(facts, place.at("card", i)) for i, facts in entries]
    return _checked(found, known)


def _checked(found: Sequence[Card], known: dict[str, Card]) -> dict[str, Card]:
    """The cards known and those found, once those are checked."""
    for card in found:
        facts = card.facts
        if facts.name in known:
            first = known[facts.name].place
            where = f"{Path(first.file).name}: {first.key}"
            raise card.place.at("name").error(f'"{facts.name}" is also the card in {where}')
        check(facts, card.place)
        known[facts.name] = card
    for card in found:
        other = card.facts.same_name_as
        if other and (other not in known or known[other].facts.same_name_as):
            originals = [name for name, c in known.items() if not c.facts.same_name_as]
            place = card.place.at("same_name_as")
            raise place.unknown("no card of a name of its own is called", other, originals)
    return known
