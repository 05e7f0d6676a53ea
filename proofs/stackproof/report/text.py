"""The report as text: tables for an overview, and each violation as a numbered play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from stackproof.trace.narrate import Line

from .findings import conclusion, ending, span
from .result import Report, Result, Verdict
from .telling import Teller

STYLE = {Verdict.HOLDS: "green", Verdict.VIOLATED: "red", Verdict.UNDETERMINED: "yellow"}


def runs(report: Report) -> Iterator[tuple[str, list[str], list[Result]]]:
    """Results of editions in a row that agree: scenario, editions, results of the first."""

    def outcome(group: list[Result]) -> object:
        return [(r.law, r.verdict, r.vacuous, r.states, r.edges, r.expected) for r in group]

    pending: tuple[str, list[str], list[Result]] | None = None
    for (scenario, edition), items in groupby(report.results, lambda r: (r.scenario, r.edition)):
        group = list(items)
        if pending and pending[0] == scenario and outcome(pending[2]) == outcome(group):
            pending[1].append(edition)
            continue
        if pending:
            yield pending
        pending = (scenario, [edition], group)
    if pending:
        yield pending


def word(result: Result) -> str:
    """A verdict as the table shows it."""
    style = STYLE[result.verdict]
    if result.verdict is Verdict.HOLDS and result.vacuous:
        return "[dim]vacuous[/]"
    if result.verdict is Verdict.VIOLATED and result.as_expected:
        return "[cyan]violated (expected)[/]"
    text = result.verdict.value
    if result.verdict is Verdict.HOLDS and not result.as_expected:
        text, style = "holds (expected: violated)", "red"
    return f"[{style}]{text}[/]"


def overview(report: Report) -> Table:
    """One row for each scenario and run of editions."""
    table = Table(title="Scenarios", title_justify="left")
    for heading in ("scenario", "editions"):
        table.add_column(heading, no_wrap=True)
    for heading in ("states", "edges", "seconds", "hold", "vacuous"):
        table.add_column(heading, justify="right")
    table.add_column("other verdicts")
    for scenario, editions, results in runs(report):
        first = results[0]
        good = [r for r in results if r.verdict is Verdict.HOLDS and r.as_expected]
        vacuous = sum(r.vacuous for r in good)
        others = [f"{r.law}: {word(r)}" for r in results if r not in good]
        table.add_row(
            scenario, span(editions), f"{first.states:,}", f"{first.edges:,}",
            f"{first.seconds:.2f}", str(len(good) - vacuous), str(vacuous), "\n".join(others),
        )  # fmt: skip
    return table


def by_law(report: Report) -> Table:
    """One row for each law, scenario and run of editions."""
    table = Table(title="Laws", title_justify="left")
    for heading in ("law", "scenario", "editions", "verdict"):
        table.add_column(heading, no_wrap=heading != "verdict")
    for heading in ("states", "seconds"):
        table.add_column(heading, justify="right")
    rows = [
        (r, span(editions))
        for _, editions, results in runs(report)
        for r in results
        if not r.is_claim
    ]
    order = {law: i for i, law in enumerate(dict.fromkeys(r.law for r in report.results))}
    for result, editions in sorted(rows, key=lambda row: order[row[0].law]):
        table.add_row(
            result.law, result.scenario, editions, word(result),
            f"{result.states:,}", f"{result.seconds:.2f}",
        )  # fmt: skip
    return table


def claims(report: Report) -> Table:
    """One row for each claim, scenario and run of editions."""
    table = Table(title="Claims", title_justify="left")
    for heading in ("claim", "scenario", "editions"):
        table.add_column(heading, no_wrap=True)
    table.add_column("says")
    table.add_column("verdict")
    table.add_column("seconds", justify="right")
    for _, editions, results in runs(report):
        for result in results:
            if result.is_claim:
                table.add_row(
                    result.law, result.scenario, span(editions), escape(result.says),
                    word(result), f"{result.seconds:.2f}",
                )  # fmt: skip
    return table


def law_summary(report: Report) -> Table:
    """One row for each law: in how many scenario runs it holds, and where it does not."""
    table = Table(title="Laws", title_justify="left")
    table.add_column("law", no_wrap=True)
    for heading in ("holds in", "vacuous in"):
        table.add_column(heading, justify="right")
    table.add_column("elsewhere")
    grouped: dict[str, list[tuple[Result, str]]] = {}
    for _, editions, results in runs(report):
        for result in results:
            law = "(claims)" if result.is_claim else result.law
            grouped.setdefault(law, []).append((result, span(editions)))
    for law, items in grouped.items():
        holding = [r for r, _ in items if r.verdict is Verdict.HOLDS and r.as_expected]
        vacuous = sum(r.vacuous for r in holding)
        others = [
            f"{r.scenario} ({e}): {f'{r.law} ' if r.is_claim else ''}{word(r)}"
            for r, e in items
            if r not in holding
        ]
        if vacuous == len(items):
            others.append("[yellow]no scenario reaches its premise[/]")
        table.add_row(law, str(len(holding) - vacuous), str(vacuous), "\n".join(others))
    return table


def play(console: Console, result: Result, says: str, lines: Iterable[Line]) -> None:
    """A violation as a numbered play in words."""
    where = f"in {result.scenario} ({result.edition})"
    told = [f"[bold]{result.law}[/] is {word(result)} {where}", f"  {escape(says)}"]
    if result.reason:
        told.append(f"  {escape(result.reason)}")
    for line in lines:
        told.append(f"{line.number:>4}. [bold]{escape(line.player)}[/] {escape(line.does)}")
        for happening in line.happenings:
            rule = f"  [dim]({happening.rule})[/]" if happening.rule else ""
            told.append(f"        {escape(happening.text)}{rule}")
    if result.trace is not None:
        told.append(f"      [bold]{ending(result, result.trace)}[/]")
    console.print()
    console.print("\n".join(told), soft_wrap=True)


def show(console: Console, report: Report, teller: Teller, *, details: bool) -> None:
    """The whole report: tables, then a play for each violated law of a scenario.

    Without ``details`` one play for each law stands for all violations that were expected.
    """
    console.print(overview(report))
    if not details:
        console.print(law_summary(report))
    elif not all(result.is_claim for result in report.results):
        console.print(by_law(report))
    if details and any(result.is_claim for result in report.results):
        console.print(claims(report))
    told: set[tuple[str, str]] = set()
    for result in report.results:
        once = result.as_expected and not details
        key = (result.law, "" if once else result.scenario)
        shown = result.trace is not None or result.is_claim
        if result.verdict is not Verdict.VIOLATED or not shown or key in told:
            continue
        told.add(key)
        play(console, result, teller.says(result), teller.lines(result))
    console.print()
    console.print(conclusion(report))
