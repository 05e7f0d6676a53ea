"""``stackproof check``: explore scenarios and judge laws in them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import FORMAT

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.explore.model import Progress
    from stackproof.report.result import Report
    from stackproof.scenarios.load import Scenario


@click.command()
@click.argument("scenarios", nargs=-1)
@click.option("--law", "laws", multiple=True, metavar="ID", help="Only this law (repeatable).")
@click.option(
    "--edition", "editions", multiple=True, metavar="ID", help="Only this edition (repeatable)."
)
@FORMAT
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write the report there.")
@click.option("--max-states", type=click.IntRange(min=1), help="Stop a search beyond this.")
@click.option("--max-seconds", type=click.FloatRange(min=0), help="Stop a search after this.")
@click.option("-v", "--verbose", is_flag=True, help="One row for each law and scenario.")
def check(
    scenarios: Sequence[str],
    laws: Sequence[str],
    editions: Sequence[str],
    form: str,
    output: str | None,
    max_states: int | None,
    max_seconds: float | None,
    verbose: bool,
) -> None:
    """Explore every play of the SCENARIOS (names or TOML files; all shipped ones by default)."""
    from stackproof import check as checking
    from stackproof.explore.model import Limits

    chosen, in_editions = _chosen(scenarios, editions)
    ids = _known("law", laws, checking.law_ids())
    limits = Limits(max_states=max_states, max_seconds=max_seconds)
    with _Progress(form == "text" and output is None) as progress:
        report = checking.check(chosen, in_editions, ids, limits, progress.update)
    if form == "json":
        _write(report.to_json().decode() + "\n", output)
    else:
        _show(report, chosen, output, verbose or len(chosen) == 1)
    sys.exit(report.exit_code)


def _chosen(
    names: Sequence[str], editions: Sequence[str]
) -> tuple[list[Scenario], dict[str, list[Edition]]]:
    """The scenarios and, for each, the editions in which it is to be played."""
    from stackproof import check as checking
    from stackproof.editions.load import edition
    from stackproof.inputs import InputError
    from stackproof.scenarios.load import load_scenario, scenarios

    wanted = [edition(name) for name in dict.fromkeys(editions)]
    if names:
        chosen = [load_scenario(name) for name in dict.fromkeys(names)]
    else:
        chosen = [s for s in scenarios().values() if not s.bench]
    plan: dict[str, list[Edition]] = {}
    for scenario in chosen:
        scenario.check_laws(checking.law_ids())
        played = [edition(name) for name in scenario.editions]
        plan[scenario.id] = [e for e in played if not wanted or e in wanted]
        if names and not plan[scenario.id]:
            for choice in wanted:
                scenario.require(choice)
            first, last = scenario.editions[0], scenario.editions[-1]
            raise InputError(f"{scenario.file}: editions: played from {first} to {last} only")
    return chosen, plan


def _known(what: str, given: Sequence[str], valid: Sequence[str]) -> list[str]:
    """The given names, or all valid ones. Raises InputError for an unknown name."""
    from stackproof.inputs import Place

    for name in given:
        if name not in valid:
            raise Place("command line").at(f"--{what}").unknown(f"no {what} is called", name, valid)
    return list(given or valid)


def _write(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"cannot write {output}: {error.strerror}") from None


def _show(report: Report, chosen: Sequence[Scenario], output: str | None, details: bool) -> None:
    """The text form: tables, then a play for each violated law of a scenario."""
    from io import StringIO

    from stackproof import check as checking
    from stackproof.editions.load import edition
    from stackproof.laws import catalogue
    from stackproof.report import text
    from stackproof.report.console import console
    from stackproof.report.result import Verdict
    from stackproof.scenarios.build import build
    from stackproof.trace.narrate import Narrator, actions_of

    sink = StringIO() if output else None
    out = console(sink)
    out.print(text.overview(report))
    out.print(text.by_law(report) if details else text.law_summary(report))
    says = {law.id: law.says for law in catalogue.laws()}
    says |= {law.id: law.says for law in checking.ENGINE_LAWS}
    by_id = {scenario.id: scenario for scenario in chosen}
    told: set[tuple[str, str]] = set()
    for result in report.results:
        key = (result.law, result.scenario)
        if result.verdict is not Verdict.VIOLATED or result.trace is None or key in told:
            continue
        told.add(key)
        scenario = by_id[result.scenario]
        system = checking.system_of(scenario)
        played = edition(result.edition)
        narrator = Narrator(system, build(scenario, played, system), played)
        text.play(out, result, says[result.law], narrator.lines(actions_of(result.trace)))
    out.print()
    out.print(text.conclusion(report))
    if sink:
        _write(sink.getvalue(), output)


class _Progress:
    """A line of progress on a terminal's standard error; silent elsewhere."""

    def __init__(self, wanted: bool) -> None:
        self._status: Any = None
        if wanted and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True).status("")

    def __enter__(self) -> _Progress:
        if self._status:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status:
            self._status.stop()

    def update(self, scenario: str, now: Progress) -> None:
        """Show how far the search of a scenario is."""
        if self._status:
            rate = now.states / now.seconds if now.seconds else 0
            self._status.update(
                f"{scenario}: {now.states:,} states, depth {now.depth}, "
                f"frontier {now.frontier:,}, {rate:,.0f} states/s"
            )
