"""The compiled reading once more, with all mutants in it: one of them plays, or none.

It also notes which mutants a search comes by. Both belong to the code, so only one thread may use
it at a time.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, ClassVar

from llvmlite import ir as ll

from .. import ir
from ..frontend import Translator
from ..mutation import Schema, schema
from ..system import System
from . import cache
from .abi import ENTRIES
from .emit import BYTE, LONG, POINTER, WORD, Value, at, word
from .entries import Entries, emit
from .lowering import Lowering, lower
from .machine import LITTLE, assemble
from .native import NativeReading


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
        self._seen = (ctypes.c_uint8 * size).from_address(address + 4)

    @cached_property
    def schema(self) -> Schema:
        unit = Translator(self.system.program, self.system.law_rules()).unit(self.system.roots())
        return schema(unit, self.files)

    def _artifact(self) -> cache.Artifact:
        digest = hashlib.sha256(repr(self.files).encode()).hexdigest()[:16]
        return cache.fetch(self.system, self._build, f"-mutated-{digest}")

    def _build(self) -> cache.Artifact:
        made = self.schema
        text = emit(self.system, made.unit, _entries(len(made.mutants) + 1))
        return cache.Artifact(made.unit.sites, assemble("", aside=[(text, LITTLE)]))

    def play(self, number: int) -> None:
        """Let a mutant play, by its number; none for 0. What was come by is forgotten."""
        self._chosen.value = number
        ctypes.memset(self._seen, 0, len(self._seen))

    def seen(self) -> list[int]:
        """The numbers of the mutants that were come by since."""
        return [number for number, seen in enumerate(self._seen) if seen]


def _entries(size: int) -> type[Entries]:
    class Mutated(Entries):
        def lower(self) -> dict[str, Any]:
            room = ll.GlobalVariable(self.module, ll.ArrayType(BYTE, 4 + size), "mutants.memory")
            room.linkage = "internal"
            room.align = 4
            room.initializer = ll.Constant(ll.ArrayType(BYTE, 4 + size), None)
            room.type = POINTER
            address = ll.Function(self.module, ll.FunctionType(LONG, []), "mutants")
            b = ll.IRBuilder(address.append_basic_block("entry"))
            b.ret(b.ptrtoint(room, LONG))
            return lower(self.unit, self.module, _lowering(room))

    return Mutated


def _lowering(room: Value) -> type[Lowering]:
    class Mutated(Lowering):
        def bound(self, s: ir.Loop) -> None:
            """Every round is run: a mutant may do something in it."""

        def value(self, e: ir.Expr) -> Value:
            if not isinstance(e, ir.Guard):
                return super().value(e)
            self.b.store(ll.Constant(BYTE, 1), at(self.b, room, 4 + e.number))
            return self.b.icmp_unsigned("==", self.b.load(room, typ=WORD), word(e.number))

    return Mutated
