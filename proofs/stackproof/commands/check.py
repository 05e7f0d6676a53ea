"""``stackproof check``: explore scenarios and judge laws in them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from stackproof.report.formats import FORMATS

from . import coverage as reached
from .certificates import explored
from .choosing import chosen, known
from .options import EDITIONS, SIZE, write
from .progress import ProgressLine

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.explore.model import Limits
    from stackproof.explore.tuning import Tuning
    from stackproof.keeping import Keeping
    from stackproof.report.result import Report
    from stackproof.scenarios.load import Scenario
    from stackproof.searching import Reduction


def _checked(
    found: Sequence[Scenario],
    in_editions: dict[str, list[Edition]],
    ids: Sequence[str],
    limits: Limits,
    tuning: Tuning,
    keeping: Keeping | None,
    reduction: Reduction,
    progress: ProgressLine,
) -> Report:
    """The report, from several processors where that pays."""
    from stackproof import check as checking
    from stackproof import parallel

    if keeping is None and parallel.worthwhile(found):
        return parallel.check_all(found, in_editions, ids, limits, tuning, reduction)
    return checking.check(
        found, in_editions, ids, limits, progress.update, tuning, keeping, reduction
    )


def _further(_: click.Context, __: click.Parameter, given: Sequence[str]) -> list[tuple[str, str]]:
    """Formats with the files for them."""
    found = []
    for text in given:
        form, equals, file = text.partition("=")
        if not (equals and file) or form not in FORMATS:
            raise click.BadParameter(f'"{text}" is not FORMAT=FILE; formats: {", ".join(FORMATS)}')
        found.append((form, file))
    return found


@click.command()
@click.argument("scenarios", nargs=-1)
@click.option("--law", "laws", multiple=True, metavar="ID", help="Only this law (repeatable).")
@EDITIONS
@click.option("--claims", "only_claims", is_flag=True, help="Only the claims of the scenarios.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write the report there.")
@click.option(
    "--also",
    multiple=True,
    metavar="FORMAT=FILE",
    callback=_further,
    help="Write the report in this form too (repeatable).",
)
@click.option(
    "--traces",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write a trace file for each counterexample there.",
)
@click.option(
    "--certify",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write certificates of the laws that hold there, for `stackproof verify`.",
)
@click.option(
    "--coverage",
    is_flag=True,
    help="Show what no play reaches of the rules, instead of verdicts.",
)
@click.option("--max-states", type=click.IntRange(min=1), help="Stop a search beyond this.")
@click.option("--max-seconds", type=click.FloatRange(min=0), help="Stop a search after this.")
@click.option("--max-memory", type=SIZE, help="Stop a search that would need more, as 800M or 4G.")
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="Threads of a search (default: all processors, once it is large).",
)
@click.option(
    "--storage",
    type=click.Choice(["auto", "plain", "compressed"]),
    default="auto",
    show_default=True,
    help="How positions are stored; each way is exact.",
)
@click.option(
    "--checkpoint",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep checkpoints there until everything is searched.",
)
@click.option(
    "--checkpoint-every",
    type=click.FloatRange(min=0),
    default=300,
    show_default=True,
    metavar="SECONDS",
    help="How often.",
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoints.")
@click.option(
    "--symmetry",
    type=click.Choice(["auto", "on", "off"]),
    default="auto",
    show_default=True,
    help="Explore one position of those that differ only by equal cards: in large games; in all "
    "where nothing speaks against it; or never.",
)
@click.option(
    "--reduction",
    type=click.Choice(["auto", "off"]),
    default="off",
    show_default=True,
    help="Judge positions in which one action only is legal without keeping them, unless a law "
    "needs the graph; plays then have the fewest choices.",
)
@click.option("-v", "--verbose", is_flag=True, help="One row for each law and scenario.")
def check(
    scenarios: Sequence[str],
    laws: Sequence[str],
    editions: Sequence[str],
    only_claims: bool,
    form: str,
    output: str | None,
    also: Sequence[tuple[str, str]],
    traces: str | None,
    certify: str | None,
    coverage: bool,
    max_states: int | None,
    max_seconds: float | None,
    max_memory: int | None,
    threads: int | None,
    storage: str,
    checkpoint: Path | None,
    checkpoint_every: float,
    resume: bool,
    symmetry: str,
    reduction: str,
    verbose: bool,
) -> None:
    """Explore every play of the SCENARIOS: names, TOML files, or folders of them.

    By default those of the project in which you are, else all shipped ones.
    """
    from stackproof import check as checking
    from stackproof.explore.model import Limits
    from stackproof.explore.store import Storage
    from stackproof.explore.tuning import Tuning
    from stackproof.keeping import Keeping
    from stackproof.project import project_of
    from stackproof.report import formats
    from stackproof.searching import Mode, Reduction

    if resume and checkpoint is None:
        raise click.UsageError("--resume needs --checkpoint DIR")
    found, in_editions = chosen(scenarios, editions)
    limits = Limits(max_states=max_states, max_seconds=max_seconds, max_bytes=max_memory)
    tuning = Tuning(threads=threads or 0, storage=Storage(storage))
    if coverage:
        if laws or only_claims or also or traces or certify or checkpoint:
            raise click.UsageError(
                "--coverage takes no --law, --claims, --also, --traces, --certify or --checkpoint"
            )
        with ProgressLine(form == "text" and output is None) as progress:
            told, code = reached.report(found, in_editions, limits, progress.update, form)
        write(told, output)
        sys.exit(code)
    if only_claims:
        found = [scenario for scenario in found if scenario.claims]
    claimed = checking.claim_ids(found)
    if only_claims and not claimed:
        raise click.UsageError("--claims: these scenarios make no claims")
    every = checking.law_ids(*dict.fromkeys(project_of(s.file) for s in found))
    ids = known("law", laws, claimed if only_claims else every + claimed)
    with ProgressLine(form == "text" and output is None) as progress:
        keeping = None
        if checkpoint is not None:
            keeping = Keeping(checkpoint, checkpoint_every, resume)
        left_out = Reduction(Mode(symmetry), reduction == "auto")
        report = _checked(found, in_editions, ids, limits, tuning, keeping, left_out, progress)
    for note in [] if keeping is None else keeping.notes:
        click.echo(f"stackproof: {note}", err=True)
    if traces is not None:
        report = _recorded(report, found, traces)
    if certify is not None:
        for note in explored(report, found, in_editions, certify, limits):
            click.echo(f"stackproof: {note}", err=True)
    details = verbose or len(found) == 1
    for other, file in also:
        write(formats.render(other, report, found, details=details), file)
    if form == "text" and output is None:
        _show(report, found, details)
        if traces is None and any(r.trace and r.verdict == "violated" for r in report.results):
            click.echo("--traces DIR writes these plays to files for replay, shrink and explain")
    else:
        write(formats.render(form, report, found, details=details), output)
    sys.exit(report.exit_code)


def _recorded(report: Report, found: Sequence[Scenario], folder: str) -> Report:
    """The report with the trace files that were written of it."""
    from stackproof.trace.record import write_all

    try:
        return write_all(report, found, Path(folder))
    except OSError as error:
        raise click.UsageError(f"cannot write to {folder}: {error.strerror}") from None


def _show(report: Report, chosen: Sequence[Scenario], details: bool) -> None:
    """The text form on the terminal."""
    from stackproof.report import text
    from stackproof.report.console import console
    from stackproof.report.telling import Teller

    text.show(console(), report, Teller(chosen), details=details)
