"""The documentation site builds without a warning, and its reference is complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from stackproof.check import law_ids
from stackproof.cli import cli
from stackproof.editions.load import editions

pytest.importorskip("mkdocs")
pytest.importorskip("material")
pytest.importorskip("mkdocstrings")

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    done = subprocess.run(
        build, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


def test_every_page_is_there_and_reachable(site: Path) -> None:
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")}
    assert pages <= {page.stem for page in site.glob("*.html")}
    index = (site / "index.html").read_text("utf-8")
    assert "opponent remove my madness card" in index
    assert pages <= {Path(link).stem for link in re.findall(r'href="([^"#:]+\.html)', index)}


def test_no_block_is_left_as_text(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert "```" not in page.read_text("utf-8"), page


def test_links_lead_somewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        if page.name != "404.html":
            for link in re.findall(r'href="([^"#:]+)(?:#[^"]*)?"', page.read_text("utf-8")):
                assert (page.parent / link).exists(), (page, link)


def test_the_reference_has_every_law_edition_and_command(site: Path) -> None:
    laws = (site / "reference" / "laws.html").read_text("utf-8")
    assert [law for law in law_ids() if law not in laws] == []
    known = (site / "reference" / "editions.html").read_text("utf-8")
    assert [edition for edition in editions() if edition not in known] == []
    rules = (site / "reference" / "rules.html").read_text("utf-8")
    newest = editions()["2026-01"]
    assert all(key in rules and number in rules for key, number in newest.rules.items())
    commands = (site / "reference" / "commands.html").read_text("utf-8")
    for name, command in cli.commands.items():
        assert f"stackproof {name}" in commands
        options = [o for parameter in command.params for o in parameter.opts if o[:2] == "--"]
        assert [option for option in options if option not in commands] == []


def test_the_python_reference_tells_the_library(site: Path) -> None:
    text = (site / "reference" / "python.html").read_text("utf-8")
    told = set(re.findall(r'id="stackproof\.([\w.]+)"', text))
    assert {f"api.{name}" for name in ("check", "explore", "laws", "Checked")} <= told
    assert {"space.space.StateSpace.to_arrow", "report.result.Result.trace"} <= told
    assert ":class:" not in text
