"""How compiled kernels reach memory and the functions of a model, by addresses."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.extending import intrinsic

BYTE, HALF_WORD, WORD = ir.IntType(8), ir.IntType(32), ir.IntType(64)


@intrinsic  # type: ignore[untyped-decorator]
def pointer(_context: Any, _address: Any) -> Any:
    """An address as a pointer to u64 words."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], WORD.as_pointer())

    return types.CPointer(types.uint64)(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def halves(_context: Any, _address: Any) -> Any:
    """An address as a pointer to u32 words."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], HALF_WORD.as_pointer())

    return types.CPointer(types.uint32)(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def octets(_context: Any, _address: Any) -> Any:
    """An address as a pointer to bytes."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], BYTE.as_pointer())

    return types.CPointer(types.uint8)(types.int64), build


def block_at(structure: Any) -> Any:
    """A function that takes an address to a pointer to such a block, for ``carray``."""
    record = types.CPointer(from_dtype(np.dtype(structure)))

    @intrinsic  # type: ignore[untyped-decorator]
    def view(_context: Any, _address: Any) -> Any:
        def build(target: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], target.get_value_type(signature.return_type))

        return record(types.int64), build

    return view


@intrinsic  # type: ignore[untyped-decorator]
def call(_context: Any, function: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """Calls the function at an address with up to five addresses; unused ones are harmless."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD] * 5)
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), args[1:])

    return types.int64(*[types.int64] * 6), build


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(_context: Any, _address: Any) -> Any:
    """Asks for the cache line at an address."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        byte, flag = BYTE.as_pointer(), HALF_WORD
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        where = builder.inttoptr(args[0], byte)
        builder.call(function, [where, flag(0), flag(3), flag(1)])
        return None

    return types.void(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def fold(_context: Any, _x: Any, _y: Any) -> Any:
    """The 128-bit product of two words, its halves XOR-ed."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, wide(64)), WORD)
        return builder.xor(high, builder.trunc(product, WORD))

    return types.uint64(types.uint64, types.uint64), build
