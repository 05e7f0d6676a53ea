"""Options that several commands share."""

from __future__ import annotations

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
