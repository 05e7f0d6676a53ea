"""What the engines have in common: how they are prepared, run and measured."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).parents[1]
SOURCES = ("model", "specs", "proofs", ".")


class Failed(Exception):
    """A tool did not do what was asked of it."""


@dataclass(frozen=True)
class Run:
    """One search: its own time, without compilation and start-up, and the process's peak memory.

    ``edges`` is None for an engine that does not count them. ``stored`` is what our own store needs
    for the states and the ways to them, everything counted; ``trees`` are the states alone, folded
    into trees, without the slots to find them by.
    """

    states: int
    edges: int | None
    seconds: float
    peak: int
    stored: int | None = None
    trees: int | None = None


class Measured:
    """What several runs of one search come to."""

    runs: list[Run]

    @property
    def states(self) -> int:
        return self.runs[0].states

    @property
    def seconds(self) -> float:
        """The median time of a search."""
        return statistics.median(run.seconds for run in self.runs)

    @property
    def rate(self) -> float:
        """States in a second, by the median; 0 where the time is below the tool's resolution."""
        return self.states / self.seconds if self.seconds else 0.0

    @property
    def peak(self) -> int:
        """Bytes of the whole process, at most."""
        return max(run.peak for run in self.runs)

    @property
    def stored(self) -> float | None:
        """Bytes of the store for each state, where they are known."""
        stored = self.runs[0].stored
        return None if stored is None else stored / self.states

    @property
    def trees(self) -> float | None:
        """Bytes of the trees alone for each state, where there are any."""
        trees = self.runs[0].trees
        return None if trees is None else trees / self.states


class Engine(Protocol):
    """A search of one case."""

    name: str

    def missing(self) -> str:
        """What would have to be installed, or nothing."""

    def prepare(self) -> float:
        """Make it ready to run; the seconds from the rules' text to code that runs."""

    def run(self) -> Run:
        """Search everything."""


def call(
    command: Sequence[str | Path],
    directory: Path | None = None,
    environment: Mapping[str, str] | None = None,
    accept: Sequence[int] = (0,),
) -> tuple[str, float, int]:
    """Run a program: its output, how long it took and its peak memory in bytes."""
    with tempfile.TemporaryFile("w+") as output:
        since = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=directory,
            env={**os.environ, **(environment or {})},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - since
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode not in accept:
        shown = " ".join(map(str, command))
        raise Failed(f"{shown}: exit code {process.returncode}\n{text[-2000:]}")
    return text, seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def python(
    arguments: Sequence[str], cache: Path | None = None, accept: Sequence[int] = (0,)
) -> tuple[str, float, int]:
    """Run a module in a fresh interpreter, with a cache of compiled code of its own if given."""
    path = os.pathsep.join([str(ROOT / source) for source in SOURCES])
    environment = {"PYTHONPATH": path}
    if cache is not None:
        environment["STACKPROOF_CACHE"] = str(cache)
    return call([sys.executable, "-m", *arguments], environment=environment, accept=accept)


def run_of(text: str, peak: int) -> Run:
    """A run from the JSON object in the last line of a program's output."""
    said = json.loads(text.splitlines()[-1])
    kept = (said.get(name) for name in ("stored", "trees"))
    return Run(said["states"], said["edges"], said["seconds"], peak, *kept)
