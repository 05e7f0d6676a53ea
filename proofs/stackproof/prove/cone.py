"""Asks Z3 whether a goal follows from hypotheses, looking at no more of them than it takes.

A term starts as a variable that can be anything in its interval, and a hypothesis as not there.
Where Z3 finds values that speak against the goal, the terms are computed from the values of the
real variables: whatever comes out differently is defined, and a hypothesis that fails is added.
So an answer "no" needs only what was looked at, and a "yes" is a case that was computed.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from stackproof.lang.terms import Term, Terms, reachable
from stackproof.lang.z3terms import Z3Terms, width

from .evaluation import evaluate

FIRST, MORE, HYPOTHESIS, AT_ONCE = 400, 60, 240, 5
"""How many terms are defined: of the goal at first, of one that differs, of a hypothesis; and how
many hypotheses are added at a time."""


@dataclass(frozen=True)
class Answer:
    """``proved`` with the hypotheses that were needed, ``refuted`` with values of the variables, or
    ``undetermined`` with the reason. ``terms`` were looked at.
    """

    status: str
    used: tuple[Term, ...] = ()
    values: Mapping[Term, int] = field(default_factory=dict)
    reason: str = ""
    terms: int = 0
    seconds: float = 0.0


class Ground:
    """Hypotheses, with what is worth finding out of them once for all questions."""

    def __init__(self, terms: Terms, hypotheses: Sequence[Term]) -> None:
        self.terms = terms
        self.hypotheses = hypotheses
        self.ordered = reachable(hypotheses)
        self._within = dict.fromkeys(self.ordered)
        self.bits: dict[Term, int] = {}

    def with_parts_of(self, goal: Term) -> list[Term]:
        """All terms of the hypotheses and of a goal, parts first."""
        return [*self.ordered, *reachable([goal], self._within)]

    @cached_property
    def support(self) -> dict[Term, int]:
        """The variables that each term is about, as bits; ``bits`` has those of variables."""
        found: dict[Term, int] = {}
        for term in self.ordered:
            if term.op == "var":
                self.bits[term] = found[term] = 1 << len(self.bits)
            else:
                about = 0
                for part in term.args:
                    about |= found[part]
                found[term] = about
        return found


class Cone(Z3Terms):
    """One question. ``seconds`` bound it, wall clock."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._open: dict[Term, Any] = {}
        self._solver: Any = self.z3.SolverFor("QF_FD")
        self._begun = time.monotonic()
        self._seconds = seconds
        self._defined: dict[Term, None] = {}
        self.asked: list[Any] = []
        """What the solver was told, in order."""

    def follows(self, ground: Ground, goal: Term) -> Answer:
        """Whether the goal is true wherever all the hypotheses are."""
        wrong, hypotheses = ground.terms.negate(goal), ground.hypotheses
        if wrong is ground.terms.false:
            return Answer("proved")
        ordered = ground.with_parts_of(wrong)
        waiting = dict.fromkeys(hypotheses)
        self._require(wrong, FIRST)
        while True:
            left = self._seconds - (time.monotonic() - self._begun)
            if left <= 0:
                return self._answer("undetermined", reason=f"no answer in {self._seconds:g} s")
            self._solver.set("timeout", max(1, int(left * 1000)))
            found = self._solver.check()
            if found == self.z3.unsat:
                used = tuple(h for h in hypotheses if h not in waiting)
                return self._answer("proved", used=used)
            if found != self.z3.sat:
                reason = f"no answer in {self._seconds:g} s: {self._solver.reason_unknown()}"
                return self._answer("undetermined", reason=reason)
            claimed = self._claimed()
            values = {term: value for term, value in claimed.items() if term.op == "var"}
            real = evaluate(ordered, values)
            failing = [h for h in waiting if not real[h]]
            differing = [term for term, value in claimed.items() if real[term] != value]
            if not failing and not differing:
                whole = {term: real[term] for term in ordered if term.op == "var"}
                return self._answer("refuted", values=whole)
            self._sort(failing, ground)
            for hypothesis in failing[: max(AT_ONCE, len(failing) // 10)]:
                del waiting[hypothesis]
                self._require(hypothesis, HYPOTHESIS)
            for term in differing:
                self._define(term, MORE)

    def _sort(self, hypotheses: list[Term], ground: Ground) -> None:
        """Those first of which the solver has heard most of the variables: the others mostly have
        nothing to do with the goal.
        """
        support, named = ground.support, 0
        for term in self._done:
            named |= ground.bits.get(term, 0)

        def foreign(hypothesis: Term) -> float:
            about = support[hypothesis]
            return (about & ~named).bit_count() / max(1, about.bit_count())

        hypotheses.sort(key=foreign)

    def _answer(self, status: str, **more: Any) -> Answer:
        seconds = time.monotonic() - self._begun
        return Answer(status, terms=len(self._defined), seconds=seconds, **more)

    def _claimed(self) -> dict[Term, int]:
        """What the solver takes variables and terms that are not defined for; nothing about those
        that it did not need. Asked below Z3's Python classes, as these are many.
        """
        z3, found = self.z3, {}
        model = self._solver.model()
        for term, declaration in self._open.items():
            value = z3.Z3_model_get_const_interp(self._ref, model.model, declaration)
            if value:
                if term.boolean:
                    found[term] = int(z3.Z3_get_bool_value(self._ref, value) == z3.Z3_L_TRUE)
                else:
                    number = int(z3.Z3_get_numeral_string(self._ref, value))
                    size = width(term.low, term.high)
                    negative = term.low < 0 and number >> size - 1
                    found[term] = number - (1 << size) if negative else number
        return found

    def _require(self, condition: Term, size: int) -> None:
        self._add(self._name(condition))
        self._define(condition, size)

    def _add(self, condition: Any) -> None:
        self.asked.append(condition)
        self._solver.add(condition)

    def _define(self, term: Term, size: int) -> None:
        """Define a term and, breadth first, the parts of it, up to a number of terms."""
        queue = [term]
        for part in queue:
            if not size:
                return
            if part in self._defined or part.op in ("const", "var"):
                continue
            self._defined[part] = None
            size -= 1
            name = self._name(part)
            del self._open[part]
            for inner in part.args:
                self._name(inner)
            self._add(name == self._node(part))
            queue += part.args

    def _name(self, term: Term) -> Any:
        """The solver's variable for a term, within the term's interval."""
        if term not in self._done:
            if term.op == "const":
                self._done[term] = self._constant(term, term.low)
            else:
                name = term.name or f"t{term.serial}"
                size = width(term.low, term.high)
                made = self.z3.Bool(name) if term.boolean else self.z3.BitVec(name, size)
                self._done[term] = made
                self._open[term] = made.decl().ast
                for limit in self.domain(term):
                    self._add(limit)
        return self._done[term]


def prove(ground: Ground, goal: Term, seconds: float) -> Answer:
    """Whether a goal follows: asked as a whole, and part by part if that is too hard."""
    end = time.monotonic() + seconds
    whole = Cone(seconds / 4).follows(ground, goal)
    parts = conjuncts(goal)
    if whole.status != "undetermined":
        return whole
    used: dict[Term, None] = {}
    size = whole.terms
    for part in parts:
        found = Cone(end - time.monotonic()).follows(ground, part)
        size = max(size, found.terms)
        if found.status != "proved":
            reason = f"no answer in {seconds:g} s" if found.reason else ""
            return replace(found, reason=reason, seconds=seconds - end + time.monotonic())
        used.update(dict.fromkeys(found.used))
    return Answer("proved", tuple(used), terms=size, seconds=seconds - end + time.monotonic())


def conjuncts(condition: Term) -> list[Term]:
    """The parts of a conjunction."""
    found: dict[Term, None] = {}
    pending = [condition]
    while pending:
        term = pending.pop()
        if term.op == "and":
            pending += term.args
        else:
            found[term] = None
    return list(found)
