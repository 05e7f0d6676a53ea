"""``stackproof mutate``: which rules no law protects."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from .options import write


@click.command()
@click.option("--file", "files", multiple=True, help="Rules in this file of game/ (repeatable).")
@click.option("--rule", "rules", multiple=True, metavar="NAME", help="Only this rule (repeatable).")
@click.option("--scenario", "scenarios", multiple=True, help="Only in this scenario (repeatable).")
@click.option("--edition", "editions", multiple=True, metavar="ID", help="Only in this edition.")
@click.option("--sample", type=click.IntRange(min=1), help="Try only so many, chosen by chance.")
@click.option("--seed", type=int, default=0, show_default=True, help="For --sample.")
@click.option("--at-least", type=click.FloatRange(0, 100), help="Exit 1 below this share caught.")
@click.option("--expect", type=click.Path(), help="Compare with this reviewed outcome.")
@click.option("--update", is_flag=True, help="Write what --expect names instead.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write the report there.")
def mutate(
    files: Sequence[str],
    rules: Sequence[str],
    scenarios: Sequence[str],
    editions: Sequence[str],
    sample: int | None,
    seed: int,
    at_least: float | None,
    expect: str | None,
    update: bool,
    form: str,
    output: str | None,
) -> None:
    """Change the rules in small ways, and see whether any law or claim notices.

    What is known of a mutant in a game is kept as long as it is true, so that a run that was broken
    off goes on where it was, and a further scenario is tried by itself. With --expect the exit code
    is 1 where something else is unnoticed than was reviewed.
    """
    from stackproof.mutation import gate, show
    from stackproof.mutation.files import rules_files
    from stackproof.mutation.model import to_json
    from stackproof.mutation.run import mutate as run

    from .choosing import chosen

    if update and expect is None:
        raise click.UsageError("--update needs --expect: the file to write")
    wanted = rules_files(files, rules)
    found, in_editions = chosen(scenarios, editions)
    with _Progress() as progress:
        report = run(
            found, in_editions, wanted, rules=rules, sample=sample, seed=seed, tell=progress.tell
        )
    missed = at_least is not None and report.total.share < at_least
    if expect is not None and update:
        Path(expect).parent.mkdir(parents=True, exist_ok=True)
        Path(expect).write_text(gate.outcome(report), encoding="utf-8")
    elif expect is not None:
        different = gate.differences(report, Path(expect))
        sys.stderr.write("".join(f"{line}\n" for line in different))
        missed = missed or bool(different)
    write(to_json(report) if form == "json" else show.text(report), output)
    sys.exit(1 if missed else 0)


class _Progress:
    """A line of progress on a terminal's standard error; silent elsewhere."""

    def __init__(self) -> None:
        self._last = 0

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._last:
            sys.stderr.write("\r" + " " * self._last + "\r")

    def tell(self, text: str) -> None:
        """Say what is being done."""
        if sys.stderr.isatty():
            sys.stderr.write("\r" + text.ljust(self._last))
            sys.stderr.flush()
            self._last = len(text)
