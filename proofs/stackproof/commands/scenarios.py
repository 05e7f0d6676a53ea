"""``stackproof scenarios``: the shipped ones, the cases that they settle, moments of plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from .listing import Row, matching, show
from .options import FORMAT

if TYPE_CHECKING:
    from stackproof.cases.load import Case
    from stackproof.editions.load import Edition

TAGS = {
    "V": "read in the source",
    "D": "derived from the rules",
    "M": "from memory",
    "V/D": "read in the source, details derived from the rules",
    "": "",
}


@click.command()
@click.argument("search", required=False)
@click.option("--case", metavar="ID", help="Show a case and the scenarios that settle it.")
@click.option("--cases", is_flag=True, help="List the cases instead, those that contain SEARCH.")
@click.option("--moments", is_flag=True, help="The moments of one play of the scenario SEARCH.")
@click.option(
    "--play", multiple=True, metavar="PATTERN", help="With --moments: a play that has this."
)
@click.option("--seed", type=int, default=0, help="With --moments: another random play.")
@click.option("--edition", metavar="ID", help="Rules and plays of this edition, not the newest.")
@FORMAT
def scenarios(
    search: str | None,
    case: str | None,
    cases: bool,
    moments: bool,
    play: Sequence[str],
    seed: int,
    edition: str | None,
    form: str,
) -> None:
    """List the shipped scenarios, those that contain SEARCH."""
    from stackproof.scenarios.load import scenarios as shipped

    if case is not None or cases:
        from stackproof.cases.load import cases as catalogue
        from stackproof.cases.load import find

        entries = list(catalogue().values()) if case is None else [find(case)]
        _cases(entries, case is None, search, edition, form)
        return
    if moments or play:
        if search is None:
            raise click.UsageError("--moments needs the name or file of a scenario")
        _moments(search, play, seed, edition, form)
        return
    rows: list[Row] = [
        {
            "id": s.id,
            "title": s.title,
            "case": list(s.cases),
            "editions": f"{s.editions[0]} .. {s.editions[-1]}",
            "cards": list(dict.fromkeys(copy.card.name for copy in s.cards)),
            "about": " ".join(s.about.split()),
        }
        for s in shipped().values()
    ]
    show("scenarios", matching(rows, search), form)


def _moments(name: str, play: Sequence[str], seed: int, edition: str | None, form: str) -> None:
    from stackproof import check as checking
    from stackproof.claims.show import moments
    from stackproof.editions.load import edition as find
    from stackproof.scenarios.load import load_scenario

    scenario = load_scenario(name)
    played = find(edition or scenario.editions[-1])
    told = list(moments(scenario, played, checking.native(scenario), play, seed))
    if form == "json":
        show("moments", [{"at": head, "moments": texts} for head, texts in told], form)
        return
    for head, texts in told:
        click.echo(head)
        for text in texts:
            click.echo(f"    {text}")


def _cases(
    entries: Sequence[Case], listed: bool, search: str | None, edition: str | None, form: str
) -> None:
    from stackproof.editions.load import edition as find
    from stackproof.editions.load import editions

    numbers = find(edition) if edition else list(editions().values())[-1]
    rows = matching([_case(entry, numbers) for entry in entries], search)
    if form == "json":
        show("cases", rows, form)
    elif listed:
        short = ("id", "situation", "outcome", "status")
        show("cases", [{key: row[key] for key in short} for row in rows], form)
    else:
        _tell(rows[0], numbers)


def _case(entry: Case, numbers: Edition) -> Row:
    from stackproof.scenarios.load import scenarios as shipped

    settling = [s for s in shipped().values() if entry.id in s.cases]
    status = ", ".join(s.id for s in settling) or "open"
    return {
        "id": entry.id,
        "topic": entry.topic,
        "situation": entry.situation,
        "outcome": entry.outcome,
        "rules": entry.numbers(numbers),
        "source": entry.source,
        "tag": entry.tag,
        "since": entry.since,
        "left out": entry.left_out,
        "status": f"left out: {entry.left_out}" if entry.left_out else status,
        "scenarios": [
            {
                "id": s.id,
                "title": s.title,
                "about": " ".join(s.about.split()),
                "editions": f"{s.editions[0]} .. {s.editions[-1]}",
                "claims": [{"id": c.id, "says": c.says, c.form: list(c.shown)} for c in s.claims],
            }
            for s in settling
        ],
    }


def _tell(row: Row, numbers: Edition) -> None:
    """A case as text."""
    tag = f"{row['tag']}, {TAGS[row['tag']]}" if row["tag"] else ""
    click.echo(f"{row['id']} ({row['topic']}, since {row['since']})")
    told = {
        "situation": row["situation"],
        "outcome": row["outcome"],
        f"rules ({numbers.id})": ", ".join(row["rules"]),
        "source": row["source"],
        "tag": tag,
        "left out": row["left out"],
    }
    for name, text in told.items():
        if text:
            click.echo(f"  {name + ':':<17}{text}")
    if not row["scenarios"] and not row["left out"]:
        click.echo("  no scenario settles it yet")
    for scenario in row["scenarios"]:
        click.echo(f"  settled by {scenario['id']} ({scenario['editions']}): {scenario['title']}")
        click.echo(f"    {scenario['about']}")
        for claim in scenario["claims"]:
            click.echo(f"    {claim['id']}: {claim['says']}")
