"""What a question looks at as it grows: terms that are defined, and at their border those that are
open, which can be whatever a solver claims.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain

import numpy as np

from stackproof.lang.bits import Word
from stackproof.lang.terms import Term

from .evaluation import Numbers


class Frontier:
    """The terms of one question, with their ``rows`` in a table and their ``words``, if they have
    been given bits. Those that are ``defined`` are what their parts make them.
    """

    def __init__(
        self, rows: Mapping[Term, int], words: Mapping[Term, Word], defined: Container[Term]
    ) -> None:
        self._rows = rows
        self._words = words
        self._defined = defined
        self.seen: dict[Term, None] = {}
        self.open: dict[Term, int] = {}
        """The open terms, with their rows."""

    def look(self, roots: Iterable[Term]) -> None:
        """Look at terms, and at the parts of those that are defined."""
        pending = [root for root in roots if root not in self.seen]
        self.seen.update(dict.fromkeys(pending))
        while pending:
            term = pending.pop()
            if term not in self._defined:
                self.open[term] = self._rows[term]
                continue
            for part in term.args:
                if part not in self.seen:
                    self.seen[part] = None
                    pending.append(part)

    def define(self, terms: Iterable[Term]) -> None:
        """Take note that terms have been defined."""
        for term in terms:
            if self.open.pop(term, None) is not None:
                self.look(term.args)

    def closed(self) -> Iterator[Term]:
        """The terms that are defined."""
        return (term for term in self.seen if term not in self.open)

    def variables(self, values: Numbers) -> dict[Term, int]:
        """The values of the real variables among those of the open terms."""
        known = zip(self.open, values.tolist(), strict=True)
        return {term: value for term, value in known if term.op == "var"}

    def rows(self) -> Numbers:
        """The rows of the open terms."""
        return np.fromiter(self.open.values(), np.int64, len(self.open))

    def claimed(self, model: Sequence[int]) -> Numbers:
        """What the open terms are by a model, which has each variable as it is true or, with a
        minus, false.
        """
        words = [self._words[term] for term in self.open]
        if not words:
            return np.zeros(0, np.int64)
        literals = list(chain.from_iterable(words))
        found = [model[abs(literal) - 1] for literal in literals]
        signed = (not term.boolean and term.low < 0 for term in self.open)
        worth = chain.from_iterable(map(_worth, map(len, words), signed))
        bits = np.array(found, np.int64) * np.array(literals, np.int64) > 0
        starts = [0, *accumulate(map(len, words[:-1]))]
        return np.add.reduceat(bits * np.fromiter(worth, np.int64, len(literals)), starts)


@cache
def _worth(size: int, signed: bool) -> tuple[int, ...]:
    """What each bit of a word counts, in two's complement."""
    return tuple(-(1 << i) if signed and i == size - 1 else 1 << i for i in range(size))
