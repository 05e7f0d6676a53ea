"""Questions about how editions differ, each with the answer that comparing them has to give."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from stackproof.editions.load import Switch, editions, rule_keys
from stackproof.inputs import Place, read
from stackproof.laws.catalogue import laws

FILE = Path(__file__).with_name("questions.toml")


class Compare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two editions, perhaps with other switches, and what comparing their plays has to give.

    In the named ``scenarios``, or in all that have no card with a keyword in ``without``.
    ``relation`` is that of the plays as they are observed; ``only_old`` and ``only_new`` are kinds
    of witnesses that there have to be; where ``partings`` are given, every way in which the same
    choices lead elsewhere has to contain one of these texts.
    """

    old: str
    new: str
    observe: Literal["events", "zones", "priority"]
    old_switches: dict[str, Switch] = {}
    new_switches: dict[str, Switch] = {}
    scenarios: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    relation: str = ""
    only_old: tuple[str, ...] = ()
    only_new: tuple[str, ...] = ()
    partings: tuple[str, ...] | None = None


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question, its answer in words, and what has to come out for the answer to be right.

    ``laws`` have to hold in all scenarios and editions. ``cites`` are keys of the editions' rules.
    """

    id: str
    asks: str
    answer: str
    cites: tuple[str, ...]
    compare: tuple[Compare, ...] = ()
    laws: tuple[str, ...] = ()


class QuestionFile(msgspec.Struct, forbid_unknown_fields=True):
    """The file of all questions."""

    question: list[Question]


@cache
def questions() -> Mapping[str, Question]:
    """All questions by id, in order. Raises :class:`InputError`."""
    known = {law.id for law in laws()}
    found: dict[str, Question] = {}
    for i, asked in enumerate(read(FILE, QuestionFile).question):
        place = Place(str(FILE)).at("question", i)
        if asked.id in found:
            raise place.at("id").error(f'two questions are called "{asked.id}"')
        for law in asked.laws:
            if law not in known:
                raise place.at("laws").unknown("no law is called", law, known)
        for key in asked.cites:
            if key not in rule_keys():
                raise place.at("cites").unknown("no rule has the key", key, rule_keys())
        for compared in asked.compare:
            for name in (compared.old, compared.new):
                if name not in editions():
                    raise place.at("compare").unknown("no edition is called", name, editions())
        found[asked.id] = asked
    return MappingProxyType(found)
