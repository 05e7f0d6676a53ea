"""Asks Z3 and cvc5 whether the goal of a slice follows from its hypotheses.

Their translations of terms are written apart, so that one mistake cannot make both agree. Anything
but a plain "unsat" is no answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stackproof.lang.terms import Term
from stackproof.lang.z3terms import Z3Terms, width
from stackproof.prove.integers import Integers
from stackproof.prove.slices import Slice, rebuilt
from stackproof.prove.turns import turns

SOLVERS = ("z3", "cvc5")


@dataclass(frozen=True)
class Said:
    """What a solver said: ``unsat``, or ``sat`` or ``unknown``; ``reason`` why it is unknown."""

    answer: str
    version: str
    seconds: float
    reason: str = ""


def ask(solver: str, asked: Slice, seconds: float) -> Said:
    """Whether a solver finds the goal wrong somewhere where all the hypotheses are true.

    Raises :class:`~stackproof.prove.slices.Malformed`, and ImportError without the solver.
    """
    from z3 import Z3Exception

    terms = rebuilt(asked.nodes)
    goal, hypotheses = terms[asked.goal], [terms[node] for _, _, node in asked.hypotheses]
    begun = time.process_time()
    run: Mapping[str, Callable[..., tuple[str, str]]] = {"z3": _z3, "cvc5": _cvc5}
    try:
        answer, version = run[solver](terms, goal, hypotheses, seconds)
    except (RuntimeError, Z3Exception):
        answer, version = "unknown", "failed"
    spent = round(time.process_time() - begun, 3)
    if answer == "unknown":
        return Said(answer, version, spent, f"{solver} has no answer in {seconds:g} s")
    return Said(answer, version, spent)


class Numbered(Z3Terms):
    """The terms of one slice, whose variables need not have different names."""

    def _node(self, term: Term) -> Any:
        return self._variable(term) if term.op == "var" else super()._node(term)

    def _variable(self, term: Term) -> Any:
        name = f"v{term.serial}"
        size = width(term.low, term.high)
        return self.z3.Bool(name) if term.boolean else self.z3.BitVec(name, size)


def _z3(
    terms: Sequence[Term], goal: Term, hypotheses: Sequence[Term], seconds: float
) -> tuple[str, str]:
    """Numbers are integers, and where that takes long bit-vectors, in turn."""
    from z3 import get_version_string

    version = get_version_string()
    for way, patience in turns((_integers, _bits), seconds):
        answer = way(terms, goal, hypotheses, patience)
        if answer != "unknown":
            return answer, version
    return "unknown", version


def _integers(terms: Sequence[Term], goal: Term, hypotheses: Sequence[Term], seconds: float) -> str:
    answer = Integers(terms, frozenset(terms)).check(hypotheses, seconds, goal)
    return {None: "unknown", False: "unsat", True: "sat"}[answer]


def _bits(terms: Sequence[Term], goal: Term, hypotheses: Sequence[Term], seconds: float) -> str:
    into = Numbered()
    solver = into.z3.SolverFor("QF_FD")
    solver.set("timeout", max(1, int(seconds * 1000)))
    for hypothesis in hypotheses:
        solver.add(into(hypothesis))
    solver.add(into.z3.Not(into(goal)))
    solver.add(*into.domains(terms))
    return str(solver.check())


def _cvc5(
    terms: Sequence[Term], goal: Term, hypotheses: Sequence[Term], seconds: float
) -> tuple[str, str]:
    from .cvc5terms import Cvc5Terms

    into = Cvc5Terms(seconds)
    for hypothesis in hypotheses:
        into.require(hypothesis)
    into.refute(goal)
    return into.check(terms), into.version
