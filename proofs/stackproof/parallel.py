"""Checks many scenarios on several processors: the same results in the same order, sooner.

First everything that has to be compiled is, each size of the game in a process of its own; then
the scenarios are dealt out. Workers find the compiled code in the cache.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import msgspec

from stackproof import check
from stackproof.editions.load import Edition, edition
from stackproof.explore.loader import GRAPH, SEARCH, load
from stackproof.explore.model import Limits
from stackproof.explore.tuning import Tuning, processors
from stackproof.report.result import Report, Result
from stackproof.scenarios.load import Scenario, load_scenario
from stackproof.searching import NONE, Reduction

ENOUGH = 24
"""Fewer scenarios are not worth the start of processes."""
DEAL = 8
"""How many scenarios a worker takes at a time."""


def worthwhile(scenarios: Sequence[Scenario]) -> bool:
    """Whether there is enough to do, and somebody to do it."""
    return len(scenarios) >= ENOUGH and processors() > 1


def check_all(
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    laws: Sequence[str],
    limits: Limits | None = None,
    tuning: Tuning | None = None,
    reduction: Reduction = NONE,
) -> Report:
    """What ``check`` reports, worked out by one process for each processor, of one thread each;
    by fewer processes where more threads are asked for.
    """
    tuning = tuning or Tuning()
    tuning = replace(tuning, threads=max(1, tuning.threads))
    processes = max(1, processors() // tuning.threads)
    files = [scenario.file for scenario in scenarios]
    in_editions = {s.id: [e.id for e in editions[s.id]] for s in scenarios}
    sizes = {tuple(sorted(scenario.capacities.items())): scenario.file for scenario in scenarios}
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        kernels = pool.submit(_prepare_kernels)
        list(pool.map(_prepare, sizes.values()))
        kernels.result()
        hands = [files[i : i + DEAL] for i in range(0, len(files), DEAL)]
        jobs = [
            pool.submit(_check, hand, in_editions, list(laws), limits, tuning, reduction)
            for hand in hands
        ]
        return Report([result for job in jobs for result in _decoded(job.result())])


def _prepare(file: str) -> None:
    """Compile the game in the size of a scenario, and keep it."""
    check.native(load_scenario(file))


def _prepare_kernels() -> None:
    """Compile the search, and keep it."""
    for part in (SEARCH, GRAPH):
        load(part)


def _check(
    files: Iterable[str],
    in_editions: Mapping[str, Sequence[str]],
    laws: Sequence[str],
    limits: Limits | None,
    tuning: Tuning,
    reduction: Reduction,
) -> bytes:
    scenarios = [load_scenario(file) for file in files]
    editions = {s.id: [edition(name) for name in in_editions[s.id]] for s in scenarios}
    report = check.check(scenarios, editions, laws, limits, tuning=tuning, reduction=reduction)
    return msgspec.msgpack.encode(report.results)


def _decoded(results: bytes) -> list[Result]:
    return msgspec.msgpack.decode(results, type=list[Result])
