"""How a law is declared: metadata around a rule that returns whether the law holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TypeVar

from stackproof.lang.system import (
    ALWAYS_POSSIBLE,
    INVARIANT,
    LEADS_TO,
    POSSIBLE,
    STEP,
    Fairness,
    Law,
    Rule,
)

from .fairness import NOT_STALLING

F = TypeVar("F", bound=Callable[..., bool])
Switches = Mapping[str, object]

_declared: dict[str, list[Law]] = {}


def law(
    kind: str,
    name: str,
    says: str,
    *cites: str,
    when: Switches | None = None,
    supported: bool = True,
) -> Callable[[F], F]:
    """Declare the decorated rule a law.

    ``kind`` is ``"invariant"`` (of every position) or ``"step"`` (of every transition); ``cites``
    are keys of the editions' rules; ``when`` are the switches of the editions in which the law is
    in force; ``supported`` is false for a reading that the rules do not bear out. Raises ValueError
    for an id that is taken.
    """
    if kind not in (INVARIANT, STEP):
        raise ValueError(f"a law of the kind {kind!r} has a decorator of its own")
    return _declaring(kind, name, says, cites, when, supported=supported)


def possible(
    name: str,
    says: str,
    *cites: str,
    trigger: Rule | None = None,
    when: Switches | None = None,
) -> Callable[[F], F]:
    """Declare that some play has a transition on which the decorated rule is true.

    With ``trigger``, which saves time, the rule is asked only on transitions on which that is true.
    """
    return _declaring(POSSIBLE, name, says, cites, when, trigger)


def leads_to(
    name: str,
    says: str,
    *cites: str,
    trigger: Rule,
    fairness: tuple[Fairness, ...] = NOT_STALLING,
    when: Switches | None = None,
) -> Callable[[F], F]:
    """Declare that every play gets from ``trigger`` to where the decorated rule is true."""
    return _declaring(LEADS_TO, name, says, cites, when, trigger, fairness)


def always_possible(
    name: str,
    says: str,
    *cites: str,
    trigger: Rule | None = None,
    when: Switches | None = None,
) -> Callable[[F], F]:
    """Declare that from everywhere, or from every ``trigger``, some way leads to where the
    decorated rule is true.
    """
    return _declaring(ALWAYS_POSSIBLE, name, says, cites, when, trigger)


def _declaring(
    kind: str,
    name: str,
    says: str,
    cites: tuple[str, ...],
    when: Switches | None,
    trigger: Rule | None = None,
    fairness: tuple[Fairness, ...] = (),
    supported: bool = True,
) -> Callable[[F], F]:
    def declare(check: F) -> F:
        if any(known.id == name for laws in _declared.values() for known in laws):
            raise ValueError(f"two laws are called {name!r}")
        switches = dict(when or {})
        found = Law(
            name,
            says,
            check,
            cites,
            kind,
            switches,
            supported=supported,
            trigger=trigger,
            fairness=fairness,
        )
        _declared.setdefault(check.__module__, []).append(found)
        return check

    return declare


def laws_of(modules: list[ModuleType]) -> list[Law]:
    """The laws that modules declare, in the order of the modules and of their text."""
    return [known for module in modules for known in _declared.get(module.__name__, [])]


def forget(module: ModuleType) -> None:
    """Let others declare the laws of a module anew: for modules that are tried and dropped."""
    _declared.pop(module.__name__, None)
