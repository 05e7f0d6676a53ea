"""Which invariants hold before and after rules that proofs know by contract: all but those that are
named here.
"""

from __future__ import annotations

from collections.abc import Callable

from stackproof.game.announce import complete
from stackproof.game.discarding import discard_chosen, discard_if_chosen, end_discard, put
from stackproof.game.effects import carry_out
from stackproof.game.keywords.madness import close_window, close_windows
from stackproof.game.leaving import leave
from stackproof.game.priority import (
    destroy,
    fall_off,
    permanents_leave,
    repeat_state_based_actions,
    settle,
    state_based_actions,
)
from stackproof.game.resolving import finish, follow_instructions
from stackproof.game.triggers import notice
from stackproof.game.turn import end_cleanup
from stackproof.game.zones import bury, draw, mill

from .contracts import STAGES

DECISIONS: tuple[str, ...] = (
    "announcing-is-asked",
    "choices-in-order",
    "discards-end",
    "effects-ask",
    "exiled-while-asked",
    "no-trigger-left-behind",
    "nobody-has-priority-meanwhile",
    "nothing-is-pending",
    "orders-are-choices",
    "passes-are-few",
    "payments-end",
    "payments-lack-mana",
    "priority-is-a-decision",
    "priority-is-settled",
    "resolving-is-asked",
    "somebody-can-act",
    "spells-are-kicked",
    "targets-are-wanted",
    "triggers-wait-for-their-turn",
    "unless-can-be-paid",
    "unless-is-paid-for",
    "unless-was-said",
)
"""What is said of the decision that is due, and so need not hold while an action is carried out."""

FINISHING: tuple[str, ...] = (
    *DECISIONS,
    "cards-on-stack",
    "resolving-objects-find-targets",
    "windows-close-on-passing",
)
"""What need not hold at the end of a resolution."""

COMPLETING: tuple[str, ...] = (
    *DECISIONS,
    "announcements-can-be-paid",
    "cards-that-discard-themselves",
    "costs-are-due",
    "payment-is-of-the-announcement",
    "targets-come-before-costs",
    "where-spells-come-from",
)
"""What need not hold at the end of an announcement."""

DISCARDING: tuple[str, ...] = ("discards-are-of-hands", "somebody-can-act")
"""What need not hold while cards are discarded."""

PASSING: tuple[str, ...] = (
    "no-trigger-left-behind",
    "passes-are-few",
    "priority-is-settled",
    "triggers-wait-for-their-turn",
    "windows-close-on-passing",
)
"""What need not hold while windows close."""

CLEANING: tuple[str, ...] = ("never-between-steps",)
"""What need not hold at the end of a cleanup step."""

MOVING: tuple[str, ...] = (
    *dict.fromkeys((*FINISHING, *COMPLETING, *DISCARDING)),
    "announced-by-its-player",
    "announced-cards",
    "costs-add-up",
    "discards-can-be-chosen",
    "discards-can-be-paid",
    "madness-cost-is-changed-too",
    "madness-costs-madness-cost",
    "never-between-steps",
    "ripple-casts-without-mana-cost",
    "windows-end-first",
)
"""What need not hold while cards move and abilities trigger."""

MOVERS: tuple[Callable[..., object], ...] = (
    leave,
    notice,
    bury,
    draw,
    mill,
    destroy,
    fall_off,
    permanents_leave,
    state_based_actions,
    repeat_state_based_actions,
)
"""Rules by which cards move and abilities trigger."""

UNDERWAY: dict[Callable[..., object], tuple[str, ...]] = {
    **dict.fromkeys(MOVERS, MOVING),
    carry_out: (),
    settle: (),
    close_window: PASSING,
    close_windows: PASSING,
    put: DISCARDING,
    discard_if_chosen: DISCARDING,
    discard_chosen: DISCARDING,
    end_discard: (*DISCARDING, "cards-that-discard-themselves", "costs-are-due"),
    finish: FINISHING,
    follow_instructions: DECISIONS,
    complete: COMPLETING,
    end_cleanup: CLEANING,
}
"""What need not hold before and after each rule, besides that no player is asked meanwhile."""

BASICS: tuple[str, ...] = (
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
    "resolving-targets-are-found",
)
"""What laws about events need to know after a card has moved; more only takes time."""

RESTORED: frozenset[Callable[..., object]] = STAGES - {close_window, close_windows, end_discard}
"""Those after which this holds again, unless they return true."""

AUTOMATIC = "no-automatic-position"
"""That a player is asked: it holds around none of these rules."""
