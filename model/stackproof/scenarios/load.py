"""Scenarios: who starts with what, in which editions it makes sense, and what is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from ..cards.load import Card, cards, load_cards
from ..cases.load import cases
from ..editions.load import Edition, editions, rule_keys
from ..inputs import InputError, Place, read, suggestion
from ..project import project_of
from . import sizes
from .claims import Claim, read_claim
from .entries import (
    MOST_CARDS,
    ZONES,
    Copy,
    Exceptions,
    Options,
    ScenarioFile,
    card_names,
    copies,
    faces,
)
from .spans import named, shipped_id, span, too_early
from .vocabulary import Vocabulary

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
    cases: tuple[str, ...]
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
    claims: tuple[Claim, ...]
    bench: bool

    @cached_property
    def faces(self) -> tuple[tuple[int, int], ...]:
        """The further entries of the card table: a card and the number of another face of it."""
        return faces(self.cards)

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """A name for each entry of the card table: copies are told apart by label or number."""
        return card_names(self.cards)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of its claims."""
        return _vocabulary(self.file, [player.name for player in self.players], self.cards)

    def expects_violation(self, law: str, edition: Edition) -> bool:
        """Whether a law is expected to be violated.

        An edition of a user's own is expected to be like the one that it is based on.
        """
        return shipped_id(edition) in self.expect.get(law, frozenset())

    def claims_in(self, edition: Edition) -> list[Claim]:
        """The claims that are made about an edition, or about the one that it is based on."""
        return [claim for claim in self.claims if shipped_id(edition) in claim.editions]

    def check_laws(self, known: Iterable[str]) -> None:
        """Raises :class:`InputError` where an expectation is about no known law."""
        valid = list(known)
        for law in self.expect:
            if law not in valid:
                place = Place(self.file, "expect").at(law)
                raise place.error(f"there is no such law{suggestion(law, valid)}")

    def require(self, edition: Edition) -> None:
        """Raises :class:`InputError` where a card's keyword does not exist in an edition."""
        mistake = too_early(self.cards, edition)
        if mistake:
            raise Place(self.file, "editions").error(mistake)


@cache
def scenarios() -> Mapping[str, Scenario]:
    """All shipped scenarios by id."""
    return MappingProxyType({name: load_scenario(path) for name, path in _files().items()})


@cache
def _files() -> dict[str, Path]:
    """The shipped files by the id of the scenario, those in ``cases`` last."""
    here = Path(__file__).parent
    paths = [*sorted(here.glob("*.toml")), *sorted((here / "cases").glob("*.toml"))]
    return {path.stem: path for path in paths}


def load_scenario(path_or_name: str | Path) -> Scenario:
    """A scenario from a file, or a shipped one by its id. Raises :class:`InputError`."""
    path = Path(path_or_name)
    if isinstance(path_or_name, str) and path.suffix != ".toml":
        shipped = _files()
        if path_or_name in shipped:
            path = shipped[path_or_name]
        elif not path.exists():
            near = suggestion(path_or_name, shipped)
            raise InputError(f'no scenario is called "{path_or_name}"{near}')
    said = read(path, ScenarioFile)
    own = [path.parent / name for name in said.cards]
    listed = {file.resolve() for file in own}
    own += [file for file in project_of(path).cards if file.resolve() not in listed]
    return scenario_of(said, load_cards(own) if own else cards(), path.stem, Place(str(path)))


def scenario_of(said: ScenarioFile, known: Mapping[str, Card], name: str, place: Place) -> Scenario:
    """The scenario that is said, with these cards and no others. Raises :class:`InputError`."""
    return _Reader(said, known, name, place).scenario()


class _Reader:
    """Checks what is said of a scenario and puts it together."""

    def __init__(
        self, said: ScenarioFile, known: Mapping[str, Card], name: str, place: Place
    ) -> None:
        self.said, self.known = said, known
        self.name, self.place = name, place
        self.legends: set[str] = set()

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
        for i, case in enumerate(said.case):
            if case not in cases():
                raise place.at("case", i).unknown("no case is called", case, cases())
        last_step = said.until.step or (said.step if said.until.turn == 1 else "main")
        if said.until.turn == 1 and STEPS.index(last_step) < STEPS.index(said.step):
            raise place.at("until", "step").error(
                f'"{last_step}" of turn 1 is over when the play starts in "{said.step}"'
            )
        found = tuple(self._cards())
        if not found:
            raise place.at("player").error("nobody has a card")
        played = self._editions(found)
        return Scenario(
            self.name, place.file, said.title, said.about.strip(), tuple(said.case),
            tuple(said.cites), played, tuple(Player(p.name, p.life, p.mana) for p in said.player),
            names.index(active), said.step, said.until.turn, last_step, said.options, found,
            sizes.capacities(said, found, place),
            MappingProxyType({law: self._expected(law) for law in said.expect}),
            self._claims(played, found), said.bench,
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
                        total += 1 + len(card.faces)
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
        chosen = named(said, place)
        for name in chosen:
            mistake = too_early(found, editions()[name])
            if mistake:
                raise place.error(mistake)
        return tuple(chosen)

    def _claims(self, played: tuple[str, ...], found: Sequence[Copy]) -> tuple[Claim, ...]:
        """The claims, each about some of the editions in which the scenario is played."""
        if not self.said.claim:
            return ()
        words = _vocabulary(self.place.file, [player.name for player in self.said.player], found)
        claims = []
        for i, said in enumerate(self.said.claim):
            place = self.place.at("claim", i)
            chosen = played
            if said.editions is not None:
                wanted = named(said.editions, place.at("editions"))
                chosen = tuple(name for name in played if name in wanted)
                if not chosen:
                    first, last = played[0], played[-1]
                    raise place.at("editions").error(f"played from {first} to {last} only")
            claims.append(read_claim(i + 1, said, chosen, words, place))
        return tuple(claims)

    def _expected(self, law: str) -> frozenset[str]:
        """The editions in which a law is expected to be violated."""
        said, place = self.said.expect[law], self.place.at("expect", law)
        if not isinstance(said, Exceptions):
            return frozenset(editions())
        if said.violated is None:
            return frozenset(span(said.from_, said.to, place))
        if said.from_ or said.to:
            raise place.error('either "violated" or "from" and "to"')
        for i, name in enumerate(said.violated):
            if name not in editions():
                raise place.at("violated", i).unknown("no edition is called", name, editions())
        return frozenset(said.violated)


def _vocabulary(file: str | Path, players: Iterable[str], found: Sequence[Copy]) -> Vocabulary:
    plugins = project_of(file).keyword_modules()
    return Vocabulary(tuple(players), card_names(found), tuple(plugins))
