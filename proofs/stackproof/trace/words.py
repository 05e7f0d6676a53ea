"""The words of each language, from the TOML files in ``languages``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from stackproof.editions.load import Edition, Switch
from stackproof.inputs import Place, convert, read_toml

FOLDER = Path(__file__).with_name("languages")
LANGUAGES = ("en", "de", "fr")
Terms = dict[str, str]
VOWELS = tuple("aeiouéèê")


class PlayWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What plays are told with: one text for each kind of object, verb, decision and event."""

    kinds: dict[str, Terms]
    verbs: Terms
    destinations: Terms
    decisions: Terms
    events: Terms
    steps: Terms
    zones: Terms
    marks: Terms
    words: Terms


class RuleVariant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that says different things in editions with different switches."""

    key: str
    switches: dict[str, Switch]
    says: str


class Explaining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What explanations are made of.

    ``conditions`` are statements by the name of the rule that asks for them, ``terms`` the sides of
    comparisons by the name of a field, of a rule that counts, or of a parameter. ``rules`` say in
    our own words what a rule of the game says, by its key.
    """

    frame: Terms
    conditions: Terms
    terms: Terms
    rules: Terms
    rule_variants: list[RuleVariant]

    def rule(self, key: str, edition: Edition) -> str:
        """What a rule says in an edition; empty where that is not written down."""
        for variant in self.rule_variants:
            if variant.key == key and variant.switches.items() <= edition.switches.items():
                return variant.says
        return self.rules.get(key, "")


class Name(str):
    """The name of a card or player, with what goes before it."""

    __slots__ = ()

    @property
    def de(self) -> str:
        """After the French "de"."""
        return f"d'{self}" if self[:1].lower() in VOWELS else f"de {self}"


class Noun(str):
    """An object on the stack in a sentence, or whatever else can stand there."""

    __slots__ = ("_forms",)
    _forms: Mapping[str, str]

    def __new__(cls, forms: Mapping[str, str]) -> Noun:
        made = super().__new__(cls, next(iter(forms.values())))
        made._forms = forms
        return made

    def __getattr__(self, case: str) -> str:
        if case == "du" and "du" not in self._forms:
            return f"de {self}"
        return self._forms.get(case, str(self))


@cache
def play_words(language: str) -> PlayWords:
    """The words of plays; English ones are those of the rules themselves."""
    file = FOLDER / f"{language}.toml"
    return convert(read_toml(file), PlayWords, Place(str(file)))


@cache
def explaining(language: str) -> Explaining:
    """The words of explanations."""
    file = FOLDER / f"explaining.{language}.toml"
    return convert(read_toml(file), Explaining, Place(str(file)))
