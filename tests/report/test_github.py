"""Annotations and the job summary of GitHub Actions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.report.runs import BROKEN, outcome


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_green_run_has_no_error(tmp_path: Path) -> None:
    text = outcome("green", tmp_path).render("github")
    assert re.fullmatch(r"::notice title=stackproof::.* all as expected\n", text)


def test_a_violation_is_one_line_at_the_scenario(tmp_path: Path) -> None:
    error, notice = outcome("violated", tmp_path).render("github").splitlines()
    start = f"::error file=mine.toml,line=14,title={BROKEN} in mine%3A violated in 2009-07"
    assert error.startswith(start)
    assert "%0A   1. Anna activates Wild Mongrel%0A" in error
    assert "1 violated" not in error
    assert notice.startswith("::notice")


def test_paths_are_relative_to_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path.parent))
    text = outcome("violated", tmp_path).render("github")
    assert f"::error file={tmp_path.name}/mine.toml," in text


def test_at_most_ten_errors_as_more_are_not_shown(tmp_path: Path) -> None:
    lines = outcome("undetermined", tmp_path).render("github").splitlines()
    errors = [line for line in lines if line.startswith("::error")]
    assert len(errors) == 10
    assert re.fullmatch(r"::error::\d+ more: see the other reports", errors[-1])


def test_the_summary_has_a_table_and_the_play_folded(tmp_path: Path) -> None:
    text = outcome("violated", tmp_path).render("markdown")
    assert text.startswith("## stackproof: ❌ not as expected\n")
    assert "| ❌ | mine |" in text
    assert text.count("<details>") == text.count("</details>") == 1
    assert "   1. Anna activates Wild Mongrel" in text


def test_the_summary_of_a_claim_is_no_markup(tmp_path: Path) -> None:
    text = outcome("claim", tmp_path).render("markdown")
    before, _, told = text.partition("```text\n")
    assert "<ever>" not in before
    assert "Nothing is <ever> exiled & lost." in told


def test_the_summary_says_why_something_is_undetermined(tmp_path: Path) -> None:
    text = outcome("undetermined", tmp_path).render("markdown")
    assert re.search(r"❓ \*\*mine\*\*: \d+ of \d+ undetermined: .* limit on states", text)
    assert re.search(r"and \d+ more \|", text)
