"""``stackproof statements``: what the texts say, and in which editions the rules bear it out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from .choosing import chosen
from .listing import Row, matching, show
from .options import EDITIONS, FORMAT, LANGUAGE

if TYPE_CHECKING:
    from stackproof.evidence import Account, Evidence
    from stackproof.report.telling import Teller
    from stackproof.statements import Statement

SHOWN = 3
"""How many scenarios the text form names as evidence."""


@click.command()
@click.argument("search", required=False)
@click.option("--scenario", "names", multiple=True, metavar="NAME", help="Evidence only from here.")
@EDITIONS
@click.option("--list", "listed", is_flag=True, help="List the statements; check nothing.")
@LANGUAGE
@click.option("--max-states", type=click.IntRange(min=1), help="Stop a search beyond this.")
@click.option("--max-seconds", type=click.FloatRange(min=0), help="Stop a search after this.")
@FORMAT
def statements(
    search: str | None,
    names: Sequence[str],
    editions: Sequence[str],
    listed: bool,
    language: str,
    max_states: int | None,
    max_seconds: float | None,
    form: str,
) -> None:
    """Judge the statements of the texts in every edition: those that contain SEARCH, or the one
    with that id.

    A law holds in an edition if no scenario violates it and one at least is not vacuous; one that
    something is possible if a scenario shows it. A statement holds where all its laws do.
    """
    from stackproof import check as checking
    from stackproof import evidence, parallel
    from stackproof.editions.load import edition as find
    from stackproof.editions.load import editions as shipped
    from stackproof.explore.model import Limits
    from stackproof.report.telling import Teller
    from stackproof.statements import statements as every

    wanted = list(_wanted(every(), search))
    if listed:
        show("statements", [_listed(statement, language) for statement in wanted], form)
        return
    played = [find(name) for name in dict.fromkeys(editions)] or list(shipped().values())
    found, plan = chosen(names, editions)
    laws = {law for s in wanted for law in (*s.laws, *s.against)}
    ids = [law for law in checking.law_ids() if law in laws]
    limits = Limits(max_states=max_states, max_seconds=max_seconds)
    checked = parallel.check_all if parallel.worthwhile(found) else checking.check
    report = checked(found, plan, ids, limits)
    accounts = evidence.accounts(wanted, played, report)
    rows = [_row(statement, accounts, language) for statement in wanted]
    if form == "json":
        show("statements", rows, form)
    else:
        teller = Teller(found)
        for statement in wanted:
            _tell(statement, [a for a in accounts if a.statement is statement], language, teller)
        wrong = sum(not account.as_expected for account in accounts)
        told = f"{wrong} not as expected" if wrong else "all as expected"
        click.echo(f"{len(wanted)} statements in {len(played)} editions; {told}")
    sys.exit(evidence.exit_code(accounts))


def _wanted(every: Mapping[str, Statement], search: str | None) -> Iterable[Statement]:
    if search is None:
        return every.values()
    exact = [s for s in every.values() if s.id.casefold() == search.casefold()]
    rows = matching([_listed(s, "en") | {"de": s.de, "fr": s.fr} for s in every.values()], search)
    return exact or [every[row["id"]] for row in rows]


def _listed(statement: Statement, language: str) -> Row:
    return {
        "id": statement.id,
        "keyword": statement.keyword,
        "said in": list(statement.langs),
        "text": statement.text(language),
        "laws": [*statement.laws, *(f"against: {law}" for law in statement.against)],
    }


def _row(statement: Statement, accounts: Sequence[Account], language: str) -> Row:
    """A statement as JSON: verdicts by edition, and by law where they come from."""
    mine = [account for account in accounts if account.statement is statement]
    shown = [(a.edition, e) for a in mine for e in (*a.laws, *a.against)]
    readings = [{"law": law, "says": says} for law, says in statement.readings.items()]
    return {
        "id": statement.id,
        "keyword": statement.keyword,
        "langs": list(statement.langs),
        "text": statement.text(language),
        "laws": list(statement.laws),
        "against": list(statement.against),
        "readings": readings,
        "note": statement.note,
        "editions": {account.edition: account.standing.value for account in mine},
        "expected": {account.edition: statement.expected(account.edition) for account in mine},
        "as_expected": all(account.as_expected for account in mine),
        "evidence": {
            law: {
                edition: {"verdict": e.standing.value, "scenarios": list(e.scenarios)}
                for edition, e in shown
                if e.law == law
            }
            for law in (*statement.laws, *statement.against)
        },
    }


def _tell(statement: Statement, accounts: Sequence[Account], language: str, teller: Teller) -> None:
    """A statement as text; neighbouring editions with equal verdicts together."""
    said = f"; said in {', '.join(statement.langs)}" if statement.langs else ""
    click.echo(f"{statement.id} ({statement.keyword}{said})")
    click.echo(f"  {statement.text(language)}")
    for (standing, expected), group in groupby(accounts, lambda a: (a.standing, a.as_expected)):
        alike = list(group)
        wrong = "" if expected else f"  NOT AS EXPECTED: {statement.expected(alike[0].edition)}"
        click.echo(f"    {_span(alike):<20} {standing}{wrong}")
    for i, law in enumerate((*statement.laws, *statement.against)):
        against = " (against it)" if i >= len(statement.laws) else ""
        reading = statement.readings.get(law, "")
        click.echo(f"    {law}{against}{': ' + reading if reading else ''}")
        mine = [(a, (*a.laws, *a.against)[i]) for a in accounts]
        for standing, pairs in groupby(mine, lambda pair: pair[1].standing):
            _tell_law(standing, list(pairs), teller)
    if statement.note:
        click.echo(f"    note: {statement.note}")
    click.echo()


def _tell_law(standing: str, pairs: Sequence[tuple[Account, Evidence]], teller: Teller) -> None:
    from stackproof.report.telling import as_text

    names = list(dict.fromkeys(name for _, e in pairs for name in e.scenarios))
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    seen = f"  ({', '.join(names[:SHOWN])}{more})" if names else ""
    click.echo(f"      {_span([a for a, _ in pairs]):<20} {standing}{seen}")
    plays = [e.shown for _, e in pairs if e.shown and e.shown.trace]
    if standing == "fails" and plays:
        shortest = min(plays, key=lambda r: len(r.trace.actions) if r.trace else 0)
        click.echo(f"        in {shortest.scenario} ({shortest.edition}):")
        for line in as_text(teller.lines(shortest)):
            click.echo(f"        {line}")


def _span(accounts: Sequence[Account]) -> str:
    first, last = accounts[0].edition, accounts[-1].edition
    return first if first == last else f"{first} .. {last}"
