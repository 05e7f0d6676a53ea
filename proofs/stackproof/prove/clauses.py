"""Gates as clauses in an incremental SAT solver."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pysat.solvers import Solver  # type: ignore[import-untyped]

from stackproof.lang.bits import TRUE, plain_and

SOLVER, CONFLICTS = "glucose4", 1000
"""Which solver, and how many conflicts it looks into before the time is checked."""


class Clauses:
    """The gates made so far, each with a variable of its own, and what is asked about them."""

    def __init__(self) -> None:
        self._solver = Solver(SOLVER, bootstrap_with=[[TRUE]])
        self._last = TRUE
        self._known: dict[tuple[int, ...], int] = {}

    def add(self, *literals: int) -> None:
        """Require that one of the literals is true."""
        self._solver.add_clause(literals)

    def equate(self, a: int, b: int) -> None:
        """Require that two bits are equal."""
        self.add(-a, b)
        self.add(a, -b)

    def fresh(self) -> int:
        self._last += 1
        return self._last

    def both(self, a: int, b: int) -> int:
        plain = plain_and(a, b)
        if plain is not None:
            return plain
        key = (a, b) if a < b else (b, a)
        made = self._known.get(key)
        if made is None:
            made = self._known[key] = self.fresh()
            self.add(-made, a)
            self.add(-made, b)
            self.add(made, -a, -b)
        return made

    def differ(self, a: int, b: int) -> int:
        if abs(a) == TRUE:
            return -b if a == TRUE else b
        if abs(b) == TRUE:
            return -a if b == TRUE else a
        if abs(a) == abs(b):
            return -TRUE if a == b else TRUE
        turned = (a < 0) != (b < 0)
        a, b = sorted((abs(a), abs(b)))
        made = self._known.get((a, b, 0))
        if made is None:
            made = self._known[a, b, 0] = self.fresh()
            self.add(-made, a, b)
            self.add(-made, -a, -b)
            self.add(made, -a, b)
            self.add(made, a, -b)
        return -made if turned else made

    def choose(self, test: int, then: int, other: int) -> int:
        if test == TRUE or then == other:
            return then
        if test == -TRUE:
            return other
        if then in (TRUE, test):
            return -self.both(-test, -other)
        if then in (-TRUE, -test):
            return self.both(-test, other)
        if other in (TRUE, -test):
            return -self.both(test, -then)
        if other in (-TRUE, test):
            return self.both(test, then)
        if then == -other:
            return -self.differ(test, then)
        if test < 0:
            test, then, other = -test, other, then
        made = self._known.get((test, then, other, 0))
        if made is None:
            made = self._known[test, then, other, 0] = self.fresh()
            self.add(-test, -then, made)
            self.add(-test, then, -made)
            self.add(test, -other, made)
            self.add(test, other, -made)
            self.add(-then, -other, made)
            self.add(then, other, -made)
        return made

    def solve(self, assumptions: Sequence[int], until: float) -> bool | None:
        """Whether all that was added, and the assumptions, can be true together; None if that is
        not known when this process has used so many seconds of its processor.
        """
        while time.process_time() < until:
            self._solver.conf_budget(CONFLICTS)
            found = self._solver.solve_limited(assumptions=assumptions)
            if found is not None:
                return bool(found)
        return None

    def model(self) -> list[int]:
        """The variables as they were found, the first being 1; minus is false."""
        found = self._solver.get_model() or []
        return [*found, *range(-len(found) - 1, -self._last - 1, -1)]

    def core(self) -> set[int]:
        """Assumptions that cannot be true together."""
        return set(self._solver.get_core() or ())
