"""Cards in the form that the game reads: one record of the card table for each face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..game import domains
from ..inputs import Place, suggestion
from ..lang.declare import NONE, Symbol
from ..lang.program import Program
from .entries import (
    AbilityEntry,
    CardEntry,
    EffectLine,
    SpellEntry,
    StaticEntry,
    WatchEntry,
)
from .load import Card, instances


class CardWriter:
    """Writes cards into the card table of a program. Raises :class:`InputError`.

    Names and tribes get a number each; cards with the same name get the same one.
    """

    def __init__(self, program: Program) -> None:
        self.keywords = _numbers(program, domains.Keyword)
        self.operations = _numbers(program, domains.Operation)
        self.statics = _numbers(program, domains.Static)
        self.capacities = program.capacities
        self.names: dict[str, int] = {"": 0}
        self.tribes: dict[str, int] = {"": 0}

    def write(self, record: Any, card: Card, owner: int) -> None:
        """Fill one record of type ``CardFacts`` with the card itself."""
        facts, place = card.facts, card.place
        self._spell(record, facts, owner, place)
        record.name = _number(self.names, facts.same_name_as or card.printed_name)
        record.front = NONE
        if facts.both_names:
            record.other_name = _number(self.names, facts.faces[0].name)
        record.tribe = _number(self.tribes, facts.tribe)
        record.makes = facts.makes
        record.mills = facts.mills
        if len(facts.statics) > self.capacities["statics"]:
            raise place.at("statics").error(f"more than {self.capacities['statics']} statics")
        for i, static in enumerate(facts.statics):
            self._static(record.statics[i], static, place.at("statics", i))
        if facts.ability is not None:
            self._ability(
                record.parts[domains.Part.ABILITY], facts.ability, place.at("ability", "effects")
            )
        if facts.watch is not None:
            self._watch(record.watch, facts.watch, place.at("watch"))
            trigger = record.parts[domains.Part.TRIGGER]
            trigger.exists = True
            self._effects(trigger.effects, facts.watch.effects, place.at("watch", "effects"))

    def write_face(self, record: Any, card: Card, face: int, owner: int, front: int) -> None:
        """Fill one record with another face of the card at a place of the card table."""
        facts = card.facts.faces[face]
        self._spell(record, facts, owner, card.place.at("faces", face))
        record.name = _number(self.names, facts.name)
        record.tribe = _number(self.tribes, card.facts.tribe)
        record.front = front

    def _spell(self, record: Any, facts: SpellEntry, owner: int, place: Place) -> None:
        record.owner = owner
        record.type = _type(facts.type)
        record.has_cost = facts.cost is not None
        record.kicker = facts.kicker
        record.keyword_x = facts.keyword_x
        record.split_second = facts.split_second
        record.uncounterable = facts.uncounterable
        record.toughness = facts.toughness
        record.boost = facts.boost
        spell = record.parts[domains.Part.SPELL]
        spell.exists = True
        spell.mana = facts.cost or 0
        spell.x = facts.x
        spell.discards = facts.discards
        spell.life = facts.life
        spell.sacrifices = _type(facts.sacrifices)
        spell.target = _target(facts.target)
        self._effects(spell.effects, facts.effects, place.at("effects"))
        keywords = list(instances(facts.keywords))
        if len(keywords) > self.capacities["keywords"]:
            most = self.capacities["keywords"]
            raise place.at("keywords").error(f"more than {most} instances")
        for i, (keyword, number) in enumerate(keywords):
            known = self._keyword(keyword, place.at("keywords", keyword))
            record.keywords[i].keyword = known
            record.keywords[i].number = number

    def _ability(self, part: Any, ability: AbilityEntry, place: Place) -> None:
        part.exists = True
        part.mana = ability.mana
        part.discards = ability.discards
        part.life = ability.life
        part.sacrifices = _type(ability.sacrifices)
        part.taps = ability.taps
        part.once_a_turn = ability.once_a_turn
        part.discards_itself = ability.discards_itself
        part.target = _target(ability.target)
        self._effects(part.effects, ability.effects, place)

    def _watch(self, record: Any, watch: WatchEntry, place: Place) -> None:
        record.event = domains.Watched[_constant(watch.event)]
        record.whose = domains.Whose[_constant(watch.whose)]
        record.if_from_hand = watch.if_from_hand
        if watch.if_keyword:
            record.if_keyword = self._keyword(watch.if_keyword, place.at("if_keyword"))
        if watch.value is not None:
            record.if_value = True
            record.value = watch.value

    def _static(self, record: Any, static: StaticEntry, place: Place) -> None:
        if static.name not in self.statics:
            raise place.at("is").unknown("there is no static ability", static.name, self.statics)
        record.static = self.statics[static.name]
        record.number = static.n
        record.whose = domains.Whose[_constant(static.whose)]
        record.tribe = _number(self.tribes, static.tribe)
        if static.keyword:
            record.keyword = self._keyword(static.keyword, place.at("keyword"))
        if static.name.startswith("grant") != bool(static.keyword):
            told = "is missing" if not static.keyword else "is only for abilities that grant one"
            raise place.error(f'the key "keyword" {told}')

    def _effects(self, records: Any, lines: Sequence[EffectLine], place: Place) -> None:
        if len(lines) > self.capacities["effects"]:
            raise place.error(f"more than {self.capacities['effects']} lines")
        for i, line in enumerate(lines):
            if line.do not in self.operations:
                at = place.at(i, "do")
                raise at.unknown("there is no operation", line.do, self.operations)
            records[i].operation = self.operations[line.do]
            records[i].amount = line.n
            records[i].counting = domains.Counting[_constant(line.count or "fixed")]
            records[i].whom = domains.Whom[_constant(line.whom)]
            records[i].kicked = line.kicked

    def _keyword(self, keyword: str, place: Place) -> int:
        if keyword not in self.keywords:
            raise place.error(f"there is no such keyword{suggestion(keyword, self.keywords)}")
        return self.keywords[keyword]


def any_statics(cards: Sequence[CardEntry]) -> bool:
    """Whether any card has a static ability."""
    return any(facts.statics for facts in cards)


def any_watches(cards: Sequence[CardEntry]) -> bool:
    """Whether any card has a triggered ability."""
    return any(facts.watch is not None for facts in cards)


def _number(known: dict[str, int], name: str) -> int:
    return known.setdefault(name, len(known))


def _numbers(program: Program, enumeration: type[Symbol]) -> Mapping[str, int]:
    """The members of an open enumeration by name, without the first, which stands for nothing."""
    members = program.members(enumeration)
    return {m.name.replace(" ", "-"): i for i, m in enumerate(members) if i > 0}


def _constant(name: str) -> str:
    return name.replace("-", "_").upper()


def _type(name: str | None) -> domains.CardType:
    return domains.CardType[_constant(name or "none")]


def _target(name: str) -> domains.TargetKind:
    return domains.TargetKind[_constant(name)]
