"""``stackproof strengthen`` from end to end, with little to try."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import run

SMALL = ("strengthen", "kernel-cycling-is-seen", "--edition", "2020-11")


def test_a_run_tells_what_the_graphs_left_and_writes_a_module(tmp_path: Path) -> None:
    file = tmp_path / "found.py"
    done = run(*SMALL, "--about", "stack_size", "--most", "0", "--to", str(file))
    assert done.code == 0, done.err
    first, second, third, *_ = done.out.splitlines()
    assert first.startswith("for every deck of up to 2 cards, ")
    assert " candidates: " in second
    assert third.startswith("0 tried in 0 rounds: 0 inductive, 0 of them new")
    assert "def " not in file.read_text()


def test_the_report_is_json_too() -> None:
    done = run(*SMALL, "--about", "discard.cause", "--most", "0", "--format", "json")
    told = json.loads(done.out)
    assert (done.code, told["schema"], told["invariants"]) == (0, 1, [])
    counted = told["false"] + told["unmet"] + told["weaker"] + told["untried"]
    assert counted == told["generated"] > 100


def test_no_time_leaves_a_law_undetermined() -> None:
    done = run(*SMALL, "--about", "turn", "--limit", "1", "--law", "stack-is-packed")
    assert done.code == 3, done.err
    assert "undetermined  stack-is-packed (it is not inductive" in done.out


@pytest.mark.parametrize("arguments, error", [
    (("--law", "stack-is-paked"), 'no invariant is called "stack-is-paked"; did you mean'),
    (("--law", "resolving-is-asked"), 'proofs are laid out by "resolving-is-asked"'),
    (("--about", "disc"), None),
    (("--about", "stak"), 'no field of a position begins with "stak"'),
    (("--edition", "1999-01"), "1999-01"),
    (("no-such-scenario",), "no-such-scenario"),
])  # fmt: skip
def test_bad_input_is_one_line(arguments: tuple[str, ...], error: str | None) -> None:
    done = run("strengthen", "kernel-cycling-is-seen", "--most", "0", *arguments)
    if error is None:
        assert done.code == 0, done.err
        return
    assert done.code == 2
    assert error in done.err
    assert done.err.count("\n") == 1


def test_laws_with_keywords_of_ones_own_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text('"""Rules."""\n')
    (tmp_path / "stackproof.toml").write_text('keywords = ["mine.py"]\n')
    done = run("strengthen", "--most", "0", "--law", "mine", cwd=tmp_path)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "keywords of its own" in done.err


LATER = '''"""A law of a project."""

from stackproof.game.position import Position
from stackproof.laws.declare import law


@law("invariant", "somebody-plays", "The first player stays.", when={"mana_burn": True})
def somebody_plays(position: Position) -> bool:
    return not position.out[0]
'''


def test_a_law_of_editions_that_proofs_cannot_tell_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own_law_of_editions.py").write_text(LATER)
    (tmp_path / "stackproof.toml").write_text('laws = ["own_law_of_editions.py"]\n')
    done = run("strengthen", "--most", "0", "--law", "somebody-plays", cwd=tmp_path)
    assert (done.code, done.err.count("\n")) == (2, 1), done.err
    assert "own_law_of_editions.py" in done.err
    assert "mana_burn" in done.err


def test_the_usual_scenarios_are_those_that_an_edition_plays() -> None:
    done = run("strengthen", "--most", "0", "--states", "10", "--edition", "2006-07")
    assert done.code == 0, done.err
