"""Laws that are false, each about two kinds of events."""

from __future__ import annotations

from stackproof.game.events import PASSED, STEP_BEGUN
from stackproof.game.position import Step
from stackproof.lang.system import Law
from stackproof.laws.history import occurs


def no_step_begins_after_a_pass(step: Step) -> bool:
    """False: one does after the last of the passes."""
    return not (occurs(step, PASSED) and occurs(step, STEP_BEGUN))


NO_STEP = Law("no-step", "no step begins after a pass", no_step_begins_after_a_pass)
