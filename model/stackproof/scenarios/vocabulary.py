"""The words of a scenario: every form in which something that happens, or a fact, can be told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from string import Formatter
from types import ModuleType
from typing import Any

from ..game import assembly
from ..game.domains import Decision, EventKind, Kind, TurnStep, Zone
from ..game.phrases import CHOICES, PHRASES
from ..inputs import suggestion
from ..lang.declare import Symbol
from .wildcards import Wildcard

HAPPENING = ""
"""The kind of a pattern for an action or an event; facts have the name of their kind."""

FACTS: dict[str, tuple[str, ...]] = {
    "asked": ("{seat} {decision}", "nobody"),
    "life": ("{seat} {number}",),
    "library": ("{seat} {cards}",),
    "mana": ("{seat} {number}",),
    "option": (),
    "resolving": ("{object}",),
    "stack": ("{objects}",),
    "step": ("{step}",),
    "turn": ("{seat} {number}",),
    "zone": ("{card} {zone}",),
}
"""The forms of each kind of fact; those of options are the forms of actions."""

SEPARATOR = " | "
DIGITS = "0123456789"
LISTS = {"objects": "object", "cards": "card"}
CALLED = {
    "about": "kind of object", "asks": "question", "card": "card", "decision": "decision",
    "number": "number", "object": "object", "seat": "player", "step": "step",
    "target": "target", "trigger": "trigger", "zone": "zone",
}  # fmt: skip


def step_name(step: TurnStep) -> str:
    """A step as scenarios call it."""
    return step.name.lower().replace("_", "-")


@cache
def _symbols(kind: type[Symbol], plugins: tuple[ModuleType, ...]) -> tuple[Any, ...]:
    modules = [*assembly.KERNEL, *assembly.keyword_modules(), *plugins]
    found = {id(v): v for m in modules for v in vars(m).values() if isinstance(v, kind)}
    return tuple(found.values())


@dataclass(frozen=True)
class Form:
    """A text with holes: its parts are literal text and the name of a hole, in turn."""

    text: str

    @cached_property
    def parts(self) -> list[tuple[str, str]]:
        return [(text, hole or "") for text, hole, _, _ in Formatter().parse(self.text)]

    @property
    def shown(self) -> str:
        """The form with wildcards for holes."""
        return re.sub(r"\{\w+\}", "*", self.text)

    @property
    def literal(self) -> int:
        """How many characters are no hole."""
        return sum(len(text) for text, _ in self.parts)


@dataclass(frozen=True)
class Vocabulary:
    """The names of a scenario's players and cards, and with them all that can be told.

    ``plugins`` are rules modules beyond those of the game.
    """

    players: tuple[str, ...]
    cards: tuple[str, ...]
    plugins: tuple[ModuleType, ...] = ()

    @cached_property
    def words(self) -> dict[str, Sequence[str]]:
        """What each kind of hole can be filled with."""
        kinds = [kind.name for kind in _symbols(Kind, self.plugins)]
        abilities = [f"{kind} of {card}" for kind in kinds for card in self.cards]
        steps = [step.name.lower().replace("_", " ") + " step" for step in TurnStep]
        return {
            "about": kinds,
            "asks": [d.about["asks"] for d in _symbols(Decision, self.plugins)],
            "card": [*self.cards, "nothing"],
            "decision": [d.name for d in _symbols(Decision, self.plugins)],
            "number": [*steps, *(f"turn {n}" for n in range(32))],
            "object": [*self.cards, *abilities, "nothing"],
            "seat": [*self.players, "nobody"],
            "step": [step_name(step) for step in TurnStep],
            "target": [*self.players, *self.cards, *(f"the {a}" for a in abilities)],
            "trigger": abilities,
            "zone": [zone.name.lower() for zone in Zone],
        }

    @cached_property
    def actions(self) -> list[Form]:
        """The forms in which actions are told."""
        return [Form("{seat} " + phrase) for phrase in (*PHRASES.values(), *CHOICES)]

    @cached_property
    def events(self) -> list[Form]:
        """The forms in which events are told."""
        return [Form(kind.about["text"]) for kind in _symbols(EventKind, self.plugins)]

    def forms(self, kind: str) -> list[Form]:
        """The forms of happenings or of one kind of fact."""
        if kind == HAPPENING:
            return self.actions + self.events
        return self.actions if kind == "option" else [Form(text) for text in FACTS[kind]]

    def possible(self, pattern: str, forms: Sequence[Form]) -> bool:
        """Whether some text of one of the forms matches."""
        wild = Wildcard(pattern)
        return any(self._matches(wild, form) for form in forms)

    def mistake(self, kind: str, pattern: str) -> str:
        """What is wrong with a pattern that nothing of its kind can match; empty if nothing is."""
        forms = self.forms(kind)
        if self.possible(pattern, forms):
            return ""
        faults = []
        for form in forms:
            found = re.fullmatch(self._loosely(form), pattern)
            if found and (form.literal > 1 or kind != HAPPENING):
                wrong = list(self._faults(form, found))
                faults.append((len(wrong), -form.literal, wrong))
        for _, _, wrong in sorted(faults):
            if wrong:
                return wrong[0]
        about = "nothing that happens" if kind == HAPPENING else "no such fact"
        return f'{about} reads "{pattern}"{suggestion(pattern, [form.shown for form in forms])}'

    def _loosely(self, form: Form) -> str:
        """A regular expression for texts of a form with anything in its holes; words that exist
        are preferred.
        """
        found = ""
        for i, (text, hole) in enumerate(form.parts):
            found += re.escape(text)
            if hole:
                words = "|".join(map(re.escape, self.words.get(hole, ())))
                found += f"(?P<h{i}>{words}|.*)" if words else f"(?P<h{i}>.*)"
        return found

    def _faults(self, form: Form, found: re.Match[str]) -> Iterator[str]:
        """The holes of a form that are filled with words which do not exist."""
        for i, (_, hole) in enumerate(form.parts):
            if hole not in CALLED and hole not in LISTS:
                continue
            item = LISTS.get(hole, hole)
            for text in found[f"h{i}"].split(SEPARATOR) if hole in LISTS else [found[f"h{i}"]]:
                wild = Wildcard(text)
                if not wild.ends(self._fill(wild, wild.start, item)) and text != "empty":
                    near = suggestion(text.strip("*"), self.words[item])
                    yield f'no {CALLED[item]} is called "{text}"{near}'

    def _matches(self, wild: Wildcard, form: Form) -> bool:
        places = wild.start
        for text, hole in form.parts:
            places = wild.feed(places, text)
            if hole:
                places = self._fill(wild, places, hole)
            if not places:
                return False
        return wild.ends(places)

    def _fill(self, wild: Wildcard, places: int, hole: str) -> int:
        """The places after whatever can fill a hole."""
        if hole in LISTS:
            return self._fill_list(wild, places, self.words[LISTS[hole]])
        if hole not in self.words:
            return -1
        filled = wild.feed_any(places, self.words[hole])
        if hole == "number":
            digits = places | wild.feed(places, "-")
            for _ in range(3):
                digits = wild.feed_any(digits, DIGITS)
                filled |= digits
        return filled

    def _fill_list(self, wild: Wildcard, places: int, words: Sequence[str]) -> int:
        filled, more = 0, wild.feed_any(places, words)
        while more | filled != filled:
            filled |= more
            more = wild.feed_any(wild.feed(more, SEPARATOR), words)
        return filled | wild.feed(places, "empty")
