"""Which rules proofs know by contract: what they promise and need, and what is true around them.

A promise compares the state before a call with that after it. It is proved for the rule by itself,
from any state in which the invariants named here hold, and these hold afterwards too.
"""

from __future__ import annotations

from collections.abc import Callable

from stackproof.game.effects import carry_out
from stackproof.game.leaving import leave
from stackproof.game.priority import (
    destroy,
    fall_off,
    permanents_leave,
    settle,
    state_based_actions,
)
from stackproof.game.triggers import notice
from stackproof.game.zones import bury, draw, mill
from stackproof.lang.system import Law

from .promises import (
    bury_promises,
    bury_requires,
    carry_out_promises,
    carry_out_requires,
    draw_promises,
    is_a_card,
    mill_promises,
    more_than_two,
    notice_promises,
    one_permanent_promises,
    permanents_promise,
    settle_promises,
    settle_requires,
    state_based_actions_promise,
)

CONTRACTS: dict[Callable[..., object], Law] = {
    notice: Law("promise: notice", "abilities may trigger", notice_promises),
    bury: Law("promise: bury", "a card is put away", bury_promises),
    leave: Law("promise: leave", "two players are too few", more_than_two),
    draw: Law("promise: draw", "a card may be drawn", draw_promises),
    mill: Law("promise: mill", "a card may be milled", mill_promises),
    destroy: Law("promise: destroy", "a creature may leave", one_permanent_promises),
    fall_off: Law("promise: fall off", "an Aura may leave", one_permanent_promises),
    permanents_leave: Law("promise: permanents", "permanents leave", permanents_promise),
    state_based_actions: Law(
        "promise: state-based actions", "permanents leave", state_based_actions_promise
    ),
    settle: Law("promise: settle", "players may act again", settle_promises),
    carry_out: Law("promise: effects", "an effect line is carried out", carry_out_promises),
}
"""The rules that proofs know by what they promise."""
REQUIRED: dict[Callable[..., object], Law] = {
    bury: Law("needs: bury", "it is a card, no face", bury_requires),
    destroy: Law("needs: destroy", "it is a card", is_a_card),
    fall_off: Law("needs: fall off", "it is a card", is_a_card),
    settle: Law("needs: settle", "somebody is due", settle_requires),
    carry_out: Law("needs: effects", "something resolves", carry_out_requires),
    leave: Law("needs: leave", "there are more than two players", more_than_two),
}
"""What they need besides."""

BY_ARGUMENT: frozenset[Callable[..., object]] = frozenset({carry_out})
"""Those that are proved for each value of their first number by itself."""

STRUCTURE: tuple[str, ...] = (
    "stack-is-packed",
    "objects-have-sources",
    "spells-show-a-face",
    "triggers-are-packed",
    "libraries-without-gaps",
    "cards-in-libraries",
    "libraries-are-ones-own",
    "faces-are-no-cards",
    "sources-are-cards",
    "keyword-abilities-are-about-cards",
    "madness-abilities-know-the-cost",
    "targets-are-found",
    "resolving-objects-find-targets",
)
"""The invariants that hold before and after each of these calls."""

OPENED: frozenset[Callable[..., object]] = frozenset({settle})
"""Those that run all the same where a law is about their events."""

AT_ONCE: frozenset[Callable[..., object]] = frozenset({settle})
"""Those whose promise is kept only when they are over, not after each call in them."""

UNDERWAY: frozenset[Callable[..., object]] = frozenset({carry_out, settle})
"""Rules in the middle of a resolution, around which all invariants hold but one."""
AUTOMATIC = "no-automatic-position"
"""That one: no player is asked meanwhile."""
