"""What terms are for given values of their variables: the plain meaning, without a solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numba
import numpy as np

from stackproof.lang.terms import Term

Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]
"""A number for each of some terms."""

OPS = ("const", "var", "not", "and", "ite", "==", "<", "+", "-", "*", "clamp")


class Table:
    """Terms in rows, parts before what they are part of, so that all are computed in one sweep."""

    def __init__(self) -> None:
        self.rows: dict[Term, int] = {}
        self.terms: list[Term] = []
        self._nodes = np.zeros((1024, 6), np.int64)

    def add(self, ordered: Iterable[Term]) -> None:
        """Give rows to terms that have none; parts come first."""
        for term in ordered:
            if term in self.rows:
                continue
            row = len(self.terms)
            if row == len(self._nodes):
                self._nodes = np.concatenate([self._nodes, np.zeros_like(self._nodes)])
            parts = [self.rows[part] for part in term.args]
            self._nodes[row] = [
                OPS.index(term.op), *parts, *[0] * (3 - len(parts)), term.low, term.high
            ]  # fmt: skip
            self.rows[term] = row
            self.terms.append(term)

    def values(self, given: Mapping[Term, int]) -> Numbers:
        """What each row is. A variable without a value is 0, or the number of its interval that is
        closest to 0.
        """
        found = np.zeros(len(self.terms), np.int64)
        known = np.zeros(len(self.terms), np.bool_)
        for term, value in given.items():
            row = self.rows.get(term)
            if row is not None:
                found[row], known[row] = value, True
        _sweep(self._nodes[: len(self.terms)], found, known)
        return found


@numba.njit(cache=True)
def _sweep(nodes, found, known):  # type: ignore[no-untyped-def]
    for row in range(len(nodes)):
        op, a, b, c, low, high = nodes[row]
        if op == 0:
            found[row] = low
        elif op == 1:
            if not known[row]:
                found[row] = min(max(low, 0), high)
        elif op == 2:
            found[row] = 1 - found[a]
        elif op == 3:
            found[row] = found[a] & found[b]
        elif op == 4:
            found[row] = found[b] if found[a] else found[c]
        elif op == 5:
            found[row] = found[a] == found[b]
        elif op == 6:
            found[row] = found[a] < found[b]
        elif op == 7:
            found[row] = found[a] + found[b]
        elif op == 8:
            found[row] = found[a] - found[b]
        elif op == 9:
            found[row] = found[a] * found[b]
        else:
            found[row] = found[a] if low <= found[a] <= high else low


def evaluate(ordered: Sequence[Term], values: Mapping[Term, int]) -> dict[Term, int]:
    """The value of every term; ``ordered`` has parts before what they are part of."""
    table = Table()
    table.add(ordered)
    found = table.values(values)
    return {term: int(found[row]) for term, row in table.rows.items()}
