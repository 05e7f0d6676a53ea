"""Facts of a card that contradict each other, or that the kernel would not play as written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..inputs import Place
from .entries import AbilityEntry, CardEntry, EffectLine, FaceEntry, SpellEntry, WatchEntry

INSTANTS = ("instant", "sorcery")
PLAYERS = ("player", "opponent")
STACKED = ("spell", "ability", "spell-or-ability")
FITTING = {
    "bury-exiled": ("exiled-card",),
    "copy": ("spell",),
    "counter": STACKED,
    "counter-unless": STACKED,
    "damage": ("player", "opponent", "creature", "any"),
    "destroy": ("creature", "permanent"),
    "return": ("creature", "permanent"),
    "take-control": ("spell",),
}
"""The targets that an operation needs."""

OF_WATCHES = {
    "counter-the-spell": "cast",
    "exile-the-discarded-card": "discard",
    "return-the-discarded-card": "discard",
}
"""The event about which an operation of a triggered ability is."""

FOR_SEVERAL = ("discard", "damage", "draw", "mill")
COUNTED = ("draw", "mill")
MOST_COUNTED = 4


def check(facts: CardEntry, place: Place) -> None:
    """Raises :class:`InputError` for the first mistake."""
    if facts.since and not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", facts.since):
        raise place.at("since").error('must be a month such as "2006-07"')
    _check_spell(facts, place)
    for i, face in enumerate(facts.faces):
        _check_face(facts, face, place.at("faces", i))
    if facts.both_names:
        halves = facts.name.split(" // ")
        if len(halves) != 2 or [face.name for face in facts.faces] != halves[1:]:
            wanted = 'a split card is called "A // B" and has one further face, B'
            raise place.at("both_names").error(wanted)
    if facts.mills and facts.makes != 1:
        raise place.at("mills").error("only a permanent that makes one mana mills by it")
    if facts.type in INSTANTS and (facts.makes or facts.statics):
        key = "makes" if facts.makes else "statics"
        raise place.at(key).error("only a permanent has this")
    if facts.ability is not None:
        _check_ability(facts, facts.ability, place.at("ability"))
    if facts.watch is not None:
        _check_watch(facts, facts.watch, place.at("watch"))


def _check_spell(facts: SpellEntry, place: Place) -> None:
    if facts.type == "land" and facts.cost is not None:
        raise place.at("cost").error("a land has no mana cost")
    if facts.x and facts.cost is None:
        raise place.at("x").error("a card without a mana cost has no X in it")
    if facts.keyword_x and not facts.keywords:
        raise place.at("keyword_x").error("the card has no keyword")
    if facts.type == "aura" and facts.target not in ("creature", "permanent"):
        raise place.at("target").error('an Aura has the target "creature" or "permanent"')
    if facts.type not in INSTANTS and facts.effects:
        raise place.at("effects").error("a permanent spell has no effects; its ability has")
    if facts.type not in (*INSTANTS, "aura") and facts.target != "nothing":
        raise place.at("target").error("only an instant, a sorcery or an Aura has a target")
    if facts.type == "creature" and facts.toughness == 0:
        raise place.at("toughness").error("a creature has a toughness of at least 1 here")
    for i, line in enumerate(facts.effects):
        at = place.at("effects", i)
        if line.do == "boost":
            raise at.at("do").error("only the ability of a permanent boosts it")
        if line.do == "untap":
            raise at.at("do").error("only an ability of a permanent untaps it")
        if line.kicked and not facts.kicker:
            raise at.at("kicked").error("the card has no kicker")
        if line.count == "x" and not (facts.x or facts.keyword_x):
            raise at.at("count").error("no cost of the card has X in it")
    _check_lines(facts.effects, facts.target, None, place.at("effects"))


def _check_face(facts: CardEntry, face: FaceEntry, place: Place) -> None:
    if face.type == "land" or facts.type == "land":
        raise place.at("type").error("a land is not cast, so it is no face here")
    if face.cost is None:
        raise place.at("cost").error("a face that is cast has a mana cost")
    if face.name == facts.name:
        raise place.at("name").error("the card itself is called so")
    _check_spell(face, place)


def _check_ability(facts: CardEntry, ability: AbilityEntry, place: Place) -> None:
    if facts.type in INSTANTS and not ability.discards_itself:
        raise place.error("only a permanent has an ability, or a card in hand discards_itself")
    costs = (ability.mana, ability.discards, ability.life, ability.sacrifices, ability.taps)
    if not (any(costs) or ability.once_a_turn or ability.discards_itself):
        raise place.error("an ability without any cost could be used for ever")
    if ability.taps and facts.makes:
        raise place.error("a permanent that makes mana cannot tap otherwise")
    if ability.discards_itself and (ability.taps or ability.once_a_turn or ability.discards):
        raise place.at("discards_itself").error("it costs no more than mana, life or a sacrifice")
    for i, line in enumerate(ability.effects):
        at = place.at("effects", i)
        if line.count == "x":
            raise at.at("count").error("an ability has no X")
        if line.do in ("boost", "untap") and ability.discards_itself:
            raise at.at("do").error("the card is not on the battlefield")
        _check_kicked(line, at)
    _check_lines(ability.effects, ability.target, None, place.at("effects"))


def _check_watch(facts: CardEntry, watch: WatchEntry, place: Place) -> None:
    if watch.event == "cycled":
        if facts.ability is None or not facts.ability.discards_itself:
            raise place.at("event").error("the card has no ability that discards_itself")
    elif facts.type in INSTANTS:
        raise place.error("only a permanent has this")
    if watch.event != "cast" and (watch.value is not None or watch.if_from_hand):
        key = "if_from_hand" if watch.if_from_hand else "value"
        raise place.at(key).error('only the event "cast" has this')
    if watch.if_keyword and watch.event != "discard":
        raise place.at("if_keyword").error('only the event "discard" has this')
    for i, line in enumerate(watch.effects):
        at = place.at("effects", i)
        if line.do == "boost":
            raise at.at("do").error("only the ability of a permanent boosts it")
        if line.count == "x" and watch.event not in ("cast", "discards"):
            raise at.at("count").error('only the events "cast" and "discards" have a number')
        _check_kicked(line, at)
    _check_lines(watch.effects, "nothing", watch, place.at("effects"))


def _check_kicked(line: EffectLine, place: Place) -> None:
    if line.kicked:
        raise place.at("kicked").error("only a spell is kicked")


def _check_lines(
    lines: Sequence[EffectLine], target: str, watch: WatchEntry | None, place: Place
) -> None:
    for i, line in enumerate(lines):
        at = place.at(i)
        _check_whom(line, target, watch, at)
        aims = line.do != "damage" or line.whom in ("you", "target")
        if aims and target not in FITTING.get(line.do, (target,)):
            fitting = ", ".join(FITTING[line.do])
            raise at.at("do").error(f'"{line.do}" needs a target: {fitting}')
        event = OF_WATCHES.get(line.do)
        if event and (watch is None or watch.event != event):
            raise at.at("do").error(f'"{line.do}" is about the event "{event}" of a watch')
        if line.do in COUNTED and line.n > MOST_COUNTED:
            what = "drawn" if line.do == "draw" else "milled"
            raise at.at("n").error(f"at most {MOST_COUNTED} cards are {what} at once")
        if line.do in COUNTED and line.count == "graveyard":
            raise at.at("count").error(f"at most {MOST_COUNTED} cards can be counted here")


def _check_whom(line: EffectLine, target: str, watch: WatchEntry | None, place: Place) -> None:
    if line.whom == "target" and line.do != "damage" and target not in PLAYERS:
        raise place.at("whom").error("the target is no player")
    if line.whom == "event" and (watch is None or watch.event in ("discards", NO_CARD)):
        raise place.at("whom").error("there is no event about a card here")
    if line.whom.startswith("each") and line.do not in FOR_SEVERAL:
        several = ", ".join(FOR_SEVERAL)
        raise place.at("whom").error(f"only these concern several players: {several}")


NO_CARD = "end-step-after-discard"
