"""Slices made small: only those definitions and hypotheses are kept that a SAT solver needs."""

from __future__ import annotations

import time

from stackproof.lang.bits import TRUE, Circuits, Word, size_of
from stackproof.lang.terms import Term
from stackproof.prove.clauses import Clauses
from stackproof.prove.slices import Slice, carved, rebuilt

ROUNDS = 6
"""How often what was needed is asked about again: each time it may take less."""


def shrunk(whole: Slice, seconds: float) -> Slice:
    """A slice with only those definitions and hypotheses that are needed; the same one where that
    is not found out in so many seconds of the processor.
    """
    terms = rebuilt(whole.nodes)
    clauses, until = Clauses(), time.process_time() + seconds
    circuits = Circuits(clauses)
    words: dict[Term, Word] = {}
    defining: dict[int, Term] = {}
    for term in terms:
        words[term] = _word(term, words, clauses, circuits, defining)
    given = {words[terms[node]][0]: (label, i, node) for label, i, node in whole.hypotheses}
    wrong = -words[terms[whole.goal]][0]
    needed: set[int] = {wrong, *defining, *given}
    for number in range(ROUNDS):
        if clauses.solve(sorted(needed), until) is not False:
            if number:
                break
            return whole
        core = clauses.core() | {wrong}
        if len(core) == len(needed):
            break
        needed = core
    kept = [(label, i, terms[n]) for bit, (label, i, n) in given.items() if bit in needed]
    defined = frozenset(term for bit, term in defining.items() if bit in needed)
    return carved(defined, terms[whole.goal], kept)


def _word(
    term: Term,
    words: dict[Term, Word],
    clauses: Clauses,
    circuits: Circuits,
    defining: dict[int, Term],
) -> Word:
    """The bits of a term, which are what its parts make them if a bit of their own is true."""
    parts = [words[part] for part in term.args]
    if term.op == "const":
        return circuits.node(term, parts)
    word = [clauses.fresh() for _ in range(size_of(term))]
    inside = circuits.within(term, word)
    if inside != TRUE:
        clauses.add(inside)
    if parts:
        guard = clauses.fresh()
        defining[guard] = term
        for a, b in zip(word, circuits.node(term, parts), strict=True):
            clauses.add(-guard, -a, b)
            clauses.add(-guard, a, -b)
    return word
