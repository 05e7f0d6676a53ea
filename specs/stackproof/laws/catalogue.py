"""All laws of the project."""

from __future__ import annotations

from types import ModuleType

from stackproof.lang.system import Law

from . import history, madness, priority, ripple, stack, zones
from .declare import laws_of

MODULES: list[ModuleType] = [history, zones, stack, priority, ripple, madness]
"""The rules modules that hold laws, in the order in which laws are listed."""


def laws() -> list[Law]:
    """Every law, in order."""
    return laws_of(MODULES)
