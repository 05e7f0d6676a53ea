"""How it is declared that two scenarios play alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Equivalence:
    """Two scenarios, by name, that play alike step by step when things are named anew.

    ``cards`` and ``players`` map names of the first to names of the second; what has the same name
    in both stands for itself. Cards without a partner are left out of account, but no player can
    do anything with them that the other side does not allow.
    """

    id: str
    says: str
    left: str
    right: str
    cards: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    cites: tuple[str, ...] = ()


EQUIVALENCES: tuple[Equivalence, ...] = (
    Equivalence(
        "ripple-whatever-the-seat",
        "It makes no difference which player has which seat, only whose turn it is.",
        "ripple-opponents-turn",
        "ripple-opponents-turn-seats",
        cites=("trigger.apnap",),
    ),
)
