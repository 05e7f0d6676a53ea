"""Where text goes: a terminal as it is, or plain wide text when piped or written to a file."""

from __future__ import annotations

import os
import sys
from typing import IO

from rich.console import Console

PIPED_WIDTH = 160


def console(file: IO[str] | None = None) -> Console:
    """A console for tables and plays; NO_COLOR and COLUMNS are respected."""
    piped = file is not None or not sys.stdout.isatty()
    width = PIPED_WIDTH if piped and "COLUMNS" not in os.environ else None
    return Console(file=file, width=width, highlight=False)
