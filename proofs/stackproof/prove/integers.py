"""Terms as Z3 sees them where numbers are integers. Sums are arithmetic there, in which it plainly
does not matter how they are put together; of gates that is hard to see.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from stackproof.lang.terms import Term


class Integers:
    """One question. ``terms`` come after their parts; those that are not ``defined`` may be
    anything in their intervals.
    """

    def __init__(self, terms: Iterable[Term], defined: Container[Term]) -> None:
        import z3

        self._z3: Any = z3
        self._context: Any = z3.main_ctx()
        self._ref: Any = self._context.ref()
        self._solver: Any = z3.SimpleSolver()
        self._made: dict[Term, Any] = {}
        self._core: frozenset[str] = frozenset()
        self._model: Any = None
        for term in terms:
            open_ = term.op == "var" or (term.op != "const" and term not in defined)
            self._made[term] = self._variable(term) if open_ else self._node(term)

    def check(
        self, conditions: Sequence[Term], seconds: float, goal: Term | None = None
    ) -> bool | None:
        """Whether all the conditions can be true together while a goal, if there is one, is false;
        None if that is not known in time.
        """
        # The clock of Z3 is that of the wall.
        self._solver.set("timeout", max(1, int(seconds * 1000)))
        for condition in dict.fromkeys(conditions):
            self._solver.assert_and_track(self._made[condition], _name(condition))
        if goal is not None:
            self._solver.add(self._z3.Not(self._made[goal]))
        try:
            answer = self._solver.check()
        except self._z3.Z3Exception:
            return None
        if answer == self._z3.unsat:
            self._core = frozenset(map(str, self._solver.unsat_core()))
            return False
        if answer == self._z3.sat:
            self._model = self._solver.model()
            return True
        return None

    def needed(self, condition: Term) -> bool:
        """Whether a condition is one of those that cannot be true together."""
        return _name(condition) in self._core

    def value(self, term: Term) -> int:
        """What a term is where all conditions are true."""
        found = self._model.eval(self._made[term], model_completion=True)
        return int(self._z3.is_true(found)) if term.boolean else int(found.as_long())

    def _variable(self, term: Term) -> Any:
        name = f"v{term.serial}"
        if term.boolean:
            return self._z3.Bool(name)
        made = self._z3.Int(name)
        self._solver.add(term.low <= made, made <= term.high)
        return made

    def _node(self, term: Term) -> Any:
        z3, op = self._z3, term.op
        if op == "const":
            return z3.BoolVal(bool(term.low)) if term.boolean else z3.IntVal(term.low)
        parts = [self._made[part] for part in term.args]
        if op == "clamp":
            inside = z3.And(term.low <= parts[0], parts[0] <= term.high)
            return z3.If(inside, parts[0], z3.IntVal(term.low))
        # By the functions under Z3's Python classes, which take a fraction of the time.
        asts = [part.ast for part in parts]
        if op in ("and", "+", "-", "*"):
            make = {"and": z3.Z3_mk_and, "+": z3.Z3_mk_add, "-": z3.Z3_mk_sub, "*": z3.Z3_mk_mul}
            made = make[op](self._ref, len(asts), (z3.Ast * len(asts))(*asts))
        else:
            other = {"not": z3.Z3_mk_not, "ite": z3.Z3_mk_ite, "==": z3.Z3_mk_eq, "<": z3.Z3_mk_lt}
            made = other[op](self._ref, *asts)
        return (z3.BoolRef if term.boolean else z3.ArithRef)(made, self._context)


def _name(condition: Term) -> str:
    return f"c{condition.serial}"
