"""Work dealt out to processes, of which one that dies takes nothing else along."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any, TypeVar

K = TypeVar("K")
R = TypeVar("R")


class Workers:
    """Some processes, which keep what they have found out for the next work; to be used in a
    ``with`` statement.
    """

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def __enter__(self) -> Workers:
        self._pool = _pool(self.processes)
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def done(
        self, work: Mapping[K, tuple[Any, ...]], task: Callable[..., R]
    ) -> Iterator[tuple[K, R | None]]:
        """What the task comes to for each of the arguments, in the order in which they are
        finished. Where a process dies, which may be for want of memory, what was under way is tried
        once more by itself; None where that is in vain.
        """
        waiting = deque(work)
        jobs: dict[Future[R], K] = {}
        suspects: list[K] = []
        while waiting or jobs:
            try:
                # No more than are under way, so that it is known what a process died of.
                while waiting and len(jobs) < self.processes:
                    jobs[self._pool.submit(task, *work[waiting[0]])] = waiting[0]
                    waiting.popleft()
                over, _ = wait(jobs, return_when=FIRST_COMPLETED)
                for job in over:
                    result = _result(job)
                    key = jobs.pop(job)
                    if result is None:
                        suspects.append(key)
                    else:
                        yield key, result
            except BrokenProcessPool:
                suspects += jobs.values()
                jobs.clear()
                self._pool.shutdown()
                self._pool = _pool(self.processes)
        for key in suspects:
            yield key, _alone(task, work[key])


def _result(job: Future[R]) -> R | None:
    with suppress(MemoryError):
        return job.result()
    return None


def _alone(task: Callable[..., R], arguments: tuple[Any, ...]) -> R | None:
    with suppress(BrokenProcessPool), _pool(1) as pool:
        return _result(pool.submit(task, *arguments))
    return None


def _pool(processes: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"))


def done(
    work: Mapping[K, tuple[Any, ...]], task: Callable[..., R], processes: int
) -> Iterator[tuple[K, R | None]]:
    """As :meth:`Workers.done`, by some processes or, if it is one, by this."""
    if processes == 1:
        for key, arguments in work.items():
            yield key, task(*arguments)
        return
    with Workers(processes) as workers:
        yield from workers.done(work, task)
