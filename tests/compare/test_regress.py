"""``stackproof regress``, as it is used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import run

LAND = ("2006-07", "2006-10", "--scenario", "c090-land-in-window")
OUTCOMES = Path(__file__).parents[2] / "proofs" / "outcomes"


def test_the_land_drop_is_found_as_the_play_that_only_the_window_has() -> None:
    done = run("regress", *LAND)
    assert done.code == 0, done.err
    assert "madness_timing: window -> resolution" in done.out
    assert "2006-07 simulates 2006-10 in 1" in done.out
    assert "only 2006-07: a land from hand to battlefield" in done.out
    assert "2006-10: now Anna may cast the exiled card for its madness cost" in done.out


def test_the_waiting_owner_and_the_cast_without_priority_are_found() -> None:
    done = run(
        "regress", "2006-07", "2006-10", "--scenario", "c068-owner-controls",
        "--observe", "priority", "--format", "json",
    )  # fmt: skip
    assert done.code == 0, done.err
    (found,) = json.loads(done.out)["regressions"]
    witnesses = {(w["side"], w["kind"]): w for w in found["behaviours"]["witnesses"]}
    waits = witnesses["old", "the active player priority; stack: empty"]
    assert "Fiery Temper exile" in waits["trace"][-1]
    meanwhile = "the active player priority; stack: an instant; an instant from exile to stack"
    steps = witnesses["new", meanwhile]["play"]["steps"]
    assert [step["offered"] for step in steps][-1] == "new"
    assert steps[-1]["player"] == "Ben"


def test_editions_that_differ_in_numbers_only_need_no_search() -> None:
    done = run("regress", "2025-09", "2026-01")
    assert done.code == 0, done.err
    assert "every play that both know is the same" in done.out
    assert "-> 500.5" in done.out


def test_markdown_has_a_table_and_plays_that_fold() -> None:
    done = run("regress", *LAND, "--format", "markdown")
    assert done.code == 0, done.err
    assert done.out.startswith("## 2006-07 -> 2006-10:")
    assert "| ❌ | `c090-land-in-window: claim-1` | holds | (violated) |" in done.out
    assert done.out.count("<details>") == done.out.count("</details>") > 0


def test_a_reviewed_outcome_is_compared_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "land.txt"
    assert run("regress", *LAND, "--expect", str(file), "--update").code == 0
    again = run("regress", *LAND, "--expect", str(file))
    assert (again.code, again.out) == (0, "2006-07 -> 2006-10: as expected\n")
    file.write_text(file.read_text("utf-8").replace("holds -> (violated)", "holds -> holds"))
    changed = run("regress", *LAND, "--expect", str(file))
    assert changed.code == 1
    assert "-law madness-cast-in-window: holds -> holds" in changed.out
    assert "+law madness-cast-in-window: holds -> (violated)" in changed.out


def test_a_limit_makes_the_answer_undetermined() -> None:
    done = run("regress", *LAND, "--max-states", "20", "--observe", "none")
    assert done.code == 3
    assert "A limit stopped the search in: c090-land-in-window" in done.out


@pytest.mark.parametrize(
    "arguments, says",
    [
        (("2006-07",), "two editions are needed"),
        (("2006-07", "2006-11"), 'no edition is called "2006-11"; did you mean'),
        (("2006-07", "none.toml"), "none.toml"),
        (("--all", "2006-07", "2006-10"), "--all takes no editions"),
        (("2006-07", "2006-10", "--update"), "--update needs --expect"),
        (("2006-07", "2006-10", "--law", "madness-cast"), 'no law is called "madness-cast"'),
        (("--question", "Q9"), 'no question is called "Q9"'),
        ((*LAND, "--expect", "nowhere.txt"), "nowhere.txt: cannot be read"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], says: str) -> None:
    done = run("regress", *arguments)
    assert done.code == 2
    assert says in done.err


def test_an_edition_of_ones_own_is_compared(tmp_path: Path) -> None:
    mine = tmp_path / "back.toml"
    mine.write_text('id = "back"\nbased_on = "2026-01"\n[switches]\nmadness_timing = "window"\n')
    done = run("regress", "2026-01", str(mine), "--scenario", "c090-land-in-window")
    assert done.code == 0, done.err
    assert "! c090-land-in-window: claim-3" in done.out
    assert "only back: a land from hand to battlefield" in done.out


def test_an_edition_can_replace_a_rule(tmp_path: Path) -> None:
    """A whole discard goes to the graveyard, whatever the card says."""
    (tmp_path / "mine.py").write_text(
        "from stackproof.game.domains import Card, Variant\n"
        "from stackproof.game.keywords.madness import must_exile\n"
        "from stackproof.game.position import Position\n"
        "from stackproof.game.setup import Setup\n"
        "from stackproof.lang.declare import replaces\n\n\n"
        "@replaces(must_exile)\n"
        "def never(setup: Setup, pos: Position, card: Card, variant: Variant) -> bool:\n"
        "    return False\n"
    )
    mine = tmp_path / "plain.toml"
    mine.write_text('id = "plain"\nbased_on = "2026-01"\noverrides = "mine.py"\n')
    done = run("regress", "2026-01", str(mine), "--scenario", "c053-counting-the-graveyard")
    assert done.code == 0, done.err
    assert "rules replaced by" in done.out
    assert "! madness-must-exile" in done.out


def test_questions_are_listed_and_answered() -> None:
    listed = run("regress", "--questions")
    assert [line[:2] for line in listed.out.splitlines()] == ["Q1", "Q2", "Q3", "Q4", "Q5", "Q6"]
    done = run("regress", "--question", "Q5", "--format", "json")
    assert done.code == 0, done.out
    (answer,) = json.loads(done.out)["answers"]
    assert answer["verdict"] == "holds"
    assert len(answer["found"]) == 3


def alike() -> list[Path]:
    return [f for f in sorted(OUTCOMES.glob("*.txt")) if "plays: the same" in f.read_text("utf-8")]


def test_committed_outcomes_of_editions_that_play_alike() -> None:
    quick = [file for file in alike() if "into force" not in file.read_text("utf-8")]
    assert len(quick) > 15
    for file in quick[:4]:
        old, new = file.stem.split("_")
        done = run("regress", old, new, "--expect", str(file))
        assert done.code == 0, done.out


@pytest.mark.deep
def test_all_committed_outcomes() -> None:
    done = run("regress", "--all", "--prove", "--expect", str(OUTCOMES), timeout=900)
    assert done.code == 0, done.out
    assert done.out.count("as expected") == len([*OUTCOMES.glob("*.txt")]) == 31


@pytest.mark.deep
@pytest.mark.parametrize("question", ["Q1", "Q2", "Q3", "Q4", "Q6"])
def test_every_question_is_answered_as_it_says(question: str) -> None:
    done = run("regress", "--question", question, timeout=600)
    assert done.code == 0, done.out
    assert "Compared: as answered." in done.out


@pytest.mark.parametrize(
    "switch, scenario, breaks",
    [
        ('ripple_priority = "controller"', "c042-ripple-of-nonactive-player",
         "ripple-then-active-player"),
        ('ripple_reveal = "each"', "c005-small-library", "ripple-reveals-all-or-n"),
        ('madness_timing = "window"', "c049-discarded-and-cast", "madness-cast-in-resolution"),
        ('madness_exile = "may"', "c052-plain-discard", "madness-must-exile"),
    ],
)  # fmt: skip
def test_a_proposal_breaks_the_law_that_says_otherwise(
    switch: str, scenario: str, breaks: str, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(f'id = "mine"\nbased_on = "2026-01"\n[switches]\n{switch}\n')
    done = run("regress", "2026-01", str(mine), "--scenario", scenario, "--observe", "none")
    assert done.code == 0, done.err
    assert f"! {breaks}" in done.out
