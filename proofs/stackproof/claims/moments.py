"""The moments of a play in words: actions, events and facts of positions, each text made once."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from stackproof.editions.load import Edition
from stackproof.game.domains import FINISHED, NO_OBJECT, SPELL, Decision, Kind, TurnStep, Verb, Zone
from stackproof.game.events import PASSED
from stackproof.game.position import Event
from stackproof.lang.declare import NONE
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.readings.views import Views
from stackproof.scenarios.build import Game
from stackproof.scenarios.vocabulary import SEPARATOR, step_name
from stackproof.trace.narrate import Narrator

READS: dict[str, tuple[str, ...]] = {
    "asked": ("decision", "decider"),
    "life": ("life",),
    "library": ("library", "library_size"),
    "mana": ("mana",),
    "resolving": ("resolving",),
    "stack": ("stack", "stack_size"),
    "step": ("step",),
    "turn": ("active", "turn"),
    "zone": ("zone",),
}
"""The fields of a position that each kind of fact is about."""

ACTION_READS = ("decision", "decider", "stack", "resolving", "waiting", "discard")


class Teller:
    """Tells the moments of one game. Rows are states in their packed form."""

    def __init__(self, reading: NativeReading, game: Game, edition: Edition) -> None:
        self.game = game
        self._narrator = Narrator(reading.system, game, edition)
        program = reading.system.program
        views = Views(frozenset())
        self._state, self._event = (
            views.of(reading.system.state_type),
            views.of(program.record(Event)),
        )
        self._kinds, self._decisions = program.members(Kind), program.members(Decision)
        state, step = reading.system.state_type.fields, reading.system.step_type.fields
        self._slices = {
            name: slice(offset, offset + inner.size) for name, (offset, inner) in state.items()
        }
        self._events, self._count = step["events"][0], step["count"][0]
        self._event_size = reading.system.program.record(Event).size
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        self._step = ctypes.CFUNCTYPE(number, pointer, pointer, number, number, pointer, pointer)(
            reading.addresses["step"]
        )
        self._out = ctypes.create_string_buffer(reading.stride)
        self._happened = ctypes.create_string_buffer(max(1, reading.system.step_type.size))
        self._passed = program.constant(PASSED)
        self._event_texts: dict[bytes, str] = {}
        self._action_texts: dict[tuple[int, int, bytes], str] = {}
        self._fact_texts: dict[tuple[str, bytes], list[str]] = {}
        self._facts: dict[str, Callable[[Any], list[str]]] = {
            "asked": self._asked,
            "life": lambda p: [f"{name} {p.life[i]}" for i, name in enumerate(game.players)],
            "library": self._library,
            "mana": lambda p: [f"{name} {p.mana[i]}" for i, name in enumerate(game.players)],
            "resolving": lambda p: [self._object(p.resolving)],
            "stack": self._stack,
            "step": lambda p: [step_name(TurnStep(p.step))],
            "turn": lambda p: [f"{game.players[p.active]} {p.turn}"],
            "zone": self._zone,
        }

    def action(self, row: bytes, verb: int, argument: int) -> str:
        """What a player does, with their name."""
        key = (verb, argument, self.key(ACTION_READS, row))
        text = self._action_texts.get(key)
        if text is None:
            position = self._position(row)
            text = self._action_texts[key] = (
                f"{self._decider(position)} {self._narrator.action(position, Verb(verb), argument)}"
            )
        return text

    def events(
        self, row: bytes, verb: int, argument: int, silent: Collection[int] = ()
    ) -> list[str]:
        """What happens through an action, in order, as the narrator tells it; ``silent`` are the
        numbers of kinds of events to leave out.
        """
        self._step(self.game.setup, row, verb, argument, self._out, self._happened)
        size, texts = self._event_size, self._event_texts
        start = ctypes.addressof(self._happened)
        (count,) = ctypes.string_at(start + self._count, 1)
        told = []
        for i in range(count):
            event = ctypes.string_at(start + self._events + i * size, size)
            if event[0] in silent:
                continue
            text = texts.get(event)
            if text is None:
                view: Any = self._event(bytearray(event), 0)
                told_already = view.kind == self._passed
                text = texts[event] = "" if told_already else self._narrator.event(view).text
            if text:
                told.append(text)
        return told

    def facts(self, kind: str, row: bytes) -> list[str]:
        """The facts of one kind about a position; those of options are the legal actions."""
        key = (kind, self.key(READS[kind], row))
        texts = self._fact_texts.get(key)
        if texts is None:
            texts = self._fact_texts[key] = self._facts[kind](self._position(row))
        return texts

    def key(self, fields: Sequence[str], row: bytes) -> bytes:
        """What a row says in some fields."""
        return b"".join([row[self._slices[name]] for name in fields])

    def _position(self, row: bytes) -> Any:
        return self._state(bytearray(row), 0)

    def _asked(self, position: Any) -> list[str]:
        decision = self._decisions[position.decision]
        if decision is FINISHED:
            return ["nobody"]
        return [f"{self._decider(position)} {decision.name}"]

    def _decider(self, position: Any) -> str:
        """Who decides; where chance does, nobody."""
        return "nobody" if position.decider == NONE else self.game.players[position.decider]

    def _object(self, thing: Any) -> str:
        kind = self._kinds[thing.kind]
        if kind is NO_OBJECT:
            return "nothing"
        card = self.game.cards[thing.source]
        return card if kind is SPELL else f"{kind.name} of {card}"

    def _stack(self, position: Any) -> list[str]:
        objects = [self._object(position.stack[i]) for i in range(position.stack_size)]
        return [SEPARATOR.join(objects) or "empty"]

    def _library(self, position: Any) -> list[str]:
        told = []
        for seat, name in enumerate(self.game.players):
            places = range(position.library_size[seat])
            cards = [self.game.cards[position.library[seat][i]] for i in places]
            told.append(f"{name} {SEPARATOR.join(cards) or 'empty'}")
        return told

    def _zone(self, position: Any) -> list[str]:
        zones = [Zone(position.zone[i]).name.lower() for i in range(len(self.game.cards))]
        return [f"{card} {zone}" for card, zone in zip(self.game.cards, zones, strict=True)]


def all_facts(teller: Teller, row: bytes) -> Iterator[str]:
    """Every fact of a position but its options, with its kind."""
    for kind in READS:
        for text in teller.facts(kind, row):
            yield f"{kind}: {text}"
