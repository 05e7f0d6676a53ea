"""The second reading: the rules as machine code, for engines that search."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..errors import Site
from ..system import POSSIBLE, System
from . import cache
from .abi import ENTRIES, NUMBER, stride, width, words


@dataclass(frozen=True)
class Edge:
    """What one legal action leads to; without a change where there was a rule error.

    A rule error may come from telling whether the action is legal, from taking it, or from a law.
    ``violated`` and ``witnessed`` are the step laws that fail here and the possibilities that
    happen here, by the names of their cases.
    """

    verb: int
    argument: int
    after: bytes
    error: Site | None
    violated: frozenset[str]
    witnessed: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Verdict:
    """What holds of one state; ``relevant`` are the invariants one of whose premises held."""

    finished: bool
    error: Site | None
    violated: frozenset[str]
    relevant: frozenset[str]


@dataclass(frozen=True)
class Marks:
    """Of a law on the graph, in one state: the choices for which it is triggered, and met."""

    triggered: frozenset[int | None]
    met: frozenset[int | None]
    error: Site | None


class NativeReading:
    """A compiled system. ``addresses`` are those of the exported functions."""

    entries: ClassVar[Mapping[str, tuple[Any, ...]]] = ENTRIES

    def __init__(self, system: System) -> None:
        self.system = system
        from .machine import Loaded

        artifact = self._artifact()
        self._loaded = Loaded(artifact.code, self.entries)
        self.addresses: dict[str, int] = self._loaded.addresses
        self._calls: dict[str, Callable[..., int]] = {
            name: ctypes.CFUNCTYPE(NUMBER, *takes)(self.addresses[name])
            for name, takes in self.entries.items()
        }
        self.sites = artifact.sites
        self.size = system.state_type.size
        self.stride = stride(system)
        self.words = words(system)
        self.alphabet = [size for _, size in system.verbs]
        self.max_edges = sum(self.alphabet)
        kinds = [case.law.kind for case in system.cases]
        self._possible = sum(1 << i for i, kind in enumerate(kinds) if kind == POSSIBLE)

    def _artifact(self) -> cache.Artifact:
        return cache.fetch(self.system, lambda: build(self.system))

    def site(self, number: int) -> Site | None:
        """What an error site stands for; None for 0."""
        return self.sites[number] if number else None

    def laws(self, mask: int) -> frozenset[str]:
        """The names of the cases whose bit is set."""
        return frozenset(case.name for i, case in enumerate(self.system.cases) if mask >> i & 1)

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
            bits, possible = _joined(mask), self._possible
            violated, witnessed = self.laws(bits & ~possible), self.laws(bits & possible)
            found.append(Edge(verb, argument, after, error, violated, witnessed))
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

    def observe(self, setup: bytes, state: bytes, law: int) -> Marks:
        """What a law of ``system.traced``, by its place there, says of a state."""
        choices = self.system.choices(self.system.traced[law])
        size = width(len(choices))
        marks = (ctypes.c_uint64 * (2 * size))()
        answer = self._calls["observe"](setup, self._padded(state), law, marks)
        masks = _joined(marks[:size]), _joined(marks[size:])
        sets = [frozenset(c for i, c in enumerate(choices) if m >> i & 1) for m in masks]
        return Marks(sets[0], sets[1], self.site(answer >> 32))

    def classify(
        self, setup: bytes, state: bytes, verb: int, argument: int, law: int
    ) -> tuple[int, Site | None]:
        """One bit for each assumption of fairness of such a law: whether the action is meant."""
        answer = self._calls["classify"](setup, self._padded(state), verb, argument, law)
        return answer & 0xFFFFFFFF, self.site(answer >> 32)

    def cut(self, setup: bytes, state: bytes) -> tuple[bool, Site | None]:
        """Whether a play that ends here was cut off."""
        answer = self._calls["cut"](setup, self._padded(state))
        return bool(answer & 1), self.site(answer >> 32)

    def _padded(self, state: bytes) -> bytes:
        return state.ljust(self.stride, b"\0")


def build(system: System) -> cache.Artifact:
    """Compile a system. Raises :class:`Refused` for rules outside the language."""
    from .entries import emit
    from .machine import LITTLE, assemble
    from .partition import split

    unit = system.unit
    text = emit(system, unit)
    if not system.laws:
        return cache.Artifact(unit.sites, assemble(text))
    rules, laws = split(text, _judges)
    return cache.Artifact(unit.sites, assemble(rules, aside=[(laws, LITTLE)]))


def _judges(function: str) -> bool:
    """Whether an emitted function is about laws, which are about as much code as the rules."""
    return function in ("judge", "inspect") or function.startswith(
        ("family", "observe", "classify")
    )


def _joined(mask: Any) -> int:
    return sum(int(part) << (64 * i) for i, part in enumerate(mask))
