"""Commands that list what there is to check with: laws, cards and editions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import FORMAT, LANGUAGE

if TYPE_CHECKING:
    from stackproof.editions.load import Edition

Row = dict[str, Any]


def matching(rows: Sequence[Row], search: str | None) -> list[Row]:
    """The rows that contain a text, whatever its case."""
    if search is None:
        return list(rows)
    return [row for row in rows if search.casefold() in str(list(row.values())).casefold()]


def show(title: str, rows: Sequence[Row], form: str) -> None:
    import msgspec

    if form == "json":
        document = {"schema": 1, title: rows}
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return
    from rich.markup import escape
    from rich.table import Table

    from stackproof.report.console import console

    table = Table()
    for key in rows[0] if rows else ():
        table.add_column(key, overflow="fold", no_wrap=key in ("id", "name"))
    for row in rows:
        table.add_row(*(escape(_cell(value)) for value in row.values()))
    console().print(table if rows else f"no {title} match")


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{k} {v}" for k, v in value.items())
    return "" if value is None else str(value)


@click.command()
@click.argument("search", required=False)
@click.option("--edition", metavar="ID", help="Rule numbers of this edition, laws in force in it.")
@LANGUAGE
@FORMAT
def laws(search: str | None, edition: str | None, language: str, form: str) -> None:
    """List laws with the rules that they follow and the statements that they serve, those that
    contain SEARCH.
    """
    from stackproof.check import ENGINE_LAWS, in_force, laws_of
    from stackproof.editions.load import edition as find
    from stackproof.editions.load import editions
    from stackproof.laws.facts import FACTS
    from stackproof.project import project_at

    cited = find(edition) if edition else list(editions().values())[-1]
    rows: list[Row] = []
    for law in laws_of(project_at(Path.cwd())):
        if edition is None or in_force(law, cited):
            when = [f"{name} = {value}" for name, value in law.switches.items()]
            kind = law.kind if law.supported else f"{law.kind}, unsupported"
            rows.append(_law(law.id, kind, law.says, law.cites, when, cited, language))
    rows += [_law(f.id, "fact", f.says, f.cites, [], cited, language) for f in FACTS]
    rows += [_law(e.id, "engine", e.says, (), [], cited, language) for e in ENGINE_LAWS]
    show("laws", matching(rows, search), form)


def _law(
    law: str,
    kind: str,
    english: str,
    cites: Sequence[str],
    when: Sequence[str],
    cited: Edition,
    language: str,
) -> Row:
    from stackproof.laws.texts import says
    from stackproof.statements import served_by

    return {
        "id": law,
        "kind": kind,
        "says": says(law, english, language),
        "rules": [number for number in map(cited.cite, cites) if number],
        "when": list(when),
        "statements": served_by(law),
    }


@click.command()
@click.argument("search", required=False)
@FORMAT
def cards(search: str | None, form: str) -> None:
    """List the cards that scenarios can use, those that contain SEARCH."""
    from stackproof.cards.load import load_cards
    from stackproof.project import project_at

    known = load_cards(project_at(Path.cwd()).cards)
    rows: list[Row] = [
        {
            "name": card.name,
            "type": card.facts.type,
            "cost": card.facts.cost,
            "keywords": dict(card.facts.keywords),
            "grants": ", ".join(card.grants()),
            "not modelled": card.facts.omits,
            "playable": card.facts.playable,
        }
        for card in known.values()
    ]
    show("cards", matching(rows, search), form)


@click.command()
@click.argument("search", required=False)
@FORMAT
def editions(search: str | None, form: str) -> None:
    """List the rules editions with what changed in each, those that contain SEARCH."""
    from stackproof.editions.load import editions as shipped

    rows: list[Row] = [
        {
            "id": e.id,
            "set": e.set,
            "effective": str(e.effective or ""),
            "madness": e.cite("madness.keyword"),
            "ripple": e.cite("ripple.keyword"),
            "changed": " ".join(e.changed.split()),
        }
        for e in shipped().values()
    ]
    show("editions", matching(rows, search), form)
