"""Code that counts: exact numbers for each line, in a search, and no trace of it elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stackproof.explore.search import explore
from stackproof.lang.readings import cache
from stackproof.lang.readings.counted import CountedReading
from stackproof.lang.readings.entries import emit
from stackproof.lang.readings.metering import Tally
from stackproof.lang.readings.native import NativeReading

from . import walk

TALLY = Tally(f"{walk.__name__}.tell", "news", (0, 1, 2, 3))
PLACES, AHEAD, BACK = 4, 3, 3


@pytest.fixture(scope="module")
def counted() -> CountedReading:
    reading = CountedReading(walk.walk(), [TALLY])
    found = explore(reading, b"\0", b"\0")
    assert (found.states, found.edges) == (PLACES, AHEAD + BACK)
    return reading


def lines(reading: CountedReading, rule: Any) -> dict[str, int]:
    """How often each line of a rule was exercised, by its text."""
    counts, text = reading.counts(), Path(str(walk.__file__)).read_text("utf-8").splitlines()
    key = f"{walk.__name__}.{rule.__name__}"
    return {text[m.line - 1].strip(): counts.times(m) for m in reading.marks if m.rule == key}


def test_a_condition_counts_once_for_each_action_asked_about(counted: CountedReading) -> None:
    assert lines(counted, walk.legal) == {
        "if way == 1:": 2 * PLACES,
        "return state.at > 0": PLACES,
        "return state.at < 3": PLACES,
    }


def test_a_branch_never_taken_counts_nothing(counted: CountedReading) -> None:
    assert lines(counted, walk.apply) == {
        "if way == 1:": AHEAD + BACK,
        "back(state, step)": BACK,
        "ahead(state, step)": AHEAD,
        "if outside(state):": AHEAD + BACK,
        "state.at = 0": 0,
        "tell(step, News.LOST)": 0,
        "step.told += 1": AHEAD + BACK,
    }


def test_a_loop_counts_once_for_each_transition(counted: CountedReading) -> None:
    assert set(lines(counted, walk.ahead).values()) == {AHEAD}


def test_what_comes_after_a_return_is_counted_apart(counted: CountedReading) -> None:
    assert lines(counted, walk.back) == {
        "tell(step, News.BACK)": BACK - 1,
        "if state.at == 3:": BACK,
        "state.at = 2": 1,
        "return": 1,
        "state.at -= 1": BACK - 1,
    }


def test_what_laws_ask_is_counted_apart_from_play(counted: CountedReading) -> None:
    """A law asks in each position; what it asks of a rule of the game does not count for it."""
    assert lines(counted, walk.near) == {
        "if outside(position):": PLACES,
        "return False": 0,
        "return not far(position) or position.at > 2": PLACES,
    }
    assert lines(counted, walk.outside) == {"return state.at > 3": AHEAD + BACK}
    assert lines(counted, walk.far) == {"return state.at == 3": PLACES}
    game = {mark.rule.rpartition(".")[2] for mark in counted.marks if mark.game}
    assert "outside" in game
    assert not {"far", "near"} & game


def test_a_rule_that_nothing_calls_has_no_lines(counted: CountedReading) -> None:
    assert lines(counted, walk.unused) == {}


def test_a_tally_counts_each_value_once_for_each_transition(counted: CountedReading) -> None:
    assert counted.tallied(counted.counts()) == [(0, AHEAD, BACK, 0)]


def test_values_that_count_together_count_once() -> None:
    together = Tally(TALLY.rule, TALLY.parameter, (0, 1, 1, 0))
    reading = CountedReading(walk.walk(), [together])
    explore(reading, b"\0", b"\0")
    assert reading.tallied(reading.counts()) == [(0, AHEAD + BACK)]


def test_counters_are_set_back() -> None:
    reading = CountedReading(walk.walk(), [TALLY])
    first = [reading.counts()]
    for _ in range(2):
        reading.reset()
        assert not any(reading.counts().play + reading.counts().laws)
        explore(reading, b"\0", b"\0")
        first.append(reading.counts())
    assert first[1] == first[2]
    assert any(first[1].play)


def test_it_says_the_same_as_the_plain_reading() -> None:
    system = walk.walk()
    plain, counting = NativeReading(system), CountedReading(system)
    for at in range(PLACES):
        assert plain.expand(b"\0", bytes([at])) == counting.expand(b"\0", bytes([at]))
        assert plain.inspect(b"\0", bytes([at])) == counting.inspect(b"\0", bytes([at]))


def test_plain_code_has_no_counters() -> None:
    system = walk.walk()
    unit = system.unit
    assert "counters" not in emit(system, unit)
    assert "counters" not in NativeReading(system).addresses


def test_it_is_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKPROOF_CACHE", str(tmp_path))
    system = walk.walk()
    for make in (NativeReading, CountedReading, lambda s: CountedReading(s, [TALLY])) * 2:
        make(system)
    assert len(list(tmp_path.glob(f"*{cache.SUFFIX}"))) == 3
    again = CountedReading(system, [TALLY])
    again.expand(b"\0", b"\0")
    assert lines(again, walk.ahead)["tell(step, News.AHEAD)"] == 1


def test_a_tally_of_no_rule_is_refused() -> None:
    with pytest.raises(KeyError):
        CountedReading(walk.walk(), [Tally("nowhere.rule", "news", (0,))])
