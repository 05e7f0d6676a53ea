"""One play with all its moments, for authors of claims."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from stackproof.editions.load import Edition
from stackproof.explore.model import Limits
from stackproof.inputs import InputError, Place
from stackproof.lang.readings.native import NativeReading
from stackproof.scenarios.build import build
from stackproof.scenarios.claims import Claim, read_sequel
from stackproof.scenarios.load import Scenario

from .graph import ERROR, Action, Graph, explore
from .labels import Labels
from .moments import Teller, all_facts
from .plays import some_play

PASSING = 0.15
"""How often a random play passes where something else can be done."""


def moments(
    scenario: Scenario,
    edition: Edition,
    reading: NativeReading,
    patterns: Sequence[str] = (),
    seed: int = 0,
) -> Iterator[tuple[str, list[str]]]:
    """Headings with the moments under them, in the words of claims; of the facts that are no
    options only new ones.

    The play is a shortest one with the given patterns, or else a random one. Raises
    :class:`InputError`.
    """
    game = build(scenario, edition, reading.system)
    graph = explore(reading, game.setup, game.initial, Limits())
    teller = Teller(reading, game, edition)
    if patterns:
        words = scenario.vocabulary
        sequel = read_sequel(patterns, words, Place("command line", "--play"))
        claim = Claim("", "", "possible", (), tuple(patterns), sequel)
        found = some_play(graph, Labels(graph, teller, words, [claim]), sequel)
        if found.play is None:
            raise InputError(f"no play of {scenario.id} has these moments")
        play = found.play
    else:
        play = list(_random_play(graph, random.Random(seed)))
    yield from _told(graph, teller, play)


def _random_play(graph: Graph, chance: random.Random) -> Iterator[Action]:
    state = 0
    while edges := [edge for edge in graph.edges[state] or () if edge[2] != ERROR]:
        weights = [PASSING if verb == 0 else 1 for verb, _, _ in edges]
        verb, argument, state = chance.choices(edges, weights)[0]
        yield verb, argument


def _told(graph: Graph, teller: Teller, play: Sequence[Action]) -> Iterator[tuple[str, list[str]]]:
    state = 0
    known = _facts(graph, teller, state)
    yield "at the beginning", known
    for number, action in enumerate(play, 1):
        row = graph.rows[state]
        happened = [teller.action(row, *action), *teller.events(row, *action)]
        state = next(to for *done, to in graph.edges[state] or () if tuple(done) == action)
        facts = _facts(graph, teller, state)
        new = [text for text in facts if text not in known or text.startswith("option")]
        yield f"{number}.", happened + new
        known = facts


def _facts(graph: Graph, teller: Teller, state: int) -> list[str]:
    row = graph.rows[state]
    options = [teller.action(row, verb, argument) for verb, argument, _ in graph.edges[state] or ()]
    return [*all_facts(teller, row), *(f"option: {text}" for text in options)]
