"""The pytest plugin, in a pytest of its own over small projects."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.model.written import own
from tests.report.runs import BROKEN, CLAIM, EXPECTED, MADNESS

EDITIONS = 'editions = ["2009-07", "2026-01"]'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with two scenarios, a violation in one of them, and an ordinary test."""
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\ntestpaths = tests\nstackproof_scenarios = scenarios\n"
    )
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_one.py").write_text("def test_one(): pass\n")
    (tmp_path / "scenarios").mkdir()
    for name, end in (("good", EXPECTED), ("bad", CLAIM)):
        written = Path(own(tmp_path, **MADNESS, top=EDITIONS, end=end).file)
        written.rename(tmp_path / "scenarios" / f"{name}.toml")
    return tmp_path


def run_pytest(folder: Path, *arguments: str) -> tuple[int, str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COLUMNS"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:xdist", *arguments], cwd=folder,
        env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def counts(text: str) -> dict[str, int]:
    last = text.strip().splitlines()[-1]
    return {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", last)}


def test_a_test_for_each_law_and_claim(project: Path) -> None:
    code, out = run_pytest(project, "--collect-only", "-q")
    assert code == 0
    assert f"scenarios/bad.toml::{BROKEN}" in out
    assert "scenarios/bad.toml::claim-1" in out
    assert "scenarios/good.toml::no-rule-error" in out
    assert "scenarios/good.toml::madness-cast-in-window" not in out
    assert "tests/test_one.py::test_one" in out


def test_a_failure_is_a_play_in_words(project: Path) -> None:
    code, out = run_pytest(project)
    assert code == 1
    assert counts(out)["failed"] == 1
    assert "claim-1 in bad" in out
    assert "violated in 2009-07 .. 2026-01" in out
    assert "Nothing is <ever> exiled & lost." in out
    assert "   1. Anna activates Wild Mongrel" in out
    assert "Fiery Temper is exiled instead  (702.35a)" in out
    assert "Traceback" not in out
    assert "pytest_plugin.py" not in out


def test_tests_are_selected_by_keyword_id_and_last_failure(project: Path) -> None:
    assert counts(run_pytest(project, "-k", "conserved")[1])["passed"] == 2
    code, out = run_pytest(project, f"scenarios/good.toml::{BROKEN}")
    assert (code, counts(out)) == (0, {"passed": 1})
    assert counts(run_pytest(project)[1])["failed"] == 1
    assert counts(run_pytest(project, "--lf")[1]) == {"failed": 1}


def test_undetermined_fails_as_undetermined(project: Path) -> None:
    test = "scenarios/good.toml::cards-conserved"
    code, out = run_pytest(project, "-o", "stackproof_max_states=20", test)
    assert (code, counts(out)) == (1, {"failed": 1})
    assert "undetermined in 2009-07 .. 2026-01" in out
    assert "stopped by the limit on states" in out


def test_a_mistake_in_a_scenario_is_one_line(project: Path) -> None:
    (project / "scenarios" / "bad.toml").write_text('title = "t"\n')
    code, out = run_pytest(project, "scenarios")
    assert code == 2
    assert 'bad.toml: the key "player" is missing' in out
    assert "Traceback" not in out


def test_the_option_names_a_folder(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n")
    assert counts(run_pytest(project)[1]) == {"passed": 1}
    assert counts(run_pytest(project, "--stackproof", "scenarios")[1])["failed"] == 1


def test_other_files_named_on_the_command_line_are_all_that_runs(project: Path) -> None:
    assert counts(run_pytest(project, "tests")[1]) == {"passed": 1}


def test_unused_it_loads_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(
        "import sys\n"
        "def test_one():\n"
        "    loaded = {m for m in sys.modules if m.startswith('stackproof')}\n"
        "    assert loaded == {'stackproof', 'stackproof.pytest_plugin'}\n"
        "    assert 'numba' not in sys.modules\n"
    )
    code, out = run_pytest(tmp_path)
    assert code == 0, out


def test_the_entry_point_is_at_the_top_so_that_nothing_else_is_rewritten() -> None:
    (entry,) = entry_points(group="pytest11", name="stackproof")
    assert "." not in entry.value
