"""How long one waits: for compiled rules, and for whole commands."""

from __future__ import annotations

import json
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .engines import python
from .search import Tell

CHECKED = (0, 1)
"""A check that finds an unexpected violation still tells how long it took."""


@dataclass(frozen=True)
class Wait:
    """Medians in seconds: with an empty cache of compiled code, and with a filled one.

    ``cold`` is None where the cache does not matter.
    """

    what: str
    cold: float | None
    warm: float


def waits(scenario: str, repeat: int, tell: Tell) -> list[Wait]:
    """Measure everything, each time with a cache directory of its own."""
    load = ["bench.worker", "load"]
    rules = _waits("rules to machine code", [*load, scenario], repeat, tell, inner=True)
    load[1] += "-with-laws"
    laws = _waits("rules and laws to machine code", [*load, scenario], repeat, tell, inner=True)
    check = _waits("stackproof check", ["stackproof", "check"], repeat, tell)
    shown = _waits("stackproof --help", ["stackproof", "--help"], repeat, tell)
    return [rules, laws, check, Wait(shown.what, None, shown.warm)]


def _waits(what: str, command: list[str], repeat: int, tell: Tell, inner: bool = False) -> Wait:
    """``inner`` takes the time that the process itself reports instead of its own."""
    cold: list[float] = []
    warm: list[float] = []
    for number in range(repeat):
        tell(f"{what}: {number + 1} of {repeat}")
        with tempfile.TemporaryDirectory() as cache:
            for times in (cold, warm):
                text, seconds, _ = python(command, Path(cache), CHECKED)
                times.append(float(json.loads(text)["seconds"]) if inner else seconds)
    return Wait(what, statistics.median(cold), statistics.median(warm))
