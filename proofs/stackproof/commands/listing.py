"""Commands that list what there is to check: laws, scenarios, cards and editions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from .options import FORMAT

Row = dict[str, Any]


def _matching(rows: Sequence[Row], search: str | None) -> list[Row]:
    """The rows that contain a text, whatever its case."""
    if search is None:
        return list(rows)
    return [row for row in rows if search.casefold() in str(list(row.values())).casefold()]


def _print(title: str, rows: Sequence[Row], form: str) -> None:
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
@FORMAT
def laws(search: str | None, edition: str | None, form: str) -> None:
    """List laws with the rules that they follow, those that contain SEARCH."""
    from stackproof.check import ENGINE_LAWS, in_force
    from stackproof.editions.load import edition as find
    from stackproof.editions.load import editions
    from stackproof.laws import catalogue

    cited = find(edition) if edition else list(editions().values())[-1]
    rows: list[Row] = []
    for law in catalogue.laws():
        if edition is None or in_force(law, cited):
            when = [f"{name} = {value}" for name, value in law.switches.items()]
            rules = [number for number in map(cited.cite, law.cites) if number]
            rows.append(
                {"id": law.id, "kind": law.kind, "says": law.says, "rules": rules, "when": when}
            )
    rows += [
        {"id": known.id, "kind": "engine", "says": known.says, "rules": [], "when": []}
        for known in ENGINE_LAWS
    ]
    _print("laws", _matching(rows, search), form)


@click.command()
@click.argument("search", required=False)
@FORMAT
def scenarios(search: str | None, form: str) -> None:
    """List the shipped scenarios, those that contain SEARCH."""
    from stackproof.scenarios.load import scenarios as shipped

    rows: list[Row] = [
        {
            "id": s.id,
            "title": s.title,
            "editions": f"{s.editions[0]} .. {s.editions[-1]}",
            "cards": list(dict.fromkeys(copy.card.name for copy in s.cards)),
            "about": " ".join(s.about.split()),
        }
        for s in shipped().values()
    ]
    _print("scenarios", _matching(rows, search), form)


@click.command()
@click.argument("search", required=False)
@FORMAT
def cards(search: str | None, form: str) -> None:
    """List the cards that scenarios can use, those that contain SEARCH."""
    from stackproof.cards.load import cards as known

    rows: list[Row] = [
        {
            "name": card.name,
            "type": card.facts.type,
            "cost": card.facts.cost,
            "keywords": dict(card.facts.keywords),
            "not modelled": card.facts.omits,
            "playable": card.facts.playable,
        }
        for card in known().values()
    ]
    _print("cards", _matching(rows, search), form)


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
    _print("editions", _matching(rows, search), form)
