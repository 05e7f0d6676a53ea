"""Terms as Z3 sees them: numbers as bit-vectors of just the bits they need, truth values as Bool.

A term whose interval has no negative number is an unsigned bit-vector, any other a signed one.
Parts are brought to a width that holds the exact result, so that nothing ever wraps around.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .terms import Term, reachable


def width(low: int, high: int) -> int:
    """The bits of a number in ``low .. high``: two's complement if it may be negative."""
    if low >= 0:
        return max(high.bit_length(), 1)
    return max((-1 - low).bit_length(), max(high, 0).bit_length()) + 1


class Z3Terms:
    """Translates terms to Z3, each once. Z3 is imported when the first of these is made.

    ``z3`` is the module; it declares no types, so its expressions are untyped here. Nodes are made
    by the functions under its Python classes, which take a fraction of the time.
    """

    def __init__(self) -> None:
        import z3

        self.z3: Any = z3
        self._context: Any = z3.main_ctx()
        self._ref: Any = self._context.ref()
        self._done: dict[Term, Any] = {}
        self._resized: dict[tuple[Term, int], Any] = {}

    def __call__(self, term: Term) -> Any:
        """The Z3 expression of a term."""
        found = self._done.get(term)
        if found is None:
            for part in reachable([term], self._done):
                self._done[part] = self._node(part)
            found = self._done[term]
        return found

    def domain(self, variable: Term) -> list[Any]:
        """What keeps a variable in its domain: nothing where its bits hold no other number."""
        if variable.boolean:
            return []
        x, size = self(variable), width(variable.low, variable.high)
        signed = variable.low < 0
        lowest = -(1 << size - 1) if signed else 0
        highest = lowest + (1 << size) - 1
        limits = []
        if variable.low > lowest:
            limits.append(x >= variable.low if signed else self.z3.UGE(x, variable.low))
        if variable.high < highest:
            limits.append(x <= variable.high if signed else self.z3.ULE(x, variable.high))
        return limits

    def domains(self, variables: Iterable[Term]) -> list[Any]:
        """The domain constraints of all the variables; other terms need none."""
        return [limit for v in variables if v.op == "var" for limit in self.domain(v)]

    def value(self, term: Term, model: Any) -> int:
        """What a term is in a model; variables that the model leaves open are 0."""
        return self._read(term, model.eval(self(term), model_completion=True))

    def evaluate(self, terms: Sequence[Term], values: Mapping[Term, int]) -> list[int]:
        """What the terms are where variables have these values, as computed by Z3."""
        pairs = [(self(v), self._constant(v, number)) for v, number in values.items()]
        found = self.z3.simplify(self.z3.substitute(self._together(terms), *pairs))
        return [self._read(t, part) for t, part in zip(terms, found.children(), strict=True)]

    def _together(self, terms: Sequence[Term]) -> Any:
        """All the terms under one uninterpreted function, so that Z3 walks what they share once."""
        parts = [self(term) for term in terms]
        sorts = [part.sort() for part in parts]
        return self.z3.Function("together", *sorts, self.z3.BoolSort())(*parts)

    def _read(self, term: Term, found: Any) -> int:
        if not term.boolean:
            return int(found.as_signed_long() if term.low < 0 else found.as_long())
        if not (self.z3.is_true(found) or self.z3.is_false(found)):
            raise ValueError(f"{found} is no truth value")
        return int(self.z3.is_true(found))

    def _constant(self, term: Term, value: int) -> Any:
        if term.boolean:
            return self.z3.BoolVal(bool(value))
        return self.z3.BitVecVal(value, width(term.low, term.high))

    def _node(self, term: Term) -> Any:
        """The expression of one term whose parts are translated."""
        z3, op, boolean = self.z3, term.op, term.boolean
        if op == "const":
            return self._constant(term, term.low)
        if op == "var":
            if boolean:
                return z3.Bool(term.name)
            return z3.BitVec(term.name, width(term.low, term.high))
        if op == "clamp":
            return self._clamp(term)
        first = self._done[term.args[0]].ast
        if op == "not":
            made = z3.Z3_mk_not(self._ref, first)
        elif op == "and":
            made = z3.Z3_mk_and(self._ref, 2, (z3.Ast * 2)(first, self._done[term.args[1]].ast))
        elif op == "ite":
            then, other = (
                self._done[part] if boolean else self._sized(part, width(term.low, term.high))
                for part in term.args[1:]
            )
            made = z3.Z3_mk_ite(self._ref, first, then.ast, other.ast)
        else:
            made = self._binary(op, term)
        return (z3.BoolRef if boolean else z3.BitVecRef)(made, self._context)

    def _binary(self, op: str, whole: Term) -> Any:
        z3 = self.z3
        a, b = whole.args
        if a.boolean:
            return z3.Z3_mk_eq(self._ref, self._done[a].ast, self._done[b].ast)
        low, high = whole.low, whole.high
        if whole.boolean:
            low, high = min(a.low, b.low), max(a.high, b.high)
        size = width(low, high)
        make = {
            "==": z3.Z3_mk_eq,
            "<": z3.Z3_mk_bvslt if low < 0 else z3.Z3_mk_bvult,
            "+": z3.Z3_mk_bvadd,
            "-": z3.Z3_mk_bvsub,
            "*": z3.Z3_mk_bvmul,
        }[op]
        return make(self._ref, self._sized(a, size).ast, self._sized(b, size).ast)

    def _clamp(self, term: Term) -> Any:
        """A number if it is in the interval of ``term``, else the low end of that."""
        part, size = term.args[0], width(term.low, term.high)
        wide = width(min(part.low, term.low), max(part.high, term.high))
        found, less = self._sized(part, wide), self.z3.ULT
        if min(part.low, term.low) < 0:
            less = self.z3.BitVecRef.__lt__
        low, high = (self.z3.BitVecVal(end, wide) for end in (term.low, term.high))
        outside = self.z3.Or(less(found, low), less(high, found))
        return self.z3.If(outside, self.z3.BitVecVal(term.low, size), self._sized(part, size))

    def _sized(self, term: Term, size: int) -> Any:
        """A number in ``size`` bits: the same number, or the lowest bits of one that has more."""
        bits = width(term.low, term.high)
        if size == bits:
            return self._done[term]
        found = self._resized.get((term, size))
        if found is None:
            if term.op == "const":
                found = self.z3.BitVecVal(term.low, size)
            elif size < bits:
                found = self.z3.Extract(size - 1, 0, self._done[term])
            else:
                extend = self.z3.SignExt if term.low < 0 else self.z3.ZeroExt
                found = extend(size - bits, self._done[term])
            self._resized[term, size] = found
        return found
