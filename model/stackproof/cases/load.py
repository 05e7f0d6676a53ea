"""The catalogue of cases: situations with their right outcome, for scenarios to settle."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec

from ..editions.load import Edition, editions, rule_keys
from ..inputs import InputError, Place, read, suggestion

Text = Annotated[str, msgspec.Meta(min_length=1)]


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row. ``rules`` are keys of the editions, or bare numbers where there is no key.

    ``tag`` says how well the outcome is known: V read in a source, D derived from the rules, M
    from memory. ``since`` is the first edition in which it can occur. ``left_out`` is the reason
    where no scenario will settle it.
    """

    id: Text
    topic: Text
    situation: Text
    since: str
    rules: list[str] = []
    outcome: str = ""
    source: str = ""
    tag: Literal["", "V", "D", "M", "V/D"] = ""
    left_out: str = ""

    def numbers(self, edition: Edition) -> list[str]:
        """The rules by their numbers; those without a key have the newest edition's number."""
        known = rule_keys()
        found = [edition.cite(rule) if rule in known else rule for rule in self.rules]
        return [number for number in dict.fromkeys(found) if number]


class CaseFile(msgspec.Struct, forbid_unknown_fields=True):
    """What a file of the catalogue says."""

    case: list[Case]


@cache
def cases() -> Mapping[str, Case]:
    """The whole catalogue by id. Raises :class:`InputError`."""
    found: dict[str, Case] = {}
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        for i, case in enumerate(read(path, CaseFile).case):
            place = Place(str(path)).at("case", i)
            if case.id in found:
                raise place.at("id").error(f'"{case.id}" occurs twice')
            if case.since not in editions():
                raise place.at("since").unknown("no edition is called", case.since, editions())
            for j, rule in enumerate(case.rules):
                if rule not in rule_keys() and not re.fullmatch(r"\d{3}\.\d+[a-z]?", rule):
                    raise place.at("rules", j).unknown("no rule has the key", rule, rule_keys())
            found[case.id] = case
    return MappingProxyType(found)


def find(name: str) -> Case:
    """A case by its id. Raises :class:`InputError`."""
    if name not in cases():
        raise InputError(f'no case is called "{name}"{suggestion(name, cases())}')
    return cases()[name]
