"""What laws and claims come to on one side, whether or not they are in force there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stackproof.check import NO_DEAD_END, NO_RULE_ERROR
from stackproof.claims import graph as small
from stackproof.claims.judge import judgement
from stackproof.claims.labels import Labels
from stackproof.claims.moments import Teller
from stackproof.explore.model import Limits
from stackproof.explore.search import explore
from stackproof.game.domains import Verb
from stackproof.judgement import Judgement, judge_later
from stackproof.report.result import Verdict
from stackproof.scenarios.load import Scenario

from .side import Side

Action = tuple[int, int]


@dataclass(frozen=True)
class Outcome:
    """A verdict; the play is a witness or a counterexample, if there is one."""

    verdict: Verdict
    vacuous: bool = False
    play: tuple[Action, ...] | None = None
    reason: str = ""

    @property
    def word(self) -> str:
        """The verdict in a word; a law that never had a case is vacuous."""
        vacuous = self.vacuous and self.verdict is Verdict.HOLDS
        return "vacuous" if vacuous else str(self.verdict)


@dataclass(frozen=True)
class Judged:
    """A scenario on one side: all laws and claims by id, and the size of its graph."""

    laws: Mapping[str, Outcome]
    claims: Mapping[str, Outcome]
    states: int
    edges: int


_known: dict[tuple[str, object, Limits], Judged] = {}


def judged(scenario: Scenario, side: Side, limits: Limits) -> Judged:
    """Explore a scenario and judge everything. Sides that play alike share the answer."""
    key = scenario.file, side.key, limits
    if key not in _known:
        _known[key] = _judged(scenario, side, limits)
    return _known[key]


def _judged(scenario: Scenario, side: Side, limits: Limits) -> Judged:
    reading, game = side.reading(scenario), side.game(scenario)
    system = reading.system
    found = explore(reading, game.setup, game.initial, limits, graph=True)
    later = judge_later(reading, game.setup, found, system.traced)
    about = Judgement(scenario, side.edition, reading, found, later)
    results = [about.law(law) for law in system.laws]
    results += [about.rule_errors(NO_RULE_ERROR), about.dead_ends(NO_DEAD_END)]
    laws = {}
    for result in results:
        play = None
        if result.trace is not None:
            play = tuple((int(Verb[n.upper()]), a) for n, a in result.trace.actions)
        laws[result.law] = Outcome(result.verdict, result.vacuous, play, result.reason)
    return Judged(laws, _claims(scenario, side, limits), found.states, found.edges)


def _claims(scenario: Scenario, side: Side, limits: Limits) -> dict[str, Outcome]:
    if not scenario.claims:
        return {}
    reading, game = side.reading(scenario), side.game(scenario)
    graph = small.explore(reading, game.setup, game.initial, limits)
    teller = Teller(reading, game, side.edition)
    labels = Labels(graph, teller, scenario.vocabulary, scenario.claims)
    told = {}
    for claim in scenario.claims:
        found = judgement(graph, labels, claim, game)
        play = None if found.play is None else tuple(found.play)
        told[claim.id] = Outcome(found.verdict, found.vacuous, play, found.reason)
    return told
