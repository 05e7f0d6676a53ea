"""Whether a goal follows from hypotheses, looking at no more of them than it takes.

A term starts as bits that can be any number of its interval, and a hypothesis as not there. Where
the SAT solver finds values that speak against the goal, the terms are computed from the values of
the real variables: whatever comes out differently is defined, and a hypothesis that fails is added.
So an answer "no" needs only what was looked at, and a "yes" is a case that was computed. Where
gates take long, as for sums, Z3 is asked the same of integers. What was defined for one goal stays
for the next, so goals of one cone should be alike; hypotheses are assumed, so that an answer tells
which.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from stackproof.lang.bits import Circuits, Word, size_of
from stackproof.lang.terms import Term, Terms, reachable

from .clauses import Clauses
from .evaluation import Numbers, Table
from .frontier import Frontier
from .integers import Integers
from .plain import Plain
from .slices import Part
from .turns import turns

FIRST, MORE, HYPOTHESIS, AT_ONCE = 400, 60, 240, 5
"""How many terms are defined: of the goal at first, of one that differs, of a hypothesis; and how
many hypotheses are added at a time."""


@dataclass(frozen=True)
class Answer:
    """``proved`` with the hypotheses that were needed, ``refuted`` with values of the variables, or
    ``undetermined`` with the reason. ``terms`` were looked at; ``seconds`` are of the processor.
    ``parts`` are the questions that were proved, none of a goal that is plainly true.
    """

    status: str
    used: tuple[Term, ...] = ()
    values: Mapping[Term, int] = field(default_factory=dict)
    reason: str = ""
    terms: int = 0
    seconds: float = 0.0
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Found:
    """What a solver found of what is assumed: the values of open terms if all of it can be true, or
    those conditions that cannot be true together.
    """

    values: Numbers | None
    needed: Sequence[Term] = ()


class Ground:
    """Hypotheses, with what is found out about their terms once for all questions."""

    def __init__(self, terms: Terms, hypotheses: Sequence[Term]) -> None:
        self.terms = terms
        self.hypotheses = hypotheses
        self.table = Table()
        self.table.add(reachable(hypotheses))
        self._bits: dict[Term, int] = {}

    @cached_property
    def rows(self) -> Numbers:
        """The rows of the hypotheses."""
        return np.array([self.table.rows[h] for h in self.hypotheses], np.int64)

    @cached_property
    def plain(self) -> Plain:
        """What follows from the hypotheses without a question."""
        return Plain(self.terms, self.hypotheses)

    @cached_property
    def support(self) -> dict[Term, int]:
        """The variables that each hypothesis is about, as bits of a number."""
        found: dict[Term, int] = {}
        for term in reachable(self.hypotheses):
            if term.op == "var":
                found[term] = self.bit(term)
            else:
                about = 0
                for part in term.args:
                    about |= found[part]
                found[term] = about
        return {hypothesis: found[hypothesis] for hypothesis in self.hypotheses}

    def bit(self, variable: Term) -> int:
        """The bit that stands for a variable."""
        return self._bits.setdefault(variable, 1 << len(self._bits))


class _Waiting:
    """The hypotheses that are not assumed yet."""

    def __init__(self, ground: Ground, hypotheses: Iterable[Term] | None) -> None:
        self.ground = ground
        self._left = np.ones(len(ground.hypotheses), np.bool_)
        usable = ground.hypotheses if hypotheses is None else set(hypotheses)
        if len(usable) < len(ground.hypotheses):
            self._left[:] = [hypothesis in usable for hypothesis in ground.hypotheses]

    def failing(self, real: Numbers, variables: Iterable[Term]) -> list[Term]:
        """Some of those that are false, which are taken away: those first of whose variables the
        question has most, as the others mostly have nothing to do with the goal.
        """
        false = np.flatnonzero((real[self.ground.rows] == 0) & self._left)
        if not len(false):
            return []
        named = 0
        for variable in variables:
            if variable.op == "var":
                named |= self.ground.bit(variable)
        support = self.ground.support

        def foreign(place: int) -> float:
            about = support[self.ground.hypotheses[place]]
            return (about & ~named).bit_count() / max(1, about.bit_count())

        taken = sorted(map(int, false), key=foreign)[: max(AT_ONCE, len(false) // 10)]
        self._left[taken] = False
        return [self.ground.hypotheses[place] for place in taken]


class Cone:
    """What a solver was told so far of the terms of some hypotheses and goals."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._clauses = Clauses()
        self._circuits = Circuits(self._clauses)
        self._words: dict[Term, Word] = {}
        self._defined: set[Term] = set()
        self._new: list[Term] = []
        """What was defined last."""
        # Functions of the class, as methods would be cycles, which are not freed in a proof.
        self._solvers = [Cone._by_gates, Cone._by_integers]

    def follows(
        self, goal: Term, seconds: float, hypotheses: Iterable[Term] | None = None
    ) -> Answer:
        """Whether the goal is true wherever the hypotheses are, all of the ground or some of them.

        ``seconds`` bound it, of the processor, in this process.
        """
        begun = time.process_time()
        wrong = self.ground.terms.negate(goal)
        if wrong is self.ground.terms.false:
            return Answer("proved")
        table = self.ground.table
        table.add(reachable([wrong], table.rows))
        waiting = _Waiting(self.ground, hypotheses)
        assumed = {self._define(wrong, FIRST): wrong}
        inner = self._looked_at([wrong])

        def answer(status: str, reason: str = "", **more: object) -> Answer:
            spent = time.process_time() - begun
            seen = len(inner.seen) - len(inner.open)
            made = Answer(status, reason=reason, terms=seen, seconds=spent)
            return replace(made, **more)  # type: ignore[arg-type]

        while True:
            found = self._solved(assumed, inner, begun + seconds)
            if found is None:
                return answer("undetermined", f"no answer in {seconds:g} s")
            if found.values is None:
                used = tuple(h for h in found.needed if h is not wrong)
                part = Part(goal, used, frozenset(self._looked_at(found.needed).closed()))
                return answer("proved", used=used, parts=(part,))
            real = table.values(inner.variables(found.values))
            terms = list(inner.open)
            differing = [terms[i] for i in np.flatnonzero(real[inner.rows()] != found.values)]
            failing = waiting.failing(real, inner.open)
            if not failing and not differing:
                whole = {t: int(real[row]) for t, row in table.rows.items() if t.op == "var"}
                return answer("refuted", values=whole)
            self._new.clear()
            for hypothesis in failing:
                assumed[self._define(hypothesis, HYPOTHESIS)] = hypothesis
            for term in differing:
                self._define(term, MORE)
            inner.define(self._new)
            inner.look(failing)

    def _solved(self, assumed: Mapping[int, Term], inner: Frontier, until: float) -> Found | None:
        """What gates or integers show, in turn; first of all what had the last answer."""
        for solve, patience in turns(self._solvers, until - time.process_time()):
            found = solve(self, assumed, inner, patience)
            if found is not None:
                self._solvers.sort(key=lambda other: other is not solve)
                return found
        return None

    def _by_gates(
        self, assumed: Mapping[int, Term], inner: Frontier, seconds: float
    ) -> Found | None:
        answer = self._clauses.solve(list(assumed), time.process_time() + seconds)
        if answer is None:
            return None
        if not answer:
            core = self._clauses.core()
            return Found(None, [t for literal, t in assumed.items() if literal in core])
        return Found(inner.claimed(self._clauses.model()))

    def _by_integers(
        self, assumed: Mapping[int, Term], inner: Frontier, seconds: float
    ) -> Found | None:
        asked = Integers(sorted(inner.seen, key=lambda term: term.serial), self._defined)
        conditions = list(assumed.values())
        answer = asked.check(conditions, seconds)
        if answer is None:
            return None
        if not answer:
            return Found(None, [t for t in conditions if asked.needed(t)])
        return Found(np.array([asked.value(term) for term in inner.open], np.int64))

    def _looked_at(self, roots: Iterable[Term]) -> Frontier:
        """The terms of a question about these."""
        found = Frontier(self.ground.table.rows, self._words, self._defined)
        found.look(roots)
        return found

    def _define(self, term: Term, size: int) -> int:
        """Define a term and, breadth first, the parts of it, up to a number of terms. Returns its
        first bit.
        """
        queue = [term]
        for part in queue:
            if not size:
                break
            if part in self._defined:
                continue
            word = self._word(part)
            if part.op == "var":
                continue
            self._defined.add(part)
            self._new.append(part)
            size -= 1
            made = self._circuits.node(part, [self._word(inner) for inner in part.args])
            for a, b in zip(word, made, strict=True):
                self._clauses.equate(a, b)
            queue += part.args
        return self._words[term][0]

    def _word(self, term: Term) -> Word:
        """The bits of a term, any number of its interval."""
        found = self._words.get(term)
        if found is None:
            if term.op == "const":
                found = self._circuits.node(term, ())
                self._defined.add(term)
            elif term.op == "not":
                found = [-self._word(term.args[0])[0]]
                self._defined.add(term)
            else:
                found = [self._clauses.fresh() for _ in range(size_of(term))]
                self._clauses.add(self._circuits.within(term, found))
            self._words[term] = found
        return found
