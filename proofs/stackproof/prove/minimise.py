"""Counterexamples made as plain as they can be: what need not be there is not."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from stackproof.lang.terms import Term, reachable

from .cone import Ground


def smallest(ground: Ground, goal: Term, values: Mapping[Term, int]) -> dict[Term, int]:
    """Values that satisfy the hypotheses and not the goal, with each variable as 0, or as near to 0
    as its interval allows, where that is possible one after the other.

    ``values`` do so; ValueError is raised where they do not.
    """
    table, found = ground.table, dict(values)
    wrong = ground.terms.negate(goal)
    table.add(reachable([wrong], table.rows))
    row = table.rows[wrong]
    needed = np.array([table.rows[h] for h in ground.hypotheses], np.int64)

    def speaks_against() -> bool:
        real = table.values(found)
        return bool(real[row]) and bool(real[needed].all())

    if not speaks_against():
        raise ValueError("these values are no counterexample")
    for variable in sorted(found, key=lambda term: term.serial, reverse=True):
        value = found[variable]
        plain = min(max(variable.low, 0), variable.high)
        if value != plain:
            found[variable] = plain
            if not speaks_against():
                found[variable] = value
    return found
