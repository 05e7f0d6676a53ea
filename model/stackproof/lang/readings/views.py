"""Records as CPython sees them: checked views of the packed form.

A view reads and writes one record or array inside a bytearray. Every write stays in its declared
domain and every index in its array, or a :class:`RuleError` names the line of rules at fault.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from ..errors import RuleError, Site
from ..types import ArrayType, RecordType, Scalar, Type


def fail(files: frozenset[str], kind: str, what: str) -> RuleError:
    """The rule error at the innermost line of rules that is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename not in files:
        frame = frame.f_back
    if frame is None:
        return RuleError(Site("(outside the rules)", 0, kind, what))
    return RuleError(Site(frame.f_code.co_filename, frame.f_lineno or 0, kind, what))


class View:
    """A record or an array at a place in a buffer. Declared fields are its attributes."""

    __slots__ = ("_buffer", "_start")
    _type: RecordType | ArrayType
    _buffer: bytearray
    _start: int

    def __init__(self, buffer: bytearray, start: int) -> None:
        self._buffer = buffer
        self._start = start

    def pack(self) -> bytes:
        """The packed form."""
        return bytes(self._buffer[self._start : self._start + self._type.size])

    def clear(self) -> None:
        """Zero throughout."""
        self.fill(bytes(self._type.size))

    def fill(self, data: bytes) -> None:
        """Overwrite with a packed form of the same type."""
        self._buffer[self._start : self._start + self._type.size] = data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._type == other._type and self.pack() == other.pack()

    __hash__ = None  # type: ignore[assignment]


class Views:
    """Makes view classes for resolved types; ``files`` are the rules modules, for error sites."""

    def __init__(self, files: frozenset[str]) -> None:
        self.files = files
        self._classes: dict[Type, type[View]] = {}

    def new(self, kind: RecordType | ArrayType, data: bytes | None = None) -> Any:
        """A fresh record: zero throughout, or as packed in ``data``."""
        return self.of(kind)(bytearray(data if data is not None else kind.size), 0)

    def of(self, kind: RecordType | ArrayType) -> type[View]:
        """The view class of a type."""
        if kind not in self._classes:
            make = self._record if isinstance(kind, RecordType) else self._array
            self._classes[kind] = make(kind)  # type: ignore[arg-type]
        return self._classes[kind]

    def constructor(self, kind: RecordType) -> Callable[..., View]:
        """``Record(field=value, ...)`` of the rules text."""
        view = self.of(kind)

        def make(**values: Any) -> View:
            made = view(bytearray(kind.size), 0)
            for name, value in values.items():
                setattr(made, name, value)
            return made

        return make

    def _record(self, kind: RecordType) -> type[View]:
        members: dict[str, Any] = {"__slots__": (), "_type": kind}
        for name, (offset, inner) in kind.fields.items():
            members[name] = property(
                self._getter(offset, inner), self._setter(offset, inner, f"{kind.name}.{name}")
            )
        return type(kind.name, (View,), members)

    def _array(self, kind: ArrayType) -> type[View]:
        get = self._getter(0, kind.element)
        put = self._setter(0, kind.element, "element")
        stride, length, files = kind.element.size, kind.length, self.files

        def place(view: View, index: int) -> View:
            if not 0 <= index < length:
                raise fail(files, "index", f"index {index} outside 0..{length - 1}")
            return View(view._buffer, view._start + index * stride)

        def read(view: View, index: int) -> Any:
            return get(place(view, index))

        def write(view: View, index: int, value: Any) -> None:
            put(place(view, index), value)

        def size(_: View) -> int:
            return length

        members: dict[str, Any] = {
            "__slots__": (), "_type": kind, "__getitem__": read, "__setitem__": write,
            "__len__": size,
        }  # fmt: skip
        return type("Array", (View,), members)

    def _getter(self, offset: int, kind: Type) -> Callable[[View], Any]:
        if isinstance(kind, Scalar):
            if kind.boolean:
                return lambda view: view._buffer[view._start + offset] != 0
            if kind.signed:
                return lambda view: (view._buffer[view._start + offset] ^ 0x80) - 0x80
            return lambda view: view._buffer[view._start + offset]
        inner = self.of(kind)
        return lambda view: inner(view._buffer, view._start + offset)

    def _setter(self, offset: int, kind: Type, name: str) -> Callable[[View, Any], None]:
        files = self.files

        def put_scalar(view: View, value: int) -> None:
            assert isinstance(kind, Scalar)
            if not kind.low <= value <= kind.high:
                raise fail(files, "domain", f"{name} = {value} outside {kind.name}")
            view._buffer[view._start + offset] = value & 0xFF

        def put_whole(view: View, value: View) -> None:
            start = view._start + offset
            view._buffer[start : start + kind.size] = value.pack()

        return put_scalar if isinstance(kind, Scalar) else put_whole
