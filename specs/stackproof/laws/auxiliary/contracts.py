"""Which rules proofs know by contract: what they promise and need, and what is true around them.

A promise compares the state before a call with that after it. It is proved for the rule by itself,
from any state in which the invariants named here hold, and these hold afterwards too.
"""

from __future__ import annotations

from collections.abc import Callable

from stackproof.game.discarding import put
from stackproof.game.effects import carry_out
from stackproof.game.leaving import leave
from stackproof.game.priority import (
    destroy,
    fall_off,
    permanents_leave,
    repeat_state_based_actions,
    settle,
    state_based_actions,
)
from stackproof.game.triggers import notice
from stackproof.game.zones import bury, draw, mill
from stackproof.lang.system import Law

from .leaving import (
    destroy_promises,
    fall_off_promises,
    is_a_card,
    one_permanent_leaves,
    only_permanents_leave,
    permanents_promise,
    repeated_promise,
    state_based_actions_promise,
)
from .promises import (
    buries_its_card,
    bury_promises,
    bury_requires,
    carries_out,
    carry_out_promises,
    carry_out_requires,
    draw_promises,
    mill_promises,
    mills_its_card,
    more_than_two,
    notice_promises,
    notices_its_event,
    put_promises,
    put_requires,
    puts_its_card,
)
from .settling import settle_promises, settle_requires, settles

CONTRACTS: dict[Callable[..., object], Law] = {
    notice: Law("promise: notice", "abilities may trigger", notice_promises),
    bury: Law("promise: bury", "a card is put away", bury_promises),
    leave: Law("promise: leave", "two players are too few", more_than_two),
    draw: Law("promise: draw", "a card may be drawn", draw_promises),
    mill: Law("promise: mill", "a card may be milled", mill_promises),
    put: Law("promise: put", "a card is discarded", put_promises),
    destroy: Law("promise: destroy", "a creature may leave", destroy_promises),
    fall_off: Law("promise: fall off", "an Aura may leave", fall_off_promises),
    permanents_leave: Law("promise: permanents", "permanents leave", permanents_promise),
    state_based_actions: Law(
        "promise: state-based actions", "permanents leave", state_based_actions_promise
    ),
    repeat_state_based_actions: Law(
        "promise: repetition", "in the end nothing has to leave", repeated_promise
    ),
    settle: Law("promise: settle", "players may act again", settle_promises),
    carry_out: Law("promise: effects", "an effect line is carried out", carry_out_promises),
}
"""The rules that proofs know by what they promise."""
REQUIRED: dict[Callable[..., object], Law] = {
    bury: Law("needs: bury", "it is a card, no face", bury_requires),
    put: Law("needs: put", "it was chosen", put_requires),
    destroy: Law("needs: destroy", "it is a card", is_a_card),
    fall_off: Law("needs: fall off", "it is a card", is_a_card),
    settle: Law("needs: settle", "somebody is due", settle_requires),
    carry_out: Law("needs: effects", "something resolves", carry_out_requires),
    leave: Law("needs: leave", "there are more than two players", more_than_two),
}
"""What they need besides."""

EACH: dict[Callable[..., object], Law] = {
    notice: Law("events: notice", "abilities trigger that watch for this", notices_its_event),
    bury: Law("events: bury", "they are about this card", buries_its_card),
    mill: Law("events: mill", "a card of a library moves", mills_its_card),
    put: Law("events: put", "this card is discarded", puts_its_card),
    destroy: Law("events: destroy", "this creature leaves", one_permanent_leaves),
    fall_off: Law("events: fall off", "this Aura leaves", one_permanent_leaves),
    permanents_leave: Law("events: permanents", "permanents leave", only_permanents_leave),
    state_based_actions: Law(
        "events: state-based actions", "permanents leave", only_permanents_leave
    ),
    repeat_state_based_actions: Law(
        "events: repetition", "permanents leave", only_permanents_leave
    ),
    carry_out: Law("events: effects", "what is put away was found", carries_out),
    settle: Law("events: settle", "permanents leave, and triggers go on the stack", settles),
}
"""What is true of each event within them."""

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
    "resolving-targets-are-found",
)
"""The invariants that hold before and after each of these calls."""

OPENED: dict[Callable[..., object], str] = {
    notice: "effects",
    bury: "effects",
    draw: "effects",
    mill: "effects",
    put: "effects",
    settle: "priority",
}
"""Those that run all the same where a law sees events that they emit themselves, in groups."""

LAWFUL: frozenset[Callable[..., object]] = frozenset({carry_out})
"""Those of which laws that see their events are shown by themselves, as if they were actions."""

AT_ONCE: frozenset[Callable[..., object]] = frozenset({settle, put})
"""Those whose promise is kept only when they are over, not after each call in them."""

UNDERWAY: dict[Callable[..., object], tuple[str, ...]] = {
    carry_out: (),
    settle: (),
    put: (
        "announcements-can-be-paid",
        "announcing-is-asked",
        "cards-that-discard-themselves",
        "costs-are-due",
        "discarders-choose",
        "discards-are-of-hands",
        "discards-by-one-player",
        "discards-can-be-paid",
        "discards-end",
        "no-trigger-left-behind",
        "nobody-has-priority-meanwhile",
        "nothing-is-pending",
        "payment-is-of-the-announcement",
        "priority-is-settled",
        "resolving-is-asked",
        "somebody-can-act",
        "triggers-wait-for-their-turn",
        "unless-can-be-paid",
        "unless-is-paid-for",
    ),
}
"""Rules in the middle of a resolution or of a discard, around which all invariants hold but that
one that no player is asked meanwhile, and these."""
AUTOMATIC = "no-automatic-position"
"""That one."""
