"""What must be true of toll. One of the two laws is."""

from __future__ import annotations

from stackproof.game.domains import EVENTS
from stackproof.game.events import CAST
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, has_keyword
from stackproof.lang.declare import premise
from stackproof.laws.declare import law
from stackproof.laws.history import happened, occurs

from model.toll import TOLL, TOLL_PAID


@law("step", "toll-is-paid", "Whenever a spell with toll is cast, a toll is paid.")
def toll_is_paid(setup: Setup, step: Step) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST):
            if premise(has_keyword(setup, step.events[i].card, TOLL)):
                return occurs(step, TOLL_PAID)
    return True


@law("step", "toll-leaves-a-life", "Nobody loses their last life by paying a toll.")
def toll_leaves_a_life(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened(step, i, TOLL_PAID)):
            if after.life[step.events[i].seat] < 1:
                return False
    return True
