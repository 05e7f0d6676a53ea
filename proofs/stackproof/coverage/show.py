"""Coverage as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from .model import Citation, Coverage, Line, Part, Total

Row = tuple[str, ...]


def json(coverage: Coverage) -> str:
    """Everything that is known."""
    return msgspec.json.format(msgspec.json.encode(coverage), indent=2).decode() + "\n"


def text(coverage: Coverage) -> str:
    """Totals, what was not reached, and citations."""
    return "\n".join(_text(coverage)) + "\n"


def _text(coverage: Coverage) -> Iterator[str]:
    yield (
        f"{coverage.scenarios:,} scenarios, {coverage.searches:,} searches, "
        f"{coverage.positions:,} positions, {coverage.transitions:,} transitions"
    )
    if coverage.incomplete:
        yield f"stopped by a limit, so this is not all: {', '.join(coverage.incomplete)}"
    yield from _part(coverage, "game", "Rules of the game", "Lines that no play reaches")
    if coverage.uncalled:
        yield from _heading("Rules that nothing calls")
        yield from _table([(f"{u.file}:{u.line}", u.rule) for u in coverage.uncalled])
    yield from _citations(coverage.citations)
    yield from _part(coverage, "laws", "Laws", "Lines of laws that no play reaches")


def _part(coverage: Coverage, part: Part, title: str, missing: str) -> Iterator[str]:
    yield from _heading(title)
    files = [total for total in coverage.files if total.part == part]
    lines, reached = sum(t.lines for t in files), sum(t.reached for t in files)
    percent = round(100 * reached / lines, 1) if lines else 100.0
    every = [*files, Total("all", part, lines, reached, percent)]
    rows = [(t.file, f"{t.lines:,}", f"{t.reached:,}", f"{t.percent:.1f}%") for t in every]
    yield from _table([("file", "lines", "reached", ""), *rows], right=(1, 2, 3))
    here = [line for line in coverage.lines if line.part == part]
    if fails := sum(line.fails for line in here):
        yield f"  without {fails:,} lines at which a law fails"
    unreached = [line for line in here if not line.times and not line.fails]
    if unreached:
        yield from _heading(missing)
        yield from _lines(unreached)


def _lines(lines: Iterable[Line]) -> Iterator[str]:
    for (_, rule), group in groupby(lines, lambda line: (line.file, line.rule)):
        yield f"  {rule}"
        yield from _table([(f"  {line.file}:{line.line}", line.text) for line in group])


def _citations(citations: Sequence[Citation]) -> Iterator[str]:
    numbered = [c for c in citations if c.number]
    exercised = [c for c in numbered if c.transitions]
    yield from _heading("Rules that events cite, with the number of transitions")
    yield from _table([(c.number, c.key, f"{c.transitions:,}") for c in exercised], right=(2,))
    silent = [c for c in numbered if c.events and not c.transitions]
    by_laws = [c for c in numbered if c.laws and not c.events]
    unmodelled = [c for c in numbered if not c.modelled]
    unnumbered = [
        (c.key, f"{c.transitions:,}", ", ".join(names))
        for c in citations
        if (names := [e for e, use in c.editions.items() if use.transitions and not use.number])
    ]
    for title, rows in (
        ("Rules whose events never happen", [(*_name(c), ", ".join(c.events)) for c in silent]),
        ("Rules that only laws cite", [(*_name(c), ", ".join(c.laws)) for c in by_laws]),
        ("Not modelled: no event and no law cites them", [_name(c) for c in unmodelled]),
        ("Rules cited by events in editions that have no number for them", unnumbered),
    ):
        if rows:
            yield from _heading(title)
            yield from _table(rows)


def _name(citation: Citation) -> Row:
    return (citation.number, citation.key)


def _heading(title: str) -> Row:
    return ("", title)


def _table(rows: Sequence[Row], right: Sequence[int] = ()) -> Iterator[str]:
    """Rows with their cells below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield ("  " + "  ".join(cells)).rstrip()
