"""Scenarios: who starts with what, in which editions it makes sense, and what is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from ..cards.load import Card, cards, load_cards
from ..editions.load import Edition, editions, rule_keys
from ..inputs import InputError, Place, read, suggestion
from . import sizes
from .entries import MOST_CARDS, ZONES, Copy, Exceptions, Options, ScenarioFile, Span, copies

STEPS = ("upkeep", "draw", "main", "combat", "second-main", "end", "cleanup")


@dataclass(frozen=True)
class Player:
    """A player as the scenario begins."""

    name: str
    life: int
    mana: int


@dataclass(frozen=True)
class Scenario:
    """A starting position with its bounds. ``cards`` are in the order of the card table.

    ``expect`` has the laws that are expected to be violated, with the editions in which they are.
    """

    id: str
    file: str
    title: str
    about: str
    cites: tuple[str, ...]
    editions: tuple[str, ...]
    players: tuple[Player, ...]
    active: int
    step: str
    last_turn: int
    last_step: str
    options: Options
    cards: tuple[Copy, ...]
    capacities: Mapping[str, int] = field(hash=False)
    expect: Mapping[str, frozenset[str]] = field(hash=False)
    bench: bool

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """A name for each card of the table: copies are told apart by label or number."""
        copied = Counter(copy.card.name for copy in self.cards)
        seen: Counter[str] = Counter()
        names = []
        for copy in self.cards:
            name = copy.card.name
            seen[name] += 1
            if copy.label:
                names.append(f"{name} @{copy.label}")
            else:
                names.append(f"{name} {seen[name]}" if copied[name] > 1 else name)
        return tuple(names)

    def expects_violation(self, law: str, edition: Edition) -> bool:
        """Whether a law is expected to be violated.

        An edition of a user's own is expected to be like the one that it is based on.
        """
        named = self.expect.get(law, frozenset())
        return (edition.id if edition.id in editions() else edition.based_on) in named

    def check_laws(self, known: Iterable[str]) -> None:
        """Raises :class:`InputError` where an expectation is about no known law."""
        valid = list(known)
        for law in self.expect:
            if law not in valid:
                place = Place(self.file, "expect").at(law)
                raise place.error(f"there is no such law{suggestion(law, valid)}")

    def require(self, edition: Edition) -> None:
        """Raises :class:`InputError` where a card's keyword does not exist in an edition."""
        mistake = _too_early(self.cards, edition)
        if mistake:
            raise Place(self.file, "editions").error(mistake)


@cache
def scenarios() -> Mapping[str, Scenario]:
    """All shipped scenarios by id."""
    paths = sorted(Path(__file__).parent.glob("*.toml"))
    return MappingProxyType({path.stem: load_scenario(path) for path in paths})


def load_scenario(path_or_name: str | Path) -> Scenario:
    """A scenario from a file, or a shipped one by its id. Raises :class:`InputError`."""
    path = Path(path_or_name)
    if isinstance(path_or_name, str) and path.suffix != ".toml":
        shipped = {file.stem: file for file in sorted(Path(__file__).parent.glob("*.toml"))}
        if path_or_name in shipped:
            path = shipped[path_or_name]
        elif not path.exists():
            near = suggestion(path_or_name, shipped)
            raise InputError(f'no scenario is called "{path_or_name}"{near}')
    said = read(path, ScenarioFile)
    return _Reader(path, said).scenario()


