"""All laws of the project."""

from __future__ import annotations

from types import ModuleType

from stackproof.lang.system import Law

from . import (
    casting,
    choices,
    fairness,
    history,
    madness,
    madness_choices,
    madness_costs,
    madness_discards,
    madness_timing,
    priority,
    progress,
    ripple,
    ripple_casts,
    ripple_costs,
    ripple_reveals,
    ripple_subsets,
    ripple_triggers,
    stack,
    state_based,
    triggers,
    zones,
)
from .declare import laws_of

MODULES: list[ModuleType] = [
    history, zones, stack, triggers, priority, state_based, casting,
    ripple, ripple_triggers, ripple_reveals, ripple_subsets, choices,
    ripple_casts, ripple_costs,
    madness, madness_timing, madness_costs, madness_discards, madness_choices, fairness, progress,
]  # fmt: skip
"""The rules modules that hold laws, in the order in which laws are listed."""


def laws() -> list[Law]:
    """Every law, in order."""
    return laws_of(MODULES)
