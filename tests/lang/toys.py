"""The toy game as a system."""

from __future__ import annotations

from stackproof.lang.program import Program
from stackproof.lang.system import Law, System

from . import toy

LAWS = (
    Law("put-adds-one", "putting adds one thing", toy.law_put_adds_one),
    Law("purse-is-slow", "the purse changes by less than 60", toy.law_purse_is_slow),
    Law("last-is-on-top", "the last thing is on top", toy.law_last_is_on_top),
    Law("anger-has-cause", "anger has a cause", toy.law_anger_has_cause, kind="invariant"),
    Law("best-is-dear", "the best is dear", toy.law_best_is_dear, kind="invariant"),
)


def system(**capacities: int) -> System:
    """The toy game with the given capacities in place of its defaults."""
    return System(
        Program([toy], capacities), toy.Setup, toy.State, toy.Step, toy.VERBS,
        toy.legal, toy.apply, toy.finished, LAWS,
    )  # fmt: skip
