"""``stackproof graph``: the graph of all plays of a scenario, for other programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import SIZE
from .progress import ProgressLine

if TYPE_CHECKING:
    from stackproof.space.space import StateSpace

FORMATS = ("graphml", "dot", "json", "parquet")


@click.command()
@click.argument("scenario")
@click.option("--edition", metavar="ID", help="Rules of this edition, not of the newest.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="graphml", show_default=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write it there; with parquet, two files into that folder.",
)
@click.option("--max-states", type=click.IntRange(min=1), help="Stop the search beyond this.")
@click.option("--max-seconds", type=click.FloatRange(min=0), help="Stop the search after this.")
@click.option("--max-memory", type=SIZE, help="Stop a search that would need more, as 800M or 4G.")
def graph(
    scenario: str,
    edition: str | None,
    form: str,
    output: str | None,
    max_states: int | None,
    max_seconds: float | None,
    max_memory: int | None,
) -> None:
    """Write the graph of all plays of the SCENARIO: positions, and the actions between them.

    The exit code is 3 if a limit kept plays out of it.
    """
    from stackproof.explore.model import Limits
    from stackproof.scenarios.load import load_scenario
    from stackproof.space.space import MOST, explored

    from .choosing import edition_called

    if form == "parquet" and output is None:
        raise click.UsageError("--format parquet writes two files: name a folder with -o")
    start = load_scenario(scenario)
    played = edition_called(edition or start.editions[-1])
    if form == "graphml" and max_states is None:
        max_states = MOST
    limits = Limits(max_states=max_states, max_seconds=max_seconds, max_bytes=max_memory)
    with ProgressLine(output is not None) as progress:
        space = explored(start, played, limits, lambda now: progress.update(start.id, now))
    _write(space, form, output)
    click.echo(_summary(space), err=True)
    sys.exit(0 if space.complete else 3)


def _write(space: StateSpace, form: str, output: str | None) -> None:
    from stackproof.space.formats import TEXTS, replacing, write_parquet

    try:
        if output is None:
            TEXTS[form](space, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        elif form == "parquet":
            write_parquet(space, Path(output))
        else:
            with replacing(Path(output)) as out:
                TEXTS[form](space, out)
    except BrokenPipeError:
        # Whoever reads has seen enough; nothing is left to be written when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise click.UsageError(
            f"cannot write {output or 'the graph'}: {error.strerror or error}"
        ) from None


def _summary(space: StateSpace) -> str:
    found = space.found
    told = "complete"
    if found.reason is not None:
        stopped = "interrupted" if found.reason == "interrupted" else f"limit on {found.reason}"
        told = f"not complete: {stopped}"
    elif found.errors:
        told = f"not complete: {found.errors:,} rule errors"
    return (
        f"{space.scenario.id} ({space.edition.id}): {found.states:,} states, "
        f"{found.edges:,} transitions; {told}"
    )
