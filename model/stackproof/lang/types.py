"""Resolved types: the declarations of a program with all capacities known, and their layout.

Every scalar takes one byte of the packed form; a record is its fields in the order of their
declaration, an array its elements in order. Sizes and offsets are in bytes.
"""

from __future__ import annotations

import enum
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .declare import NONE, Array, Bag, Capacity, Count, Index, Range, Record, Symbol


@dataclass(frozen=True)
class Scalar:
    """An integer domain ``low .. high`` (``low <= 0 <= high``), or the truth values.

    ``names`` are the members of an enumeration, ``tag`` its name: values of different
    enumerations do not compare. ``of`` is the capacity whose members an index domain has, ``parts``
    are the capacities whose members it stands for, with the first number of each.
    """

    name: str
    low: int
    high: int
    boolean: bool = False
    tag: str = ""
    names: tuple[str, ...] = ()
    of: str = field(default="", compare=False)
    parts: tuple[tuple[str, int], ...] = field(default=(), compare=False)

    size = 1

    @property
    def signed(self) -> bool:
        return self.low < 0

    def show(self, value: int) -> str:
        """A value as a person reads it."""
        if self.boolean:
            return "yes" if value else "no"
        if self.names:
            return self.names[value]
        return "none" if value == NONE and self.low == NONE else str(value)


@dataclass(frozen=True)
class ArrayType:
    """``length`` elements, indexed from 0; the order of those of a ``bag`` means nothing."""

    length: int
    element: Type
    index: Scalar
    bag: bool = False

    @cached_property
    def size(self) -> int:
        return self.length * self.element.size


@dataclass(frozen=True)
class RecordType:
    """Named fields in order, each with its offset."""

    name: str
    fields: Mapping[str, tuple[int, Type]]
    frozen: bool = False

    def __hash__(self) -> int:
        return hash(self.name)

    @cached_property
    def size(self) -> int:
        return sum(kind.size for _, kind in self.fields.values())

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """The scalars in packed order."""
        return tuple(leaves(self))


Type = Scalar | ArrayType | RecordType

BOOLEAN = Scalar("bool", 0, 1, boolean=True)


@dataclass(frozen=True)
class Leaf:
    """One scalar of a record in its packed form."""

    path: str
    offset: int
    scalar: Scalar


def leaves(kind: Type, offset: int = 0, path: str = "") -> Iterator[Leaf]:
    """The scalars of a type in packed order."""
    if isinstance(kind, Scalar):
        yield Leaf(path, offset, kind)
    elif isinstance(kind, ArrayType):
        for i in range(kind.length):
            yield from leaves(kind.element, offset + i * kind.element.size, f"{path}[{i}]")
    else:
        for name, (start, inner) in kind.fields.items():
            yield from leaves(inner, offset + start, f"{path}.{name}" if path else name)


class Resolver:
    """Turns annotations into resolved types for one choice of capacities and enumerations."""

    def __init__(self, capacities: Mapping[str, int], symbols: Mapping[type, list[Symbol]]) -> None:
        self.capacities = capacities
        self.symbols = symbols
        self._records: dict[type, RecordType] = {}

    def resolve(self, annotation: object) -> Type:
        """The type that an annotation of a field, a parameter or a result declares.

        Raises TypeError with a message for the reader where it declares none.
        """
        if annotation is bool:
            return BOOLEAN
        if isinstance(annotation, type) and issubclass(annotation, enum.IntEnum):
            if [int(member) for member in annotation] != list(range(len(annotation))):
                raise TypeError(f"the members of {annotation.__name__} are not 0, 1, 2 ...")
            return self._enumeration(annotation.__name__, [m.name for m in annotation])
        if isinstance(annotation, type) and issubclass(annotation, Symbol):
            members = [s.name for s in self.symbols.get(annotation, [])]
            return self._enumeration(annotation.__name__, members)
        if isinstance(annotation, type) and issubclass(annotation, Record):
            return self.record(annotation)
        if typing.get_origin(annotation) in (Array, Bag):
            index, element = typing.get_args(annotation)
            domain = self.resolve(index)
            if not isinstance(domain, Scalar) or domain.low != 0:
                raise TypeError("an array is indexed by a domain that starts at 0")
            bag = typing.get_origin(annotation) is Bag
            return ArrayType(domain.high + 1, self.resolve(element), domain, bag)
        for note in getattr(annotation, "__metadata__", ()):
            if isinstance(note, Index | Count | Range):
                return self._domain(note)
        raise TypeError(f"{annotation!r} declares no domain; use Index, Count, Range or an enum")

    def record(self, declaration: type) -> RecordType:
        """The resolved form of a record class."""
        if declaration not in self._records:
            fields: dict[str, tuple[int, Type]] = {}
            offset = 0
            hints = typing.get_type_hints(declaration, include_extras=True)
            hints.pop("frozen", None)
            for name, annotation in hints.items():
                try:
                    kind = self.resolve(annotation)
                except TypeError as error:
                    raise TypeError(f"{declaration.__name__}.{name}: {error}") from None
                fields[name] = (offset, kind)
                offset += kind.size
            self._records[declaration] = RecordType(
                declaration.__name__, fields, bool(getattr(declaration, "frozen", False))
            )
        return self._records[declaration]

    def size(self, value: int) -> int:
        """A size in a declaration: a plain int, or a capacity as it was chosen."""
        return self.capacities[value.name] if isinstance(value, Capacity) else int(value)

    def _domain(self, note: Index | Count | Range) -> Scalar:
        of = ""
        parts: list[tuple[str, int]] = []
        if isinstance(note, Index):
            low, high = (NONE if note.optional else 0), self.size(note.size) - 1
            of = note.size.name if isinstance(note.size, Capacity) else ""
            first = 0
            for part in note.parts:
                parts.append((part.name if isinstance(part, Capacity) else "", first))
                first += self.size(part)
        elif isinstance(note, Count):
            low, high = 0, self.size(note.size)
        else:
            low, high = note.low, note.high
        if not low <= 0 <= high:
            raise TypeError(f"the domain {low}..{high} does not contain 0")
        if not (low >= -128 and high <= 127) and not (low >= 0 and high <= 255):
            raise TypeError(f"the domain {low}..{high} does not fit into a byte")
        return Scalar(f"{low}..{high}", low, high, of=of, parts=tuple(parts))

    @staticmethod
    def _enumeration(name: str, members: list[str]) -> Scalar:
        if not members:
            raise TypeError(f"the enumeration {name} has no members")
        return Scalar(name, 0, len(members) - 1, tag=name, names=tuple(members))
