"""Judges laws about what comes later, on the graph of all plays.

*Leads to*: collect where a play can be between trigger and goal; a play that ends there or goes
round there fairly is a counterexample. *Always possible*: walk the components against the
transitions and collect from where the goal can be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from .graph import Graph
from .lasso import way_round
from .model import Action, Openness

MOST_CLASSES = 8
FAIR = 2


@dataclass(frozen=True)
class Outcome:
    """What became of a law: ``holds`` is None where that is not known, for the reason ``open``.

    ``choice`` is the place of the member of the family that decided. ``play`` is a counterexample:
    it ends in a state in which nothing more is legal, or goes round from its action number
    ``loop`` on for ever, or leads to where the goal is out of reach.
    """

    holds: bool | None
    vacuous: bool = False
    choice: int = 0
    play: list[Action] | None = None
    loop: int | None = None
    open: Openness | None = None
    error: int = 0


def leads_to(
    graph: Graph, law: int, choices: int = 1, fairness: Sequence[bool] = (), jointly: bool = False
) -> Outcome:
    """Judge a law of this kind; ``fairness`` has an entry for each assumption: whether strong.

    ``jointly`` takes a family for one law, see :meth:`Graph.join`: if that does not hold, nothing
    is known.
    """
    if len(fairness) > MOST_CLASSES:
        raise ValueError(f"more than {MOST_CLASSES} assumptions of fairness")
    masks = [sum(1 << i for i, s in enumerate(fairness) if s is kind) for kind in (False, True)]
    graph.survey.weak, graph.survey.strong = masks
    return _each(graph, law, choices, _after_trigger, jointly)


def always_possible(graph: Graph, law: int, choices: int = 1, jointly: bool = False) -> Outcome:
    """Judge a law of this kind; ``jointly`` is as in :func:`leads_to`."""
    return _each(graph, law, choices, _within_reach, jointly)


def _each(
    graph: Graph, law: int, choices: int, judge: Callable[[Graph], Outcome], jointly: bool
) -> Outcome:
    """The first counterexample of any choice, else the first doubt, else that the law holds."""
    graph.observe(law, -(-choices // 64))
    found, c = graph.found, graph.survey
    if c.error:
        return Outcome(None, error=c.error)
    unsure: Outcome | None = None
    why = None if found.complete else Openness.LIMIT
    if why is None and found.errors:
        why = Openness.ERROR
    if why is not None:
        unsure = Outcome(None, open=why)
    if jointly:
        graph.join(choices)
        choices = 1
    for choice in range(choices if c.triggered else 0):
        graph.choose(choice)
        outcome = judge(graph)
        if jointly and outcome.holds is False:
            return Outcome(None)
        if outcome.holds is False or outcome.error:
            return replace(outcome, choice=choice)
        if outcome.holds is None and unsure is None:
            unsure = replace(outcome, choice=choice, open=Openness.CUT)
    return unsure or Outcome(True, vacuous=not c.triggered)


def _after_trigger(graph: Graph) -> Outcome:
    c = graph.survey
    cyclic = graph.cyclic
    graph.run("spread")
    graph.run("ends")
    if c.certain:
        return Outcome(False, play=graph.play(c.certain - 1))
    while cyclic and c.queued:
        graph.narrow()
        graph.run("fair")
        if c.error:
            return Outcome(None, error=c.error)
        if c.fair:
            entry = next(state for state in graph.queue() if graph.inside(state) == FAIR)
            stem = graph.play(entry)
            play = stem + way_round(graph, entry, c.weak, c.strong)
            return Outcome(False, play=play, loop=len(stem))
        if not c.remaining:
            break
    return Outcome(None if c.doubtful else True)


def _within_reach(graph: Graph) -> Outcome:
    c = graph.survey
    graph.order()
    graph.run("reach")
    if c.certain:
        return Outcome(False, play=graph.found.trace(c.certain - 1))
    return Outcome(None if c.doubtful else True)
