"""Terms: what a symbolic run computes, as a shared graph of small typed nodes.

Numbers are mathematical integers and every node knows an interval that holds them, so nothing
overflows, a node can be written in as few bits as its interval needs, and many comparisons are
decided before a solver sees them. Equal terms are one object: identity is equality.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from zlib import crc32

Interval = tuple[int, int]
TRUTH: Interval = (0, 1)
SHOWN = 6
"""How deep a term is shown."""
OPERATIONS = ("const", "var", "+", "-", "*", "clamp", "==", "<", "not", "and", "ite")
CODES = {op: code for code, op in enumerate(OPERATIONS)}
DIGEST, FACTOR = 61, 6364136223846793005
"""How many bits of a rank tell apart terms of one height, and by what they are spread."""
MASK = (1 << DIGEST) - 1


def family(name: str) -> str:
    """The name of a variable without a running number that the first word of it has."""
    return re.sub(r"^([a-z]+)\d+(\.\d+)?", r"\1", name)


def placed(a: Term, b: Term) -> tuple[Term, Term]:
    """Two terms in the order in which they are the parts of another, where either would do."""
    if a.rank == b.rank:
        return (a, b) if a.serial < b.serial else (b, a)
    return (a, b) if a.rank < b.rank else (b, a)


class Term:
    """A node of the graph.

    Its ``op`` is one of

    - ``const`` and ``var``;
    - ``+ - *`` and ``clamp`` (the part if it is in ``low .. high``, else ``low``) on numbers;
    - ``== <`` on numbers, ``==`` also on truth values; ``not`` and ``and`` on truth values;
    - ``ite`` (test, then, other) on either.

    The value of a truth value is 0 or 1. ``serial`` orders parts before what they are part of, and
    so does ``rank``, which is a matter of shape alone: it does not depend on what else was made
    before, nor on running numbers in the names of variables.
    """

    __slots__ = ("args", "boolean", "high", "low", "name", "op", "rank", "serial")
    rank: int

    def __init__(
        self,
        op: str,
        args: tuple[Term, ...],
        interval: Interval,
        boolean: bool,
        name: str,
        serial: int,
    ) -> None:
        self.op = op
        self.args = args
        self.low, self.high = interval
        self.boolean = boolean
        self.name = name
        self.serial = serial
        ranks = [part.rank for part in args]
        height = (max(ranks) >> DIGEST) + 1 if ranks else 0
        # Not by Python's own hash, which may be another one in another version.
        digest = crc32(family(name).encode()) if name else CODES[op]
        for number in (*interval, *ranks):
            digest = (digest * FACTOR ^ number) & MASK
        self.rank = height << DIGEST | digest

    def __repr__(self) -> str:
        return self.text(SHOWN)

    def text(self, depth: int) -> str:
        """The term down to some depth: parts are shared, so as a whole it may be huge."""
        if self.op == "const":
            return str(bool(self.low)) if self.boolean else str(self.low)
        if self.name or not depth:
            return self.name or "..."
        return f"({self.op} {' '.join(part.text(depth - 1) for part in self.args)})"


def reachable(roots: Iterable[Term], known: Mapping[Term, object] | None = None) -> list[Term]:
    """Every node that the roots consist of, parts first; ``known`` ones are not entered."""
    known = known or {}
    seen: set[Term] = set()
    pending = [term for term in roots if term not in known]
    while pending:
        term = pending.pop()
        if term not in seen:
            seen.add(term)
            pending.extend(part for part in term.args if part not in known)
    return sorted(seen, key=lambda term: term.serial)


def replaced(terms: Terms, root: Term, known: dict[Term, Term]) -> Term:
    """A term with others in the place of some of its parts; what is found out is noted in
    ``known``.
    """
    pending = [root]
    while pending:
        term = pending[-1]
        needed = [part for part in term.args if part not in known]
        if term in known or not needed:
            pending.pop()
            if term not in known:
                parts = [known[part] for part in term.args]
                same = all(new is old for new, old in zip(parts, term.args, strict=True))
                known[term] = term if same else terms.again(term, parts)
        else:
            pending += needed
    return known[root]


class Terms:
    """Makes terms, simplified as they are made."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[object, ...], Term] = {}
        self._variables: dict[str, Term] = {}
        self._decided: dict[tuple[str, Term, int], Term] = {}
        self.true = self._make("const", (), (1, 1), True)
        self.false = self._make("const", (), (0, 0), True)

    def __len__(self) -> int:
        return len(self._nodes)

    def _make(self, op: str, args: tuple[Term, ...], interval: Interval, boolean: bool) -> Term:
        key = (op, args, interval, boolean)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Term(op, args, interval, boolean, "", len(self._nodes))
        return found

    def variable(self, name: str, low: int, high: int, boolean: bool = False) -> Term:
        """The variable of this name. Raises ValueError where it was made with another domain."""
        known = self._variables.get(name)
        if known is None:
            known = Term("var", (), (low, high), boolean, name, len(self._nodes))
            self._variables[name] = self._nodes["var", name] = known
        if (known.low, known.high, known.boolean) != (low, high, boolean):
            raise ValueError(f"{name} already has the domain {known.low}..{known.high}")
        return known

    def number(self, value: int) -> Term:
        return self._make("const", (), (value, value), False)

    def truth(self, value: bool) -> Term:
        return self.true if value else self.false

    def again(self, term: Term, parts: Sequence[Term]) -> Term:
        """A term made anew of other parts."""
        if term.op == "clamp":
            return self.clamp(parts[0], term.low, term.high)
        made: dict[str, Callable[..., Term]] = {
            "+": self.add, "-": self.subtract, "*": self.multiply, "==": self.equal,
            "<": self.less, "not": self.negate, "and": self.both, "ite": self.ite,
        }  # fmt: skip
        return made[term.op](*parts)

    # Numbers

    def add(self, a: Term, b: Term) -> Term:
        if a.op == "const":
            a, b = b, a
        if b.op == "const":
            if a.op == "const":
                return self.number(a.low + b.low)
            if b.low == 0:
                return a
            if a.op == "+" and a.args[1].op == "const":
                return self.add(a.args[0], self.number(a.args[1].low + b.low))
            if a.op == "ite" and a.args[1].op == a.args[2].op == "const":
                test, then, other = a.args
                return self.ite(test, self.add(then, b), self.add(other, b))
        else:
            a, b = placed(a, b)
        return self._make("+", (a, b), (a.low + b.low, a.high + b.high), False)

    def subtract(self, a: Term, b: Term) -> Term:
        if b.op == "const":
            return self.add(a, self.number(-b.low))
        if a is b:
            return self.number(0)
        return self._make("-", (a, b), (a.low - b.high, a.high - b.low), False)

    def multiply(self, a: Term, b: Term) -> Term:
        if a.op == "const":
            a, b = b, a
        if b.op == "const":
            if a.op == "const":
                return self.number(a.low * b.low)
            if b.low in (0, 1):
                return a if b.low else b
        else:
            a, b = placed(a, b)
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return self._make("*", (a, b), (min(corners), max(corners)), False)

    def clamp(self, a: Term, low: int, high: int) -> Term:
        """``a`` if it is in ``low .. high``, else ``low``."""
        if low <= a.low and a.high <= high:
            return a
        if a.low > high or a.high < low:
            return self.number(low)
        return self._make("clamp", (a,), (low, min(high, a.high)), False)

    # Truth values

    def negate(self, a: Term) -> Term:
        if a.op == "const":
            return self.truth(not a.low)
        return a.args[0] if a.op == "not" else self._make("not", (a,), TRUTH, True)

    def both(self, a: Term, b: Term) -> Term:
        if a.op == "const":
            return b if a.low else a
        if b.op == "const":
            return a if b.low else b
        if a is b:
            return a
        if self._contradict(a, b):
            return self.false
        for x, y in ((a, b), (b, a)):
            if y.op == "and":
                if x in y.args:
                    return y
                if self._contradict(x, y.args[0]) or self._contradict(x, y.args[1]):
                    return self.false
            elif y.op == "not" and y.args[0].op == "and":
                left, right = y.args[0].args
                if self._contradict(x, left) or self._contradict(x, right):
                    return x
                if x is left or x is right:
                    return self.both(x, self.negate(right if x is left else left))
        return self._make("and", placed(a, b), TRUTH, True)

    def either(self, a: Term, b: Term) -> Term:
        return self.negate(self.both(self.negate(a), self.negate(b)))

    @staticmethod
    def _opposed(a: Term, b: Term) -> bool:
        """Whether one is the negation of the other."""
        return (a.op == "not" and a.args[0] is b) or (b.op == "not" and b.args[0] is a)

    @staticmethod
    def _contradict(a: Term, b: Term) -> bool:
        """Whether it is plain that not both can be true; both may be false."""
        if Terms._opposed(a, b):
            return True
        if a.op == b.op == "==" and a.args[0] is b.args[0] and a.args[1] is not b.args[1]:
            return a.args[1].op == b.args[1].op == "const"
        return False

    def equal(self, a: Term, b: Term) -> Term:
        if a is b:
            return self.true
        if a.high < b.low or b.high < a.low:
            return self.false
        if a.op == "const":
            a, b = b, a
        if b.op == "const":
            if a.boolean:
                return a if b.low else self.negate(a)
            return self._decide("==", a, b.low)
        if a.boolean and self._opposed(a, b):
            return self.false
        return self._make("==", placed(a, b), TRUTH, True)

    def less(self, a: Term, b: Term) -> Term:
        if a.boolean:
            return self.both(self.negate(a), b)
        if a is b or a.low >= b.high:
            return self.false
        if a.high < b.low:
            return self.true
        if b.op == "const":
            return self._decide("<", a, b.low)
        if a.op == "const":
            return self.negate(self._decide("<", b, a.low + 1))
        return self._make("<", (a, b), TRUTH, True)

    def _decide(self, op: str, a: Term, bound: int) -> Term:
        """``a == bound`` or ``a < bound`` of a number against a constant."""
        if a.low == a.high or not a.low <= bound <= a.high:
            below = a.high < bound
            return self.truth(a.low == a.high == bound if op == "==" else below)
        if op == "<":
            if bound == a.low:
                return self.false
            if bound == a.low + 1:
                return self._decide("==", a, a.low)
            if bound == a.high:
                return self.negate(self._decide("==", a, a.high))
        key = (op, a, bound)
        found = self._decided.get(key)
        if found is None:
            if a.op == "+" and a.args[1].op == "const":
                found = self._decide(op, a.args[0], bound - a.args[1].low)
            elif a.op == "ite" and "const" in (a.args[1].op, a.args[2].op):
                test, then, other = a.args
                found = self.ite(
                    test, self._decide(op, then, bound), self._decide(op, other, bound)
                )
            else:
                found = self._make(op, (a, self.number(bound)), TRUTH, True)
            self._decided[key] = found
        return found

    # Choices

    def ite(self, test: Term, then: Term, other: Term) -> Term:
        if test.op == "const":
            return then if test.low else other
        if test.op == "not":
            test, then, other = test.args[0], other, then
        if then.op == "ite" and then.args[0] is test:
            then = then.args[1]
        if other.op == "ite" and other.args[0] is test:
            other = other.args[2]
        if then is other:
            return then
        if then.boolean:
            found = self._choose_truth(test, then, other)
            if found is not None:
                return found
        elif test.op == "==" and then in test.args and other in test.args:
            return other
        if other.op == "ite":
            inner, first, second = other.args
            if first is then:
                return self.ite(self.either(test, inner), then, second)
            if second is then:
                return self.ite(self.both(self.negate(test), inner), first, then)
        if then.op == "ite":
            inner, first, second = then.args
            if second is other:
                return self.ite(self.both(test, inner), first, other)
            if first is other:
                return self.ite(self.both(test, self.negate(inner)), second, other)
        interval = (min(then.low, other.low), max(then.high, other.high))
        return self._make("ite", (test, then, other), interval, then.boolean)

    def _choose_truth(self, test: Term, then: Term, other: Term) -> Term | None:
        """A choice between truth values where it is no more than ``and``, ``or`` or ``==``."""
        if then is self.true or then is test:
            return self.either(test, other)
        if then is self.false:
            return self.both(self.negate(test), other)
        if other is self.true:
            return self.either(self.negate(test), then)
        if other is self.false or other is test:
            return self.both(test, then)
        if self._opposed(then, other):
            return self.equal(test, then)
        return None
