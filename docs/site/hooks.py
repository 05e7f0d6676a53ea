"""Builds what the documentation site has besides the pages in ``docs``.

The front page is the README; the reference is made from the code: what the listing commands list,
the help of every command. Links to files of the project outside ``docs`` lead to the repository
that ``repo_url`` names, or are text without one.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Sequence
from html import escape
from inspect import cleandoc
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.testing import CliRunner
from mkdocs.structure.files import File

from stackproof.cli import cli
from stackproof.editions.load import editions

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
COPIED = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changes.md",
}
"""Files at the top of the project that are pages of the site."""
LISTED = ("laws", "statements", "editions", "scenarios", "cards")
"""Commands whose lists are pages of the reference."""
TITLED = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Pages that the navigation does not name come last in it."""
    named = set(re.findall(r"[\w./-]+\.md", str(config.nav)))
    others = sorted(p.name for p in Path(config.docs_dir).glob("*.md") if p.name not in named)
    if others and config.nav is not None:
        config.nav.append({"More": others})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made here."""
    for source, target in COPIED.items():
        text = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, target, content=text))
    for name in LISTED:
        page = "\n".join(_listing(name))
        files.append(File.generated(config, f"reference/{name}.md", content=page))
    for name, lines in (("commands", _commands()), ("rules", _rules())):
        page = "\n".join(lines)
        files.append(File.generated(config, f"reference/{name}.md", content=page))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links between files into links between pages; blocks that are files show their name."""
    source = next((s for s, t in COPIED.items() if t == page.file.src_uri), None)
    folder = "docs" if source is None else ""

    def link(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return found[0]
        path = posixpath.normpath(posixpath.join(folder, target))
        inside = COPIED.get(path) or path.removeprefix("docs/")
        if files.get_file_from_path(inside) is not None:
            here = posixpath.dirname(page.file.src_uri)
            return f"[{text}]({posixpath.relpath(inside, here or '.')}{anchor})"
        if path.startswith("docs/") or not (ROOT / path).exists():
            return found[0]
        return f"[{text}]({config.repo_url}/blob/main/{path})" if config.repo_url else text

    return LINK.sub(link, TITLED.sub(r'```\1 title="\2"', markdown))


def on_page_content(html: str, **_: Any) -> str:
    """Roles of reStructuredText in docstrings are code like any other."""
    return re.sub(r":(class|func|mod|data):(?=<code)", "", html)


def _listing(name: str) -> Iterator[str]:
    """What a listing command lists, as a table."""
    arguments = [name, "--format", "json", *(["--list"] if name == "statements" else [])]
    done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    rows: list[dict[str, Any]] = json.loads(done.output)[name]
    columns = [key for key in rows[0] if any(row[key] for row in rows)]
    yield f"---\nhide: [toc]\n---\n\n# {name.capitalize()}\n"
    yield f"What `stackproof {name}` lists: {len(rows)} entries.\n"
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for row in rows:
        first, *others = (_cell(row[key]) for key in columns)
        anchor = f'<span id="{row[columns[0]]}"></span>' if columns[0] == "id" else ""
        yield f"| {' | '.join([anchor + first, *others])} |"


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k} {_cell(v)}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(map(_cell, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "" if value is None else str(value)
    return re.sub(r"([\\|*_`<\[])", r"\\\1", text).replace("\n", " ")


def _rules() -> Iterator[str]:
    """What each edition calls a rule, and how its switches are set."""
    known = list(editions().values())
    yield from ("# Rules by edition\n", "What a rule that laws and events cite is called when.\n")
    yield from ("## Numbers\n", "| key | number |", "|---|---|")
    for key in known[0].rules:
        yield f"| `{key}` | {_spans([edition.rules[key] for edition in known])} |"
    yield from ("\n## Switches\n", "| switch | setting |", "|---|---|")
    for name in known[0].switches:
        yield f"| `{name}` | {_spans([_cell(edition.switches[name]) for edition in known])} |"


def _spans(values: Sequence[str]) -> str:
    """Values edition by edition, with the first edition of each run of equal ones."""
    runs = [next(run) for _, run in groupby(zip(values, editions(), strict=True), itemgetter(0))]
    return ", ".join(f"{value or 'none'} (from {first})" for value, first in runs)


def _commands() -> Iterator[str]:
    """The help of every command."""
    top = click.Context(cli, info_name="stackproof")
    yield "# Commands\n"
    yield from (cleandoc(cli.help or ""), "")
    for name in cli.list_commands(top):
        command = cli.get_command(top, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=top)
        usage = " ".join(command.collect_usage_pieces(context))
        yield from (f"## stackproof {name}\n", f"`stackproof {name} {usage}`\n")
        yield from (cleandoc(command.help or ""), "")
        yield from ("| option | |", "|---|---|")
        for parameter in command.get_params(context):
            record = parameter.get_help_record(context)
            if record is not None and record[1] and parameter.name != "help":
                option = escape(record[0]).replace("|", "&#124;")
                yield f"| <code>{option}</code> | {_cell(record[1])} |"
        yield ""
