"""One text, three readings: they agree on actions, positions, events, errors and laws."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.agreement.positions import made_up, reached
from tests.lang.symbolically import Symbolic, attempt, outcomes
from tests.lang.test_native import by_native, by_python

from stackproof import check
from stackproof.editions.load import edition
from stackproof.lang.readings import lowering
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.readings.python import Player
from stackproof.lang.readings.symbolic import SymbolicReading
from stackproof.lang.terms import Terms
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import load_scenario

SCENES = [
    ("both-keywords", "2026-01"),
    ("both-granted", "2016-04"),
    ("madness-circular-logic", "2009-07"),
    ("madness-two-windows", "2006-07"),
    ("ripple-discard-cost", "2026-01"),
    ("madness-cleanup", "2002-02"),
    ("madness-granted", "2026-01"),
    ("madness-replaced", "2013-07"),
    ("madness-three-players", "2016-04"),
    ("ripple-copied", "2026-01"),
    ("ripple-kicked", "2026-01"),
    ("ripple-split-card", "2009-07"),
]


@cache
def scene(name: str, when: str) -> tuple[NativeReading, Game, Player]:
    scenario = load_scenario(name)
    native = check.native(scenario)
    game = build(scenario, edition(when), native.system)
    return native, game, Player(native.system, game.setup)


def compared(native: NativeReading, game: Game, player: Player, position: bytes) -> bool:
    """Whether the compiled reading agrees with CPython on everything about a position."""
    by_machine, by_text = by_native(native, game.setup, position), by_python(player, position)
    if by_machine != by_text:
        return False
    for edge in native.successors(game.setup, position):
        if edge.error is None:
            _, step, _ = native.step(game.setup, position, edge.verb, edge.argument)
            _, told = player.apply(player.position(position), edge.verb, edge.argument)
            if step != told.pack():
                return False
    return True


@pytest.mark.parametrize("name, when", SCENES)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.integers(0, 60))
def test_cpython_and_llvm_agree_along_random_plays(
    name: str, when: str, seed: int, length: int
) -> None:
    native, game, player = scene(name, when)
    position = reached(player, game, random.Random(seed), length)
    assert compared(native, game, player, position)


@pytest.mark.parametrize("name, when", SCENES)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_cpython_and_llvm_agree_on_made_up_positions(name: str, when: str, seed: int) -> None:
    native, game, player = scene(name, when)
    position = made_up(player, game, random.Random(seed))
    assert compared(native, game, player, position)


LAWS = 8
"""One law in so many is judged by Z3 as well: all of them at once take minutes and gigabytes."""


class OneDeck(Symbolic):
    """The game over every position, with the setup of one scenario; one verb is built at need."""

    def __init__(self, name: str, when: str) -> None:
        native, game, _ = scene(name, when)
        self.system = replace(native.system, laws=native.system.laws[::LAWS])
        self.player = Player(self.system, game.setup)
        self.reading = SymbolicReading(self.system)
        self.setup = self.reading.constants(self.system.setup, game.setup)
        self.before = self.reading.variables(self.system.state, "before.")
        self.finished = self.reading.condition(self.system.finished, self.setup, self.before)
        self._made = {}

    def disagrees(self, position: bytes, verb: int, argument: int) -> bool:
        expected = outcomes(self.player, position, verb, argument)
        found = self.outcomes(b"", position, verb, argument)
        pairs = zip(expected, found, strict=True)
        return any(wanted is not None and wanted != got for wanted, got in pairs)


def some_action(player: Player, position: bytes, chance: random.Random) -> tuple[int, int]:
    """A legal action mostly, sometimes any."""
    view = player.position(position)
    everything = [(v, a) for v, (_, size) in enumerate(player.system.verbs) for a in range(size)]
    legal = [x for x in everything if attempt(player.legal, view, *x)[0]]
    return chance.choice(legal if legal and chance.random() < 0.8 else everything)


SYMBOLIC = SCENES[:1] + SCENES[3:4]


@cache
def one_deck(name: str, when: str) -> OneDeck:
    return OneDeck(name, when)


@pytest.mark.parametrize("name, when", SYMBOLIC)
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.integers(0, 60))
def test_cpython_and_z3_agree(name: str, when: str, seed: int, length: int) -> None:
    deck, chance = one_deck(name, when), random.Random(seed)
    _, game, player = scene(name, when)
    position = reached(player, game, chance, length)
    if length % 2:
        position = made_up(player, game, chance)
    assert not deck.disagrees(position, *some_action(player, position, chance))


# A fault planted in each reading in turn: the comparison has to notice.


def notices(native: NativeReading, name: str, when: str, tries: int = 60) -> bool:
    _, game, player = scene(name, when)
    chance = random.Random(1)
    for _ in range(tries):
        position = reached(player, game, chance, chance.randrange(40))
        if not compared(native, game, player, position):
            return True
    return False


def test_a_fault_in_the_compiled_reading_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name, when = SCENES[0]
    system = scene(name, when)[0].system
    assert not notices(scene(name, when)[0], name, when, tries=10)
    monkeypatch.setenv("STACKPROOF_CACHE", str(tmp_path))
    right = lowering.COMPARISONS["<"]
    monkeypatch.setitem(lowering.COMPARISONS, "<", lowering.COMPARISONS["<="])
    assert right != lowering.COMPARISONS["<"]
    assert notices(NativeReading(system), name, when)


def test_a_fault_in_the_symbolic_reading_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    name, when = SCENES[0]
    _, game, player = scene(name, when)
    less = Terms.less
    monkeypatch.setattr(
        Terms, "less", lambda self, a, b: self.either(less(self, a, b), self.equal(a, b))
    )
    deck, chance = OneDeck(name, when), random.Random(1)
    for _ in range(40):
        position = reached(player, game, chance, chance.randrange(40))
        if deck.disagrees(position, *some_action(player, position, chance)):
            return
    pytest.fail("nobody noticed")


def test_a_fault_in_the_cpython_reading_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    native, game, player = scene(*SCENES[0])
    views = player.reading.views
    array: Any = views.of(native.system.state_type.fields["mana"][1])  # type: ignore[arg-type]
    read = array.__getitem__
    monkeypatch.setattr(array, "__getitem__", lambda view, i: read(view, i) + (i == 0))
    chance = random.Random(1)
    positions = (reached(player, game, chance, chance.randrange(60)) for _ in range(60))
    assert not all(compared(native, game, player, position) for position in positions)


def test_made_up_positions_are_varied() -> None:
    """The strategy above reaches every kind of decision that it means to."""
    _, game, player = scene(*SCENES[0])
    asked = set()
    for seed in range(200):
        position = player.position(made_up(player, game, random.Random(seed)))
        asked.add(position.decision)
    assert len(asked) >= 5
