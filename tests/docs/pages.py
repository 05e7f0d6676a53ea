"""Pages that show the files of a project: a block that names a file is a part of that file."""

from __future__ import annotations

import re
from pathlib import Path

PART = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files(page: str) -> dict[str, str]:
    """The files that a page shows, those shown in several parts put together."""
    found: dict[str, str] = {}
    for name, text in PART.findall(page):
        found[name] = f"{found[name]}\n\n{text}" if name in found else text
    return found


def write_files(page: str, folder: Path) -> None:
    """Write the files that a page shows into a folder."""
    for name, text in files(page).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
