"""Checks that two scenarios play alike in an edition, as a synchronous product of the two."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

import msgspec

from stackproof.editions.load import Edition
from stackproof.explore.model import Limits
from stackproof.explore.product import Comparison, Side, compare
from stackproof.game.assembly import assemble
from stackproof.game.domains import Verb
from stackproof.game.events import BURNED, MANA_LOST
from stackproof.inputs import Place
from stackproof.lang.projection import Projection
from stackproof.lang.readings.native import NativeReading
from stackproof.laws.equivalences import EQUIVALENCES, Equivalence
from stackproof.report.result import Result, Trace, Verdict
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario, load_scenario

MEMORY = frozenset({"casts", "nonartifact_casts", "discarded"})
"""What a position remembers only if a card asks for it: it counts by what it leads to."""
Event = tuple[int, ...]
CARD_VERBS = (Verb.PLAY, Verb.ACTIVATE, Verb.TAP, Verb.PICK)


def check_equivalences(
    scenario: Scenario,
    group: Sequence[Edition],
    wanted: Collection[str],
    limits: Limits | None,
    reading: NativeReading,
) -> Iterator[Result]:
    """Judge what is declared of a scenario in editions of equal behaviour that both sides have."""
    for known in EQUIVALENCES:
        if known.id in wanted and known.left == scenario.id:
            other = load_scenario(known.right)
            editions = [edition for edition in group if edition.id in other.editions]
            if editions:
                result = check_equivalence(known, scenario, other, editions[0], limits, reading)
                yield from (_restated(result, scenario, edition) for edition in editions)


def check_equivalence(
    known: Equivalence,
    left: Scenario,
    right: Scenario,
    edition: Edition,
    limits: Limits | None = None,
    reading: NativeReading | None = None,
) -> Result:
    """Whether two scenarios play alike as declared. Raises :class:`InputError`.

    ``reading`` is a compiled game to use if it is large enough.
    """
    begun = time.monotonic()
    names = left.capacities.keys() | right.capacities.keys()
    sizes = {n: max(left.capacities.get(n, 0), right.capacities.get(n, 0)) for n in names}
    if reading is None or any(reading.system.program.capacities[n] < sizes[n] for n in sizes):
        reading = NativeReading(assemble(sizes))
    games = [build(scenario, edition, reading.system) for scenario in (left, right)]
    cards = _pairs(games[0].cards, games[1].cards, known.cards, left, "cards")
    players = _pairs(games[0].players, games[1].players, known.players, left, "players")
    sides = []
    for i, game in enumerate(games):
        names_of = _names(reading, [p[i] for p in players], [c[i] for c in cards])
        told = partial(_told, reading)
        sides.append(Side(reading, game.setup, game.initial, names_of, _argument_of, told))
    found = compare(sides[0], sides[1], limits.max_states if limits else None)
    return _result(known, left, right, edition, found, time.monotonic() - begun)


def _restated(result: Result, scenario: Scenario, edition: Edition) -> Result:
    """The result for another edition in which the game plays alike."""
    violated = scenario.expects_violation(result.law, edition)
    trace = result.trace and msgspec.structs.replace(result.trace, edition=edition.id)
    expected = Verdict.VIOLATED if violated else Verdict.HOLDS
    return msgspec.structs.replace(result, edition=edition.id, expected=expected, trace=trace)


def _argument_of(verb: int) -> str:
    """The capacity that the argument of a verb is of; empty where it is a plain number."""
    if verb in CARD_VERBS:
        return "cards"
    return "targets" if verb == Verb.TARGET else ""


def _told(reading: NativeReading, names: Projection, step: bytes) -> list[list[Event]]:
    """The events of a step; those of one kind in a row happen together, in no order, and so do
    those of mana pools that empty.
    """
    events: dict[str, list[int]] = {}
    for path, value in names.cells(reading.system.step_type, step):
        place, dot, _ = path.partition("].")
        if dot:
            events.setdefault(place, []).append(value)
    emptying = {reading.system.program.constant(kind) for kind in (MANA_LOST, BURNED)}
    runs = groupby(map(tuple, events.values()), lambda e: -1 if e[0] in emptying else e[0])
    return [sorted(run) for _, run in runs]


def _pairs(
    left: Sequence[str], right: Sequence[str], said: Mapping[str, str], where: Scenario, what: str
) -> list[tuple[int, int]]:
    """The numbers of things that stand for each other."""
    place = Place(where.file, "equivalence").at(what)
    for name, other in said.items():
        for known, given in ((left, name), (right, other)):
            if given not in known:
                raise place.unknown(f"none of the {what} is called", given, known)
    partners = {name: said.get(name, name) for name in left}
    return [(i, right.index(p)) for i, p in enumerate(partners.values()) if p in right]


def _names(reading: NativeReading, seats: Sequence[int], cards: Sequence[int]) -> Projection:
    size = reading.system.program.capacities
    first = size["seats"] + size["stack"]
    targets = [*seats, *range(size["seats"], first), *(first + c for c in cards)]
    targets.append(size["targets"] - 1)
    return Projection({"seats": seats, "cards": cards, "targets": targets}, MEMORY)


def _result(
    known: Equivalence,
    left: Scenario,
    right: Scenario,
    edition: Edition,
    found: Comparison,
    seconds: float,
) -> Result:
    verdict, trace, reason = Verdict.HOLDS, None, ""
    if found.difference is not None:
        verdict = Verdict.VIOLATED
        reason = f"{left.id} (first) and {right.id} (second): {found.difference.what}"
        actions = [(Verb(verb).name.lower(), a) for verb, a in found.difference.left]
        trace = Trace(left.id, edition.id, known.id, actions)
    elif not found.complete:
        verdict, reason = Verdict.UNDETERMINED, "stopped by the limit on states"
    return Result(
        law=known.id,
        edition=edition.id,
        scenario=left.id,
        engine="product",
        verdict=verdict,
        expected=Verdict.HOLDS,
        vacuous=False,
        states=found.pairs,
        edges=found.edges,
        seconds=round(seconds, 4),
        trace=trace,
        reason=reason,
    )
