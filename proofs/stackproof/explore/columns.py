"""Packed records as columns of Arrow tables, by their declarations.

A field is a column; a record inside is a struct. An array over named things, such as players, is
a column for each of them; one with a field ``<name>_size`` next to it is a list of so many
elements. Enumerations and named things are dictionaries. What is optional is null where there is
none, and so is a record that is cleared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from stackproof.lang.declare import NONE
from stackproof.lang.types import ArrayType, RecordType, Scalar, Type

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
"""Packed values below each other: one row for each, a byte for each scalar."""

Names = Mapping[str, Sequence[str]]
"""By capacity, what its members are called; those beyond the names are not in use."""


@dataclass(frozen=True)
class Column:
    """Where a column comes from: ``size_at`` is the offset of its number of elements, if any."""

    name: str
    offset: int
    kind: Type
    size_at: int | None = None

    def read(self, rows: Bytes, names: Names) -> Any:
        """The column of some packed records, as an Arrow array."""
        data = rows[:, self.offset : self.offset + self.kind.size]
        if self.size_at is None:
            cleared = None if isinstance(self.kind, Scalar) else ~data.any(axis=1)
            return values(self.kind, data, names, cleared)
        assert isinstance(self.kind, ArrayType)
        return elements(self.kind, data, rows[:, self.size_at], names)


def columns(kind: RecordType, names: Names) -> list[Column]:
    """The columns of a record type."""
    found = []
    for name, (offset, inner) in kind.fields.items():
        size = kind.fields.get(f"{name}_size")
        found += list(_columns(name, offset, inner, size, names))
    return found


def _columns(
    name: str, offset: int, kind: Type, size: tuple[int, Type] | None, names: Names
) -> Iterator[Column]:
    if isinstance(kind, ArrayType) and kind.index.of in names:
        for i, member in enumerate(slugs(names[kind.index.of])):
            inner = None
            if size is not None and isinstance(size[1], ArrayType):
                inner = (size[0] + i * size[1].element.size, size[1].element)
            place = offset + i * kind.element.size
            yield from _columns(f"{name}_{member}", place, kind.element, inner, names)
    else:
        sized = isinstance(kind, ArrayType) and size is not None and isinstance(size[1], Scalar)
        yield Column(name, offset, kind, size[0] if sized and size is not None else None)


def slugs(names: Sequence[str]) -> list[str]:
    """Names as they can stand in SQL without quotes: ``Wild Mongrel 2`` is ``wild_mongrel_2``."""
    found: dict[str, None] = {}
    for name in names:
        text = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
        plain = free = re.sub(r"[^a-z0-9]+", "_", text).strip("_") or "unnamed"
        while free in found:
            free = f"{plain}_{len(found)}"
        found[free] = None
    return list(found)


def values(kind: Type, data: Bytes, names: Names, missing: Any = None) -> Any:
    """Packed values of one type as an Arrow array; ``missing`` tells which records are null."""
    if isinstance(kind, RecordType):
        inner = [
            values(field, data[:, start : start + field.size], names)
            for start, field in kind.fields.values()
        ]
        mask = None if missing is None else pa.array(missing)
        return pa.StructArray.from_arrays(inner, names=list(kind.fields), mask=mask)
    if isinstance(kind, ArrayType):
        return elements(kind, data, np.full(len(data), kind.length), names)
    bytes_ = np.ascontiguousarray(data[:, 0])
    if kind.boolean:
        return pa.array(bytes_ != 0)
    numbers = bytes_.view(np.int8) if kind.signed else bytes_
    missing = numbers == NONE if kind.low == NONE else None
    members = [name.lower().replace("_", "-") for name in kind.names]
    known = members or names.get(kind.of)
    if not known:
        return pa.array(numbers, mask=missing)
    codes = pa.array(numbers.astype(np.int16), mask=missing)
    return pa.DictionaryArray.from_arrays(codes, pa.array(known, pa.string()))


def elements(kind: ArrayType, data: Bytes, sizes: Any, names: Names) -> Any:
    """The first elements of packed arrays, as an Arrow array of lists."""
    size = kind.element.size
    used = np.arange(kind.length) < np.asarray(sizes)[:, None]
    flat = data.reshape(len(data), kind.length, size)[used]
    offsets = np.concatenate([[0], np.cumsum(used.sum(axis=1))]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), values(kind.element, flat, names))
