"""How compiled kernels reach memory and the functions of a model, by addresses."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

WORD = ir.IntType(64)


@intrinsic  # type: ignore[untyped-decorator]
def pointer(_context: Any, _address: Any) -> Any:
    """An address as a pointer to u64 words."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], WORD.as_pointer())

    return types.CPointer(types.uint64)(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def call(_context: Any, function: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """Calls the function at an address with up to five addresses; unused ones are harmless."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD] * 5)
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), args[1:])

    return types.int64(*[types.int64] * 6), build


@intrinsic  # type: ignore[untyped-decorator]
def halves(_context: Any, _address: Any) -> Any:
    """An address as a pointer to u32 words."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(32).as_pointer())

    return types.CPointer(types.uint32)(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def octets(_context: Any, _address: Any) -> Any:
    """An address as a pointer to bytes."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.CPointer(types.uint8)(types.int64), build
