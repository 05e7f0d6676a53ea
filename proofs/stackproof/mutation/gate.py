"""A reviewed outcome: the changes that nothing notices, as lines to compare a run with.

Lines have no line numbers and no counts, so that only a change of rules, laws or scenarios makes
them differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from stackproof.compare.gate import difference

from .model import Entry, Mutation, Status


def outcome(found: Mutation) -> str:
    """What a reviewer signs: what is unnoticed, and what is the same in every play."""
    lines = Counter(_line(entry) for entry in (*found.unprotected, *found.alike))
    return "".join(f"{line}\n" for line in sorted(_numbered(lines)))


def differences(found: Mutation, file: Path) -> list[str]:
    """A unified diff against a reviewed outcome. Raises :class:`InputError`."""
    return difference(outcome(found), file, "as tried now")


def _line(entry: Entry) -> str:
    status = entry.outcome.status
    what = "same in every play" if status is Status.SAME else str(status)
    rule = entry.rule.removeprefix("stackproof.game.")
    return f"{what}: {rule}: {entry.does}: {entry.text}"


def _numbered(lines: Counter[str]) -> Iterator[str]:
    """Equal changes of one line, such as of two operands, are told by how many they are."""
    for line, count in lines.items():
        yield line if count == 1 else f"{line} ({count} times)"
