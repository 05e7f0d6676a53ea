"""Laws that are false, each in a way of its own that a proof could overlook."""

from __future__ import annotations

from stackproof.game.domains import CARDS, CHOSEN, EVENTS, Argument, Zone
from stackproof.game.events import BURIED, DESTROYED, PASSED, STEP_BEGUN, TRIGGERED_EVENT
from stackproof.game.keywords.ripple import RIPPLE_ABILITY
from stackproof.game.position import Position, Step
from stackproof.lang.system import Law
from stackproof.laws.history import count_of, happened, happened_about, occurs


def no_step_begins_after_a_pass(step: Step) -> bool:
    """False: one does after the last of the passes."""
    return not (occurs(step, PASSED) and occurs(step, STEP_BEGUN))


def one_creature_dies(step: Step) -> bool:
    """False: several may at once, within a rule that proofs know by contract."""
    return count_of(step, DESTROYED) <= 1


def some_creature_dies(step: Step) -> bool:
    """False, and the less so the more happens."""
    return occurs(step, DESTROYED)


def nothing_is_buried(step: Step) -> bool:
    """False of each event of putting a card into the graveyard."""
    return step.events[0].kind != BURIED


def few_events(step: Step) -> bool:
    """False, and about events of every kind."""
    return step.count < 5


def no_ripple_triggers(step: Step) -> bool:
    """False: as a spell that has it is cast."""
    for i in range(EVENTS):
        if happened_about(step, i, TRIGGERED_EVENT, RIPPLE_ABILITY):
            return False
    return True


def what_dies_was_there(before: Position, step: Step) -> bool:
    """True, as the events of state-based actions are about permanents, and no effect brings a card
    into the game.
    """
    for i in range(EVENTS):
        if happened(step, i, DESTROYED):
            if before.zone[step.events[i].card] == Zone.OUTSIDE:
                return False
    return True


def was_chosen(before: Position, argument: Argument) -> bool:
    """Too little for a discard: who discards a card for a cost may not put it on the library."""
    if argument >= CARDS or before.zone[argument] != Zone.HAND:
        return False
    return before.mark[argument] == CHOSEN


def nothing_is_so(position: Position) -> bool:
    """False of every position."""
    return False


NO_STEP = Law("no-step", "no step begins after a pass", no_step_begins_after_a_pass)
ONE_DIES = Law("one-dies", "one creature dies at most", one_creature_dies)
SOME_DIES = Law("some-dies", "a creature dies", some_creature_dies)
NOT_BURIED = Law("not-buried", "nothing is buried", nothing_is_buried)
FEW_EVENTS = Law("few-events", "few things happen", few_events)
NO_RIPPLE = Law("no-ripple", "ripple never triggers", no_ripple_triggers)
WAS_THERE = Law("was-there", "what is destroyed was in the game", what_dies_was_there)
CHOSEN_ONLY = Law("needs: put", "it was chosen", was_chosen)
