"""``stackproof check`` with fewer positions: what it says, and when it does not leave any out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import run

ONE = ("check", "ripple-chain", "--edition", "2026-01")
AT_MOST_ONE = ("--law", "ripple-casts-at-most-one")


def results(*arguments: str) -> dict[str, dict[str, Any]]:
    done = run(*arguments, "--format", "json")
    assert done.code == 0, done.err
    return {result["law"]: result for result in json.loads(done.out)["results"]}


@pytest.mark.parametrize(
    "options, states, reduction",
    [
        ((), 2068, "symmetry"),
        (("--symmetry", "off"), 3954, ""),
        (("--reduction", "auto"), 911, "symmetry, forced moves"),
        (("--symmetry", "off", "--reduction", "auto"), 1725, "forced moves"),
        (("--law", "ripple-casts-any-subset"), 3954, ""),
        (("--law", "stack-can-empty", "--reduction", "auto"), 2068, "symmetry"),
    ],
)
def test_which_positions_are_kept(options: tuple[str, ...], states: int, reduction: str) -> None:
    found = results(*ONE, *AT_MOST_ONE, *options)["ripple-casts-at-most-one"]
    assert (found["states"], found["reduction"]) == (states, reduction)
    assert found["verdict"] == "violated"


def test_a_law_that_tells_cards_apart_gets_a_search_of_its_own() -> None:
    found = results(*ONE, *AT_MOST_ONE, "--law", "ripple-casts-any-subset", "--symmetry", "on")
    assert found["ripple-casts-at-most-one"]["states"] == 2068
    assert found["ripple-casts-any-subset"]["states"] == 3954
    assert found["ripple-casts-any-subset"]["reduction"] == ""


def test_a_play_that_was_found_with_fewer_positions_replays(tmp_path: Path) -> None:
    done = run(*ONE, *AT_MOST_ONE, "--reduction", "auto", "--traces", str(tmp_path))
    assert done.code == 0, done.err
    (trace,) = tmp_path.glob("*.json")
    told = run("replay", str(trace))
    assert told.code == 0, told.err
    assert "as in the trace" in told.out


@pytest.mark.parametrize("option", ["--symmetry", "--reduction"])
def test_a_wrong_choice_is_refused(option: str) -> None:
    done = run(*ONE, option, "sometimes")
    assert done.code == 2
    assert option in done.err


def test_the_report_tells_that_not_every_position_was_kept() -> None:
    told = run(*ONE, *AT_MOST_ONE).out.splitlines()
    assert any(line.endswith("; 1 without keeping every position") for line in told)
    whole = run(*ONE, *AT_MOST_ONE, "--symmetry", "off").out
    assert "keeping every position" not in whole
