"""Claims: what a scenario says of its plays, read and checked word by word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..inputs import InputError, Place, suggestion
from .entries import ClaimEntry
from .vocabulary import FACTS, HAPPENING, Vocabulary

FORMS = ("possible", "never", "always", "ends")
BETWEEN = "not:"
JOIN = " & "
NEGATION = "not "
FACT = r"(?:not )?([A-Za-z-]+): *(.*)"


@dataclass(frozen=True)
class Atom:
    """A pattern for a happening or for one kind of fact; ``negated`` if no fact is to match."""

    kind: str
    text: str
    negated: bool = False


@dataclass(frozen=True)
class Moment:
    """A happening, or facts that are true of one position."""

    atoms: tuple[Atom, ...]

    @property
    def happening(self) -> bool:
        """Whether it is something that happens, and not a position."""
        return self.atoms[0].kind == HAPPENING


@dataclass(frozen=True)
class Sequel:
    """Moments in order. ``barred[i]`` must not come before ``moments[i]``, after the one before.

    The last entry of ``barred`` is about the time after the last moment until the play ends.
    """

    moments: tuple[Moment, ...]
    barred: tuple[tuple[Moment, ...], ...]


@dataclass(frozen=True)
class Claim:
    """One claim: its form with a sequel, or the zones in which cards end by their place."""

    id: str
    says: str
    form: str
    editions: tuple[str, ...]
    shown: tuple[str, ...]
    sequel: Sequel | None = None
    ends: Mapping[int, frozenset[str]] = field(default_factory=dict, hash=False)


def read_claim(
    number: int, said: ClaimEntry, editions: tuple[str, ...], words: Vocabulary, place: Place
) -> Claim:
    """The claim that an entry states. Raises :class:`InputError`."""
    given = [form for form in FORMS if getattr(said, form) is not None]
    if len(given) != 1:
        wanted = ", ".join(f'"{form}"' for form in FORMS)
        raise place.error(f"exactly one of {wanted} is needed, not {len(given)}")
    form = given[0]
    name, where = f"claim-{number}", place.at(form)
    if said.ends is not None:
        ends = _ends(said.ends, words, where)
        shown = tuple(f"{card}: {', '.join(zones)}" for card, zones in said.ends.items())
        return Claim(name, said.says, form, editions, shown, ends=ends)
    patterns: list[str] = getattr(said, form)
    sequel = read_sequel(patterns, words, where)
    if form == "always" and (sequel.barred[0] or len(patterns) < 2):
        raise where.error("a first moment is needed, and what follows it")
    return Claim(name, said.says, form, editions, tuple(patterns), sequel)


def read_sequel(patterns: Sequence[str], words: Vocabulary, place: Place) -> Sequel:
    """The moments that patterns stand for. Raises :class:`InputError`."""
    if not patterns:
        raise place.error("at least one pattern is needed")
    moments: list[Moment] = []
    barred: list[list[Moment]] = [[]]
    for i, pattern in enumerate(patterns):
        text = pattern.strip()
        if text.startswith(BETWEEN):
            barred[-1].append(_moment(text.removeprefix(BETWEEN), words, place.at(i)))
        else:
            moments.append(_moment(text, words, place.at(i)))
            barred.append([])
    return Sequel(tuple(moments), tuple(map(tuple, barred)))


def _moment(text: str, words: Vocabulary, place: Place) -> Moment:
    parts = [part.strip() for part in text.split(JOIN)]
    if len(parts) > 1 and not all(re.match(FACT, part) for part in parts):
        raise place.error(f'only facts of one position can be joined by "{JOIN.strip()}"')
    return Moment(tuple(_atom(part, words, place) for part in parts))


def _atom(text: str, words: Vocabulary, place: Place) -> Atom:
    negated = text.startswith(NEGATION)
    found = re.fullmatch(FACT, text)
    kind, pattern = (found[1], found[2]) if found else (HAPPENING, text)
    if kind not in FACTS and kind != HAPPENING:
        raise place.error(f'there is no kind of fact called "{kind}"{suggestion(kind, FACTS)}')
    if not pattern:
        raise place.error("an empty pattern")
    if negated and kind == HAPPENING:
        raise place.error('"not " is for facts; "not:" says what must not happen in between')
    mistake = words.mistake(kind, pattern)
    if mistake:
        raise place.error(mistake)
    return Atom(kind, pattern, negated)


def _ends(
    said: Mapping[str, list[str]], words: Vocabulary, place: Place
) -> dict[int, frozenset[str]]:
    ends: dict[int, frozenset[str]] = {}
    for card, zones in said.items():
        if card not in words.cards:
            raise _no_card(card, words, place)
        if not zones:
            raise place.at(card).error("at least one zone is needed")
        for i, zone in enumerate(zones):
            if zone not in words.words["zone"]:
                raise place.at(card, i).unknown("there is no zone", zone, words.words["zone"])
        ends[words.cards.index(card)] = frozenset(zones)
    if not ends:
        raise place.error("at least one card is needed")
    return ends


def _no_card(card: str, words: Vocabulary, place: Place) -> InputError:
    return place.at(card).error(f"no card is called so here{suggestion(card, words.cards)}")
