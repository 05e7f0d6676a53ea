"""Actions by name: how trace files write them, and which action of a position is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stackproof.game.domains import Verb
from stackproof.inputs import Place
from stackproof.scenarios.load import Scenario

from .file import Step
from .narrate import Narrator

KEYS: dict[Verb, str] = {
    Verb.PLAY: "card",
    Verb.ACTIVATE: "card",
    Verb.TAP: "card",
    Verb.PICK: "card",
    Verb.TARGET: "target",
    Verb.ORDER: "trigger",
    Verb.NUMBER: "number",
}
"""The key that says with what something is done. The other verbs have none."""


def written(narrator: Narrator, position: Any, verb: int, argument: int) -> dict[str, Any]:
    """The fields of a :class:`Step` that stand for a legal action."""
    known = Verb(verb)
    fields: dict[str, Any] = {"player": narrator.decider(position), "verb": known.name.lower()}
    if known in KEYS:
        name = _name(narrator, position, known, argument)
        alike = [a for a in _legal(narrator, position, known) if a <= argument]
        nth = sum(_name(narrator, position, known, a) == name for a in alike)
        fields |= {KEYS[known]: name, "nth": max(nth, 1)}
    return fields


def meant(narrator: Narrator, position: Any, step: Step) -> tuple[int, int] | None:
    """The legal action that a step stands for; None if there is none."""
    verb = Verb[step.verb.upper()]
    if step.player != narrator.decider(position):
        return None
    legal = list(_legal(narrator, position, verb))
    if verb in KEYS:
        name = getattr(step, KEYS[verb])
        legal = [a for a in legal if _name(narrator, position, verb, a) == name]
    return (verb, legal[step.nth - 1]) if step.nth <= len(legal) else None


def check_names(steps: list[Step], scenario: Scenario, place: Place) -> None:
    """Raises :class:`InputError` for a name that nothing in the scenario has."""
    words = scenario.vocabulary.words
    for i, step in enumerate(steps):
        here = place.at(i)
        if step.player not in words["seat"]:
            raise here.at("player").unknown("no player is called", step.player, words["seat"])
        wanted = KEYS.get(Verb[step.verb.upper()])
        for key in dict.fromkeys(KEYS.values()):
            value = getattr(step, key)
            if key == wanted and value is None:
                raise here.error(f'the key "{key}" is missing: {step.verb} what?')
            if key != wanted and value is not None:
                raise here.at(key).error(f'the verb "{step.verb}" has no {key}')
            if key == wanted and key != "number" and value not in words[key]:
                raise here.at(key).unknown(f"no {key} is called", value, words[key])


def _legal(narrator: Narrator, position: Any, verb: Verb) -> Iterator[int]:
    """The arguments with which a verb is legal."""
    size = narrator.system.verbs[verb][1]
    return (a for a in range(size) if narrator.player.legal(position, verb, a))


def _name(narrator: Narrator, position: Any, verb: Verb, argument: int) -> str | int:
    if verb is Verb.NUMBER:
        return argument
    if verb is Verb.TARGET:
        return narrator.target(position, argument)
    if verb is Verb.ORDER:
        return narrator.waiting(position, argument)
    return narrator.game.cards[argument]
