"""Obligations as SMT-LIB 2: unsatisfiable if the goal follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stackproof.lang.terms import Term, reachable
from stackproof.lang.z3terms import Z3Terms, width


class Named(Z3Terms):
    """Terms of which variables may share a name, or have none."""

    def __init__(self) -> None:
        super().__init__()
        self._names: set[str] = set()

    def _node(self, term: Term) -> Any:
        if term.op != "var":
            return super()._node(term)
        name = term.name
        if not name or name in self._names:
            name = f"{name or 'any'}.{term.serial}"
        self._names.add(name)
        size = width(term.low, term.high)
        return self.z3.Bool(name) if term.boolean else self.z3.BitVec(name, size)


def smtlib(goal: Term, hypotheses: Sequence[Term], says: str) -> str:
    """A script that asks whether the goal can be false where all hypotheses are true."""
    into = Named()
    solver = into.z3.Solver()
    for hypothesis in hypotheses:
        solver.add(into(hypothesis))
    solver.add(into.z3.Not(into(goal)))
    solver.add(*into.domains(reachable([goal, *hypotheses])))
    head = "".join(f"; {line}\n" for line in says.splitlines())
    body = "\n".join(line for line in solver.to_smt2().splitlines() if not line.startswith(";"))
    return f"{head}(set-logic QF_BV)\n{body}\n"
