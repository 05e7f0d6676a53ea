"""Wildcards match as they say, and everything that can be told is in the vocabulary."""

from __future__ import annotations

import random
import re

from hypothesis import given
from hypothesis import strategies as st

from stackproof import check as checking
from stackproof.claims.graph import explore
from stackproof.claims.moments import READS, Teller
from stackproof.editions.load import edition
from stackproof.explore.model import Limits
from stackproof.lang.readings.python import Player
from stackproof.scenarios.build import build
from stackproof.scenarios.load import scenarios
from stackproof.scenarios.vocabulary import FACTS, HAPPENING
from stackproof.scenarios.wildcards import Wildcard
from stackproof.trace.narrate import Narrator


@given(st.text("ab*", max_size=6), st.lists(st.text("ab", max_size=3), max_size=3))
def test_a_wildcard_matches_what_its_regular_expression_matches(
    pattern: str, texts: list[str]
) -> None:
    wild = Wildcard(pattern)
    places = wild.start
    for text in texts:
        places = wild.feed(places, text)
    expected = re.fullmatch(pattern.replace("*", ".*"), "".join(texts)) is not None
    assert wild.ends(places) == expected
    assert bool(wild.expression.fullmatch("".join(texts))) == expected


def test_everything_told_is_in_the_vocabulary_and_told_as_by_the_narrator() -> None:
    chance = random.Random(7)
    kinds = set()
    for scenario in scenarios().values():
        played = edition(chance.choice(scenario.editions))
        reading = checking.native(scenario)
        game = build(scenario, played, reading.system)
        graph = explore(reading, game.setup, game.initial, Limits(max_states=400))
        teller = Teller(reading, game, played)
        words = scenario.vocabulary
        play = graph.play(chance.randrange(len(graph.rows)))
        state, told = 0, set()
        for line, (verb, argument) in zip(
            Narrator(reading.system, game, played).lines(play), play, strict=True
        ):
            row = graph.rows[state]
            action = teller.action(row, verb, argument)
            events = teller.events(row, verb, argument)
            assert action == f"{line.player} {line.does}"
            assert events == [happening.text for happening in line.happenings]
            told |= {(HAPPENING, text) for text in [action, *events]} | {("option", action)}
            edges = graph.edges[state]
            assert edges is not None
            state = next(to for v, a, to in edges if (v, a) == (verb, argument))
            told |= {
                (kind, text) for kind in READS for text in teller.facts(kind, graph.rows[state])
            }
        for kind, text in sorted(told):
            assert not words.mistake(kind, text), (scenario.id, kind, text)
            kinds.add(kind)
    assert kinds == {HAPPENING, *FACTS}


def test_facts_are_those_of_the_position() -> None:
    scenario = scenarios()["c001-base-chain"]
    reading = checking.native(scenario)
    played = edition("2026-01")
    game = build(scenario, played, reading.system)
    teller = Teller(reading, game, played)
    row = game.initial.ljust(reading.stride, b"\0")
    assert teller.facts("stack", row) == ["empty"]
    assert teller.facts("library", row)[1] == "Ben empty"
    assert teller.facts("life", row) == ["Anna 20", "Ben 20"]
    assert teller.facts("asked", row) == ["Anna priority"]
    assert teller.facts("step", row) == ["main"]
    position = Player(reading.system, game.setup).position(game.initial)
    assert teller.facts("mana", row) == [f"Anna {position.mana[0]}", f"Ben {position.mana[1]}"]
