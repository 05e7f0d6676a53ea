"""The table of transitions: who does what in which state, and what happens then by which rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from stackproof.editions.load import Edition
from stackproof.explore.bulk import Array, Arrows, arrows, rows
from stackproof.explore.columns import values
from stackproof.explore.search import Exploration
from stackproof.game.domains import Verb
from stackproof.game.phrases import PHRASES
from stackproof.game.position import Event
from stackproof.lang.declare import NONE
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.readings.views import Views
from stackproof.lang.types import ArrayType
from stackproof.scenarios.build import Game
from stackproof.trace.narrate import Narrator

from .judged import Judge, listed, named
from .names import names_of

ASKED = ("decision", "decider")
READS = {"{target}": ("stack", "resolving"), "{trigger}": ("waiting",)}
"""The fields of a position that the words in a phrase are about."""
NUMBER_READS = ("discard",)


class Transitions:
    """Makes the table of the transitions of one exploration, batch by batch."""

    def __init__(
        self, reading: NativeReading, game: Game, edition: Edition, found: Exploration, judge: Judge
    ) -> None:  # fmt: skip
        self._reading, self._game, self._found, self._judge = reading, game, found, judge
        system = reading.system
        self._narrator = Narrator(system, game, edition)
        self._names = names_of(system, game)
        views = Views(frozenset())
        self._fields = system.state_type.fields
        self._position = views.of(system.state_type)
        self._event_type = system.program.record(Event)
        self._event = views.of(self._event_type)
        self._events, events = system.step_type.fields["events"]
        assert isinstance(events, ArrayType)
        self._most = events.length
        self._count = system.step_type.fields["count"][0]
        self._keys = np.stack([self._key(verb) for verb in Verb])
        self._texts: dict[bytes, str] = {}
        self._told: dict[int, tuple[str, str]] = {}

    def _key(self, verb: Verb) -> Array:
        """Which bytes of a position decide how an action with this verb is told."""
        phrase = PHRASES.get(verb)
        fields = NUMBER_READS if phrase is None else ()
        needed = [f for word, f in READS.items() if phrase is not None and word in phrase]
        key = np.zeros(self._reading.size, np.uint8)
        for name in (*ASKED, *fields, *(f for more in needed for f in more)):
            start, kind = self._fields[name]
            key[start : start + kind.size] = 0xFF
        return key

    def batches(self, size: int) -> Iterator[Any]:
        """Record batches of the transitions from so many states, one at least."""
        for start in range(0, max(1, self._found.expanded), size):
            yield self._batch(start, min(start + size, self._found.states))

    def _batch(self, start: int, stop: int) -> Any:
        data, found = rows(self._found, start, stop), arrows(self._found, start, stop)
        steps, violated, sites = self._judge.transitions(data, start, found)
        before = data[found.source.astype(np.int64) - start, : self._reading.size]
        offset, kind = self._fields["decider"]
        errors = [str(self._reading.site(site)) if site else None for site in sites.tolist()]
        return pa.RecordBatch.from_pydict(
            {
                "source": pa.array(found.source),
                "target": pa.array(found.target, mask=found.failed),
                "player": values(kind, before[:, offset : offset + 1], self._names),
                "verb": named(found.verb, [verb.name.lower() for verb in Verb]),
                "argument": pa.array(found.argument),
                "text": self._actions(before, found),
                "events": self._happened(steps),
                "violates": violated,
                "error": pa.array(errors, pa.string()),
            }
        )

    def _actions(self, before: Array, found: Arrows) -> Any:
        """What is done in words, each way of saying it made once."""
        keys = np.empty((len(before), before.shape[1] + 4), np.uint8)
        keys[:, :-4] = before & self._keys[found.verb]
        keys[:, -4:-2] = found.verb[:, None].view(np.uint8)
        keys[:, -2:] = found.argument[:, None].view(np.uint8)
        packed = keys.view(np.dtype((np.void, keys.shape[1]))).ravel()
        unique, firsts, codes = np.unique(packed, return_index=True, return_inverse=True)
        return _texts(
            [
                self._action(key.tobytes(), before[i], int(found.verb[i]), int(found.argument[i]))
                for key, i in zip(unique, firsts.tolist(), strict=True)
            ],
            codes,
        )

    def _action(self, key: bytes, before: Array, verb: int, argument: int) -> str:
        text = self._texts.get(key)
        if text is None:
            position: Any = self._position(bytearray(before.tobytes()), 0)
            who = "nobody" if position.decider == NONE else self._game.players[position.decider]
            does = self._narrator.action(position, Verb(verb), argument)
            text = self._texts[key] = f"{who} {does}"
        return text

    def _happened(self, steps: Array) -> Any:
        """The events of each transition, with their words and rule numbers."""
        size, counts = self._event_type.size, steps[:, self._count]
        events = steps[:, self._events : self._events + self._most * size]
        flat = events.reshape(len(steps), self._most, size)[np.arange(self._most) < counts[:, None]]
        packed = np.zeros((len(flat), 8), np.uint8)
        packed[:, :size] = flat
        unique, codes = np.unique(packed.view(np.uint64).ravel(), return_inverse=True)
        told = [self._tell(int(word)) for word in unique]
        plain = values(self._event_type, flat, self._names)
        parts = {
            "text": _texts([text for text, _ in told], codes),
            "rule": _texts([rule for _, rule in told], codes),
            "kind": plain.field("kind"),
            "player": plain.field("seat"),
            "card": plain.field("card"),
            "about": plain.field("about"),
            "number": plain.field("number"),
        }
        return listed(counts, pa.StructArray.from_arrays([*parts.values()], names=[*parts]))

    def _tell(self, word: int) -> tuple[str, str]:
        told = self._told.get(word)
        if told is None:
            data = bytearray(word.to_bytes(8, "little")[: self._event_type.size])
            happening = self._narrator.event(self._event(data, 0))
            told = self._told[word] = (happening.text, happening.rule)
        return told


def _texts(texts: list[str], codes: Array) -> Any:
    """Texts by number, equal ones together."""
    places: dict[str, int] = {}
    remap = np.array([places.setdefault(text, len(places)) for text in texts], np.int32)
    return named(remap[codes] if len(remap) else codes, list(places))
