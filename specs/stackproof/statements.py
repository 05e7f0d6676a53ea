"""The statements of the source texts about ripple and madness, each with the laws that state it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from stackproof.editions.load import editions
from stackproof.inputs import Place, read
from stackproof.laws.catalogue import laws
from stackproof.laws.facts import FACTS

Standing = Literal["holds", "fails", "not in force", "vacuous"]
Language = Literal["en", "de", "fr"]
FILE = Path(__file__).with_name("statements.toml")


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """Editions from one to another, both included; without an end, up to the first or last."""

    from_: str = ""
    to: str = ""

    def covers(self, edition: str) -> bool:
        """Whether an edition, by its id, is one of them."""
        return self.from_ <= edition and (not self.to or edition <= self.to)


class Expectation(Span, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is expected in some editions."""

    verdict: Standing


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence of the texts, or one on the stack in general that no text says.

    ``langs`` are the languages in which a text says it, ``en``, ``de`` and ``fr`` the sentence in
    own words. It holds where all ``laws`` do that are in force; where one ``against`` it holds, it
    fails. ``readings`` tells, by law, how that law reads the sentence; a law that the rules do not
    support is only a reading. ``editions`` are those in which the sentence is true as it stands,
    ``outside`` what is expected elsewhere, and ``expect`` where that is not the whole story, as
    ``note`` explains.
    """

    id: str
    keyword: Literal["ripple", "madness", "stack"]
    langs: tuple[Language, ...]
    en: str
    de: str
    fr: str
    laws: tuple[str, ...]
    against: tuple[str, ...] = ()
    readings: dict[str, str] = {}
    editions: Span = Span()
    outside: Standing = "not in force"
    expect: tuple[Expectation, ...] = ()
    note: str = ""

    def expected(self, edition: str) -> Standing:
        """The verdict that is expected in an edition."""
        for known in self.expect:
            if known.covers(edition):
                return known.verdict
        return "holds" if self.editions.covers(edition) else self.outside

    def text(self, language: str) -> str:
        """The sentence in a language."""
        return {"de": self.de, "fr": self.fr}.get(language, self.en)


class StatementFile(msgspec.Struct, forbid_unknown_fields=True):
    """The file of all statements."""

    statement: list[Statement]


@cache
def statements() -> Mapping[str, Statement]:
    """All statements by id, in order. Raises :class:`InputError`."""
    known = {law.id for law in laws()} | {fact.id for fact in FACTS}
    known |= {"no-rule-error", "no-dead-end"}
    found: dict[str, Statement] = {}
    for i, said in enumerate(read(FILE, StatementFile).statement):
        place = Place(str(FILE)).at("statement", i)
        if said.id in found:
            raise place.at("id").error(f'two statements are called "{said.id}"')
        for key, named in (("laws", said.laws), ("against", said.against)):
            for name in named:
                if name not in known:
                    raise place.at(key).unknown("no law is called", name, known)
        for name in said.readings:
            if name not in said.laws:
                raise place.at("readings").error(f'"{name}" is no law of the statement')
        for span in (said.editions, *said.expect):
            for name in (span.from_, span.to):
                if name and name not in editions():
                    raise place.unknown("no edition is called", name, editions())
        found[said.id] = said
    return MappingProxyType(found)


def served_by(law: str) -> list[str]:
    """The ids of the statements that a law serves."""
    return [s.id for s in statements().values() if law in s.laws or law in s.against]
