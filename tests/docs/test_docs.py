"""Every command and code block of the README and the docs runs."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.cli.running import run
from tests.docs.pages import write_files

from stackproof.cli import cli
from stackproof.commands.check import check

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
    before = page.read_text("utf-8").partition(text)[0]
    write_files(before, tmp_path)
    for example in tomls(before):
        (tmp_path / "mine.toml").write_text(example)
    shown: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            shown.append((line[2:], []))
        else:
            shown[-1][1].append(line)
    for i, (command, expected) in enumerate(shown):
        program, *arguments = shlex.split(command)
        if program == "echo":
            continue
        if program == "make":
            assert re.search(rf"^{arguments[0]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
            continue
        assert program in ("stackproof", "pytest")
        done = run(*arguments, module=program)
        following = shown[i + 1] if i + 1 < len(shown) else ("", [])
        code = int(following[1][0]) if following[0] == "echo $?" else 0
        assert done.code == code, done.out + done.err
        rest = iter(done.out.splitlines())
        for line in expected:
            assert any(printed.startswith(line.rstrip()) for printed in rest), (
                f"not printed, or not in this order: {line}\n{done.out}"
            )


class Shown(doctest.OutputChecker):
    """A page shows no empty lines at the end of what is printed."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, f"{got.rstrip()}\n" if got else "", optionflags)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```pycon" in page.read_text("utf-8")], ids=lambda p: p.stem
)
def test_a_session_shows_what_python_answers(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All sessions of a page are one, and find what the page's commands have written."""
    monkeypatch.chdir(tmp_path)
    kinds = [(match[1], match[2]) for match in BLOCK.finditer(page.read_text("utf-8"))]
    for line in "".join(text for kind, text in kinds if kind == "console").splitlines():
        if line.startswith("$ stackproof graph"):
            assert run(*shlex.split(line)[2:]).code == 0
    session = "\n".join(text for kind, text in kinds if kind == "pycon")
    test = doctest.DocTestParser().get_doctest(session, {}, page.stem, str(page), 0)
    runner = doctest.DocTestRunner(Shown(), verbose=False, optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    failed = runner.run(test, out=told.append).failed
    assert test.examples
    assert not failed, "".join(told)


def tomls(text: str) -> list[str]:
    return [m[2] for m in BLOCK.finditer(text) if m[1] == "toml"]


@pytest.mark.parametrize("page, text", blocks("toml"))
def test_a_scenario_or_card_on_a_page_is_valid(page: Path, text: str, tmp_path: Path) -> None:
    found = tomllib.loads(text)
    assert "player" in found or "card" in found
    file = tmp_path / "shown.toml"
    if "card" in found:
        (tmp_path / "cards.toml").write_text(text)
        names = ", ".join(f'"{card["name"]}"' for card in found["card"])
        player = f'[[player]]\nname = "Ann"\nhand = [{names}]\n[[player]]\nname = "Ben"\n'
        text = f'title = "shown"\ncards = ["cards.toml"]\n{player}'
    file.write_text(text)
    done = run("check", str(file), "--edition", "2026-01")
    assert done.code == 0, done.out + done.err


@pytest.mark.parametrize("page, text", blocks("python"))
def test_a_module_on_a_page_is_in_the_language(page: Path, text: str, tmp_path: Path) -> None:
    import importlib.util
    import sys

    from stackproof.game.assembly import assemble
    from stackproof.lang.frontend import Translator
    from stackproof.lang.program import Program
    from stackproof.lang.readings.native import NativeReading
    from stackproof.laws import catalogue
    from stackproof.laws.declare import laws_of

    file = tmp_path / "shown.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location("shown", file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["shown"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    laws = laws_of([module])
    if laws:
        NativeReading(assemble({}, laws, [*catalogue.MODULES, module]))
        return
    program = Program([module])
    Translator(program).unit(program.rules)


@pytest.mark.parametrize("page, text", blocks("yaml"))
def test_a_configuration_on_a_page_can_be_read(page: Path, text: str) -> None:
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    for line in text.splitlines():
        if found := re.search(r"- stackproof (.*)", line):
            arguments = shlex.split(found[1])
            check.make_context("check", arguments[1:])
    document = yaml.safe_load(text)
    for job in document.get("jobs", {}).values():
        (ours,) = [step for step in job["steps"] if "/stackproof@" in step["uses"]]
        assert {*ours["with"]} <= {*inputs}
    for repository in document.get("repos", []):
        assert {hook["id"] for hook in repository["hooks"]} <= {hook["id"] for hook in hooks}


def inline_commands() -> Iterator[Any]:
    for page in PAGES:
        text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        for command in dict.fromkeys(re.findall(r"`stackproof ([^`]+)`", text)):
            yield pytest.param(command, id=f"{page.stem}-{command}")


@pytest.mark.parametrize("command", [*inline_commands()])
def test_a_command_in_a_sentence_is_one_that_there_is(command: str) -> None:
    name, *arguments = shlex.split(command)
    cli.commands[name].make_context(name, arguments, resilient_parsing=not arguments)


def test_every_block_is_of_a_kind_that_runs() -> None:
    kinds = {m[1] for page in PAGES for m in BLOCK.finditer(page.read_text("utf-8"))}
    assert kinds <= {"console", "toml", "python", "pycon", "yaml"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target
