"""No term is missing in any language, and every text has the parts that it is about."""

from __future__ import annotations

import ast
from string import Formatter

import pytest

from stackproof import check as checking
from stackproof.editions.load import editions
from stackproof.game.domains import (
    Decision,
    Destination,
    EventKind,
    Kind,
    Mark,
    TurnStep,
    Verb,
    Zone,
)
from stackproof.game.phrases import PHRASES
from stackproof.lang.system import POSSIBLE, System
from stackproof.lang.types import BOOLEAN
from stackproof.laws.texts import texts
from stackproof.scenarios.load import load_scenario
from stackproof.trace.words import LANGUAGES, Name, explaining, play_words

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.fixture(scope="module")
def system() -> System:
    return checking.system_of(load_scenario("madness-stifled"))


def holes(text: str) -> set[str]:
    """What a text has a hole for, whatever its case."""
    return {hole.partition(".")[0] for _, hole, _, _ in Formatter().parse(text) if hole}


def nouns(text: str) -> set[str]:
    """The holes of an English text, with one for an object on the stack."""
    return {"thing" if hole in ("target", "trigger") else hole for hole in holes(text)}


@pytest.mark.parametrize("language", OTHERS)
def test_every_event_has_words_with_the_parts_of_the_english_ones(
    system: System, language: str
) -> None:
    words = play_words(language).events
    kinds = {kind.name: kind.about["text"] for kind in system.program.members(EventKind)}
    assert words.keys() == kinds.keys()
    for name, english in kinds.items():
        expected = holes(english)
        if "about" in expected:
            expected = expected - {"about", "card"} | {"thing"}
        if name == "step":
            expected = {"step"}
        assert holes(words[name]) == expected, name
        assert words[name] != english, name


@pytest.mark.parametrize("language", OTHERS)
def test_every_action_decision_object_and_place_has_words(system: System, language: str) -> None:
    words = play_words(language)
    program = system.program
    assert words.decisions.keys() == {d.name for d in program.members(Decision)}
    assert words.kinds.keys() == {k.name for k in program.members(Kind)}
    assert words.marks.keys() == {m.name for m in program.members(Mark)}
    assert words.verbs.keys() == {verb.name.lower() for verb in Verb}
    assert words.destinations.keys() == {place.name.lower() for place in Destination}
    assert words.steps.keys() == {step.name.lower() for step in TurnStep}
    assert words.zones.keys() == {zone.name.lower() for zone in Zone}
    for verb, phrase in PHRASES.items():
        assert holes(words.verbs[verb.name.lower()]) == nouns(phrase), verb
    for decision in program.members(Decision):
        assert words.decisions[decision.name] != decision.about["asks"]
    for name, forms in words.kinds.items():
        for text in forms.values():
            assert holes(text) == (set() if name == "nothing" else {"card"}), name


@pytest.mark.parametrize(
    "language, terms",
    [
        ("de", ["Wallung", "Wahnsinn", "Vorrang", "Stapel", "Friedhof", "Exil"]),
        ("fr", ["remous", "folie", "priorité", "pile", "cimetière", "exil"]),
    ],
)  # fmt: skip
def test_the_printed_terms_are_used(language: str, terms: list[str]) -> None:
    words = play_words(language)
    texts = [*words.events.values(), *(t for forms in words.kinds.values() for t in forms.values())]
    for term in terms:
        assert any(term in text for text in texts), term


def test_explanations_have_the_same_words_in_every_language() -> None:
    english = explaining("en")
    for language in OTHERS:
        other = explaining(language)
        for section in ("frame", "conditions", "terms", "rules"):
            ours, theirs = getattr(english, section), getattr(other, section)
            assert ours.keys() == theirs.keys(), (language, section)
            for key, text in ours.items():
                assert holes(theirs[key]) == holes(text), (language, key)
        told = [(variant.key, variant.switches) for variant in other.rule_variants]
        assert told == [(variant.key, variant.switches) for variant in english.rule_variants]


def conditions(system: System) -> tuple[set[str], set[str]]:
    """The rules that the conditions of laws ask, and the terms of what they compare."""
    from stackproof.lang.readings.python import reading_of
    from stackproof.trace.wording import _key

    reading = reading_of(system.program)
    asked: set[str] = set()
    compared: set[str] = set()
    for law in system.laws:
        if law.kind == POSSIBLE:
            continue
        key = system.key(law.check)
        module = system.program.rules[key].module
        for node in ast.walk(system.program.trees[key]):
            if isinstance(node, ast.Compare):
                compared |= {_key(s) for s in (node.left, *node.comparators) if _key(s)}
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                rule = system.program.key(getattr(module, node.func.id, None))
                if rule and reading.domains_of(rule).get("return") is BOOLEAN:
                    asked.add(node.func.id)
    return asked, compared


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_condition_of_a_law_has_words(system: System, language: str) -> None:
    words = explaining(language)
    asked, compared = conditions(system)
    assert asked == words.conditions.keys()
    fields = {name for name in compared if name.startswith(".") and not name[1:2].isupper()}
    assert not {name for name in fields if name not in words.terms}
    counted = {name for name in compared if name.endswith("()")}
    assert not {name for name in counted if name not in words.terms and name[:-2] not in asked}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_a_law_cites_is_told_in_every_edition(
    system: System, language: str
) -> None:
    words = explaining(language)
    cited = {key for law in system.laws for key in law.cites}
    cited |= {key for law in checking.ENGINE_LAWS for key in law.cites}
    for edition in editions().values():
        for key in cited:
            assert words.rule(key, edition), (key, edition.id)


def test_every_law_is_said_in_every_language(system: System) -> None:
    assert {law.id for law in system.laws} <= texts().keys()


@pytest.mark.parametrize(
    "name, after",
    [("Anna", "d'Anna"), ("Éa", "d'Éa"), ("Hit // Run", "de Hit // Run"), ("", "de ")],
)
def test_french_elides_before_vowels_only(name: str, after: str) -> None:
    assert Name(name).de == after
