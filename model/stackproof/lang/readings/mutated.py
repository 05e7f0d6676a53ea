"""The compiled reading once more, with all mutants in it: one of them plays, or none.

It also notes which mutants a search comes by, and what happens in it. All that belongs to the code,
so only one thread may use it at a time.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, ClassVar

from llvmlite import ir as ll

from .. import ir
from ..mutation import Schema, schema
from ..system import System
from . import cache
from .abi import ENTRIES
from .emit import BYTE, LONG, POINTER, WORD, Value, at, long, word
from .entries import TRANSITION, Entries, emit
from .lowering import Lowering, lower
from .machine import LITTLE, assemble
from .native import NativeReading

HAPPENED, SEEN = 8, 16
"""Offsets in the memory of the mutants: the one that plays is at 0."""
FACTOR = 0x9E3779B97F4A7C15
"""Odd and without pattern, for a number that tells sequences apart."""


class MutatedReading(NativeReading):
    """A compiled system with the mutants of the rules in some files."""

    entries: ClassVar[Mapping[str, tuple[Any, ...]]] = {**ENTRIES, "mutants": ()}

    def __init__(self, system: System, files: Collection[str]) -> None:
        self.files = sorted(files)
        self.system = system
        super().__init__(system)
        size = len(self.schema.mutants) + 1
        address = self._calls["mutants"]()
        self._chosen = ctypes.c_uint32.from_address(address)
        self._happened = ctypes.c_uint64.from_address(address + HAPPENED)
        self._seen = (ctypes.c_uint8 * size).from_address(address + SEEN)

    @cached_property
    def schema(self) -> Schema:
        return schema(self.system.unit, self.files)

    def _artifact(self) -> cache.Artifact:
        digest = hashlib.sha256(repr(self.files).encode()).hexdigest()[:16]
        return cache.fetch(self.system, self._build, f"-mutated-{digest}")

    def _build(self) -> cache.Artifact:
        made = self.schema
        text = emit(self.system, made.unit, _entries(len(made.mutants) + 1))
        return cache.Artifact(made.unit.sites, assemble("", aside=[(text, LITTLE)]))

    def play(self, number: int) -> None:
        """Let a mutant play, by its number; none for 0. What was come by is forgotten, and what has
        happened.
        """
        self._chosen.value, self._happened.value = number, 0
        ctypes.memset(self._seen, 0, len(self._seen))

    def seen(self) -> list[int]:
        """The numbers of the mutants that were come by since."""
        return [number for number, seen in enumerate(self._seen) if seen]

    def happened(self) -> int:
        """A number for all that has happened since, transition by transition."""
        return self._happened.value


def _entries(size: int) -> type[Entries]:
    class Mutated(Entries):
        def lower(self) -> dict[str, Any]:
            layout = ll.ArrayType(BYTE, SEEN + size)
            room = ll.GlobalVariable(self.module, layout, "mutants.memory")
            room.linkage = "internal"
            room.align = 8
            room.initializer = ll.Constant(layout, None)
            room.type = POINTER
            address = ll.Function(self.module, ll.FunctionType(LONG, []), "mutants")
            b = ll.IRBuilder(address.append_basic_block("entry"))
            b.ret(b.ptrtoint(room, LONG))
            self.room = room
            return lower(self.unit, self.module, _lowering(room))

        def transition(self) -> Any:
            """A transition that also adds what happens to the number for all of it."""
            take = super().transition()
            given, b = self.function("noted", WORD, TRANSITION, internal=True)
            error = b.call(take, given)
            step, count = given[4], self.system.step_type.size
            happened = b.load(at(b, self.room, HAPPENED), typ=LONG)
            places = [(i, LONG) for i in range(0, count - 7, 8)]
            places += [(i, BYTE) for i in range(count - count % 8, count)]
            for place, kind in places:
                part = b.load(at(b, step, place), typ=kind, align=1)
                part = part if kind is LONG else b.zext(part, LONG)
                happened = b.mul(b.xor(happened, part), long(FACTOR))
                happened = b.xor(happened, b.lshr(happened, long(29)))
            b.store(b.add(happened, long(1)), at(b, self.room, HAPPENED))
            b.ret(error)
            return b.function

    return Mutated


def _lowering(room: Value) -> type[Lowering]:
    class Mutated(Lowering):
        def bound(self, s: ir.Loop) -> None:
            """Every round is run: a mutant may do something in it."""

        def value(self, e: ir.Expr) -> Value:
            if not isinstance(e, ir.Guard):
                return super().value(e)
            self.b.store(ll.Constant(BYTE, 1), at(self.b, room, SEEN + e.number))
            return self.b.icmp_unsigned("==", self.b.load(room, typ=WORD), word(e.number))

    return Mutated
