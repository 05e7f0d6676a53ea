"""Small pieces of LLVM IR: numbers, addresses, blocks of memory, and checks.

A check that fails notes its site in the context of the evaluation, in a slot that is still 0, and
goes on with a safe value: the first rule error wins and memory stays sound without unwinding.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir as ll

from ..types import Scalar

BIT, BYTE, WORD, LONG = (ll.IntType(width) for width in (1, 8, 32, 64))
POINTER = ll.PointerType()
CONTEXT = ll.ArrayType(WORD, 2)
ERROR, PREMISE = 0, 4
"""Offsets in a context: the site of the first rule error, and whether a premise held."""
LIKELY = (1 << 16, 1)
"""Weights of a branch that is nearly always taken."""

Value = Any
Builder = Any


def word(value: int) -> Value:
    return ll.Constant(WORD, value)


def long(value: int) -> Value:
    return ll.Constant(LONG, value)


def is_zero(b: Builder, value: Value) -> Value:
    return b.icmp_unsigned("==", value, ll.Constant(value.type, 0))


def least(b: Builder, left: Value, right: Value) -> Value:
    return b.select(b.icmp_signed("<", left, right), left, right)


def at(b: Builder, pointer: Value, offset: int | Value) -> Value:
    """The address ``offset`` bytes after a pointer."""
    if isinstance(offset, int):
        offset = long(offset)
    return b.gep(pointer, [offset], inbounds=True, source_etype=BYTE)


def inside(b: Builder, value: Value, low: int, high: int) -> Value:
    """Whether a number is in a domain."""
    distance = b.sub(value, word(low)) if low else value
    return b.icmp_unsigned("<=", distance, word(high - low))


def guard(
    b: Builder, context: Value, ok: Value, site: int, value: Value = None, safe: Value = None
) -> Value:
    """``value`` where ``ok``; elsewhere a rule error is noted and it is ``safe``."""
    here, cold, onward = b.block, b.append_basic_block("fails"), b.append_basic_block()
    b.cbranch(ok, onward, cold).set_weights(LIKELY)
    b.position_at_end(cold)
    slot = at(b, context, ERROR)
    first = b.load(slot, typ=WORD)
    b.store(b.select(is_zero(b, first), word(site), first), slot)
    b.branch(onward)
    b.position_at_end(onward)
    if value is None:
        return None
    merged = b.phi(value.type)
    merged.add_incoming(value, here)
    merged.add_incoming(safe, cold)
    return merged


def domain(b: Builder, context: Value, value: Value, scalar: Scalar, site: int) -> Value:
    """A number that must be in a domain."""
    ok = inside(b, value, scalar.low, scalar.high)
    return guard(b, context, ok, site, value, word(scalar.low))


def scalar_type(scalar: Scalar) -> Any:
    """How a scalar is passed around."""
    return BIT if scalar.boolean else WORD


@contextmanager
def counting(b: Builder, low: int, high: int) -> Iterator[Value]:
    """What is built inside runs for each number from ``low`` to ``high``."""
    start, loop, end = b.block, b.append_basic_block(), b.append_basic_block()
    b.branch(loop)
    b.position_at_end(loop)
    number = b.phi(WORD)
    number.add_incoming(word(low), start)
    yield number
    following = b.add(number, word(1))
    number.add_incoming(following, b.block)
    b.cbranch(b.icmp_signed("<=", following, word(high)), loop, end)
    b.position_at_end(end)


def high(b: Builder, error: Value) -> Value:
    """An error site in the upper half of an answer."""
    return b.shl(b.zext(error, LONG), long(32))


def room(b: Builder, kind: Any) -> Value:
    """Room on the stack, as an untyped pointer."""
    slot = b.alloca(kind)
    slot.type = POINTER
    return slot


def copy(b: Builder, target: Value, source: Value, size: int) -> None:
    """Copy bytes between two places that are the same or apart."""
    memcpy = b.module.declare_intrinsic("llvm.memcpy", [POINTER, POINTER, LONG])
    b.call(memcpy, [target, source, long(size), ll.Constant(BIT, 0)])


def zero(b: Builder, target: Value, size: int) -> None:
    """Set bytes to zero."""
    memset = b.module.declare_intrinsic("llvm.memset", [POINTER, LONG])
    b.call(memset, [target, ll.Constant(BYTE, 0), long(size), ll.Constant(BIT, 0)])
