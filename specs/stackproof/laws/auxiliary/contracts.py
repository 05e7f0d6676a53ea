"""Which rules proofs know by contract: what they promise and need, and what is true around them.

A promise compares the state before a call with that after it. It is proved for the rule by itself,
from any state in which the invariants named here hold, and these hold afterwards too.
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
from stackproof.lang.system import Law

from .closing import (
    close_window_promises,
    close_window_requires,
    close_windows_promises,
    close_windows_requires,
)
from .leaving import (
    destroy_promises,
    fall_off_promises,
    is_a_card,
    one_permanent_leaves,
    only_permanents_leave,
    permanents_leave_one_by_one,
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
from .stages import (
    cleanup_promises,
    cleanup_requires,
    complete_promises,
    complete_requires,
    discard_chosen_promises,
    discard_if_chosen_promises,
    discard_if_chosen_requires,
    discard_requires,
    end_discard_promises,
    end_discard_requires,
    finish_promises,
    finish_requires,
    follow_promises,
    follow_requires,
)

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
    close_window: Law("promise: window", "it is closed", close_window_promises),
    close_windows: Law("promise: windows", "a player has none", close_windows_promises),
    discard_if_chosen: Law("promise: chosen card", "it is discarded", discard_if_chosen_promises),
    discard_chosen: Law("promise: chosen cards", "they are discarded", discard_chosen_promises),
    end_discard: Law("promise: end of a discard", "nothing is left of it", end_discard_promises),
    finish: Law("promise: finish", "the resolution is over", finish_promises),
    follow_instructions: Law("promise: instructions", "they are followed", follow_promises),
    complete: Law("promise: complete", "the announcement is over", complete_promises),
    end_cleanup: Law("promise: cleanup", "the step is over", cleanup_promises),
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
    close_window: Law("needs: window", "it is open", close_window_requires),
    close_windows: Law("needs: windows", "a player passes", close_windows_requires),
    discard_if_chosen: Law("needs: chosen card", "it is a card", discard_if_chosen_requires),
    discard_chosen: Law("needs: chosen cards", "there is a reason", discard_requires),
    end_discard: Law("needs: end of a discard", "there was a reason", end_discard_requires),
    finish: Law("needs: finish", "something resolves", finish_requires),
    follow_instructions: Law("needs: instructions", "they can be followed", follow_requires),
    complete: Law("needs: complete", "something is announced", complete_requires),
    end_cleanup: Law("needs: cleanup", "the turn ends", cleanup_requires),
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

STAGES: frozenset[Callable[..., object]] = frozenset(
    {
        close_window,
        close_windows,
        discard_if_chosen,
        discard_chosen,
        end_discard,
        finish,
        follow_instructions,
        complete,
        end_cleanup,
    }
)
"""Those that are run wherever events matter: they are known by contract for invariants only."""

AT_ONCE: frozenset[Callable[..., object]] = frozenset(
    {settle, put, state_based_actions, *(rule for rule in STAGES if rule is not close_windows)}
)
"""Those whose promise is kept only when they are over, not after each call in them."""

MEANWHILE: dict[Callable[..., object], Law] = {
    permanents_leave: Law("so far: permanents", "permanents leave", permanents_leave_one_by_one),
}
"""What is kept after each call where that is not the promise."""
