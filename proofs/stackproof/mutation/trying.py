"""Tries one mutant: in the games that come by it, the smallest first, until something notices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stackproof.lang.mutation import Mutant

from .games import Trial
from .known import Fact, Known
from .model import Outcome, Status

Proved = Callable[[Mutant], bool]

MOST_TOLD = 200
"""In so many of the smallest games with equal plays is what happens compared, if others differ."""
MOST_LATER = 60
"""In so many of the smallest games that differ are laws about what comes later asked."""
MOST_BEFORE = 3
"""In so many of the games in which something noticed before is everything asked at once."""
CRASH = "crash"
"""What notices a mutant whose plays cannot be told, as they name a card that there is not."""
OTHER = "other events"
"""What is noted of a game in which plays are the same, but not what is told to happen."""


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
            if self._fact(game).noticed:
                return self._caught(game)
        differing = [game for game in self._games if self._fact(game).differs]
        for what, some in (("claims", differing), ("later", differing[:MOST_LATER])):
            for game in some:
                if self._asked(game, what):
                    return self._caught(game)
        if not differing and proved(self.mutant):
            return Outcome(Status.EQUAL, runs=self._runs)
        alike = [game for game in self._games if not self._fact(game).differs]
        for game in alike[:MOST_TOLD] if differing else alike:
            if self._happens_otherwise(game):
                differing = differing or [game]
                if self._asked(game, "claims"):
                    return self._caught(game)
        if differing:
            return self._told(Status.UNNOTICED, differing[0])
        return Outcome(Status.SAME, runs=self._runs)

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
            noticed = tuple(game.laws(seen))
            fact = self._note(game, Fact(noticed, seen.graph != game.base.graph))
        return fact

    def _asked(self, game: Trial, what: str) -> bool:
        """Whether ``claims`` or what comes ``later`` in a game notices."""
        fact = self._fact(game)
        if what not in fact.asked and not fact.noticed:
            noticed = self._changed(game, what)
            fact = self._note(game, Fact(noticed, fact.differs, fact.asked | {what}))
        return bool(fact.noticed)

    def _changed(self, game: Trial, what: str) -> tuple[str, ...]:
        before = game.before(what)
        try:
            now = self._value(game, what)
        except LookupError:
            return (CRASH,)
        assert isinstance(before, dict)
        assert isinstance(now, dict)
        return tuple(law for law, verdict in now.items() if verdict != before[law])

    def _happens_otherwise(self, game: Trial) -> bool:
        """Whether something else is told to happen, where the plays are the same."""
        fact = self._fact(game)
        if "events" not in fact.asked:
            asked = {"events"}
            if self._value(game, "events") != game.before("events"):
                try:
                    alike = self._value(game, "told") == game.before("told")
                except LookupError:
                    alike = False
                if not alike:
                    asked.add(OTHER)
            fact = self._note(game, Fact(fact.noticed, fact.differs, fact.asked | asked))
        return OTHER in fact.asked

    def _value(self, game: Trial, what: str) -> object:
        """``claims``, ``later``, ``events`` or ``told`` of a game while the mutant plays."""
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
