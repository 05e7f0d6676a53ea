"""What threads agree by: atomic words, a lock and a barrier."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from .kernel_memory import call

HALF_WORD, WORD = ir.IntType(32), ir.IntType(64)
SPINS = 2000
"""How often a thread looks before it lets others run."""


@intrinsic  # type: ignore[untyped-decorator]
def load_half(_context: Any, _address: Any) -> Any:
    """The u32 at an address, with all that was written before it."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        where = builder.inttoptr(args[0], HALF_WORD.as_pointer())
        return builder.load_atomic(where, "acquire", 4)

    return types.uint32(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def store_half(_context: Any, _address: Any, _value: Any) -> Any:
    """Writes a u32 after all that was written before."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        where = builder.inttoptr(args[0], HALF_WORD.as_pointer())
        builder.store_atomic(args[1], where, "release", 4)
        return None

    return types.void(types.int64, types.uint32), build


@intrinsic  # type: ignore[untyped-decorator]
def swap_half(_context: Any, _address: Any, _old: Any, _new: Any) -> Any:
    """Replaces a u32 if it is the old one; the one that was there."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        where = builder.inttoptr(args[0], HALF_WORD.as_pointer())
        done = builder.cmpxchg(where, args[1], args[2], "acq_rel", "acquire")
        return builder.extract_value(done, 0)

    return types.uint32(types.int64, types.uint32, types.uint32), build


@intrinsic  # type: ignore[untyped-decorator]
def load_word(_context: Any, _address: Any) -> Any:
    """The word at an address, with all that was written before it."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        where = builder.inttoptr(args[0], WORD.as_pointer())
        return builder.load_atomic(where, "acquire", 8)

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def store_word(_context: Any, _address: Any, _value: Any) -> Any:
    """Writes a word after all that was written before."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        where = builder.inttoptr(args[0], WORD.as_pointer())
        builder.store_atomic(args[1], where, "release", 8)
        return None

    return types.void(types.int64, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def add_word(_context: Any, _address: Any, _amount: Any) -> Any:
    """Adds to a word; what it was before."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        where = builder.inttoptr(args[0], WORD.as_pointer())
        return builder.atomic_rmw("add", where, args[1], "acq_rel")

    return types.int64(types.int64, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def swap_word(_context: Any, _address: Any, _new: Any) -> Any:
    """Replaces a word; what it was before."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        where = builder.inttoptr(args[0], WORD.as_pointer())
        return builder.atomic_rmw("xchg", where, args[1], "acq_rel")

    return types.int64(types.int64, types.int64), build


@njit  # type: ignore[untyped-decorator]
def wait(spins: int, rest: int) -> int:
    """Lets others run after a while; ``rest`` is the address of a function that does."""
    if spins >= SPINS:
        call(rest, 0, 0, 0, 0, 0)
        return spins
    return spins + 1


@njit  # type: ignore[untyped-decorator]
def lock(place: int, rest: int) -> None:
    """Waits for a word to be 0 and makes it 1."""
    spins = 0
    while swap_word(place, 1) != 0:
        spins = wait(spins, rest)


@njit  # type: ignore[untyped-decorator]
def unlock(place: int) -> None:
    store_word(place, 0)


@njit  # type: ignore[untyped-decorator]
def barrier(arrived: int, phase: int, threads: int, rest: int) -> None:
    """Waits until all threads have come here."""
    if threads == 1:
        return
    before = load_word(phase)
    if add_word(arrived, 1) == threads - 1:
        store_word(arrived, 0)
        store_word(phase, before + 1)
        return
    spins = 0
    while load_word(phase) == before:
        spins = wait(spins, rest)
