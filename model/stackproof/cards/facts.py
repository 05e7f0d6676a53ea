"""Cards in the form that the game reads: one record of the card table each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import domains
from ..inputs import InputError, Place, suggestion
from ..lang.declare import Symbol
from ..lang.program import Program
from .load import Card, EffectLine

PLAYERS = ("player", "opponent")
STACKED = ("spell", "ability", "spell-or-ability")
FITTING = {
    "damage": ("player", "opponent", "creature", "any"),
    "counter": STACKED,
    "counter-unless": STACKED,
    "return": ("creature", "permanent"),
}
"""The targets that an operation needs."""


class CardWriter:
    """Writes cards into the card table of a program. Raises :class:`InputError`."""

    def __init__(self, program: Program) -> None:
        self.keywords = _numbers(program, domains.Keyword)
        self.operations = _numbers(program, domains.Operation)
        self.most_effects = program.capacities["effects"]
        self.most_keywords = program.capacities["keywords"]

    def write(self, record: Any, card: Card, name: int, owner: int) -> None:
        """Fill one record of type ``CardFacts``."""
        facts, place = card.facts, card.place
        record.name = name
        record.owner = owner
        record.type = domains.CardType[facts.type.upper()]
        record.has_cost = facts.cost is not None
        record.cost = facts.cost or 0
        record.discards = facts.discards
        record.target = _target(facts.target)
        record.toughness = facts.toughness
        record.boost = facts.boost
        record.makes = facts.makes
        record.tax = facts.tax
        self._effects(record.effects, facts.effects, facts.target, place.at("effects"))
        instances = list(card.keywords())
        if len(instances) > self.most_keywords:
            raise place.at("keywords").error(f"more than {self.most_keywords} instances")
        for i, (keyword, number) in enumerate(instances):
            self._keyword(record.keywords[i], keyword, number, place.at("keywords"))
        granted = list(card.grants())
        if len(granted) > 1:
            raise place.at("grants").error("more than one keyword")
        for keyword, number in granted:
            self._keyword(record.grants, keyword, number, place.at("grants"))
        ability = facts.ability
        if ability is not None:
            record.ability.exists = True
            record.ability.mana = ability.mana
            record.ability.discards = ability.discards
            record.ability.taps = ability.taps
            record.ability.once_a_turn = ability.once_a_turn
            record.ability.target = _target(ability.target)
            where = place.at("ability", "effects")
            self._effects(record.ability.effects, ability.effects, ability.target, where)

    def _effects(
        self, records: Any, lines: Sequence[EffectLine], target: str, place: Place
    ) -> None:
        if len(lines) > self.most_effects:
            raise place.error(f"more than {self.most_effects} lines")
        for i, line in enumerate(lines):
            at = place.at(i)
            if line.do not in self.operations:
                raise at.at("do").unknown("there is no operation", line.do, self.operations)
            if mistake := _mistake(line, target, at):
                raise mistake
            records[i].operation = self.operations[line.do]
            records[i].amount = line.n
            records[i].whom = domains.Whom[line.whom.upper()]

    def _keyword(self, record: Any, keyword: str, number: int, place: Place) -> None:
        if keyword not in self.keywords:
            near = suggestion(keyword, self.keywords)
            raise place.at(keyword).error(f"there is no such keyword{near}")
        record.keyword = self.keywords[keyword]
        record.number = number


def _mistake(line: EffectLine, target: str, place: Place) -> InputError | None:
    if line.whom == "target" and target not in PLAYERS:
        return place.at("whom").error("the target is no player")
    if target not in FITTING.get(line.do, (target,)):
        fitting = ", ".join(FITTING[line.do])
        return place.at("do").error(f'"{line.do}" needs a target: {fitting}')
    if line.do == "draw" and line.n > 4:
        return place.at("n").error("at most 4 cards are drawn at once")
    return None


def _numbers(program: Program, enumeration: type[Symbol]) -> dict[str, int]:
    """The members of an open enumeration by name, without the first, which stands for nothing."""
    members = program.members(enumeration)
    return {m.name.replace(" ", "-"): i for i, m in enumerate(members) if i > 0}


def _target(name: str) -> domains.TargetKind:
    return domains.TargetKind[name.replace("-", "_").upper()]
