"""Equal cards can take each other's place: renaming them and playing comes to the same, either way.

Legal actions, errors, verdicts on all laws and the ends of plays are compared, and positions up to
the order of waiting triggers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.agreement.positions import made_up, reached

from stackproof import check
from stackproof.editions.load import edition
from stackproof.game import discarding
from stackproof.game.assembly import assemble
from stackproof.game.keywords import ripple
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.readings.python import Player
from stackproof.lang.symmetry import Layout, interchangeable, layout, renamed, sorted_bags
from stackproof.laws import catalogue, ripple_subsets
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import Scenario, load_scenario

SCENES = [
    ("ripple-chain", "2026-01"),
    ("ripple-taxed", "2006-07"),
    ("ripple-nested", "2013-07"),
    ("ripple-discard-cost", "2026-01"),
    ("ripple-sacrifice", "2026-01"),
    ("ripple-kicked", "2026-01"),
    ("both-keywords", "2009-07"),
    ("both-granted", "2026-01"),
    ("madness-cleanup", "2026-01"),
    ("madness-circular-logic", "2016-04"),
    ("b042-counterspells-on-a-chain", "2026-01"),
    ("c081-granted", "2026-01"),
]
ORDERED = {"ripple-casts-any-subset", "ripple-bottoms-in-any-order", "triggers-in-any-own-order"}
"""The laws that go by the order of cards or of waiting triggers; what they offer does not."""


@dataclass(frozen=True)
class Scene:
    """A scenario with what is known of the cards that can take each other's place."""

    reading: NativeReading
    game: Game
    player: Player
    state: Layout
    classes: list[list[int]]

    def names(self, chance: random.Random) -> list[int]:
        """New names that put two equal cards in each other's place."""
        first, second = chance.sample(chance.choice(self.classes), 2)
        names = list(range(self.state.members))
        names[first], names[second] = second, first
        return names


def scene_of(scenario: Scenario, when: str, reading: NativeReading) -> Scene:
    game = build(scenario, edition(when), reading.system)
    program, size = reading.system.program, reading.system.program.capacities["cards"]
    classes = interchangeable(layout(reading.system.setup_type, "cards", size), game.setup)
    used = [[card for card in equal if card < len(game.cards)] for equal in classes]
    return Scene(
        reading,
        game,
        Player(reading.system, game.setup),
        layout(program.record(reading.system.state), "cards", size),
        [equal for equal in used if len(equal) > 1],
    )


@cache
def scene(name: str, when: str) -> Scene:
    scenario = load_scenario(name)
    return scene_of(scenario, when, check.native(scenario))


def outcome(scene: Scene, position: bytes, names: list[int] | None = None) -> object:
    """Everything that can be told of a position, seen through names."""

    def seen(state: bytes) -> bytes:
        named = state if names is None else renamed(scene.state, state, names)
        return sorted_bags(scene.state, named)

    def laws(known: Iterable[str]) -> frozenset[str]:
        return frozenset(name for name in known if name.partition("[")[0] not in ORDERED)

    def alike(known: Iterable[str]) -> frozenset[str]:
        apart = scene.reading.system.told_apart
        told = {name for name, known in apart.items() if not known.offers}
        return frozenset(name for name in known if name.partition("[")[0] not in told)

    setup = scene.game.setup
    edges, premises = scene.reading.expand(setup, position)
    verdict = scene.reading.inspect(setup, position)
    steps = Counter(
        (e.verb, seen(e.after), e.error, laws(e.violated), laws(e.witnessed)) for e in edges
    )
    return (
        steps, alike(premises), verdict.finished, verdict.error, laws(verdict.violated),
        laws(verdict.relevant),
    )  # fmt: skip


def treated_alike(scene: Scene, position: bytes, names: list[int]) -> bool:
    image = renamed(scene.state, position, names)
    return outcome(scene, position, names) == outcome(scene, image)


@pytest.mark.parametrize("name, when", SCENES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.integers(0, 60))
def test_equal_cards_are_treated_alike_along_plays(
    name: str, when: str, seed: int, length: int
) -> None:
    found, chance = scene(name, when), random.Random(seed)
    position = reached(found.player, found.game, chance, length)
    assert treated_alike(found, position, found.names(chance))


@pytest.mark.parametrize("name, when", SCENES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_equal_cards_are_treated_alike_in_made_up_positions(
    name: str, when: str, seed: int
) -> None:
    found, chance = scene(name, when), random.Random(seed)
    position = made_up(found.player, found.game, chance)
    assert treated_alike(found, position, found.names(chance))


FAULTS = [
    (discarding, "return pos.mark[card] != CHOSEN", "return pos.mark[card] != CHOSEN and card > 6"),
    (
        ripple_subsets,
        "if position.announcement.kind == SPELL and position.announcement.source == card:",
        "if position.announcement.source == card:",
    ),
    (ripple, "if pos.mark[card] != REVEALED:", "if pos.mark[card] != REVEALED or card == 1:"),
]


@pytest.mark.parametrize("module, right, wrong", FAULTS)
def test_a_rule_that_tells_equal_cards_apart_is_noticed(
    module: ModuleType, right: str, wrong: str
) -> None:
    laws = [law for law in catalogue.laws() if law.id == "ripple-may-cast-none"]
    system = assemble(load_scenario(SCENES[0][0]).capacities, laws, catalogue.MODULES)
    text = system.program.sources[module.__name__]
    assert text.count(right) == 1
    system.program.sources[module.__name__] = text.replace(right, wrong)
    reading = NativeReading(system)
    for name, when in SCENES:
        found = scene_of(load_scenario(name), when, reading)
        for seed in range(60):
            chance = random.Random(seed)
            make = made_up(found.player, found.game, chance)
            walk = reached(found.player, found.game, chance, seed)
            for position in (make, walk):
                if not treated_alike(found, position, found.names(chance)):
                    return
    pytest.fail("nobody noticed")
