"""`stackproof check` end to end: tables, plays, JSON and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import run

from stackproof.report.schema import schema

RESULT = set(schema()["$defs"]["Result"]["properties"])


def test_everything_shipped_is_as_expected() -> None:
    done = run("check")
    assert done.code == 0
    assert "all as expected" in done.out
    assert "0 undetermined" in done.out


def test_json_has_the_documented_form() -> None:
    done = run("check", "madness-stifled", "--edition", "2026-01", "--format", "json")
    assert done.code == 0
    report = json.loads(done.out)
    assert report["schema"] == 1
    assert report["verdict"] == "holds"
    assert all(set(result) == RESULT for result in report["results"])
    bare = next(r for r in report["results"] if r["law"] == "madness-exile-ends-always")
    assert bare["verdict"] == bare["expected"] == "violated"
    assert bare["trace"]["actions"][0][0] == "activate"
    assert bare["states"] > 100


def test_a_violation_is_told_as_a_play_with_the_rules_of_the_edition() -> None:
    done = run("check", "madness-stifled", "--edition", "2026-01")
    assert "the madness ability of Fiery Temper is countered  (701.6a)" in done.out
    assert "here the law fails" in done.out
    older = run("check", "madness-stifled", "--edition", "2009-07")
    assert "the madness ability of Fiery Temper is countered  (701.5a)" in older.out


def test_an_unexpected_violation_is_exit_code_1(tmp_path: Path) -> None:
    claim = '[[claim]]\nsays = "Nothing is exiled."\nnever = ["* is exiled instead"]\n'
    file = tmp_path / "stifled.toml"
    file.write_text(shipped("madness-stifled") + claim)
    done = run("check", str(file))
    assert done.code == 1
    assert "not as expected" in done.out


def test_an_expected_violation_that_does_not_occur_is_exit_code_1(tmp_path: Path) -> None:
    text = shipped("madness-by-cost") + '\n[expect]\nmadness-exile-ends = "violated"\n'
    file = tmp_path / "cost.toml"
    file.write_text(text)
    done = run("check", str(file))
    assert done.code == 1
    assert "holds (expected: violated)" in done.out


def test_a_limit_is_undetermined_and_exit_code_3() -> None:
    done = run("check", "ripple-chain", "--max-states", "100", "--format", "json")
    assert done.code == 3
    report = json.loads(done.out)
    assert report["verdict"] == "undetermined"
    unknown = [r for r in report["results"] if r["verdict"] == "undetermined"]
    assert len(unknown) > 100
    assert all("limit on states" in r["reason"] for r in unknown)
    shown = [r for r in report["results"] if r not in unknown]
    assert all(r["verdict"] == r["expected"] and r["trace"] for r in shown)  # a play suffices


def test_an_overrun_capacity_is_a_rule_error_with_the_scenarios_name(tmp_path: Path) -> None:
    file = tmp_path / "tight.toml"
    file.write_text(shipped("ripple-chain") + "\n[capacity]\nstack = 2\n")
    done = run("check", str(file), "--edition", "2026-01")
    assert done.code == 1
    assert "rule error in tight: stack.py:" in done.out


def test_a_report_can_be_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    done = run("check", "madness-by-cost", "--format", "json", "-o", str(file))
    assert done.code == 0
    assert done.out == ""
    assert json.loads(file.read_text())["verdict"] == "holds"


def test_one_law_in_one_edition() -> None:
    law = "ripple-then-active-player"
    done = run("check", "--law", law, "--edition", "2016-04", "--format", "json")
    assert done.code == 0
    results = json.loads(done.out)["results"]
    assert {(r["law"], r["edition"]) for r in results} == {(law, "2016-04")}
    assert any(not r["vacuous"] for r in results)


def shipped(name: str) -> str:
    """The text of a shipped scenario."""
    from stackproof.scenarios.load import load_scenario

    return Path(load_scenario(name).file).read_text("utf-8")


BAD = {
    "scenario": (["check", "ripple-chian"], 'no scenario is called "ripple-chian"', "ripple-chain"),
    "law": (["check", "--law", "last-in-last-out"], "--law", "last-in-first-out"),
    "edition": (["check", "--edition", "2016-4"], 'no edition is called "2016-4"', "2016-04"),
    "early edition": (["check", "ripple-chain", "--edition", "2002-02"], "has ripple", "2002-02"),
    "option": (["check", "--fromat", "json"], "--fromat", "--format"),
    "command": (["chekc"], "chekc", ""),
    "output": (["check", "madness-by-cost", "-o", "/no/such/dir/x"], "cannot write", "/no/such"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_exit_code_2_with_one_clear_line(case: str) -> None:
    arguments, what, nearest = BAD[case]
    done = run(*arguments)
    assert done.code == 2
    assert what in done.err
    assert nearest in done.err
    assert "Traceback" not in done.err


FILES = {
    "unknown card": ('hand = ["Surging Flam"]', "player[1].hand[0]", "Surging Flame"),
    "two zones": ('hand = ["Forest @a"]\nlibrary = ["Forest @a"]', "a card in two zones", "@a"),
    "count": ('hand = ["0 Forest"]', "player[1].hand[0]", ""),
    "unknown key": ('hnad = ["Forest"]', "hnad", "hand"),
    "wrong type": ("hand = 3", "player[1].hand", ""),
    "deck": ('deck = ["2 Forest"]\nhand = ["Forest"]', "player[1].deck", "2"),
    "malformed": ("hand = ?", "not valid TOML", "line 7"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_bad_file_is_exit_code_2_with_file_and_key(tmp_path: Path, case: str) -> None:
    text, key, nearest = FILES[case]
    file = tmp_path / "mine.toml"
    ben = '[[player]]\nname = "Ben"\n'
    file.write_text(f'title = "t"\nabout = "a"\n{ben}[[player]]\nname = "Ann"\n{text}\n')
    done = run("check", str(file))
    assert done.code == 2
    assert "mine.toml" in done.err
    assert key in done.err
    assert nearest in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(b'title = "\xe9"\n')
    done = run("check", str(file))
    assert done.code == 2
    assert "not UTF-8" in done.err
