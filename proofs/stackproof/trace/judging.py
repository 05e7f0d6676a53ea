"""Judges a law along one play in CPython, without any search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stackproof.check import NO_DEAD_END, NO_RULE_ERROR
from stackproof.lang.readings.python import Player
from stackproof.lang.system import ALWAYS_POSSIBLE, INVARIANT, LEADS_TO, POSSIBLE, STEP, Law
from stackproof.report.result import Verdict

from .narrate import Transition
from .table import Table


@dataclass(frozen=True)
class Outcome:
    """What a play shows of a law: at the step with that number, or nowhere."""

    verdict: Verdict
    step: int | None = None


def outcome(
    table: Table, play: Sequence[Transition], choice: int | None = None, loop: int | None = None
) -> Outcome:
    """What a play shows of the table's law, or of one member of a family of laws.

    A law that something is *possible* holds if the play shows it. Whether a goal is out of reach
    where a play ends is not decided without a search: undetermined.
    """
    law = table.law
    if not isinstance(law, Law):
        return _of_the_rules(table, law.id, play)
    if law.kind == LEADS_TO:
        return _promise(table, law, play, choice, loop)
    if law.kind == ALWAYS_POSSIBLE:
        return _reach(table, law, play, choice)
    choices = table.system.choices(law) if choice is None else [choice]
    if law.kind == INVARIANT and any(
        not holds_in(table.player, law, table.initial, c) for c in choices
    ):
        return Outcome(Verdict.VIOLATED, 0)
    for number, transition in enumerate(play, 1):
        if transition.error:
            break
        if any(breaks(table.player, law, transition, c) for c in choices):
            found = Verdict.HOLDS if law.kind == POSSIBLE else Verdict.VIOLATED
            return Outcome(found, number)
    return Outcome(Verdict.VIOLATED if law.kind == POSSIBLE else Verdict.HOLDS)


def breaks(player: Player, law: Law, transition: Transition, choice: int | None) -> bool:
    """Whether a transition, or the position that it leads to, decides a law: it breaks it, or
    shows what the law calls possible.
    """
    if law.kind == INVARIANT:
        return not holds_in(player, law, transition.after, choice)
    assert law.kind in (STEP, POSSIBLE)
    known = {
        "before": transition.before,
        "verb": transition.verb,
        "argument": transition.argument,
        "step": transition.step,
        "after": transition.after,
        "choice": choice,
    }
    holds, _ = player.judge(law, **known)
    return holds if law.kind == POSSIBLE else not holds


def holds_in(player: Player, law: Law, position: Any, choice: int | None) -> bool:
    """Whether the rule of a law about positions is true in one."""
    return player.judge(law, position=position, choice=choice)[0]


def _of_the_rules(table: Table, law: str, play: Sequence[Transition]) -> Outcome:
    """What the search itself judges: rule errors and dead ends."""
    last = play[-1].after if play else table.initial
    if law == NO_RULE_ERROR and last is None:
        return Outcome(Verdict.VIOLATED, len(play))
    stuck = law == NO_DEAD_END and last is not None and is_stuck(table, last)
    if stuck and not table.player.finished(last):
        return Outcome(Verdict.VIOLATED, len(play))
    return Outcome(Verdict.HOLDS)


def is_stuck(table: Table, position: Any) -> bool:
    """Whether nothing is legal in a position."""
    return next(table.player.actions(position), None) is None


def positions(table: Table, play: Sequence[Transition]) -> list[Any]:
    """The positions of a play, as far as there are any."""
    return [table.initial, *(t.after for t in play if t.after is not None)]


def _promise(
    table: Table, law: Law, play: Sequence[Transition], choice: int | None, loop: int | None
) -> Outcome:
    """After the trigger the goal never comes: the play ends, or goes round fairly for ever."""
    player, reached = table.player, positions(table, play)
    if not owed(table, law, play, choice)[-1] or len(reached) <= len(play):
        return Outcome(Verdict.HOLDS)
    last = reached[-1]
    if loop is None:
        over = is_stuck(table, last)
        if over and player.cut(last):
            return Outcome(Verdict.UNDETERMINED)
        return Outcome(Verdict.VIOLATED, len(play)) if over else Outcome(Verdict.HOLDS)
    goal = any(holds_in(player, law, p, choice) for p in reached[loop:])
    if reached[loop] == last and not goal and _fair(table, law, play[loop:]):
        return Outcome(Verdict.VIOLATED, len(play))
    return Outcome(Verdict.HOLDS)


def owed(table: Table, law: Law, play: Sequence[Transition], choice: int | None) -> list[bool]:
    """Of each position of a play whether the goal must still come, as the law was triggered."""
    assert law.trigger is not None
    found, due = [], False
    for position in positions(table, play):
        due = due or table.player.ask(law.trigger, position=position, choice=choice)
        due = due and not holds_in(table.player, law, position, choice)
        found.append(due)
    return found


def _fair(table: Table, law: Law, round_: Sequence[Transition]) -> bool:
    """Whether going round for ever keeps every assumption of fairness."""
    player = table.player
    for fairness in law.fairness:

        def asked(p: Any, verb: int, argument: int, rule: Any = fairness.taken) -> bool:
            return player.ask(rule, before=p, verb=verb, argument=argument)

        if any(asked(t.before, t.verb, t.argument) for t in round_):
            continue
        offered = [
            any(asked(t.before, *action) for action in player.actions(t.before)) for t in round_
        ]
        if any(offered) if fairness.strong else all(offered):
            return False
    return True


def _reach(table: Table, law: Law, play: Sequence[Transition], choice: int | None) -> Outcome:
    """Where the goal is not reached at the end, only a search can tell whether it still can be."""
    last = positions(table, play)[-1]
    if holds_in(table.player, law, last, choice):
        return Outcome(Verdict.HOLDS)
    if is_stuck(table, last) and not table.player.cut(last):
        return Outcome(Verdict.VIOLATED, len(play))
    return Outcome(Verdict.UNDETERMINED)
