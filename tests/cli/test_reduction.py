"""``stackproof check`` with fewer positions: what it says, and when it does not leave any out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import run

ONE = ("check", "ripple-chain", "--edition", "2026-01")
AT_MOST_ONE = ("--law", "ripple-casts-at-most-one")
ON = ("--symmetry", "on")


def results(*arguments: str) -> dict[str, dict[str, Any]]:
    done = run(*arguments, "--format", "json")
    assert done.code == 0, done.err
    return {result["law"]: result for result in json.loads(done.out)["results"]}


@pytest.mark.parametrize(
    "options, states, reduction",
    [
        ((), 3954, ""),
        ((*ON,), 2068, "symmetry"),
        (("--symmetry", "off"), 3954, ""),
        ((*ON, "--reduction", "auto"), 911, "symmetry, forced moves"),
        (("--reduction", "auto"), 1725, "forced moves"),
        ((*ON, "--law", "ripple-casts-any-subset"), 2068, "symmetry"),
        ((*ON, "--law", "stack-can-empty", "--reduction", "auto"), 2068, "symmetry"),
    ],
)
def test_which_positions_are_kept(options: tuple[str, ...], states: int, reduction: str) -> None:
    found = results(*ONE, *AT_MOST_ONE, *options)["ripple-casts-at-most-one"]
    assert (found["states"], found["reduction"]) == (states, reduction)
    assert found["verdict"] == "violated"


def test_choices_of_cards_are_looked_for_among_all_positions() -> None:
    found = results(*ONE, *AT_MOST_ONE, "--law", "ripple-casts-any-subset", *ON)
    assert found["ripple-casts-at-most-one"]["states"] == 2068
    assert found["ripple-casts-any-subset"]["states"] == 3954
    assert found["ripple-casts-any-subset"]["reduction"] == ""


def test_a_large_game_with_all_laws_does_not_need_all_positions() -> None:
    """Of 899,226: the laws that are about single cards and their order included."""
    found = results("check", "rats-chain", "--edition", "2026-01")
    apart = {"triggers-in-any-own-order", "ripple-casts-any-subset", "ripple-bottoms-in-any-order"}
    assert {name for name, one in found.items() if one["states"] != 4079} == apart
    assert {found[name]["states"] for name in apart} == {10_001}
    assert {one["reduction"] for one in found.values()} == {"symmetry"}


def test_choices_offered_so_far_are_not_all_that_are_offered() -> None:
    """Those offered in the first hundred positions are made there, and others come later."""
    law = ("--law", "ripple-bottoms-in-any-order")
    done = run(*ONE, *law, "--max-states", "104", "--format", "json")
    (result,) = json.loads(done.out)["results"]
    assert (done.code, result["verdict"]) == (3, "undetermined")


def test_a_play_that_was_found_with_fewer_positions_replays(tmp_path: Path) -> None:
    done = run(*ONE, *AT_MOST_ONE, *ON, "--reduction", "auto", "--traces", str(tmp_path))
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
    told = run(*ONE, *AT_MOST_ONE, *ON).out.splitlines()
    assert any(line.endswith("; 1 without keeping every position") for line in told)
    whole = run(*ONE, *AT_MOST_ONE, "--symmetry", "off").out
    assert "keeping every position" not in whole
