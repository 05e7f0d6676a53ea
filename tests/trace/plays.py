"""Trace files of shipped counterexamples."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from stackproof import check as checking
from stackproof.editions.load import edition
from stackproof.inputs import Place
from stackproof.scenarios.load import load_scenario
from stackproof.trace.file import TraceFile, decode, encode
from stackproof.trace.record import trace_of

STIFLED = ("madness-stifled", "madness-exile-ends-always", "2026-01")
"""A card stays in exile for good, as its madness ability is countered."""

PLACE = Place("trace.json")


@cache
def trace(scenario: str, law: str, name: str) -> TraceFile:
    """The trace of the counterexample that the search finds."""
    found, played = load_scenario(scenario), edition(name)
    report = checking.check([found], {found.id: [played]}, [law])
    (result,) = report.results
    return trace_of(result, found)


def data(which: tuple[str, str, str] = STIFLED) -> Any:
    """A trace file as JSON data, to be changed."""
    return json.loads(encode(trace(*which)))


def read(document: object) -> TraceFile:
    """A trace from JSON data."""
    return decode(document, PLACE)


def write(document: object, folder: Path) -> str:
    """JSON data as a file; its path."""
    path = folder / "trace.json"
    path.write_text(json.dumps(document), "utf-8")
    return str(path)
