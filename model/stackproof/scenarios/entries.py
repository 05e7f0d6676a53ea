"""What a scenario file says, as it is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from ..cards.load import Card
from ..inputs import Place, suggestion

StepName = Literal["upkeep", "draw", "main", "combat", "second-main", "end"]
LastStep = Literal["upkeep", "draw", "main", "combat", "second-main", "end", "cleanup"]

ZONES = ("hand", "battlefield", "library", "graveyard", "exile")


class Until(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the play is cut off: when that step of that turn ends, counted from turn 1."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=31)] = 1
    step: LastStep | None = None


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``floats`` allows mana abilities whenever a player has priority."""

    floats: bool = False
    hand_size: Annotated[int, msgspec.Meta(ge=0, le=31)] = 7


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """Editions in a row, both ends included; an end that is not given is open."""

    from_: str = ""
    to: str = ""


class Exceptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """The editions in which a law is expected to be violated: a list, or a span."""

    violated: list[str] | None = None
    from_: str = ""
    to: str = ""


class PlayerEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player and their cards by zone; the library from the top."""

    name: Annotated[str, msgspec.Meta(min_length=1)]
    life: Annotated[int, msgspec.Meta(ge=1, le=127)] = 20
    mana: Annotated[int, msgspec.Meta(ge=0, le=63)] = 0
    library: list[str] = []
    hand: list[str] = []
    battlefield: list[str] = []
    graveyard: list[str] = []
    exile: list[str] = []
    deck: list[str] | None = None


Size = Annotated[int, msgspec.Meta(ge=1, le=100)]


class Capacity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes that are chosen by hand instead of being derived from the cards."""

    cards: Size | None = None
    library: Size | None = None
    stack: Size | None = None
    waiting: Size | None = None
    events: Size | None = None


class ClaimEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario says of its plays, in words and as patterns of moments."""

    says: Annotated[str, msgspec.Meta(min_length=1)]
    editions: Span | list[str] | None = None
    possible: list[str] | None = None
    never: list[str] | None = None
    always: list[str] | None = None
    ends: dict[str, list[str]] | None = None


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario file says. ``cards`` are card files of one's own, relative to it."""

    title: Annotated[str, msgspec.Meta(min_length=1)]
    player: Annotated[list[PlayerEntry], msgspec.Meta(min_length=2, max_length=4)]
    about: str = ""
    case: list[str] = []
    cites: list[str] = []
    cards: list[str] = []
    editions: Span | list[str] | None = None
    active: str | None = None
    step: StepName = "main"
    until: Until = Until()
    options: Options = Options()
    capacity: Capacity = Capacity()
    expect: dict[str, Literal["violated"] | Exceptions] = {}
    claim: list[ClaimEntry] = []
    bench: bool = False


@dataclass(frozen=True)
class Copy:
    """One card of a scenario in its starting zone."""

    card: Card
    owner: int
    zone: str
    label: str


def faces(found: Sequence[Copy]) -> tuple[tuple[int, int], ...]:
    """The further entries of the card table: a card and the number of another face of it."""
    return tuple((i, face) for i, copy in enumerate(found) for face in range(len(copy.card.faces)))


def card_names(found: Sequence[Copy]) -> tuple[str, ...]:
    """A name for each entry of the card table: copies are told apart by label or number."""
    named = [(copy.card.name, copy.label) for copy in found]
    named += [(found[i].card.faces[face], found[i].label) for i, face in faces(found)]
    copied = Counter(name for name, _ in named)
    seen: Counter[str] = Counter()
    names = []
    for name, label in named:
        seen[name] += 1
        if label:
            names.append(f"{name} @{label}")
        else:
            names.append(f"{name} {seen[name]}" if copied[name] > 1 else name)
    return tuple(names)


MOST_CARDS = 64


def copies(text: str, known: Mapping[str, Card], place: Place) -> Iterator[tuple[Card, str]]:
    """The cards that one entry of a zone stands for: "Name", "3 Name" or "Name @label"."""
    found = re.fullmatch(r"(?:([+-]?\d+)\s+)?(.*?)(?:\s+@(\S+))?", text.strip())
    assert found is not None
    count, name, label = int((found[1] or "1")[:9]), found[2], found[3] or ""
    if not 1 <= count <= MOST_CARDS:
        raise place.error(f"the number of cards must be 1 to {MOST_CARDS}, not {found[1]}")
    if label and count > 1:
        raise place.error(f'the label "@{label}" can only stand for one card')
    if name not in known:
        raise place.error(f'no card is called "{name}"{suggestion(name, known)}')
    for _ in range(count):
        yield known[name], label
