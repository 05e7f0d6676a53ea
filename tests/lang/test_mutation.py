"""Mutants in one program: none plays unless it is chosen, and then it does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lang import toy
from tests.lang.toys import system

from stackproof.lang.frontend import Translator
from stackproof.lang.mutation import only, schema
from stackproof.lang.readings.abi import ENTRIES
from stackproof.lang.readings.cache import Artifact
from stackproof.lang.readings.entries import emit
from stackproof.lang.readings.machine import assemble
from stackproof.lang.readings.mutated import MutatedReading
from stackproof.lang.readings.native import NativeReading

FILE = str(Path(str(toy.__file__)))


class Settled(NativeReading):
    """A program in which one mutant is the text."""

    number = 0

    def _artifact(self) -> Artifact:
        unit = Translator(self.system.program, self.system.law_rules()).unit(self.system.roots())
        unit = only(schema(unit, [FILE], ()).unit, self.number)
        return Artifact(unit.sites, assemble(emit(self.system, unit)))


def graph(reading: NativeReading, setup: bytes, states: int = 60) -> list[object]:
    """What follows from the first states, as far as a mutant lets one get."""
    start = bytes(reading.size)
    found: list[object] = []
    known, waiting = {start}, [start]
    while waiting and len(known) < states:
        state = waiting.pop(0)
        for edge in reading.successors(setup, state):
            error = None if edge.error is None else edge.error.key
            found.append((state, edge.verb, edge.argument, edge.after, error))
            if edge.error is None and edge.after not in known:
                known.add(edge.after)
                waiting.append(edge.after)
    return found


@pytest.fixture(scope="module")
def mutated() -> MutatedReading:
    return MutatedReading(system(), [FILE])


@pytest.fixture(scope="module")
def setup() -> bytes:
    return bytes(system().setup_type.size)


def test_without_a_mutant_the_game_is_the_same(mutated: MutatedReading, setup: bytes) -> None:
    mutated.play(0)
    assert graph(mutated, setup) == graph(NativeReading(mutated.system), setup)
    assert mutated.seen()


def test_mutants_are_of_every_kind(mutated: MutatedReading) -> None:
    does = {mutant.does for mutant in mutated.schema.mutants}
    assert {"is left out", "== becomes !=", "and becomes or", "+ becomes -", "is negated"} <= does
    assert len({mutant.key for mutant in mutated.schema.mutants}) == len(mutated.schema.mutants)
    assert set(ENTRIES) < set(mutated.entries)


def test_a_mutant_that_plays_is_a_program_of_its_own(mutated: MutatedReading, setup: bytes) -> None:
    mutated.play(0)
    plain = graph(mutated, setup)
    seen = mutated.seen()
    differing = 0
    for number in seen[:: max(1, len(seen) // 12)]:
        mutated.play(number)
        playing = graph(mutated, setup)
        settled = type("One", (Settled,), {"number": number})(mutated.system)
        assert playing == graph(settled, setup), mutated.schema.mutants[number - 1]
        differing += playing != plain
    assert differing
