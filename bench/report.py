"""The results as tables and as JSON."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from .growth import Rung
from .search import Comparison, Row
from .startup import Wait

SCHEMA = 2


def searches(comparisons: Sequence[Comparison]) -> Table:
    """One row for each engine, one section for each scenario."""
    caption = (
        "seconds: median of each tool's own search time, without compilation and start-up; "
        "ratio: our states/s, without laws, by the engine's; compile: seconds from the rules' "
        "text to code that runs; MB: peak of the whole process; B/state: our store with the ways "
        "to all states, everything counted. The C search has its memory paged "
        "in before the clock starts, and minicheck runs without Python's garbage collector."
    )
    table = Table(title="exact search of every state", box=box.SIMPLE_HEAD)
    table.add_column("engine", no_wrap=True)
    for name in ("states", "seconds", "states/s", "ratio", "compile", "MB", "B/state"):
        table.add_column(name, justify="right", no_wrap=True)
    for comparison in comparisons:
        when = f" ({comparison.edition})" if comparison.edition else ""
        table.add_row(f"[bold]{comparison.scenario}[/bold]{when}")
        for row in comparison.rows:
            if row.missing:
                caption += f"\n{row.engine}: not installed ({row.missing})"
            else:
                table.add_row(f"  {row.engine}", *_cells(comparison, row))
        table.add_section()
    table.caption = caption
    return table


def _cells(comparison: Comparison, row: Row) -> list[str]:
    ratio = comparison.ratio(row)
    return [
        f"{row.states:,}",
        f"{row.seconds:.3f}",
        f"{row.rate:,.0f}" if row.rate else "-",
        f"{ratio:.2f} x" if ratio else "",
        f"{row.compile_seconds:.2f}" if row.compile_seconds else "",
        f"{row.peak / 1e6:,.0f}",
        "" if row.stored is None else f"{row.stored:.1f}",
    ]


def waiting(waits: Sequence[Wait]) -> Table:
    """One row for each thing that one waits for."""
    caption = "seconds, medians; cold: nothing is cached, neither the rules nor the search kernel"
    table = Table(title="waiting times", caption=caption, box=box.SIMPLE_HEAD)
    table.add_column("what")
    table.add_column("cold", justify="right")
    table.add_column("from cache", justify="right")
    for wait in waits:
        cold = "" if wait.cold is None else f"{wait.cold:.3f}"
        table.add_row(wait.what, cold, f"{wait.warm:.3f}")
    return table


def growth(rungs: Sequence[Rung]) -> Table:
    """One row for each scenario and mode."""
    caption = (
        "ratio: states/s by those of plain storage and one thread, or by those of one thread where "
        "there is no plain search; B/state: the store with the ways to all states, everything "
        "counted; trees: the states alone, folded; MB: peak of the whole process"
    )
    table = Table(title="growth", caption=caption, box=box.SIMPLE_HEAD)
    table.add_column("scenario", no_wrap=True)
    table.add_column("storage", no_wrap=True)
    for name in ("threads", "states", "seconds", "states/s", "ratio", "B/state", "trees", "MB"):
        table.add_column(name, justify="right", no_wrap=True)
    for rung in rungs:
        table.add_row(
            rung.scenario,
            rung.storage,
            str(rung.threads),
            f"{rung.states:,}",
            f"{rung.seconds:.3f}",
            f"{rung.rate:,.0f}",
            f"{rung.rate / _first(rungs, rung).rate:.2f} x",
            f"{rung.stored:.1f}",
            "" if rung.trees is None else f"{rung.trees:.1f}",
            f"{rung.peak / 1e6:,.0f}",
        )
    return table


def _first(rungs: Sequence[Rung], rung: Rung) -> Rung:
    """The rung of the same scenario that others compare with."""
    return next(other for other in rungs if other.scenario == rung.scenario)


def machine() -> dict[str, Any]:
    """What the numbers depend on."""
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "llvmlite": _version("llvmlite"),
        "minicheck": _version("minicheck"),
        "gcc": _answer("gcc", "--version"),
        "spin": _answer("spin", "-V"),
        "rumur": _answer("rumur", "--version"),
    }


def as_json(
    comparisons: Sequence[Comparison],
    waits: Sequence[Wait],
    rungs: Sequence[Rung],
    described: dict[str, Any],
) -> dict[str, Any]:
    """Everything that the tables show, and every single run."""
    return {
        "schema": SCHEMA,
        "machine": described,
        "searches": [
            {
                "scenario": comparison.scenario,
                "edition": comparison.edition,
                "engines": [_row(comparison, row) for row in comparison.rows],
            }
            for comparison in comparisons
        ],
        "waiting": [vars(wait) for wait in waits],
        "growth": [_rung(rungs, rung) for rung in rungs],
    }


def _rung(rungs: Sequence[Rung], rung: Rung) -> dict[str, Any]:
    return {
        "scenario": rung.scenario,
        "storage": rung.storage,
        "threads": rung.threads,
        "states": rung.states,
        "edges": rung.runs[0].edges,
        "seconds": rung.seconds,
        "states_per_second": rung.rate,
        "ratio": rung.rate / _first(rungs, rung).rate,
        "stored_bytes_per_state": rung.stored,
        "tree_bytes_per_state": rung.trees,
        "peak_bytes": rung.peak,
        "runs": [vars(run) for run in rung.runs],
    }


def _row(comparison: Comparison, row: Row) -> dict[str, Any]:
    if row.missing:
        return {"engine": row.engine, "missing": row.missing}
    return {
        "engine": row.engine,
        "states": row.states,
        "edges": row.runs[0].edges,
        "seconds": row.seconds,
        "states_per_second": row.rate,
        "ours_is_faster_by": comparison.ratio(row),
        "compile_seconds": row.compile_seconds,
        "peak_bytes": row.peak,
        "stored_bytes_per_state": row.stored,
        "tree_bytes_per_state": row.trees,
        "runs": [vars(run) for run in row.runs],
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _answer(*command: str) -> str:
    try:
        output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""
    return output.partition("\n")[0]
