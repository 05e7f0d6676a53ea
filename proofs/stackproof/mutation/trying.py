"""Tries one mutant: in the games that come by it, the smallest first, until something notices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stackproof.lang.mutation import Mutant

from .games import Trial
from .known import Fact, Known
from .model import Outcome, Status

Proved = Callable[[Mutant], bool]

SMALL = 300
"""In a game of so many positions claims are judged before larger games are searched."""
MOST_LATER = 60
"""In so many of the smallest games that differ are laws about what comes later asked."""
MOST_BEFORE = 3
"""In so many of the games in which something noticed before is everything asked at once."""
CRASH = "crash"
"""What notices a mutant whose plays cannot be told, as they name a card that there is not."""
PLAYS, EVENTS = "plays", "events"
"""What differs in a game: the graph of plays, or only what happens in it."""


class Trying:
    """A mutant with the games that come by it, the smallest first, and its number in each."""

    def __init__(self, mutant: Mutant, games: Sequence[tuple[Trial, int]], known: Known) -> None:
        self.mutant, self._known = mutant, known
        self._games = [game for game, _ in games]
        self._numbers = {game.digest: number for game, number in games}
        self._facts = known.facts(mutant.key)
        self._new: dict[str, tuple[str, str, Fact]] = {}

    def outcome(self, proved: Proved) -> Outcome:
        """What becomes of it. ``proved`` says whether it is proved equal."""
        try:
            return self._outcome(proved)
        finally:
            self._known.put(self.mutant.key, self._new)

    def _outcome(self, proved: Proved) -> Outcome:
        if not self._games:
            return Outcome(Status.EQUAL if proved(self.mutant) else Status.UNREACHED)
        before = self._before()
        for game in before:
            if self._anything(game):
                return self._caught(game)
        for game in self._games:
            fact = self._fact(game)
            small = game.base.graph[0] <= SMALL
            if fact.noticed or (fact.differs and small and self._asked(game, "claims")):
                return self._caught(game)
        differing = [game for game in self._games if self._fact(game).differs]
        other_plays = [game for game in differing if self._fact(game).differs == PLAYS]
        for what, some in (("claims", differing), ("later", differing[:MOST_LATER])):
            for game in some:
                if self._asked(game, what):
                    return self._caught(game)
        for game in other_plays or differing:
            if other_plays or self._is_told(game):
                return self._told(Status.UNNOTICED, game)
        equal = not differing and proved(self.mutant)
        return Outcome(Status.EQUAL if equal else Status.SAME, runs=self._runs)

    def _before(self) -> list[Trial]:
        """The games in which something has noticed, as far as they are still played."""
        by_name = {(game.scenario.id, game.edition.id): game for game in self._games}
        names = self._known.noticed(self.mutant.key)
        return [by_name[name] for name in names if name in by_name][:MOST_BEFORE]

    def _anything(self, game: Trial) -> bool:
        """Whether anything in a game notices."""
        fact = self._fact(game)
        if fact.noticed or not fact.differs:
            return bool(fact.noticed)
        return self._asked(game, "claims") or self._asked(game, "later")

    def _fact(self, game: Trial) -> Fact:
        """What the search of a game says."""
        fact = self._facts.get(game.digest)
        if fact is None:
            game.reading.play(self._numbers[game.digest])
            _, seen = game.explore()
            differs = EVENTS if seen.happened != game.base.happened else ""
            if seen.graph != game.base.graph:
                differs = PLAYS
            fact = self._note(game, Fact(tuple(game.laws(seen)), differs))
        return fact

    def _asked(self, game: Trial, what: str) -> bool:
        """Whether ``claims`` or what comes ``later`` in a game notices."""
        fact = self._fact(game)
        if what not in fact.asked and not fact.noticed:
            noticed = self._changed(game, what)
            fact = self._note(game, Fact(noticed, fact.differs, fact.asked | {what}))
        return bool(fact.noticed)

    def _is_told(self, game: Trial) -> bool:
        """Whether what is told to happen differs, or cannot be told."""
        try:
            return self._value(game, "told") != game.before("told")
        except LookupError:
            return True

    def _changed(self, game: Trial, what: str) -> tuple[str, ...]:
        before = game.before(what)
        try:
            now = self._value(game, what)
        except LookupError:
            return (CRASH,)
        assert isinstance(before, dict)
        assert isinstance(now, dict)
        return tuple(law for law, verdict in now.items() if verdict != before[law])

    def _value(self, game: Trial, what: str) -> object:
        """``claims``, ``later`` or ``told`` of a game while the mutant plays."""
        game.before(what)
        game.reading.play(self._numbers[game.digest])
        if what == "claims":
            return game.claims()
        found, _ = game.explore()
        return getattr(game, what)(found)

    def _note(self, game: Trial, fact: Fact) -> Fact:
        self._facts[game.digest] = fact
        self._new[game.digest] = (game.scenario.id, game.edition.id, fact)
        return fact

    @property
    def _runs(self) -> int:
        return sum(game.digest in self._facts for game in self._games)

    def _caught(self, game: Trial) -> Outcome:
        return self._told(Status.CAUGHT, game)

    def _told(self, status: Status, game: Trial) -> Outcome:
        by = list(self._fact(game).noticed)
        return Outcome(status, by, game.scenario.id, game.edition.id, self._runs)
