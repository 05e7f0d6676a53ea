"""A reviewed outcome of a comparison, kept as a file of lines that a difference can be read from.

No plays and no numbers of positions: only what a reviewer signs. A line that comes or goes is a
change of the model or of the rules.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from stackproof.inputs import Place

from .result import Regression


def outcome(found: Regression) -> str:
    """What a comparison came to, in lines that do not depend on anything else."""
    return "\n".join(_lines(found)) + "\n"


def differences(found: Regression, file: Path) -> list[str]:
    """The lines by which a comparison differs from a reviewed outcome: a unified diff.

    Raises :class:`InputError` where the file cannot be read.
    """
    return difference(outcome(found), file, "as compared now")


def difference(now: str, file: Path, title: str) -> list[str]:
    """The lines by which a text differs from a reviewed one. Raises :class:`InputError`."""
    try:
        said = file.read_text("utf-8")
    except OSError as error:
        raise Place(str(file)).error(f"cannot be read: {error.strerror}") from None
    return list(
        difflib.unified_diff(
            said.splitlines(), now.splitlines(), str(file), title, lineterm="", n=1
        )
    )


def _lines(found: Regression) -> Iterator[str]:
    yield f"{found.old} -> {found.new}"
    for change in found.changes.switches:
        unread = "" if change.read else " (not read)"
        yield f"switch {change.switch}: {change.old} -> {change.new}{unread}"
    for number in found.changes.numbers:
        yield f"number {number.rule}: {number.old or '-'} -> {number.new or '-'}"
    yield f"plays: {'the same' if found.alike else 'different'}"
    for what, laws in (("comes", found.coming), ("goes", found.going)):
        yield from (f"{what} into force: {law}".replace("goes into", "goes out of") for law in laws)
    for row in sorted(found.rows, key=lambda row: (row.claim, row.law)):
        old = row.old if row.in_old else f"({row.old})"
        new = row.new if row.in_new else f"({row.new})"
        yield f"{'claim' if row.claim else 'law'} {row.law}: {old} -> {new}"
    for parting in found.partings:
        yield f"parting: {parting.kind}, {len(parting.play.actions)} choices"
    if found.behaviours is not None:
        observe = found.behaviours.observe
        yield f"{observe}: {found.behaviours.relation}"
        for behaviour in found.behaviours.scenarios:
            if behaviour.relation != "alike":
                yield f"{observe} in {behaviour.scenario}: {behaviour.relation}"
        for witness in found.behaviours.witnesses:
            yield f"{observe}, only {witness.side}: {witness.kind}"
    if found.sameness is not None:
        yield f"elsewhere: {found.sameness.verdict}"
        for region in found.sameness.regions:
            yield f"region of {region.switch}: {region.says}"
