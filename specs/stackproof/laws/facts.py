"""Laws about the editions themselves: read off their data, not off plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stackproof.editions.load import Edition, editions


@dataclass(frozen=True)
class Fact:
    """Something that is true of an edition's data."""

    id: str
    says: str
    check: Callable[[Edition], bool]
    cites: tuple[str, ...] = ()


def _madness_since_torment(edition: Edition) -> bool:
    numbered = [known for known in editions().values() if known.cite("madness.keyword")]
    return numbered[0].set == "Torment" and bool(edition.cite("madness.keyword"))


FACTS: tuple[Fact, ...] = (
    Fact(
        "madness-since-torment",
        "The first edition with a rule for madness is that of Torment, and every one since has it.",
        _madness_since_torment,
        ("madness.keyword",),
    ),
)
