"""How a law is declared: metadata around a rule that returns whether the law holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TypeVar

from stackproof.lang.system import Law

F = TypeVar("F", bound=Callable[..., bool])

_declared: dict[str, list[Law]] = {}


def law(
    kind: str, name: str, says: str, *cites: str, when: Mapping[str, object] | None = None
) -> Callable[[F], F]:
    """Declare the decorated rule a law.

    ``kind`` is ``"invariant"`` (of every position) or ``"step"`` (of every transition); ``cites``
    are keys of the editions' rules; ``when`` are the switches of the editions in which the law is
    in force. Raises ValueError for an id that is taken.
    """

    def declare(check: F) -> F:
        if any(known.id == name for laws in _declared.values() for known in laws):
            raise ValueError(f"two laws are called {name!r}")
        found = Law(name, says, check, cites, kind, dict(when or {}))
        _declared.setdefault(check.__module__, []).append(found)
        return check

    return declare


def laws_of(modules: list[ModuleType]) -> list[Law]:
    """The laws that modules declare, in the order of the modules and of their text."""
    return [known for module in modules for known in _declared.get(module.__name__, [])]
