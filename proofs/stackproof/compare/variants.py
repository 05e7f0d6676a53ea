"""Shipped editions with some switches set otherwise: proposals, and readings that none follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from stackproof.editions.load import Edition, Switch, edition
from stackproof.scenarios.spans import shipped_id

VARIANTS: tuple[tuple[str, Mapping[str, Switch]], ...] = (
    ("2006-07", {"window_closing": "immediate"}),
    ("2026-01", {"ripple_priority": "controller"}),
    ("2026-01", {"ripple_reveal": "each"}),
)
"""Switches that no shipped edition sets so, with the edition on which they are tried."""


def with_switches(name: str, switches: Mapping[str, Switch]) -> Edition:
    """A shipped edition with some switches set otherwise."""
    return changed(edition(name), switches)


def changed(known: Edition, switches: Mapping[str, Switch]) -> Edition:
    """An edition with some switches set otherwise."""
    if not switches:
        return known
    said = ",".join(f"{key}={str(value).lower()}" for key, value in switches.items())
    return replace(
        known,
        id=f"{known.id}+{said}",
        based_on=shipped_id(known),
        switches=MappingProxyType({**known.switches, **switches}),
    )


def variants() -> list[Edition]:
    """An edition for each rule that plays in no shipped one."""
    return [with_switches(name, switches) for name, switches in VARIANTS]
