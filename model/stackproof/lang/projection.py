"""Records seen through new names: for comparing two plays in which things have other numbers.

The members of an index domain, such as the cards, get numbers of their own in the order in which
they are listed; the others are left out, and where a value means one of them it is ``OTHER``. An
inner record that is cleared, or that starts with the first member of an enumeration ("nothing"),
stands for nothing: what else is in it has no meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .declare import NONE
from .types import ArrayType, RecordType, Scalar, Type

OTHER = 0xFE


@dataclass(frozen=True)
class _Cell:
    """A scalar: where it is, how its path is written, and the new number of each byte."""

    path: str
    offset: int
    numbers: Sequence[int]


@dataclass(frozen=True)
class _Inner:
    """A record within, which stands for nothing where the byte ``guard`` is 0, or all are."""

    offset: int
    size: int
    guard: int | None
    parts: list[_Cell | _Inner]


@dataclass(frozen=True)
class Projection:
    """``members`` lists, for capacities by name, the members that are meant; the fields in
    ``without`` are left out.
    """

    members: Mapping[str, Sequence[int]]
    without: frozenset[str] = frozenset()
    _plans: dict[str, list[_Cell | _Inner]] = field(default_factory=dict, repr=False, compare=False)

    def number(self, capacity: str, member: int) -> int:
        """The new number of a member of an index domain."""
        if capacity not in self.members or member == NONE:
            return member
        listed = self.members[capacity]
        return listed.index(member) if member in listed else OTHER

    def cells(self, kind: RecordType, packed: bytes) -> list[tuple[str, int]]:
        """The scalars that are meant, by their paths, all with new numbers."""
        if kind.name not in self._plans:
            self._plans[kind.name] = list(self._fields(kind, 0, ""))
        found: list[tuple[str, int]] = []
        _collect(self._plans[kind.name], packed, found)
        return found

    def _fields(self, kind: RecordType, offset: int, path: str) -> Iterator[_Cell | _Inner]:
        for name, (start, inner) in kind.fields.items():
            if name not in self.without:
                yield from self._parts(inner, offset + start, f"{path}{name}")

    def _parts(self, kind: Type, offset: int, path: str) -> Iterator[_Cell | _Inner]:
        if isinstance(kind, Scalar):
            numbers = range(256)
            if kind.of in self.members:
                signed = [(byte ^ 0x80) - 0x80 for byte in numbers]
                yield _Cell(path, offset, [self.number(kind.of, value) for value in signed])
            else:
                yield _Cell(path, offset, numbers)
        elif isinstance(kind, ArrayType):
            meant = self.members.get(kind.index.of, range(kind.length))
            for number, member in enumerate(meant):
                start = offset + member * kind.element.size
                yield from self._parts(kind.element, start, f"{path}[{number}]")
        else:
            _, first = next(iter(kind.fields.values()))
            guard = offset if isinstance(first, Scalar) and first.tag else None
            yield _Inner(offset, kind.size, guard, list(self._fields(kind, offset, f"{path}.")))


def _collect(parts: Sequence[_Cell | _Inner], packed: bytes, found: list[tuple[str, int]]) -> None:
    for part in parts:
        if isinstance(part, _Cell):
            found.append((part.path, part.numbers[packed[part.offset]]))
        elif (
            packed[part.guard]
            if part.guard is not None
            else any(packed[part.offset : part.offset + part.size])
        ):
            _collect(part.parts, packed, found)
