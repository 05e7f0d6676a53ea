"""Terms as cvc5 sees them: bit-vectors of just the bits that each term needs, as for Z3 but written
apart from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from stackproof.lang.terms import Term, reachable


def bits(term: Term) -> int:
    """The bits of a number, one of them for the sign if it may be negative."""
    if term.low < 0:
        return max(term.high.bit_length(), (~term.low).bit_length()) + 1
    return max(1, term.high.bit_length())


class Cvc5Terms:
    """One question to cvc5. Raises ImportError where cvc5 is not installed."""

    def __init__(self, seconds: float) -> None:
        import cvc5

        self._kind: Any = cvc5.Kind
        self._manager: Any = cvc5.TermManager()
        self._solver: Any = cvc5.Solver(self._manager)
        self._solver.setLogic("QF_BV")
        self._solver.setOption("bitblast", "eager")  # a tenth of the time
        self._solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
        self._done: dict[Term, Any] = {}

    @cached_property
    def version(self) -> str:
        found = self._solver.getVersion()
        return found.decode() if isinstance(found, bytes) else str(found)

    def require(self, condition: Term) -> None:
        """A truth value is to be true."""
        self._solver.assertFormula(self._of(condition))

    def refute(self, condition: Term) -> None:
        """A truth value is to be false."""
        self._solver.assertFormula(self._make("NOT", self._of(condition)))

    def check(self, terms: Sequence[Term]) -> str:
        """``unsat``, ``sat`` or ``unknown``, with all variables in their intervals."""
        for variable in terms:
            if variable.op == "var" and not variable.boolean and variable in self._done:
                self._bound(variable)
        found = self._solver.checkSat()
        return "unsat" if found.isUnsat() else "sat" if found.isSat() else "unknown"

    def _bound(self, variable: Term) -> None:
        size, low, high = bits(variable), variable.low, variable.high
        kind = "BITVECTOR_SLE" if low < 0 else "BITVECTOR_ULE"
        least, most = (-(1 << size - 1), (1 << size - 1) - 1) if low < 0 else (0, (1 << size) - 1)
        known = self._done[variable]
        if low > least:
            self._solver.assertFormula(self._make(kind, self._number(low, size), known))
        if high < most:
            self._solver.assertFormula(self._make(kind, known, self._number(high, size)))

    def _make(self, kind: str, *parts: Any) -> Any:
        return self._manager.mkTerm(getattr(self._kind, kind), *parts)

    def _number(self, value: int, size: int) -> Any:
        return self._manager.mkBitVector(size, format(value % (1 << size), f"0{size}b"), 2)

    def _of(self, term: Term) -> Any:
        for part in reachable([term], self._done):
            self._done[part] = self._term(part)
        return self._done[term]

    def _term(self, term: Term) -> Any:
        op, args, manager = term.op, term.args, self._manager
        if op == "var":
            sort = manager.getBooleanSort() if term.boolean else manager.mkBitVectorSort(bits(term))
            return manager.mkConst(sort, term.name or f"v{term.serial}")
        if op == "const":
            if term.boolean:
                return manager.mkBoolean(bool(term.low))
            return self._number(term.low, bits(term))
        if op in ("not", "and"):
            return self._make(op.upper(), *(self._done[a] for a in args))
        if op == "ite":
            then, other = args[1:]
            if term.boolean:
                return self._make("ITE", *(self._done[a] for a in args))
            size = bits(term)
            return self._make(
                "ITE", self._done[args[0]], self._in(then, size), self._in(other, size)
            )
        if op == "clamp":
            return self._clamp(term)
        if op in ("==", "<"):
            return self._compare(op, *args)
        size = bits(term)
        kinds = {"+": "BITVECTOR_ADD", "-": "BITVECTOR_SUB", "*": "BITVECTOR_MULT"}
        return self._make(kinds[op], *(self._in(a, size) for a in args))

    def _compare(self, op: str, a: Term, b: Term) -> Any:
        if a.boolean:
            return self._make("EQUAL", self._done[a], self._done[b])
        signed = a.low < 0 or b.low < 0
        size = max(bits(a), bits(b)) + signed
        kind = "EQUAL" if op == "==" else "BITVECTOR_SLT" if signed else "BITVECTOR_ULT"
        return self._make(kind, self._in(a, size), self._in(b, size))

    def _clamp(self, term: Term) -> Any:
        part = term.args[0]
        size = max(bits(part), bits(term)) + 1
        value = self._in(part, size)
        low, high = self._number(term.low, size), self._number(term.high, size)
        inside = self._make(
            "AND",
            self._make("BITVECTOR_SLE", low, value),
            self._make("BITVECTOR_SLE", value, high),
        )
        return self._cropped(self._make("ITE", inside, value, low), size, bits(term))

    def _in(self, term: Term, size: int) -> Any:
        """A number in so many bits: none lost of its value modulo their power of two."""
        known, own = self._done[term], bits(term)
        if own >= size:
            return self._cropped(known, own, size)
        kind = "BITVECTOR_SIGN_EXTEND" if term.low < 0 else "BITVECTOR_ZERO_EXTEND"
        operator = self._manager.mkOp(getattr(self._kind, kind), size - own)
        return self._manager.mkTerm(operator, known)

    def _cropped(self, known: Any, own: int, size: int) -> Any:
        if own == size:
            return known
        operator = self._manager.mkOp(self._kind.BITVECTOR_EXTRACT, size - 1, 0)
        return self._manager.mkTerm(operator, known)
