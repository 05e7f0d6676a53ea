"""Work dealt out to processes, so that a solver that crashes takes nothing else along."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

K = TypeVar("K")
R = TypeVar("R")


def done(
    work: Mapping[K, tuple[Any, ...]], task: Callable[..., R], processes: int
) -> Iterator[tuple[K, R | None]]:
    """What the task comes to for each of the arguments, in the order in which they are finished;
    None where the process died or had too little memory. A single process is this one.
    """
    if processes == 1:
        for key, arguments in work.items():
            yield key, task(*arguments)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(task, *arguments): key for key, arguments in work.items()}
        for job in as_completed(jobs):
            try:
                yield jobs[job], job.result()
            except (BrokenProcessPool, MemoryError):
                yield jobs[job], None
