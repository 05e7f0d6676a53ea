"""Plays in another language than that of the rules."""

from __future__ import annotations

from typing import Any

from stackproof.editions.load import Edition
from stackproof.game.domains import REPLACE_DISCARD, Destination, TurnStep, Verb
from stackproof.game.events import STEP_BEGUN
from stackproof.lang.declare import NONE, Symbol
from stackproof.lang.system import System
from stackproof.scenarios.build import Game

from .narrate import Happening, Narrator
from .words import Name, Noun, PlayWords, play_words


class Interpreter(Narrator):
    """A narrator who tells plays in a language. What has no word there is told in English."""

    def __init__(self, system: System, game: Game, edition: Edition, language: str) -> None:
        super().__init__(system, game, edition)
        self.words: PlayWords = play_words(language)

    def action(self, position: Any, verb: Verb, argument: int) -> str:
        words, decision = self.words, self._decisions[position.decision]
        if verb is Verb.NUMBER:
            if decision is REPLACE_DISCARD:
                phrase = words.destinations[Destination(argument).name.lower()]
                return phrase.format(card=self._card(position.discard.last))
            return words.verbs["number"].format(number=argument)
        phrase = words.verbs[verb.name.lower()]
        if "{thing" in phrase:
            noun = (
                self._target(position, argument)
                if verb is Verb.TARGET
                else self._thing(position.waiting[argument])
            )
            return phrase.format(thing=noun)
        asks = words.decisions.get(decision.name, str(decision.about["asks"]))
        card = self._card(argument) if "{card" in phrase else ""
        return phrase.format(asks=asks, card=card)

    def event(self, event: Any) -> Happening:
        kind: Symbol = self._kinds[event.kind]
        phrase = self.words.events.get(kind.name)
        if phrase is None:
            return super().event(event)
        step = ""
        if kind is STEP_BEGUN:
            step = self.words.steps[TurnStep(event.number).name.lower()]
        card = self._card(event.card)
        text = phrase.format(
            seat=self._seat(event.seat),
            card=card,
            thing=self._noun(self._objects[event.about], card),
            number=event.number,
            step=step,
        )
        return Happening(text, self.edition.cite(kind.about["cites"]))

    def target(self, position: Any, target: int) -> str:
        return str(self._target(position, target))

    def _target(self, position: Any, target: int) -> Noun:
        sizes = self.system.program.capacities
        if target < sizes["seats"]:
            return Noun({"name": self._seat(target)})
        slot = target - sizes["seats"]
        if slot < sizes["stack"]:
            return self._thing(position.stack[slot])
        card = slot - sizes["stack"]
        if card < sizes["cards"]:
            return Noun({"name": self._card(card)})
        return self._thing(position.resolving)

    def _thing(self, thing: Any) -> Noun:
        return self._noun(self._objects[thing.kind], self._card(thing.source))

    def _noun(self, kind: Symbol, card: Name) -> Noun:
        forms = self.words.kinds.get(kind.name, {"name": kind.name + " ({card})"})
        return Noun({case: text.format(card=card) for case, text in forms.items()})

    def kind(self, kind: Symbol) -> str:
        """What a kind of object is called, of a card that is not named."""
        return str(self._noun(kind, Name(self.words.words["something"])))

    def _seat(self, seat: int) -> Name:
        return Name(self.words.words["nobody"] if seat == NONE else self.game.players[seat])

    def _card(self, card: int) -> Name:
        return Name(self.words.words["nothing"] if card == NONE else self.game.cards[card])

    def _error(self, error: str) -> str:
        return f"{self.words.words['error']}: {error}"
