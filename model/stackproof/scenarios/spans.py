"""Editions as scenarios name them: a list, or a span from one to another."""

from __future__ import annotations

from collections.abc import Iterable

from ..editions.load import Edition, editions
from ..inputs import Place
from .entries import Copy, Span


def too_early(found: Iterable[Copy], edition: Edition) -> str:
    """What is wrong where a card has a keyword that an edition does not have yet."""
    for copy in found:
        for keyword in sorted(copy.card.keyword_names()):
            if not edition.has_keyword(keyword):
                return (
                    f'"{copy.card.name}" has {keyword}, '
                    f"which does not exist in the edition {edition.id}"
                )
    return ""


def named(said: Span | list[str], place: Place) -> list[str]:
    """The editions of a span or a list."""
    if isinstance(said, Span):
        return span(said.from_, said.to, place)
    for i, name in enumerate(said):
        if name not in editions():
            raise place.at(i).unknown("no edition is called", name, editions())
    if not said:
        raise place.error("no edition is left")
    return said


def span(first: str, last: str, place: Place) -> list[str]:
    """The shipped editions from one to another."""
    names = list(editions())
    for key, name in (("from", first), ("to", last)):
        if name and name not in names:
            raise place.at(key).unknown("no edition is called", name, names)
    start = names.index(first) if first else 0
    end = names.index(last) + 1 if last else len(names)
    if start >= end:
        raise place.error(f'"{first}" is later than "{last}"')
    return names[start:end]


def shipped_id(edition: Edition) -> str:
    """The id of an edition, or of the shipped one that a user's own is based on."""
    return edition.id if edition.id in editions() else edition.based_on
