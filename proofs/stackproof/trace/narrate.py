"""Plays in words: who did what, what happened, and by which rule of the edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from stackproof.editions.load import Edition
from stackproof.game.domains import (
    REPLACE_DISCARD,
    Decision,
    Destination,
    EventKind,
    Kind,
    TurnStep,
    Verb,
)
from stackproof.game.events import PASSED, STEP_BEGUN, TURN_BEGUN
from stackproof.game.phrases import DESTINATIONS, PHRASES
from stackproof.lang.declare import NONE, Symbol
from stackproof.lang.errors import RuleError
from stackproof.lang.readings.python import Player
from stackproof.lang.system import System
from stackproof.report.result import Trace
from stackproof.scenarios.build import Game

Action = tuple[int, int]


@dataclass(frozen=True)
class Happening:
    """One event in words, with the rule number in the edition (empty where it has none)."""

    text: str
    rule: str


@dataclass(frozen=True)
class Line:
    """One action of a play: its number from 1, who acts, what they do, and what happens then.

    ``after`` is the position that is reached, or None where a rule error ends the play.
    """

    number: int
    player: str
    does: str
    happenings: tuple[Happening, ...]
    after: Any = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Transition:
    """An action in a position and what it led to: nothing but ``error``, if there was one."""

    before: Any
    verb: int
    argument: int
    step: Any
    after: Any
    error: str = ""

    @property
    def events(self) -> list[Any]:
        """What happened, in order."""
        return [self.step.events[i] for i in range(self.step.count)]


class Narrator:
    """Tells plays of one game under one edition."""

    def __init__(self, system: System, game: Game, edition: Edition) -> None:
        self.system = system
        self.game = game
        self.edition = edition
        self._kinds = system.program.members(EventKind)
        self._objects = system.program.members(Kind)
        self._decisions = system.program.members(Decision)

    @cached_property
    def player(self) -> Player:
        """The game in CPython, made when a play is told."""
        return Player(self.system, self.game.setup)

    def transitions(self, actions: Iterable[Action]) -> Iterator[Transition]:
        """Play actions in CPython. A rule error ends the play."""
        position = self.player.position(self.game.initial)
        for verb, argument in actions:
            found = self.transition(position, verb, argument)
            yield found
            if found.error:
                return
            position = found.after

    def transition(self, position: Any, verb: int, argument: int) -> Transition:
        """What a legal action does in a position."""
        try:
            after, step = self.player.apply(position, verb, argument)
        except RuleError as error:
            return Transition(position, verb, argument, None, None, str(error))
        return Transition(position, verb, argument, step, after)

    def lines(self, actions: Sequence[Action]) -> Iterator[Line]:
        """Tell each action of a play. A rule error ends the telling."""
        for number, transition in enumerate(self.transitions(actions), 1):
            yield self.line(number, transition)

    def line(self, number: int, played: Transition) -> Line:
        """A transition in words."""
        does = self.action(played.before, Verb(played.verb), played.argument)
        who = self.decider(played.before)
        if played.error:
            return Line(number, who, does, (Happening(self._error(played.error), ""),))
        told = [self.event(e) for e in played.events if self._kinds[e.kind] is not PASSED]
        return Line(number, who, does, tuple(told), played.after)

    def decider(self, position: Any) -> str:
        """Who decides; where chance does, nobody."""
        return str(self._seat(position.decider))

    def action(self, position: Any, verb: Verb, argument: int) -> str:
        """What the deciding player does, without their name."""
        decision = self._decisions[position.decision]
        if verb is Verb.NUMBER:
            return self._number(position, argument)
        phrase = PHRASES[verb]
        known: dict[str, Callable[[], str]] = {
            "asks": lambda: str(decision.about["asks"]),
            "card": lambda: self._card(argument),
            "target": lambda: self.target(position, argument),
            "trigger": lambda: self.waiting(position, argument),
        }
        needed = {name: find() for name, find in known.items() if f"{{{name}}}" in phrase}
        return phrase.format(**needed)

    def target(self, position: Any, target: int) -> str:
        """A target in words: a player, an object on the stack, or a permanent."""
        sizes = self.system.program.capacities
        if target < sizes["seats"]:
            return self._seat(target)
        slot = target - sizes["seats"]
        if slot < sizes["stack"]:
            aimed = position.stack[slot]
            return f"the {self._objects[aimed.kind].name} of {self._card(aimed.source)}"
        card = slot - sizes["stack"]
        if card < sizes["cards"]:
            return self._card(card)
        resolving = position.resolving
        return f"the {self._objects[resolving.kind].name} of {self._card(resolving.source)}"

    def waiting(self, position: Any, place: int) -> str:
        """A trigger that waits to be put on the stack."""
        waiting = position.waiting[place]
        return f"{self._objects[waiting.kind].name} of {self._card(waiting.source)}"

    def _number(self, position: Any, number: int) -> str:
        if self._decisions[position.decision] is REPLACE_DISCARD:
            card = self._card(position.discard.last)
            return f"lets {card} {DESTINATIONS[Destination(number)]}"
        return f"chooses X = {number}"

    def event(self, event: Any) -> Happening:
        """An event in words."""
        kind: Symbol = self._kinds[event.kind]
        number = str(event.number)
        if kind is STEP_BEGUN:
            number = TurnStep(event.number).name.lower().replace("_", " ") + " step"
        if kind is TURN_BEGUN:
            number = f"turn {event.number}"
        text = kind.about["text"].format(
            seat=self._seat(event.seat),
            card=self._card(event.card),
            about=self._objects[event.about].name,
            number=number,
        )
        return Happening(text, self.edition.cite(kind.about["cites"]))

    def kind(self, kind: Symbol) -> str:
        """What a kind of object is called."""
        return kind.name

    def _error(self, error: str) -> str:
        return f"rule error: {error}"

    def _seat(self, seat: int) -> str:
        return "nobody" if seat == NONE else self.game.players[seat]

    def _card(self, card: int) -> str:
        return "nothing" if card == NONE else self.game.cards[card]


def actions_of(trace: Trace) -> list[Action]:
    """The actions of a trace as numbers."""
    return [(Verb[name.upper()], argument) for name, argument in trace.actions]
