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

from .search import Comparison, Row
from .startup import Wait

SCHEMA = 1


def searches(comparisons: Sequence[Comparison]) -> Table:
    """One row for each engine, one section for each scenario."""
    caption = (
        "seconds: median of each tool's own search time, without compilation and start-up; "
        "ratio: our states/s, without laws, by the engine's; compile: seconds from the rules' "
        "text to code that runs; MB: peak of the whole process. The C search has its memory paged "
        "in before the clock starts, and minicheck runs without Python's garbage collector."
    )
    table = Table(title="exact search of every state", box=box.SIMPLE_HEAD)
    table.add_column("engine", no_wrap=True)
    for name in ("states", "seconds", "states/s", "ratio", "compile", "MB"):
        table.add_column(name, justify="right", no_wrap=True)
    for comparison in comparisons:
        table.add_row(f"[bold]{comparison.scenario}[/bold] ({comparison.edition})")
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


def machine() -> dict[str, Any]:
    """What the numbers depend on."""
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "llvmlite": _version("llvmlite"),
        "minicheck": _version("minicheck"),
        "gcc": _answer("gcc", "--version"),
        "spin": _answer("spin", "-V"),
    }


def as_json(
    comparisons: Sequence[Comparison], waits: Sequence[Wait], described: dict[str, Any]
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
