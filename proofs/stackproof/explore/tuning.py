"""How a search goes about it: what changes the time and memory that it takes, never its result."""

from __future__ import annotations

import os
from dataclasses import dataclass

from .store import Storage

ALL_BITS = -1


@dataclass(frozen=True)
class Tuning:
    """``threads`` is the number of threads, 0 for as many as there are processors once a search
    has become large.

    ``capacity`` is the number of states to start with room for, ``span`` the number of states that
    a thread takes at a time, ``hash_mask`` the bits of the hash to use. Stored as ``AUTO`` says,
    states are compressed once there are ``compress_at``, or once they need a quarter of the memory;
    as ``COMPRESSED`` says, once ``sample`` of them tell how.
    """

    threads: int = 1
    storage: Storage = Storage.AUTO
    capacity: int = 1 << 14
    span: int = 64
    hash_mask: int = ALL_BITS
    compress_at: int = 1 << 22
    sample: int = 1 << 19
    large: int = 1 << 18

    def threads_for(self, states: int) -> int:
        """How many threads to use from so many states on."""
        if self.threads:
            return self.threads
        return processors() if states >= self.large else 1


def processors() -> int:
    """The number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
