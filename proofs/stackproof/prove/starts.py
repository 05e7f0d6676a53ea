"""Where a play to a position could begin: with its cards, as near to it as starts can be.

Cards are where the position has them or, if a start cannot have them there, in hand; then those
that something happens to, and in the end all, are in hands or libraries instead. Each is tried at
the moment of the position, and in a main phase with mana, life and a deck for what may follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from stackproof.game.domains import PRIORITY, Mana, Turn, TurnStep, Zone
from stackproof.lang.declare import NONE
from stackproof.lang.errors import RuleError
from stackproof.lang.readings.python import Player
from stackproof.lang.system import Law
from stackproof.lang.types import Scalar

from .playable import each, involved, make_playable
from .replaying import Counterexample
from .subject import Subject

MOST = 32
"""So many starts are derived of one position."""
LIFE = 20
"""What players have at least who are to survive until something happens."""
CARRIED = (
    "discount", "casts", "nonartifact_casts", "discards", "someone_discarded", "land_played",
)  # fmt: skip
"""What a start keeps of a position, if it can."""
OF_CARDS = ("tapped", "used", "discarded", "damage", "bonus", "attached")
"""The same of single cards."""
PLACES = (Zone.LIBRARY, Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE)
"""Where a card can be, besides a hand, as a play begins."""

Homes = Mapping[int, Zone]
Change = Callable[[Any], None]


@dataclass(frozen=True)
class Start:
    """A deck and a position in which a play begins, packed."""

    setup: bytes
    initial: bytes


@dataclass(frozen=True)
class _Moment:
    """When a play begins, by whom, with which deck, and with mana and life for all that follows."""

    player: Player
    step: int
    active: int
    ample: bool


def starts(
    subject: Subject, found: Counterexample, switches: Mapping[str, bool], law: Law
) -> Iterator[Start]:
    """Different starts derived of a counterexample, in an order that is always the same.

    ``switches`` are fields of the setup that an edition decides. CPython confirms of each that all
    invariants hold but, perhaps, the law itself.
    """
    deriving = _Deriving(subject, found, switches, law)
    known: set[Start] = set()
    for homes in deriving.homes():
        for moment in deriving.moments:
            start = deriving.start(homes, moment)
            if start is not None and start not in known:
                known.add(start)
                yield start
                if len(known) == MOST:
                    return


def is_start(subject: Subject, setup: bytes, initial: bytes, law: Law) -> bool:
    """Whether CPython sees that a play can begin there, with all invariants but, perhaps, a law."""
    player = Player(subject.system, setup)
    return _begins(player, player.position(initial), _conditions(subject, law))


def _conditions(subject: Subject, law: Law) -> tuple[Law, ...]:
    others = (known for known in subject.invariants if known.id != law.id)
    return (subject.deck, subject.start, *others)


def _begins(player: Player, position: Any, conditions: Iterable[Law]) -> bool:
    try:
        return all(player.judge(law, position=position)[0] for law in conditions)
    except RuleError:
        return False


class _Deriving:
    """One counterexample, taken apart."""

    def __init__(
        self, subject: Subject, found: Counterexample, switches: Mapping[str, bool], law: Law
    ) -> None:
        self.system, self.program = subject.system, subject.system.program
        self.conditions = _conditions(subject, law)
        given, playable = Player(self.system, found.setup), Player(self.system, found.setup)
        self.was = given.position(found.before)
        for player in (given, playable):
            for field, value in switches.items():
                setattr(player.setup, field, value)
        make_playable(self.program, playable.setup, self.was)
        later = min(self.was.turn + 1, self._highest(Turn))
        playable.setup.last_turn = max(given.setup.last_turn, later)
        self.seats = range(self.program.capacities["seats"])
        self.cards = range(self.program.capacities["cards"])
        self.involved = involved(self.program, given.setup, self.was)
        step, active = self.was.step, self.was.active
        self.moments = [_Moment(given, step, active, False), _Moment(playable, step, active, False)]
        for seat in (active, *(seat for seat in self.seats if seat != active)):
            self.moments.append(_Moment(playable, TurnStep.MAIN, seat, True))

    def homes(self) -> Iterator[Homes]:
        """The cards that are not where the position has them, and where they are."""
        zones = each(self.was.zone)
        gone = [c for c in self.cards if zones[c] in (Zone.GRAVEYARD, Zone.EXILE)]
        every = sorted({*(c for c in self.cards if zones[c] != Zone.OUTSIDE), *self.involved})
        yield {}
        for cards in (self.involved, [*self.involved, *gone], every):
            yield dict.fromkeys(cards, Zone.HAND)
            yield dict.fromkeys(cards, Zone.LIBRARY)
        for card in every:
            for zone in (Zone.HAND, Zone.LIBRARY, Zone.BATTLEFIELD):
                yield {card: zone}

    def start(self, homes: Homes, moment: _Moment) -> Start | None:
        """A start of this kind, with all cards where they are to be as far as they can."""
        player = moment.player
        wanted = self._wanted(homes, moment)
        position = self._empty(moment)
        for card in wanted:
            position.zone[card] = Zone.HAND
        if not _begins(player, position, self.conditions):
            return None
        self._attempt(player, position, self._carry)
        for card in self._in_order(wanted):
            for with_history in (True, False):
                if position.zone[card] == Zone.HAND and wanted[card] in PLACES:
                    put = partial(self._put, player, card, wanted[card], with_history)
                    self._attempt(player, position, put)
        return Start(player.setup.pack(), position.pack())

    def _wanted(self, homes: Homes, moment: _Moment) -> dict[int, Zone]:
        """Where the cards are to be; what else a deck has to make a play possible is in hand."""
        setup = moment.player.setup
        wanted: dict[int, Zone] = {}
        for card in self.cards:
            zone = homes.get(card, self.was.zone[card])
            spare = moment.ample and setup.cards[card].front == NONE
            if zone != Zone.OUTSIDE or spare:
                wanted[card] = zone
        return wanted

    def _empty(self, moment: _Moment) -> Any:
        """The active player is about to act, without a card."""
        position = moment.player.position(bytes(self.system.state_type.size))
        position.decision = self.program.constant(PRIORITY)
        position.decider = position.priority = position.active = moment.active
        position.due = NONE
        position.turn, position.step = self.was.turn, moment.step
        for seat in self.seats:
            more = self._costs(moment.player) if moment.ample else 0
            position.mana[seat] = min(self.was.mana[seat] + more, self._highest(Mana))
            position.life[seat] = max(self.was.life[seat], LIFE if moment.ample else 1)
            for place in range(self.program.capacities["library"]):
                position.library[seat][place] = NONE
        for card in self.cards:
            position.attached[card] = NONE
        return position

    def _carry(self, position: Any) -> None:
        for field in CARRIED:
            setattr(position, field, getattr(self.was, field))

    def _put(
        self, player: Player, card: int, zone: Zone, with_history: bool, position: Any
    ) -> None:
        """A card out of hand, in a library below those that are there."""
        position.zone[card] = zone
        if zone == Zone.LIBRARY:
            owner = player.setup.cards[card].owner
            position.library[owner][position.library_size[owner]] = card
            position.library_size[owner] += 1
        for field in OF_CARDS if with_history else ():
            getattr(position, field)[card] = getattr(self.was, field)[card]

    def _attempt(self, player: Player, position: Any, change: Change) -> None:
        """Change a position, unless that makes it no start."""
        before = position.pack()
        try:
            change(position)
        except RuleError:
            position.fill(before)
            return
        if not _begins(player, position, self.conditions):
            position.fill(before)

    def _in_order(self, cards: Mapping[int, Zone]) -> list[int]:
        """The cards as they are put in place: those of libraries from the top, above them those
        that were elsewhere, and what is attached to others after these.
        """
        was = [c for seat in self.seats for c in each(self.was.library[seat]) if c != NONE]

        def place(card: int) -> tuple[bool, int, int]:
            below = was.index(card) + 1 if card in was else 0
            return self.was.attached[card] != NONE, below, card

        return sorted(cards, key=place)

    def _costs(self, player: Player) -> int:
        """What everything costs once."""
        total = 0
        for facts in each(player.setup.cards):
            total += facts.kicker + sum(part.mana for part in each(facts.parts))
            total += sum(keyword.number for keyword in each(facts.keywords))
        return total

    def _highest(self, domain: Any) -> int:
        known = self.program.resolver.resolve(domain)
        assert isinstance(known, Scalar)
        return known.high
