"""Memory for the stores of a search: how much there is, and blocks that grow in place."""

from __future__ import annotations

import ctypes
import mmap
import os
from pathlib import Path

DEFAULT_SHARE = 0.7
FALLBACK = 4 << 30


class Block:
    """Zeroed anonymous memory, paid for page by page when it is first written.

    Growing moves page tables where the system can, and copies where it cannot. The address
    changes with it.
    """

    def __init__(self, size: int) -> None:
        self._map = _reserve(size)

    @property
    def size(self) -> int:
        """Reserved size in bytes."""
        return len(self._map)

    @property
    def address(self) -> int:
        return ctypes.addressof(ctypes.c_char.from_buffer(self._map))

    def grow(self, size: int) -> None:
        """Makes room for at least ``size`` bytes; the content stays, the rest is zero."""
        if not _move(self._map, _rounded(size)):
            larger = _reserve(size)
            with memoryview(self._map) as content:
                larger[: len(content)] = content
            self._map = larger

    def close(self) -> None:
        """Gives the memory back; nobody may use the block any more."""
        self._map.close()

    @property
    def view(self) -> memoryview:
        """The memory itself; to be released before the block grows or is closed."""
        return memoryview(self._map)

    def read(self, start: int, size: int) -> bytes:
        return self._map[start : start + size]

    def word(self, place: int) -> int:
        """One of the words of 8 bytes."""
        return int.from_bytes(self.read(8 * place, 8), "little")

    def write(self, start: int, data: bytes) -> None:
        self._map[start : start + len(data)] = data


def _rounded(size: int) -> int:
    return max(1, -(-size // mmap.PAGESIZE)) * mmap.PAGESIZE


def _reserve(size: int) -> mmap.mmap:
    """Ordinary pages: large ones save little here and cost more where memory is cold."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
    return mmap.mmap(-1, _rounded(size), flags=flags)


def _move(area: mmap.mmap, size: int) -> bool:
    """Resizes in place or by moving page tables; False where the system cannot."""
    try:
        area.resize(size)
    except SystemError:
        return False
    return True


def available() -> int:
    """Bytes that a search may use by default: a share of what the machine has free now."""
    free = [_meminfo(), _cgroup()]
    known = [amount for amount in free if amount is not None]
    return int(DEFAULT_SHARE * min(known)) if known else FALLBACK


def _meminfo() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, OSError, ValueError):
        return None


def _cgroup() -> int | None:
    """What a container's limit leaves."""
    root = Path("/sys/fs/cgroup")
    try:
        limit = int((root / "memory.max").read_text())
        return max(0, limit - int((root / "memory.current").read_text()))
    except (OSError, ValueError):
        return None
