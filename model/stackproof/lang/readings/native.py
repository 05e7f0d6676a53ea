"""The second reading: the rules as machine code, for engines that search."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import Site
from ..frontend import Translator
from ..system import System
from . import cache
from .abi import ENTRIES, NUMBER, stride, words


@dataclass(frozen=True)
class Edge:
    """What one legal action leads to; without a change where there was a rule error.

    A rule error may come from telling whether the action is legal, from taking it, or from a law.
    """

    verb: int
    argument: int
    after: bytes
    error: Site | None
    violated: frozenset[str]


@dataclass(frozen=True)
class Verdict:
    """What holds of one state; ``relevant`` are the invariants one of whose premises held."""

    finished: bool
    error: Site | None
    violated: frozenset[str]
    relevant: frozenset[str]


class NativeReading:
    """A compiled system. ``addresses`` are those of the exported functions."""

    def __init__(self, system: System) -> None:
        self.system = system
        from .machine import Loaded

        artifact = cache.fetch(system, lambda: build(system))
        self._loaded = Loaded(artifact.code, ENTRIES)
        self.addresses: dict[str, int] = self._loaded.addresses
        self._calls: dict[str, Callable[..., int]] = {
            name: ctypes.CFUNCTYPE(NUMBER, *takes)(self.addresses[name])
            for name, takes in ENTRIES.items()
        }
        self.sites = artifact.sites
        self.size = system.state_type.size
        self.stride = stride(system)
        self.words = words(system)
        self.max_edges = sum(size for _, size in system.verbs)

    def site(self, number: int) -> Site | None:
        """What an error site stands for; None for 0."""
        return self.sites[number] if number else None

    def laws(self, mask: int) -> frozenset[str]:
        """The ids of the laws whose bit is set."""
        return frozenset(law.id for i, law in enumerate(self.system.laws) if mask >> i & 1)

    def expand(self, setup: bytes, state: bytes) -> tuple[list[Edge], frozenset[str]]:
        """All edges of a state, and the step laws one of whose premises held on any of them."""
        out = ctypes.create_string_buffer(max(1, self.max_edges) * self.stride)
        edges = (ctypes.c_uint64 * (max(1, self.max_edges) * (1 + self.words)))()
        premises = (ctypes.c_uint64 * self.words)()
        count = self._calls["successors"](setup, self._padded(state), out, edges, premises)
        found: list[Edge] = []
        for i in range(count):
            first, *mask = edges[i * (1 + self.words) : (i + 1) * (1 + self.words)]
            after = out.raw[i * self.stride : i * self.stride + self.size]
            error = self.site(first >> 32)
            verb, argument = first >> 16 & 0xFFFF, first & 0xFFFF
            found.append(Edge(verb, argument, after, error, self.laws(_joined(mask))))
        return found, self.laws(_joined(premises))

    def successors(self, setup: bytes, state: bytes) -> list[Edge]:
        """All edges of a state, in the order of verbs and arguments."""
        return self.expand(setup, state)[0]

    def inspect(self, setup: bytes, state: bytes) -> Verdict:
        """Whether a play ends in a state, and which invariants it violates."""
        violated = (ctypes.c_uint64 * self.words)()
        premises = (ctypes.c_uint64 * self.words)()
        answer = self._calls["inspect"](setup, self._padded(state), violated, premises)
        relevant = self.laws(_joined(premises))
        return Verdict(
            bool(answer & 1), self.site(answer >> 32), self.laws(_joined(violated)), relevant
        )

    def legal(
        self, setup: bytes, state: bytes, verb: int, argument: int
    ) -> tuple[bool, Site | None]:
        """Whether an action is legal, and the rule error met in telling."""
        answer = self._calls["legal"](setup, self._padded(state), verb, argument)
        return bool(answer & 1), self.site(answer >> 32)

    def step(
        self, setup: bytes, state: bytes, verb: int, argument: int
    ) -> tuple[bytes, bytes, Site | None]:
        """The next state and the step of an action, legal or not; no change on a rule error."""
        out = ctypes.create_string_buffer(self.stride)
        step = ctypes.create_string_buffer(max(1, self.system.step_type.size))
        error = self._calls["step"](setup, self._padded(state), verb, argument, out, step)
        return out.raw[: self.size], step.raw[: self.system.step_type.size], self.site(error)

    def _padded(self, state: bytes) -> bytes:
        return state.ljust(self.stride, b"\0")


def build(system: System) -> cache.Artifact:
    """Compile a system. Raises :class:`Refused` for rules outside the language."""
    from .entries import emit
    from .machine import assemble

    laws = [system.key(law.check) for law in system.laws]
    unit = Translator(system.program, laws).unit(system.roots())
    return cache.Artifact(unit.sites, assemble(emit(system, unit)))


def _joined(mask: Any) -> int:
    return sum(int(part) << (64 * i) for i, part in enumerate(mask))
