"""Positions and events are written in one way only; a rule that forgets is noticed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stackproof.check import by_behaviour
from stackproof.editions.load import edition
from stackproof.explore.search import explore
from stackproof.lang.readings.native import NativeReading
from stackproof.laws import canonical, event_effects, event_fields
from stackproof.laws.declare import laws_of
from stackproof.mutation.files import rules_files
from stackproof.mutation.games import system_of
from stackproof.mutation.run import mutate
from stackproof.project import project_of
from stackproof.prove.game import AUXILIARY
from stackproof.scenarios.build import build
from stackproof.scenarios.load import scenarios

OURS = {law.id for law in laws_of([*AUXILIARY, canonical, event_effects, event_fields])}


def violated(latest: bool) -> Iterator[tuple[str, str]]:
    """Each scenario in its latest edition, or in all, with a law about writing that is broken."""
    readings: dict[int, NativeReading] = {}
    for scenario in scenarios().values():
        if scenario.bench:
            continue
        system = system_of(tuple(sorted(scenario.capacities.items())), project_of(scenario.file))
        if id(system) not in readings:
            readings[id(system)] = NativeReading(system)
        reading = readings[id(system)]
        groups = by_behaviour(edition(name) for name in scenario.editions)
        for group in groups[-1:] if latest else groups:
            game = build(scenario, group[-1], system)
            found = explore(reading, game.setup, game.initial)
            for law in system.laws:
                if law.id in OURS and any(bit in found.violations for bit in system.bits(law)):
                    yield scenario.id, law.id


def test_positions_and_events_are_canonical() -> None:
    assert not list(violated(latest=True))


@pytest.mark.deep
def test_positions_and_events_are_canonical_in_every_edition() -> None:
    assert not list(violated(latest=False))


NOTICED = (
    ("costs.pay", "is left out", "payments-are-due"),
    ("stack.push", "-1 becomes 0", "targets-are-chosen"),
    ("priority.toughness", "== becomes !=", "damage-is-not-lethal"),
    ("priority.lose", "is left out", "losers-are-gone"),
    ("stack.counter", "another of the seats", "events-have-controllers"),
)


def test_changed_rules_are_noticed() -> None:
    names = ("kernel-enchanted-creature", "kernel-all-lose-at-once", "kernel-countered-below")
    chosen = [scenarios()[name] for name in names]
    editions = {scenario.id: [edition("2026-01")] for scenario in chosen}
    files = rules_files(["costs.py", "priority.py", "stack.py"], [])
    rules = [rule.partition(".")[2] for rule, _, _ in NOTICED]
    found = mutate(chosen, editions, files, rules=rules, tell=lambda _: None)
    for rule, does, law in NOTICED:
        outcomes = [
            entry.outcome
            for entry in found.entries
            if entry.rule.endswith(rule) and entry.does == does
        ]
        assert any(law in outcome.by for outcome in outcomes), rule
