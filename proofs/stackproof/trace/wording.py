"""Conditions of laws in words: what they are about, and what they would have to be."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from typing import Any

from stackproof.game.domains import Decision, EventKind, Kind, Verb
from stackproof.lang.declare import NONE, Symbol
from stackproof.lang.system import Law
from stackproof.lang.types import Scalar

from .failing import Condition, Failure
from .narrate import Narrator, Transition
from .table import Table
from .words import Explaining, Name, PlayWords, explaining, play_words

OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
ABOUT_PLACES: dict[str, Callable[[int, int], bool]] = {
    "happened": operator.eq,
    "happened_about": operator.eq,
    "occurs_after": operator.gt,
    "occurs_before": operator.lt,
}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Wording:
    """Words for the conditions of one failure, in a language."""

    def __init__(
        self, table: Table, narrator: Narrator, failure: Failure, last: Transition | None, lang: str
    ) -> None:
        assert isinstance(table.law, Law)
        self._names = table.law.check.__globals__
        self._program = table.system.program
        self._narrator, self._failure, self._last = narrator, failure, last
        self._game = table.game
        self._said: Explaining = explaining(lang)
        self._play: PlayWords | None = None if lang == "en" else play_words(lang)

    def given(self, condition: Condition) -> str:
        """A condition as it is."""
        return self._statement(ast.parse(condition.text, mode="eval").body, condition.holds)

    def failed(self, condition: Condition) -> str:
        """A condition that would have to be otherwise."""
        node = ast.parse(condition.text, mode="eval").body
        frame = self._said.frame
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = node.left, node.comparators[0]
            relation = OPERATORS.get(type(node.ops[0]), "")
            wanted = OPPOSITE.get(relation, "") if condition.holds else relation
            if wanted:
                return frame[wanted].format(
                    term=self._term(left), value=self._value(left), other=self._value(right)
                )
        words = frame["yes" if condition.holds else "no"]
        return words.format(condition=self._phrase(node))

    def names(self) -> list[str]:
        """The cards and players that the failure is about."""
        found: dict[str, None] = {}
        for condition in (*self._failure.decisive, *self._failure.given):
            for inner in ast.walk(ast.parse(condition.text, mode="eval")):
                value, domain = self._failure.values.get(_text(inner), (NONE, None))
                if domain is not None and domain.of in ("cards", "seats") and value != NONE:
                    found[self.show(value, domain)] = None
        return list(found)

    def values(self) -> dict[str, str]:
        """What the parts of the conditions are, by their text."""
        return {
            text: self.show(value, domain)
            for text, (value, domain) in self._failure.values.items()
            if any(c.islower() for c in text.partition(".")[0]) and not _is_place(domain)
        }

    def show(self, value: int, domain: Scalar | None) -> str:
        """A value of a domain as a reader knows it."""
        if domain is None:
            return str(value)
        if domain.of == "cards":
            return self._word("nothing") if value == NONE else self._game.cards[value]
        if domain.of == "seats":
            return self._word("nobody") if value == NONE else self._game.players[value]
        if domain.tag:
            return self._member(domain, value)
        return domain.show(value)

    def _member(self, domain: Scalar, value: int) -> str:
        play, name = self._play, domain.names[value]
        if domain.tag == "Verb" and self._last is not None and value == self._last.verb:
            return self._narrator.action(self._last.before, Verb(value), self._last.argument)
        if domain.tag == "Kind":
            return self._narrator.kind(self._program.members(Kind)[value])
        if domain.tag == "Decision" and play is None:
            return str(self._program.members(Decision)[value].about["asks"])
        if play is None:
            return name.lower().replace("_", " ")
        of = {"Zone": play.zones, "Mark": play.marks, "Decision": play.decisions}
        return of.get(domain.tag, {}).get(name.lower() if domain.tag == "Zone" else name, name)

    def _word(self, word: str) -> str:
        return word if self._play is None else self._play.words[word]

    def _value(self, node: ast.expr) -> str:
        known = self._failure.values.get(ast.unparse(node))
        return ast.unparse(node) if known is None else self.show(*known)

    def _statement(self, node: ast.expr, holds: bool) -> str:
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            relation = OPERATORS.get(type(node.ops[0]), "")
            shown = "=" if (relation == "==") is holds else "≠"
            if relation in ("==", "!="):
                left, right = node.left, node.comparators[0]
                value = self._value(left) if relation == "==" and holds else self._value(right)
                return f"{self._term(left)} {'=' if shown == '=' else '≠'} {value}"
            left, right = node.left, node.comparators[0]
            return f"{self._term(left)} = {self._value(left)}"
        phrase = self._phrase(node)
        return phrase if holds else f"{phrase}: {self._no()}"

    def _no(self) -> str:
        return "no" if self._play is None else self._play.words["false"]

    def _term(self, node: ast.expr) -> str:
        """What the side of a comparison is called."""
        if isinstance(node, ast.Name) and node.id in self._failure.stands_for:
            node = ast.parse(self._failure.stands_for[node.id], mode="eval").body
        text = self._said.terms.get(_key(node))
        return ast.unparse(node) if text is None else text.format(card=self._card(node))

    def _phrase(self, node: ast.expr) -> str:
        """A condition as a statement."""
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            return self._said.terms.get(_key(node), ast.unparse(node)).format(card=self._card(node))
        phrase = self._said.conditions.get(node.func.id)
        if phrase is None:
            return self._own(node, node.func.id)
        event = self._event(node) if "{event}" in phrase else ""
        return phrase.format(card=self._card(node), event=event)

    def _own(self, node: ast.expr, name: str) -> str:
        """A rule that the words do not know: what it says of itself."""
        about = getattr(self._names.get(name), "__doc__", None) or ""
        words = " ".join(about.split()).removeprefix("Whether ").rstrip(".")
        return words if words and about.startswith("Whether ") else ast.unparse(node)

    def _card(self, node: ast.expr) -> Name:
        """The card that a condition is about."""
        for inner in ast.walk(node):
            value, domain = self._failure.values.get(_text(inner), (NONE, None))
            if domain is not None and domain.of == "cards" and value != NONE:
                return Name(self._game.cards[value])
        return Name(self._word("something") if self._play else "…")

    def _event(self, call: ast.Call) -> str:
        """The event that a condition about one is about, or what there is none of."""
        kinds = [self._names.get(a.id) for a in call.args if isinstance(a, ast.Name)]
        kind = next((k for k in kinds if isinstance(k, EventKind)), None)
        if kind is None or self._last is None or self._last.step is None:
            return ast.unparse(call)
        number = self._program.constant(kind)
        card = next(self._values(call, "cards"), None)
        place = next(self._values(call, "events"), None)
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        for i, event in enumerate(self._last.events):
            if event.kind == number and card in (None, event.card, NONE) and _fits(name, i, place):
                return self._narrator.event(event).text
        return self._blank(kind, card)

    def _values(self, node: ast.expr, of: str) -> Iterator[int]:
        for inner in ast.walk(node):
            value, domain = self._failure.values.get(_text(inner), (NONE, None))
            if domain is not None and domain.of == of:
                yield value

    def _blank(self, kind: Symbol, card: int | None) -> str:
        """The event that does not happen, with what is known of it."""
        text: str = kind.about["text"]
        if self._play is not None:
            text = self._play.events.get(kind.name, text)
        gap = Name("…")
        named = gap if card is None or card == NONE else Name(self._game.cards[card])
        blank: dict[str, Any] = {
            "seat": gap, "card": named, "about": gap, "number": gap, "step": gap, "thing": _Gap(),
        }  # fmt: skip
        return text.format(**blank)


def _fits(name: str, i: int, place: int | None) -> bool:
    """Whether the event at a place is one that a condition asks about."""
    if place is None or name not in ABOUT_PLACES:
        return True
    return ABOUT_PLACES[name](i, place)


class _Gap:
    """An object on the stack of which nothing is known, in any case."""

    def __getattr__(self, _: str) -> str:
        return "…"


def _is_place(domain: Scalar | None) -> bool:
    return domain is not None and domain.of == "events"


def _text(node: ast.AST) -> str:
    return ast.unparse(node) if isinstance(node, ast.expr) else ""


def _key(node: ast.AST) -> str:
    """The name under which the words know the side of a comparison."""
    if isinstance(node, ast.Subscript):
        return _key(node.value) + "[]"
    if isinstance(node, ast.Attribute):
        return f".{node.attr}"
    if isinstance(node, ast.Call):
        return f"{_key(node.func)}()"
    return node.id if isinstance(node, ast.Name) else ""
