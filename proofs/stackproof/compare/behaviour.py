"""Which plays exist only before a rule change and which only after, as they are observed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from stackproof.explore.model import Limits
from stackproof.scenarios.load import Scenario

from .inclusion import Inclusion, compare, play
from .observation import Observed, observed
from .outcome import side_by_side
from .result import Behaviour, Behaviours, Relation, Witness
from .side import Side, silent
from .simulation import quotients, simulates

Trace = list[str]
MOST_WITNESSES = 6
"""How many kinds of witnesses are told of each side."""


def behaviours(
    scenarios: Sequence[Scenario],
    old: Side,
    new: Side,
    level: str,
    limits: Limits,
    tell: Callable[[str], None] = silent,
) -> Behaviours:
    """Compare the plays of all scenarios at a level of observation."""
    found: list[Behaviour] = []
    traces: dict[str, list[tuple[Scenario, Observed, Trace]]] = {"old": [], "new": []}
    for scenario in scenarios:
        tell(f"{scenario.id}: plays as {level}")
        graphs = (
            observed(scenario, old, level, limits),
            observed(scenario, new, level, limits),
        )
        included = compare(*graphs)
        relation = _relation(*graphs, included)
        found.append(Behaviour(scenario.id, relation, included.old.count, included.new.count))
        for name, graph, only in zip(
            traces, graphs, (included.old.only, included.new.only), strict=True
        ):
            traces[name] += [(scenario, graph, trace) for trace in only]
    witnesses = []
    for name, kept in traces.items():
        kinds: dict[str, tuple[Scenario, Observed, Trace]] = {}
        for scenario, graph, trace in sorted(kept, key=lambda k: len(k[2])):
            kind = kind_of(scenario, [graph.start or "", *trace])
            kinds.setdefault(kind, (scenario, graph, trace))
        for kind, (scenario, graph, trace) in list(kinds.items())[:MOST_WITNESSES]:
            told = side_by_side(scenario, old, new, play(graph, trace))
            witnesses.append(Witness(name, kind, scenario.id, trace, told))
    return Behaviours(level, overall(b.relation for b in found), found, witnesses)


def kind_of(scenario: Scenario, trace: Trace) -> str:
    """What is new at the end of a trace, which begins with what is seen at first, without names:
    cards by type, players by whose turn it is as the play begins.
    """
    general = {}
    for name, copy in zip(scenario.card_names, scenario.cards, strict=False):
        kind = copy.card.facts.type
        general[name] = f"{'an' if kind[0] in 'aei' else 'a'} {kind}"
    for seat, player in enumerate(scenario.players):
        general[player.name] = (
            "the active player" if seat == scenario.active else "the other player"
        )
    before = trace[-2].split("; ")
    told = []
    for part in trace[-1].split("; "):
        if part not in before:
            stem = part.rpartition(" ")[0]
            was = [old.rpartition(" ")[2] for old in before if old.rpartition(" ")[0] == stem]
            moved = f"{stem} from {was[0]} to {part.rpartition(' ')[2]}" if was else part
            for name in sorted(general, key=len, reverse=True):
                moved = moved.replace(name, general[name])
            told.append(moved)
    return "; ".join(dict.fromkeys(told))


def _relation(old: Observed, new: Observed, included: Inclusion) -> Relation:
    if not (old.complete and new.complete):
        return Relation.UNDETERMINED
    if old.edges == new.edges:
        return Relation.ALIKE
    if included.old.count and included.new.count:
        return Relation.NEITHER
    moves, here, there = quotients(old, new)
    if here == there:
        return Relation.ALIKE
    answers = [
        False if only else simulates(moves, *pair)
        for only, pair in (
            (included.old.count, (here, there)),
            (included.new.count, (there, here)),
        )
    ]
    if not included.complete or None in answers:
        return Relation.UNDETERMINED
    return _ways(*answers)


def _ways(new: bool | None, old: bool | None) -> Relation:
    if new and old:
        return Relation.BOTH
    return Relation.NEW if new else Relation.OLD if old else Relation.NEITHER


def overall(relations: Iterable[Relation]) -> Relation:
    """The relation of all scenarios together: a side simulates the other if it does in each."""
    seen = set(relations)
    if Relation.UNDETERMINED in seen:
        return Relation.UNDETERMINED
    if seen <= {Relation.ALIKE}:
        return Relation.ALIKE
    both = {Relation.ALIKE, Relation.BOTH}
    return _ways(seen <= both | {Relation.NEW}, seen <= both | {Relation.OLD})
