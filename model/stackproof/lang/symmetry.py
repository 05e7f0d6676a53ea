"""Where a record holds members of a scalarset, and how it looks with other names for them.

From the declarations alone: which arrays are indexed by the members, and which scalars may hold
one. An inner record that is cleared, or that starts with the first member of an enumeration
("nothing"), holds none: what else is in it has no meaning. What an array has for each member always
means something, unless it starts like that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .types import ArrayType, RecordType, Scalar, Type

ALWAYS = -1
"""The guard of a record that always means something: the outermost one."""
UNLESS_CLEARED = -2
"""The guard of a record that means something unless all is zero but for members."""


@dataclass(frozen=True)
class Place:
    """A scalar that holds a member as the member's number plus ``base``; others hold none."""

    offset: int
    base: int


@dataclass(frozen=True)
class Column:
    """A scalar for each member, ``step`` bytes apart; ``base`` is None if it holds no member.

    It means something if the byte at ``guard``, of the same member, is not zero.
    """

    offset: int
    step: int
    base: int | None = None
    guard: int = ALWAYS


@dataclass(frozen=True)
class Cell:
    """A record with places, their offsets counted from its own; ``guard`` is such an offset too."""

    offset: int
    size: int
    guard: int
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Heap:
    """A bag of ``count`` elements that look like ``element``, the first of them."""

    count: int
    element: Cell


@dataclass
class Layout:
    """Where a record of ``size`` bytes holds ``members`` of a scalarset."""

    size: int
    members: int
    columns: list[Column] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    heaps: list[Heap] = field(default_factory=list)


def layout(kind: RecordType, name: str, members: int) -> Layout:
    """Where a record holds members of the scalarset of that name.

    Raises ValueError for a declaration of which no permutation can be computed here.
    """
    found = Layout(kind.size, members)
    _Reader(found, name).record(kind, 0, ALWAYS, "")
    return found


class _Reader:
    def __init__(self, found: Layout, name: str) -> None:
        self.found = found
        self.name = name

    def base(self, scalar: Scalar) -> int | None:
        """The number of the first member in a domain, None where it has none."""
        return 0 if scalar.of == self.name else dict(scalar.parts).get(self.name)

    def record(self, kind: RecordType, offset: int, guard: int, path: str) -> None:
        places: list[Place] = []
        for name, (start, inner) in kind.fields.items():
            places.extend(self.part(inner, offset, start, f"{path}{name}"))
        if places:
            self.found.cells.append(Cell(offset, kind.size, guard, tuple(places)))

    def part(self, kind: Type, record: int, start: int, path: str) -> Iterator[Place]:
        """What is at ``start`` in the record at ``record``: yields the places that are its own."""
        if isinstance(kind, Scalar):
            base = self.base(kind)
            if base is not None:
                yield Place(start, base)
        elif isinstance(kind, RecordType):
            self.record(kind, record + start, _guard(kind), f"{path}.")
        elif kind.index.of == self.name:
            self.columns(kind.element, record + start, kind.element.size, path)
        elif kind.bag:
            self.heap(kind, record + start, path)
        else:
            for i in range(kind.length):
                yield from self.part(
                    kind.element, record, start + i * kind.element.size, f"{path}[{i}]"
                )

    def columns(self, kind: Type, offset: int, step: int, path: str, guard: int = ALWAYS) -> None:
        """What an array has for each member."""
        if isinstance(kind, Scalar):
            self.found.columns.append(Column(offset, step, self.base(kind), guard))
        elif isinstance(kind, RecordType):
            inner = offset if _guard(kind) == 0 else ALWAYS
            for name, (start, part) in kind.fields.items():
                self.columns(part, offset + start, step, f"{path}.{name}", inner)
        elif kind.index.of == self.name or kind.bag:
            raise ValueError(f"{path}: for each member again a bag, or something for each member")
        else:
            for i in range(kind.length):
                self.columns(
                    kind.element, offset + i * kind.element.size, step, f"{path}[{i}]", guard
                )

    def heap(self, kind: ArrayType, offset: int, path: str) -> None:
        before = len(self.found.columns), len(self.found.cells), len(self.found.heaps)
        if not isinstance(kind.element, RecordType):
            raise ValueError(f"{path}: a bag holds records")
        self.record(kind.element, offset, _guard(kind.element), f"{path}.")
        columns, cells, heaps = before
        made = self.found.cells[cells:]
        if len(self.found.columns) > columns or len(self.found.heaps) > heaps or len(made) > 1:
            raise ValueError(f"{path}: the elements of a bag hold plain values and members only")
        del self.found.cells[cells:]
        plain = Cell(offset, kind.element.size, _guard(kind.element), ())
        self.found.heaps.append(Heap(kind.length, made[0] if made else plain))


def _guard(kind: RecordType) -> int:
    """How it is told whether an inner record means anything: its first field if that can be
    "nothing", else whether it is cleared.
    """
    _, first = next(iter(kind.fields.values()))
    return 0 if isinstance(first, Scalar) and first.tag else UNLESS_CLEARED


def renamed(found: Layout, packed: bytes, names: Sequence[int]) -> bytes:
    """A record with ``names[m]`` for each member ``m``; bags keep their order."""
    row = bytearray(packed)
    for column in found.columns:
        for member, name in enumerate(names):
            value = packed[column.offset + member * column.step]
            meant = column.guard < 0 or packed[column.guard + member * column.step]
            if column.base is not None and meant:
                value = _name(value, column.base, names)
            row[column.offset + name * column.step] = value
    cells = list(found.cells)
    for heap in found.heaps:
        one = heap.element
        cells += [
            Cell(one.offset + i * one.size, one.size, one.guard, one.places)
            for i in range(heap.count)
        ]
    for cell in cells:
        if _means(cell, packed):
            for place in cell.places:
                at = cell.offset + place.offset
                row[at] = _name(packed[at], place.base, names)
    return bytes(row)


def sorted_bags(found: Layout, packed: bytes) -> bytes:
    """A record with its bags in order, the greatest element first, the empty ones last."""
    row = bytearray(packed)
    for heap in found.heaps:
        start, size = heap.element.offset, heap.element.size
        end = start + heap.count * size
        elements = sorted((packed[i : i + size] for i in range(start, end, size)), reverse=True)
        row[start:end] = b"".join(elements)
    return bytes(row)


def interchangeable(found: Layout, packed: bytes) -> list[list[int]]:
    """The members that can take each other's place in a record without changing it, in classes."""
    classes: list[list[int]] = []
    identity = range(found.members)
    for member in identity:
        for known in classes:
            names = list(identity)
            names[member], names[known[0]] = known[0], member
            if renamed(found, packed, names) == packed:
                known.append(member)
                break
        else:
            classes.append([member])
    return classes


def _name(value: int, base: int, names: Sequence[int]) -> int:
    return base + names[value - base] if 0 <= value - base < len(names) else value


def _means(cell: Cell, packed: bytes) -> bool:
    """Whether a record means anything."""
    if cell.guard == ALWAYS:
        return True
    if cell.guard >= 0:
        return packed[cell.offset + cell.guard] != 0
    members = {place.offset for place in cell.places}
    return any(packed[cell.offset + i] for i in range(cell.size) if i not in members)
