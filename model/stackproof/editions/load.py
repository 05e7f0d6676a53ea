"""Editions of the rules: data that says how an edition plays and how it numbers its rules.

A file states what changed against the edition that it is based on; an :class:`Edition` has
everything resolved.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

import msgspec

from ..inputs import InputError, Place, read, suggestion

Switch = bool | str

SWITCHES: Mapping[str, tuple[Switch, ...]] = MappingProxyType({
    "cast_in_resolution": (False, True),
    "find_discarded": (False, True),
    "legality_check": ("throughout", "proposal-step", "proposal-only"),
    "madness_exile": ("may", "must"),
    "madness_timing": ("window", "resolution"),
    "mana_burn": (False, True),
    "mana_empties": ("phase", "step"),
    "nameless_never_match": (False, True),
    "random_costs_last": (False, True),
    "ripple": (False, True),
    "ripple_priority": ("active", "controller"),
    "ripple_reveal": ("all", "each"),
    "two_part_trigger_order": (False, True),
    "undo_reveals": (False, True),
    "window_closing": ("delayed", "immediate"),
})  # fmt: skip
"""Every switch with its possible values."""

READ: Mapping[str, tuple[str, Switch]] = MappingProxyType({
    "find_discarded": ("finds_discarded", True),
    "madness_exile": ("madness_optional", "may"),
    "madness_timing": ("madness_window", "window"),
    "mana_burn": ("mana_burn", True),
    "mana_empties": ("mana_lasts_for_phase", "phase"),
    "ripple_priority": ("ripple_gives_priority", "controller"),
    "ripple_reveal": ("ripple_reveals_singly", "each"),
    "window_closing": ("window_closes_at_once", "immediate"),
})  # fmt: skip
"""The switches that the rules read: the field of ``game.setup.Setup``, and when it is true."""


class EditionFile(msgspec.Struct, forbid_unknown_fields=True, rename={"set_name": "set"}):
    """What an edition file says. ``unverified`` are keys of rules whose numbers are a guess,
    ``overrides`` is a file with rules that replace others, beside it.
    """

    id: str
    set_name: str = ""
    based_on: str = ""
    effective: dt.date | None = None
    changed: str = ""
    source: str = ""
    unverified: list[str] = []
    switches: dict[str, Switch] = {}
    rules: dict[str, str] = {}
    overrides: str = ""


@dataclass(frozen=True)
class Edition:
    """An edition of the rules; ``switches`` and ``rules`` are complete.

    ``rules`` gives the number of each rule by its key, empty where the edition has no such rule.
    ``overrides`` is a module of a user's own whose rules replace others.
    """

    id: str
    based_on: str
    set: str
    effective: dt.date | None
    changed: str
    switches: Mapping[str, Switch] = field(hash=False)
    rules: Mapping[str, str] = field(hash=False)
    file: Path
    overrides: Path | None = None

    def cite(self, key: str) -> str:
        """The number of a rule, or nothing where the edition has none."""
        return self.rules.get(key, "")

    @cached_property
    def setup(self) -> Mapping[str, bool]:
        """The fields of ``game.setup.Setup`` that the edition decides."""
        return MappingProxyType({
            field: self.switches[name] == value for name, (field, value) in READ.items()
        })  # fmt: skip

    @cached_property
    def behaviour(self) -> tuple[object, ...]:
        """What the game reads of the edition: equal behaviour is the same graph of plays."""
        return (*self.setup.items(), self.overrides)

    def has_keyword(self, name: str) -> bool:
        """Whether a keyword exists; one that no switch is about exists always."""
        return self.switches.get(name) is not False


@cache
def editions() -> Mapping[str, Edition]:
    """All shipped editions by id, in the order of time."""
    known: dict[str, Edition] = {}
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        known[path.stem] = _resolve(path, read(path, EditionFile), known)
    return MappingProxyType(known)


def edition(name: str) -> Edition:
    """A shipped edition by its id. Raises :class:`InputError`."""
    known = editions()
    if name not in known:
        raise InputError(f'no edition is called "{name}"{suggestion(name, known)}')
    return known[name]


def load_edition(path: str | Path) -> Edition:
    """An edition that a user wrote, based on a shipped one. Raises :class:`InputError`."""
    said = read(path, EditionFile)
    if not said.based_on:
        raise Place(str(path)).error('the key "based_on" is missing')
    if said.id in editions():
        raise Place(str(path), "id").error(f'"{said.id}" is a shipped edition; choose another id')
    return _resolve(Path(path), said, editions())


def rule_keys() -> frozenset[str]:
    """The keys of all rules that editions number."""
    return frozenset(next(iter(editions().values())).rules)


def _resolve(path: Path, said: EditionFile, known: Mapping[str, Edition]) -> Edition:
    place = Place(str(path))
    if not said.id:
        raise place.at("id").error("must not be empty")
    switches: dict[str, Switch] = {}
    rules: dict[str, str] = {}
    if said.based_on:
        if said.based_on not in known:
            raise place.at("based_on").unknown("no edition is called", said.based_on, known)
        base = known[said.based_on]
        switches |= base.switches
        rules |= base.rules
        for key in said.rules:
            if key not in rules:
                raise place.at("rules").unknown("no rule has the key", key, rules)
    for name, value in said.switches.items():
        _check(name, value, place.at("switches"))
    switches |= said.switches
    rules |= said.rules
    for name in SWITCHES:
        if name not in switches:
            raise place.at("switches").error(f'the key "{name}" is missing')
    for key in said.unverified:
        if key not in rules:
            raise place.at("unverified").unknown("no rule has the key", key, rules)
    overrides = path.parent / said.overrides if said.overrides else None
    if overrides is not None and not overrides.is_file():
        raise place.at("overrides").error(f'there is no file "{said.overrides}"')
    return Edition(
        said.id, said.based_on, said.set_name, said.effective, said.changed,
        MappingProxyType(switches), MappingProxyType(rules), path, overrides,
    )  # fmt: skip


def _check(name: str, value: Switch, place: Place) -> None:
    if name not in SWITCHES:
        raise place.at(name).error(f"there is no such switch{suggestion(name, SWITCHES)}")
    possible = SWITCHES[name]
    if not any(type(value) is type(other) and value == other for other in possible):
        wanted = " or ".join(map(_shown, possible))
        raise place.at(name).error(f"must be {wanted}, not {_shown(value)}")


def _shown(value: Switch) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'
