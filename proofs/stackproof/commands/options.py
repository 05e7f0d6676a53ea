"""Options that several commands share, and where what they say goes."""

from __future__ import annotations

from pathlib import Path

import click


class _Size(click.ParamType[int]):
    """A number of bytes, with a suffix K, M, G or T for powers of 1024."""

    name = "size"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        if isinstance(value, int):
            return value
        number, power = value.rstrip("B"), 0
        if number[-1:] in UNITS:
            number, power = number[:-1], 1 + UNITS.index(number[-1])
        if not (number.isascii() and number.isdigit()) or int(number) == 0:
            self.fail(f'"{value}" is not a size like 800M or 4G', param, ctx)
        return int(number) << 10 * power


UNITS = "KMGT"
SIZE = _Size()
MOST_STEPS = 4
"""How many actions in a row a proof may look at: some 26 may come before each."""
FORMAT = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
EDITIONS = click.option(
    "--edition", "editions", multiple=True, metavar="ID", help="Only this edition (repeatable)."
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
