"""Candidates judged on explored positions, all at once: what is false somewhere is dropped.

A literal is a row of bits for the positions of a graph, or for their places. So is a candidate,
which is false where its premise is true and its conclusion is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any

import numpy as np

from stackproof.lang.system import System
from stackproof.lang.types import ArrayType, RecordType, Scalar, Type

from .literals import HERE, PLACES, Candidate, Field, Literal

Bits = np.ndarray[Any, np.dtype[np.uint8]]
Cells = np.ndarray[Any, np.dtype[np.int16]]


@dataclass
class Graph:
    """Packed positions of one game below each other, to be asked about literals.

    The game may have other sizes than that for which candidates were made, and other numbers for
    members of enumerations: these are known by name.
    """

    system: System
    rows: Bits
    _bits: dict[tuple[Literal, str], Bits] = field(default_factory=dict, repr=False)

    def judge(self, candidate: Candidate) -> tuple[int, int]:
        """At how many places the premise of a candidate is true, and where it is false there."""
        met = self._premise(candidate)
        wrong = met & ~self._truth(candidate.conclusion, candidate.over)
        return _count(met), _count(wrong)

    def _premise(self, candidate: Candidate) -> Bits:
        if candidate.premise is not None:
            return self._truth(candidate.premise, candidate.over)
        places = self._length(candidate.over) if candidate.over else 1
        return np.packbits(np.ones(len(self.rows) * places, np.bool_))

    def _truth(self, literal: Literal, over: str) -> Bits:
        """Where a literal is true, packed: in each position, or at each of its places."""
        known = self._bits.get((literal, over))
        if known is None:
            cells, kind = self._cells(literal.field)
            if literal.compare in PLACES:
                beyond = np.arange(self._length(over)) >= cells
                found = beyond if literal.compare == "beyond" else ~beyond
            else:
                found = np.isin(cells, _values(literal, kind))
                if over and not literal.over:
                    found = np.repeat(found, self._length(over), axis=1)
            known = self._bits[literal, over] = np.packbits(found)
        return known

    def _length(self, over: str) -> int:
        return int(self.system.program.capacities[over])

    def _cells(self, asked: Field) -> tuple[Cells, Scalar]:
        """What a field is: a row for each position, with a column for each place, if it has one."""
        first, *rest = asked.path.split(HERE)
        offset, kind = _inside(self.system.state_type, first)
        offsets = [offset]
        if rest:
            assert isinstance(kind, ArrayType)
            size, length = kind.element.size, kind.length
            start, kind = _inside(kind.element, rest[0].removeprefix("."))
            offsets = [offset + i * size + start for i in range(length)]
        assert isinstance(kind, Scalar)
        data = np.ascontiguousarray(self.rows[:, offsets])
        return (data.view(np.int8) if kind.signed else data).astype(np.int16), kind


def _inside(kind: Type, path: str) -> tuple[int, Type]:
    """Where a part of a record begins, and what it is."""
    offset = 0
    for name in path.split(".") if path else ():
        assert isinstance(kind, RecordType)
        start, kind = kind.fields[name]
        offset += start
    return offset, kind


def _values(literal: Literal, kind: Scalar) -> list[int]:
    """The numbers of a domain for which a literal is true."""
    if kind.names:
        names = literal.field.scalar.names
        wanted = {names[v] for v in literal.values}
        if literal.compare == "!=":
            wanted |= set(kind.names) - set(names)
        return [v for v, name in enumerate(kind.names) if name in wanted]
    return [v for v in range(kind.low, kind.high + 1) if literal.is_true(v)]


def _count(bits: Bits) -> int:
    return int(np.bitwise_count(bits).sum())


@dataclass(frozen=True)
class Filtered:
    """What graphs left of candidates: those that hold, best supported first, and how many did not,
    or were about nothing that occurs.
    """

    left: tuple[Candidate, ...]
    false: int
    unmet: int


def filtered(candidates: Iterable[Candidate], graphs: Sequence[Graph]) -> Filtered:
    """Judge candidates on graphs. Those come first whose premise is met in most graphs, and in most
    positions of these; equal ones in their order.
    """
    false = unmet = 0
    large_first = sorted(graphs, key=lambda graph: len(graph.rows), reverse=True)
    support: dict[Candidate, tuple[int, int]] = {}
    for candidate in candidates:
        met = _support(candidate, large_first)
        if met is None:
            false += 1
        elif met == (0, 0):
            unmet += 1
        else:
            support[candidate] = met
    return Filtered(tuple(sorted(support, key=lambda c: support[c], reverse=True)), false, unmet)


def _support(candidate: Candidate, graphs: Sequence[Graph]) -> tuple[int, int] | None:
    """In how many graphs, and at how many places, a premise is met; None for what is false."""
    where = total = 0
    for graph in graphs:
        met, wrong = graph.judge(candidate)
        if wrong:
            return None
        where, total = where + (met > 0), total + met
    return where, total


class Strength:
    """Which of some candidates plainly say as much as another one."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._by_fields: dict[frozenset[tuple[str, bool]], list[Candidate]] = {}
        for candidate in candidates:
            self._by_fields.setdefault(_fields(candidate), []).append(candidate)

    def above(self, candidate: Candidate) -> Iterator[Candidate]:
        """The others that imply a candidate; of two that say the same, neither does."""
        about = sorted(_fields(candidate))
        sets = chain.from_iterable(combinations(about, n) for n in range(1, len(about) + 1))
        for chosen in sets:
            for other in self._by_fields.get(frozenset(chosen), ()):
                if other.key != candidate.key and other.implies(candidate):
                    yield other


def _fields(candidate: Candidate) -> frozenset[tuple[str, bool]]:
    return frozenset(literal.about for literal in candidate.literals)
