"""What plays exercise, against counting by hand; the numbers of the shipped game are plausible."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from stackproof.check import native
from stackproof.coverage import show
from stackproof.coverage.measure import measure
from stackproof.coverage.model import Coverage, Line
from stackproof.editions.load import edition, rule_keys
from stackproof.explore.model import Limits
from stackproof.explore.search import explore
from stackproof.game.domains import EventKind
from stackproof.lang.readings.python import Player
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario

NAME = "madness-stifled"
BEFORE, SINCE = "2006-07", "2026-01"


@pytest.fixture(scope="module")
def one() -> Coverage:
    return measure([load_scenario(NAME)], {NAME: [edition(SINCE)]})


def first_line(coverage: Coverage, file: str, rule: str) -> Line:
    return next(line for line in coverage.lines if line.file.endswith(file) and line.rule == rule)


def test_citations_are_those_of_the_events_of_all_transitions(one: Coverage) -> None:
    scenario = load_scenario(NAME)
    reading = native(scenario)
    game = build(scenario, edition(SINCE), reading.system)
    found = explore(reading, game.setup, game.initial)
    player = Player(reading.system, game.setup)
    kinds = reading.system.program.members(EventKind)
    expected: Counter[str] = Counter()
    for state in range(found.states):
        row = found.row(state)
        for edge in reading.successors(game.setup, row):
            _, step, _ = reading.step(game.setup, row, edge.verb, edge.argument)
            told = player.reading.new(reading.system.step, step)
            events = [told.events[i] for i in range(told.count)]
            expected.update({kinds[event.kind].about["cites"] for event in events})
    counted = {c.key: c.transitions for c in one.citations if c.transitions}
    assert counted == dict(expected)


def test_every_transition_applies_an_action(one: Coverage) -> None:
    assert one.transitions == first_line(one, "game/game.py", "apply").times
    assert first_line(one, "game/game.py", "legal").times > one.transitions


def test_no_rule_of_the_other_keyword_is_reached(one: Coverage) -> None:
    ripple = [line for line in one.lines if line.file.endswith("keywords/ripple.py")]
    assert first_line(one, "keywords/ripple.py", "reveal").times == 0
    assert any(line.times == 0 for line in ripple)
    assert all(line.part == "game" for line in ripple)


def test_editions_that_play_alike_are_counted_once() -> None:
    two = measure([load_scenario(NAME)], {NAME: [edition("2025-09"), edition(SINCE)]})
    assert two.searches == 1
    (cast,) = [c for c in two.citations if c.key == "cast.begin"]
    assert [use.transitions for use in cast.editions.values()] == [cast.transitions] * 2
    assert cast.number == edition(SINCE).cite("cast.begin")


def test_editions_that_play_differently_add_up() -> None:
    both = measure([load_scenario(NAME)], {NAME: [edition(BEFORE), edition(SINCE)]})
    assert both.searches == 2
    apply = first_line(both, "game/game.py", "apply")
    assert apply.times == both.transitions
    (cast,) = [c for c in both.citations if c.key == "cast.begin"]
    assert sum(use.transitions for use in cast.editions.values()) == cast.transitions


def test_every_key_of_the_editions_is_there(one: Coverage) -> None:
    keys = [citation.key for citation in one.citations]
    assert set(keys) >= rule_keys()
    assert len(keys) == len(set(keys))


def test_lines_of_laws_are_apart_and_those_at_which_they_fail_are_marked(one: Coverage) -> None:
    laws = [line for line in one.lines if line.part == "laws"]
    assert any(line.times > 0 for line in laws)
    assert {line.text for line in laws if line.fails} == {"return False"}
    assert not any(line.fails for line in one.lines if line.part == "game")
    counted = sum(total.lines for total in one.files)
    assert counted == sum(not line.fails for line in one.lines)


def test_the_text_of_a_line_is_its_text(one: Coverage) -> None:
    for line in one.lines:
        assert line.text
        text = Path(line.file).read_text("utf-8").splitlines()[line.line - 1]
        assert text.strip() == line.text


def test_a_limit_makes_it_incomplete() -> None:
    some = measure([load_scenario(NAME)], {NAME: [edition(SINCE)]}, Limits(max_states=10))
    assert some.incomplete == [NAME]
    assert "stopped by a limit" in show.text(some)


def test_json_is_everything(one: Coverage) -> None:
    assert msgspec.json.decode(show.json(one), type=Coverage) == one
