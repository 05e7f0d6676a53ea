"""Every command and code block of the README and the docs runs."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[Any]:
    found = []
    for page in PAGES:
        for i, match in enumerate(BLOCK.finditer(page.read_text("utf-8"))):
            if match[1] == language:
                found.append(pytest.param(page, match[2], id=f"{page.stem}-{i}"))
    return found


@pytest.mark.parametrize("page, text", blocks("console"))
def test_a_command_prints_what_the_page_shows(
    page: Path, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for example in tomls(page):
        (tmp_path / "mine.toml").write_text(example)
        break
    command = ""
    shown: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("$ "):
            command = line[2:]
            shown[command] = []
        else:
            shown[command].append(line)
    for command, expected in shown.items():
        program, *arguments = shlex.split(command)
        if program == "make":
            assert re.search(rf"^{arguments[0]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
            continue
        assert program == "stackproof"
        done = run(*arguments)
        assert done.code == 0, done.out + done.err
        rest = iter(line.rstrip() for line in done.out.splitlines())
        for line in expected:
            assert line.rstrip() in rest, f"not printed, or not in this order: {line}"


def tomls(page: Path) -> list[str]:
    return [m[2] for m in BLOCK.finditer(page.read_text("utf-8")) if m[1] == "toml"]


@pytest.mark.parametrize("page, text", blocks("toml"))
def test_a_scenario_on_a_page_is_valid(page: Path, text: str, tmp_path: Path) -> None:
    assert "player" in tomllib.loads(text)
    file = tmp_path / "shown.toml"
    file.write_text(text)
    done = run("check", str(file), "--edition", "2026-01")
    assert done.code == 0, done.out + done.err


@pytest.mark.parametrize("page, text", blocks("python"))
def test_a_module_on_a_page_is_in_the_language(page: Path, text: str, tmp_path: Path) -> None:
    import importlib.util
    import sys

    from stackproof.lang.frontend import Translator
    from stackproof.lang.program import Program

    file = tmp_path / "shown.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location("shown", file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["shown"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    program = Program([module])
    Translator(program).unit(program.rules)


def test_every_block_is_of_a_kind_that_runs() -> None:
    kinds = {m[1] for page in PAGES for m in BLOCK.finditer(page.read_text("utf-8"))}
    assert kinds <= {"console", "toml", "python"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target
