"""Verdicts on the claims of a scenario."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from stackproof.editions.load import Edition
from stackproof.explore.model import Limits, Reason
from stackproof.game.domains import Verb, Zone
from stackproof.lang.readings.native import NativeReading
from stackproof.report.result import Result, Trace, Verdict
from stackproof.scenarios.build import Game
from stackproof.scenarios.claims import Claim
from stackproof.scenarios.load import Scenario

from .graph import MOST_STATES, Action, Graph, explore
from .labels import Labels
from .moments import Teller
from .plays import broken_promise, some_play


@dataclass(frozen=True)
class Judgement:
    """What is known of a claim; the play is a witness or a counterexample."""

    verdict: Verdict
    play: list[Action] | None = None
    reason: str = ""
    vacuous: bool = False


def judge(
    scenario: Scenario,
    group: Sequence[Edition],
    reading: NativeReading,
    game: Game,
    claims: Sequence[Claim],
    limits: Limits | None = None,
) -> dict[str, list[Result]]:
    """Results for the given claims, under editions that play alike, by the edition's id."""
    wanted = {edition.id: scenario.claims_in(edition) for edition in group}
    made = [claim for claim in claims if any(claim in found for found in wanted.values())]
    if not made:
        return {edition.id: [] for edition in group}
    begun = time.monotonic()
    graph = explore(reading, game.setup, game.initial, limits or Limits())
    labels = Labels(graph, Teller(reading, game, group[0]), scenario.vocabulary, made)
    judged = [(claim, judgement(graph, labels, claim, game)) for claim in made]
    seconds = round(time.monotonic() - begun, 4)

    def result(edition: str, claim: Claim, found: Judgement) -> Result:
        trace = None
        if found.play is not None:
            play = [(Verb(verb).name.lower(), argument) for verb, argument in found.play]
            trace = Trace(scenario.id, edition, claim.id, play)
        return Result(
            law=claim.id,
            edition=edition,
            scenario=scenario.id,
            engine="claims",
            verdict=found.verdict,
            expected=Verdict.HOLDS,
            vacuous=found.vacuous,
            states=len(graph.rows),
            edges=graph.size,
            seconds=seconds,
            trace=trace,
            reason=found.reason,
            says=claim.says,
        )

    return {
        edition: [result(edition, claim, found) for claim, found in judged if claim in about]
        for edition, about in wanted.items()
    }


def judgement(graph: Graph, labels: Labels, claim: Claim, game: Game) -> Judgement:
    """The verdict on one claim."""
    if claim.sequel is None:
        return _ends(graph, labels, claim, game)
    if claim.form == "always":
        found = broken_promise(graph, labels, claim.sequel)
        if found.play is not None:
            return Judgement(Verdict.VIOLATED, found.play)
        return _unless_cut(graph, Judgement(Verdict.HOLDS, vacuous=not found.furthest))
    found = some_play(graph, labels, claim.sequel)
    if claim.form == "possible":
        if found.play is not None:
            return Judgement(Verdict.HOLDS, found.play)
        return _unless_cut(graph, Judgement(Verdict.VIOLATED, reason=_stuck(claim, found.furthest)))
    if found.play is not None:
        return Judgement(Verdict.VIOLATED, found.play)
    vacuous = found.furthest < len(claim.sequel.moments) - 1
    return _unless_cut(graph, Judgement(Verdict.HOLDS, vacuous=vacuous))


def _unless_cut(graph: Graph, whole: Judgement) -> Judgement:
    """A judgement that needs all plays."""
    if graph.whole:
        return whole
    reason = "a rule error cut plays short"
    if graph.reason is Reason.STATES and len(graph.rows) > MOST_STATES:
        reason = f"claims are judged up to {MOST_STATES:,} states"
    elif graph.reason is not None:
        reason = f"stopped by the limit on {graph.reason}"
    return Judgement(Verdict.UNDETERMINED, reason=reason)


def _stuck(claim: Claim, furthest: int) -> str:
    """How far the best play comes."""
    assert claim.sequel is not None
    moments = [text for text in claim.shown if not text.strip().startswith("not:")]
    if furthest >= len(moments):
        return "no play has all moments and ends without what is barred after them"
    last = f' after "{moments[furthest - 1]}"' if furthest else ""
    return f'no play has "{moments[furthest]}"{last}'


def _ends(graph: Graph, labels: Labels, claim: Claim, game: Game) -> Judgement:
    """The zones in which cards are when plays end, against those named."""
    missing = {card: set(zones) for card, zones in claim.ends.items()}
    for state in sorted(graph.finished):
        zones = labels.zones(state)
        for card, named in claim.ends.items():
            zone = Zone(zones[card]).name.lower()
            missing[card].discard(zone)
            if zone not in named:
                reason = f"{game.cards[card]} ends in {zone}"
                return Judgement(Verdict.VIOLATED, graph.play(state), reason)
    never = [
        f"{game.cards[card]} never ends in {' or '.join(sorted(zones))}"
        for card, zones in missing.items()
        if zones
    ]
    if never:
        return _unless_cut(graph, Judgement(Verdict.VIOLATED, reason="; ".join(never)))
    return _unless_cut(graph, Judgement(Verdict.HOLDS))
