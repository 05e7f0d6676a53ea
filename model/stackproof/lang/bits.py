"""Terms as gates: numbers are rows of bits, least first, truth values one bit.

A bit is a literal, a number as SAT solvers write it; minus turns it around, and ``TRUE`` and its
opposite are the constants. What a gate becomes, clauses or nodes of a graph, is up to a
:class:`Gates`. Words have the widths of ``z3terms``, so nothing ever wraps around.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .terms import Term
from .z3terms import width

TRUE = 1
Word = Sequence[int]


class Gates(Protocol):
    """What bits are combined with; ``fresh`` is a bit that can be either."""

    def fresh(self) -> int: ...

    def both(self, a: int, b: int) -> int: ...

    def differ(self, a: int, b: int) -> int: ...

    def choose(self, test: int, then: int, other: int) -> int: ...


def plain_and(a: int, b: int) -> int | None:
    """What two bits come to together where that takes no gate."""
    if a == -TRUE or b == -TRUE or a == -b:
        return -TRUE
    if a in (TRUE, b):
        return b
    return a if b == TRUE else None


def constant(value: int, size: int) -> list[int]:
    """A number in two's complement."""
    return [TRUE if value >> i & 1 else -TRUE for i in range(size)]


def number(term: Term, bits: Sequence[bool]) -> int:
    """The number that the bits of a term stand for."""
    found = sum(1 << i for i, bit in enumerate(bits) if bit)
    if not term.boolean and term.low < 0 and bits[-1]:
        found -= 1 << len(bits)
    return found


def size_of(term: Term) -> int:
    """How many bits a term has."""
    return 1 if term.boolean else width(term.low, term.high)


class Circuits:
    """Makes the words of operations out of gates."""

    def __init__(self, gates: Gates) -> None:
        self.gates = gates

    def node(self, term: Term, parts: Sequence[Word]) -> list[int]:
        """The bits of a term, but a variable, from those of its parts."""
        op = term.op
        if op == "const":
            return constant(term.low, size_of(term))
        if op == "not":
            return [-parts[0][0]]
        if op == "and":
            return [self.gates.both(parts[0][0], parts[1][0])]
        if op == "ite":
            size = size_of(term)
            then, other = (
                part if term.boolean else sized(part, whole, size)
                for part, whole in zip(parts[1:], term.args[1:], strict=True)
            )
            return [self.gates.choose(parts[0][0], a, b) for a, b in zip(then, other, strict=True)]
        if op == "clamp":
            return self._clamp(term, parts[0])
        return self._binary(term, *parts)

    def _binary(self, term: Term, a: Word, b: Word) -> list[int]:
        left, right = term.args
        if left.boolean:
            return [-self.gates.differ(a[0], b[0])]
        low, high = term.low, term.high
        if term.boolean:
            low, high = min(left.low, right.low), max(left.high, right.high)
        size = width(low, high)
        a, b = sized(a, left, size), sized(b, right, size)
        if term.op == "==":
            return [self._equal(a, b)]
        if term.op == "<":
            return [self.less(a, b, low < 0)]
        if term.op == "+":
            return self._sum(a, b, -TRUE)
        if term.op == "-":
            return self._sum(a, [-bit for bit in b], TRUE)
        return self._product(a, b)

    def _equal(self, a: Word, b: Word) -> int:
        found = TRUE
        for x, y in zip(a, b, strict=True):
            found = self.gates.both(found, -self.gates.differ(x, y))
        return found

    def less(self, a: Word, b: Word, signed: bool) -> int:
        """Whether one number is below another, both of one width."""
        if signed:
            a, b = [*a[:-1], -a[-1]], [*b[:-1], -b[-1]]
        found = -TRUE
        for x, y in zip(a, b, strict=True):
            found = self.gates.choose(self.gates.differ(x, y), y, found)
        return found

    def _sum(self, a: Word, b: Word, carry: int) -> list[int]:
        found = []
        for x, y in zip(a, b, strict=True):
            unequal = self.gates.differ(x, y)
            found.append(self.gates.differ(unequal, carry))
            carry = self.gates.choose(unequal, carry, x)
        return found

    def _product(self, a: Word, b: Word) -> list[int]:
        size = len(a)
        found = constant(0, size)
        for i, bit in enumerate(b):
            row = [-TRUE] * i + [self.gates.both(bit, x) for x in a[: size - i]]
            found = self._sum(found, row, -TRUE)
        return found

    def within(self, term: Term, word: Word) -> int:
        """That the bits of a term are a number of its interval."""
        if term.boolean:
            return TRUE
        signed = term.low < 0
        lowest = -(1 << len(word) - 1) if signed else 0
        highest = lowest + (1 << len(word)) - 1
        found = TRUE
        if term.low > lowest:
            found = -self.less(word, constant(term.low, len(word)), signed)
        if term.high < highest:
            above = self.less(constant(term.high, len(word)), word, signed)
            found = self.gates.both(found, -above)
        return found

    def _clamp(self, term: Term, part: Word) -> list[int]:
        whole = term.args[0]
        low, high = min(whole.low, term.low), max(whole.high, term.high)
        wide, size = width(low, high), size_of(term)
        found = sized(part, whole, wide)
        below = self.less(found, constant(term.low, wide), low < 0)
        above = self.less(constant(term.high, wide), found, low < 0)
        outside = -self.gates.both(-below, -above)
        return [
            self.gates.choose(outside, a, b)
            for a, b in zip(constant(term.low, size), found[:size], strict=True)
        ]


def sized(word: Word, term: Term, size: int) -> Word:
    """A number in so many bits: the same number, or the lowest bits of one that has more."""
    if len(word) >= size:
        return word[:size]
    return [*word, *[word[-1] if term.low < 0 else -TRUE] * (size - len(word))]
