"""Judges a claim of a scenario along one play, as the search for it judges all plays."""

from __future__ import annotations

from collections.abc import Sequence

from stackproof import check as checking
from stackproof.claims.graph import Graph
from stackproof.claims.judge import judgement
from stackproof.claims.labels import Labels
from stackproof.claims.moments import Teller
from stackproof.report.result import Verdict
from stackproof.scenarios.claims import FORMS, Claim
from stackproof.scenarios.entries import ClaimEntry
from stackproof.scenarios.load import Scenario

from .judging import Outcome, is_stuck, positions
from .narrate import Transition
from .table import Table


def entry_of(claim: Claim, scenario: Scenario) -> ClaimEntry:
    """A claim as a scenario file states it."""
    if claim.sequel is None:
        ends = {scenario.card_names[card]: sorted(zones) for card, zones in claim.ends.items()}
        return ClaimEntry(claim.says, ends=ends)
    patterns = {form: list(claim.shown) for form in FORMS if form == claim.form}
    return ClaimEntry(claim.says, **patterns)  # type: ignore[arg-type]


def outcome_of_claim(table: Table, play: Sequence[Transition]) -> Outcome:
    """What a play shows of the claim of its trace: the play is taken for the graph of all plays."""
    (claim,) = table.scenario.claims
    reading = checking.native(table.scenario)
    reached = positions(table, play)
    rows = [position.pack().ljust(reading.stride, b"\0") for position in reached]
    graph = Graph(rows)
    graph.edges = [[(t.verb, t.argument, i)] for i, t in enumerate(play, 1) if not t.error]
    graph.edges.append([] if is_stuck(table, reached[-1]) else None)
    graph.links = [(max(i - 1, 0), (0, 0)) for i in range(len(rows))]
    graph.links[1:] = [(i, (t.verb, t.argument)) for i, t in enumerate(play[: len(rows) - 1])]
    if table.player.finished(reached[-1]):
        graph.finished.add(len(rows) - 1)
    teller = Teller(reading, table.game, table.edition)
    labels = Labels(graph, teller, table.scenario.vocabulary, [claim])
    found = judgement(graph, labels, claim, table.game)
    step = len(found.play) if found.play is not None else None
    if claim.form == "possible":
        shown = found.verdict is Verdict.HOLDS
        return Outcome(Verdict.HOLDS, step) if shown else Outcome(Verdict.VIOLATED)
    broken = found.play is not None
    return Outcome(Verdict.VIOLATED, step) if broken else Outcome(Verdict.HOLDS)