class _Reader:
    """Checks one scenario file and puts the scenario together."""

    def __init__(self, path: Path, said: ScenarioFile) -> None:
        self.path = path
        self.place = Place(str(path))
        self.said = said
        own = [path.parent / name for name in said.cards]
        self.legends: set[str] = set()
        self.known = load_cards(own) if own else cards()

    def scenario(self) -> Scenario:
        said, place = self.said, self.place
        names = [player.name for player in said.player]
        for i, name in enumerate(names):
            if name in names[:i]:
                raise place.at("player", i, "name").error(f'two players are called "{name}"')
        active = names[0] if said.active is None else said.active
        if active not in names:
            raise place.at("active").unknown("no player is called", active, names)
        for i, key in enumerate(said.cites):
            if key not in rule_keys():
                raise place.at("cites", i).unknown("no rule has the key", key, rule_keys())
        last_step = said.until.step or (said.step if said.until.turn == 1 else "main")
        if said.until.turn == 1 and STEPS.index(last_step) < STEPS.index(said.step):
            raise place.at("until", "step").error(
                f'"{last_step}" of turn 1 is over when the play starts in "{said.step}"'
            )
        found = tuple(self._cards())
        if not found:
            raise place.at("player").error("nobody has a card")
        return Scenario(
            self.path.stem, str(self.path), said.title, said.about.strip(), tuple(said.cites),
            self._editions(found), tuple(Player(p.name, p.life, p.mana) for p in said.player),
            names.index(active), said.step, said.until.turn, last_step, said.options, found,
            sizes.capacities(said, found, place),
            MappingProxyType({law: self._expected(law) for law in said.expect}), said.bench,
        )  # fmt: skip

    def _cards(self) -> Iterator[Copy]:
        """The cards of all players, zone by zone."""
        total = 0
        labels: dict[str, Place] = {}
        for seat, player in enumerate(self.said.player):
            held: Counter[str] = Counter()
            for zone in ZONES:
                entries: list[str] = getattr(player, zone)
                for i, text in enumerate(entries):
                    place = self.place.at("player", seat, zone, i)
                    for card, label in copies(text, self.known, place):
                        if label in labels:
                            first = labels[label].key
                            raise place.error(f'"@{label}" is also in {first}: a card in two zones')
                        if label:
                            labels[label] = place
                        self._playable(card, zone, place)
                        held[card.name] += 1
                        total += 1
                        if total > MOST_CARDS:
                            raise place.error(f"more than {MOST_CARDS} cards in all")
                        yield Copy(card, seat, zone, label)
            if player.deck is not None:
                self._compare(player.deck, held, self.place.at("player", seat, "deck"))

    def _playable(self, card: Card, zone: str, place: Place) -> None:
        facts = card.facts
        if not facts.playable:
            raise place.error(f'"{card.name}" cannot be played with; not modelled: {facts.omits}')
        if facts.legendary and card.name in self.legends:
            raise place.error(f'a second "{card.name}": the legend rule is not modelled')
        self.legends |= {card.name}
        if zone == "battlefield" and facts.type == "aura":
            raise place.error(f'"{card.name}" is an Aura; a play cannot start with one there')
        if zone == "battlefield" and facts.type in ("instant", "sorcery"):
            raise place.error(f'"{card.name}" is no permanent')

    def _compare(self, deck: list[str], held: Counter[str], place: Place) -> None:
        """A deck list, if there is one, must be exactly what the zones hold."""
        listed: Counter[str] = Counter()
        for i, text in enumerate(deck):
            for card, label in copies(text, self.known, place.at(i)):
                if label:
                    raise place.at(i).error("a deck list has no labels")
                listed[card.name] += 1
        for name in [*listed, *held]:
            if listed[name] != held[name]:
                raise place.error(
                    f'the deck has {listed[name]} "{name}", but the zones hold {held[name]}'
                )

    def _editions(self, found: tuple[Copy, ...]) -> tuple[str, ...]:
        """The editions named, or all in which every keyword of the cards exists."""
        said, place = self.said.editions, self.place.at("editions")
        keywords = sorted({name for copy in found for name in copy.card.keyword_names()})
        if said is None:
            return tuple(e.id for e in editions().values() if all(map(e.has_keyword, keywords)))
        if isinstance(said, Span):
            chosen = _span(said.from_, said.to, place)
        else:
            chosen = said
            for i, name in enumerate(said):
                if name not in editions():
                    raise place.at(i).unknown("no edition is called", name, editions())
        if not chosen:
            raise place.error("no edition is left")
        for name in chosen:
            mistake = _too_early(found, editions()[name])
            if mistake:
                raise place.error(mistake)
        return tuple(chosen)

    def _expected(self, law: str) -> frozenset[str]:
        """The editions in which a law is expected to be violated."""
        said, place = self.said.expect[law], self.place.at("expect", law)
        if not isinstance(said, Exceptions):
            return frozenset(editions())
        if said.violated is None:
            return frozenset(_span(said.from_, said.to, place))
        if said.from_ or said.to:
            raise place.error('either "violated" or "from" and "to"')
        for i, name in enumerate(said.violated):
            if name not in editions():
                raise place.at("violated", i).unknown("no edition is called", name, editions())
        return frozenset(said.violated)


def _too_early(found: Iterable[Copy], edition: Edition) -> str:
    """What is wrong where a card has a keyword that an edition does not have yet."""
    for copy in found:
        for keyword in sorted(copy.card.keyword_names()):
            if not edition.has_keyword(keyword):
                return (
                    f'"{copy.card.name}" has {keyword}, '
                    f"which does not exist in the edition {edition.id}"
                )
    return ""


def _span(first: str, last: str, place: Place) -> list[str]:
    """The shipped editions from one to another."""
    names = list(editions())
    for key, name in (("from", first), ("to", last)):
        if name and name not in names:
            raise place.at(key).unknown("no edition is called", name, names)
    start = names.index(first) if first else 0
    end = names.index(last) + 1 if last else len(names)
    if start >= end:
        raise place.error(f'"{first}" is later than "{last}"')
    return names[start:end]
