"""Options that several commands share, and where what they say goes."""

from __future__ import annotations

from pathlib import Path

import click

FORMAT = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
LANGUAGE = click.option(
    "--lang",
    "language",
    type=click.Choice(["en", "de", "fr"]),
    default="en",
    show_default=True,
    help="Sentences in this language.",
)
OUTPUT = click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="Write the report there."
)


def write(text: str, output: str | None) -> None:
    """Write a text to a file, or else to standard output."""
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"cannot write {output}: {error.strerror}") from None
