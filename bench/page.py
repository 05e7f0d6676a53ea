"""The figures of a page of the docs, as ratios, from a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

IDLE = 1.0
BUSY = (
    " **The machine was busy with other work** (load average {}): times and their ratios say "
    "little, bytes are as they are."
)
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def update(page: Path, document: Mapping[str, Any]) -> None:
    """Put the figures of a report between the marks of a page. Raises ValueError without marks."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{page}: no {BEGIN} ... {END}")
    text = f"{before}{BEGIN}\n\n{figures(document)}\n{END}{after}"
    page.write_text(text, encoding="utf-8")


def figures(document: Mapping[str, Any]) -> str:
    """All tables as markdown."""
    machine = document["machine"]
    said = f"{machine['cores']} cores of {machine['processor']}, Python {machine['python']}"
    busy = "" if machine["load"] < IDLE else BUSY.format(machine["load"])
    parts = [f"Measured on {said}.{busy}\n"]
    for search in document["searches"]:
        parts.append(f"### {search['scenario']}\n")
        parts.append(_table(("engine", "states/s, ours by theirs", "B/state"), _engines(search)))
    parts.append("### Growth\n")
    speed = ("states", "storage", "threads", "states/s", "by the first")
    heads = (*speed, "B/state", "trees B/state", "peak MB")
    parts.append(_table(heads, _rungs(document["growth"])))
    return "\n".join(parts)


def _engines(search: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    for row in search["engines"]:
        if "missing" in row:
            yield row["engine"], f"not installed ({row['missing']})", ""
            continue
        ratio, stored = row["ours_is_faster_by"], row["stored_bytes_per_state"]
        peak = f"{row['peak_bytes'] / row['states']:.0f} (whole process)"
        yield (
            row["engine"],
            "1" if ratio is None else f"{ratio:.2f}",
            peak if stored is None else f"{stored:.1f}",
        )


def _rungs(rungs: Sequence[Mapping[str, Any]]) -> Iterator[Sequence[str]]:
    for rung in rungs:
        yield (
            f"{rung['states']:,}",
            rung["storage"],
            str(rung["threads"]),
            f"{rung['states_per_second'] / 1e6:.2f} M",
            f"{rung['ratio']:.2f}",
            f"{rung['stored_bytes_per_state']:.1f}",
            f"{trees:.1f}" if (trees := rung.get("tree_bytes_per_state")) else "",
            f"{rung['peak_bytes'] / 1e6:,.0f}",
        )


def _table(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
