"""The GitHub action and the pre-commit hook: what they would run runs here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.cli.running import run
from tests.model.written import own
from tests.report.runs import CLAIM, EXPECTED, MADNESS

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "name" in step}


def test_the_action_is_composite_and_its_inputs_are_used() -> None:
    assert ACTION["runs"]["using"] == "composite"
    assert all(step["shell"] == "bash" for step in STEPS.values())
    text = (ROOT / "action.yml").read_text("utf-8")
    used = set(re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", text))
    assert used == {*ACTION["inputs"]}


def test_inputs_reach_the_shell_through_the_environment_only() -> None:
    assert not any("${{" in step["run"] for step in STEPS.values())


def check_step(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the step as the runner does, in a folder."""
    step = STEPS["Check"]
    names = {f"${{{{ inputs.{name} }}}}": name for name in ACTION["inputs"]}
    given = {name: str(about["default"]) for name, about in ACTION["inputs"].items()} | inputs
    environment = {key: given[names[value]] for key, value in step["env"].items()}
    script = folder / "step.sh"
    script.write_text(step["run"])
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
        env={
            **os.environ, **environment,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        },
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("end, code", [(EXPECTED, 0), (CLAIM, 1)])
def test_the_action_checks_and_writes_summary_annotations_and_files(
    tmp_path: Path, end: str, code: int
) -> None:
    own(tmp_path, **MADNESS, end=end)
    done = check_step(
        tmp_path, scenarios="mine.toml", arguments="--edition 2026-01 --max-seconds 60",
        sarif="out.sarif", html="out.html",
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert done.stdout.startswith("::notice" if code == 0 else "::error file=mine.toml,line=13")
    assert "## stackproof:" in (tmp_path / "summary.md").read_text("utf-8")
    assert (tmp_path / "out.sarif").exists()
    assert (tmp_path / "out.html").exists()


def test_the_action_needs_no_inputs(tmp_path: Path) -> None:
    run("init", str(tmp_path))
    done = check_step(tmp_path)
    assert done.returncode == 1
    assert "toll-leaves-a-life in last-life" in done.stdout
    assert sorted(path.name for path in tmp_path.glob("out.*")) == []


def test_the_hook_runs_on_scenarios(tmp_path: Path) -> None:
    (hook,) = HOOKS
    assert {"id", "name", "entry", "language", "files"} <= {*hook}
    assert re.search(hook["files"], "scenarios/mine.toml")
    assert re.search(hook["files"], "rules/scenarios/old/mine.toml")
    assert not re.search(hook["files"], "stackproof.toml")
    program, *arguments = hook["entry"].split()
    assert program == "stackproof"
    own(tmp_path, **MADNESS, end=EXPECTED)
    assert run(*arguments, "mine.toml", cwd=tmp_path).code == 0
