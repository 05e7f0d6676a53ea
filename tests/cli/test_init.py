"""`stackproof init` and projects of one's own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.running import run

LAW = "toll-leaves-a-life"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project to change."""
    return initialised(tmp_path)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project to look at, compiled once."""
    return initialised(tmp_path_factory.mktemp("unchanged"))


def initialised(folder: Path) -> Path:
    assert run("init", str(folder / "mine")).code == 0
    return folder / "mine"


def test_a_project_is_complete_and_one_law_breaks(unchanged: Path) -> None:
    done = run("check", "--format", "json", cwd=unchanged)
    assert done.code == 1
    results = json.loads(done.out)["results"]
    assert {r["scenario"] for r in results} == {"toll", "last-life"}
    bad = {(r["law"], r["scenario"]) for r in results if r["verdict"] != r["expected"]}
    assert bad == {(LAW, "last-life")}
    paid = [r for r in results if r["law"] == "toll-is-paid"]
    assert not any(r["vacuous"] for r in paid)


def test_the_play_tells_the_keyword(unchanged: Path) -> None:
    done = run("check", "last-life.toml", cwd=unchanged / "scenarios")
    assert "Anna pays a toll of 2 life" in done.out


def test_its_tests_run(unchanged: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist"],
        cwd=unchanged, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert f"FAILED scenarios/last-life.toml::{LAW}" in done.stdout
    assert done.stdout.strip().splitlines()[-1].startswith("1 failed, ")


@pytest.mark.parametrize("repair", ["rule", "expectation"])
def test_what_its_readme_proposes_works(project: Path, repair: str) -> None:
    if repair == "rule":
        edit(
            project / "model/toll.py",
            "pos.life[caster] -= toll",
            "if pos.life[caster] > toll:\n                pos.life[caster] -= toll",
        )
        edit(
            project / "model/toll.py",
            "            emit(step, TOLL",
            "                emit(step, TOLL",
        )
        done = run("check", "--law", LAW, cwd=project)
    else:
        scenario = project / "scenarios/last-life.toml"
        edit(scenario, "# [expect]", "[expect]")
        edit(scenario, f"# {LAW}", LAW)
        done = run("check", cwd=project)
    assert done.code == 0, done.out


def test_shipped_scenarios_are_checked_with_the_laws_of_the_project(unchanged: Path) -> None:
    done = run(
        "check", "madness-by-cost", "--law", "toll-is-paid", "--format", "json", cwd=unchanged
    )
    assert done.code == 0, done.err
    assert all(r["vacuous"] for r in json.loads(done.out)["results"])


def test_laws_and_cards_of_the_project_are_listed(unchanged: Path) -> None:
    assert "toll-is-paid" in run("laws", "toll", cwd=unchanged).out
    assert "Ferry Across" in run("cards", "ferry", cwd=unchanged).out
    assert "toll-is-paid" not in run("laws", "toll", cwd=unchanged.parent).out


def test_init_never_overwrites(project: Path) -> None:
    (project / "README.md").write_text("mine")
    (project / "stackproof.toml").unlink()
    done = run("init", cwd=project)
    assert done.code == 2
    assert done.err == "stackproof: README.md: exists already; nothing was written\n"
    assert (project / "README.md").read_text() == "mine"
    assert not (project / "stackproof.toml").exists()


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


MISTAKES = {
    "unknown key": ("stackproof.toml", "keywords =", "keyword =", "keyword", "keywords"),
    "no such file": ("stackproof.toml", "model/toll.py", "model/tol.py", "keywords[0]", "tol.py"),
    "outside": ("stackproof.toml", "model/toll.py", "../toll.py", "keywords[0]", "not inside"),
    "wrong kind": ("stackproof.toml", "specs/toll_laws.py", "cards/toll.toml", "laws[0]", ".py"),
    "no Python": ("model/toll.py", "for i in", "for i for", "toll.py:18", "SyntaxError"),
    "an import": ("model/toll.py", "KEYWORDS, NO_", "KEYWORD, NO_", "toll.py:5", "KEYWORD"),
    "no rule": ("model/toll.py", "for i in range(KEYWORDS)", "while True", "toll.py", "while"),
    "taken id": ("specs/toll_laws.py", "toll-is-paid", "last-in-first-out", "laws.py", "two laws"),
    "a switch": ("specs/toll_laws.py", 'paid.")', 'paid.", when={"ripple": 1})', "when", "True"),
    "no switch": ("specs/toll_laws.py", 'paid.")', 'paid.", when={"x": True})', "when", "x"),
    "a rule key": ("specs/toll_laws.py", 'paid.")', 'paid.", "cast.beginn")', "cast.beginn", "?"),
    "expect": ("scenarios/toll.toml", "[[claim]]", "[expect]\nx = 'violated'\n[[claim]]", "x", ""),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_exit_code_2_with_one_clear_line(project: Path, case: str) -> None:
    file, old, new, where, what = MISTAKES[case]
    edit(project / file, old, new)
    done = run("check", cwd=project)
    assert done.code == 2, done.out + done.err
    assert len(done.err.strip().splitlines()) == 1
    assert where in done.err
    assert what in done.err


def test_an_edition_to_edit_has_every_proposal_in_comments(tmp_path: Path) -> None:
    done = run("init", "--edition", "mine", "--from", "2026-01", cwd=tmp_path)
    assert done.code == 0, done.err
    file = tmp_path / "mine.toml"
    same = run("regress", "2026-01", str(file), "--scenario", "madness-stifled")
    assert "nothing is written differently" in same.out
    head, switches, rest = file.read_text("utf-8").partition("[switches]\n")
    taken = "\n".join(
        line.removeprefix("# ") for line in rest.splitlines() if re.match(r"# \w+ = ", line)
    )
    file.write_text(head + switches + taken, encoding="utf-8")
    done = run("regress", "2026-01", "mine.toml", "--scenario", "madness-stifled", cwd=tmp_path)
    assert done.code == 0, done.err
    for switch in ("ripple_priority", "ripple_reveal", "madness_timing", "madness_exile"):
        assert f"- {switch}: " in done.out


@pytest.mark.parametrize(
    "arguments, says",
    [
        (("--edition", "mine"), "--edition and --from belong together"),
        (("--edition", "2026-01", "--from", "2025-09"), "is a shipped edition"),
        (("--edition", "mine", "--from", "2026-02"), 'no edition is called "2026-02"'),
        (("--edition", "a/b", "--from", "2026-01"), '"a/b" is no name for an edition'),
    ],
)
def test_mistakes_about_an_edition_are_one_line(
    arguments: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    done = run("init", *arguments, cwd=tmp_path)
    assert done.code == 2
    assert says in done.err
