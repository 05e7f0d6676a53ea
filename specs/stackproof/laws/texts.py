"""What the laws say in German and French, in the printed terms of those languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from stackproof.inputs import Place, convert, read_toml

FILE = Path(__file__).with_name("texts.toml")


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line with its exceptions, in each language."""

    de: str
    fr: str


@cache
def texts() -> Mapping[str, Text]:
    """The texts by the id of the law. Raises :class:`InputError`."""
    found = convert(read_toml(FILE), dict[str, Text], Place(str(FILE)))
    return MappingProxyType(found)


def says(law: str, english: str, language: str) -> str:
    """What a law says in a language; in English where there is no translation."""
    text = texts().get(law)
    if text is None or language == "en":
        return english
    return text.de if language == "de" else text.fr
