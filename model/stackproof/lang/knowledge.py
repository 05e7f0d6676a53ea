"""What is known where a condition holds: for terms, the values that they may have there.

Cheap and incomplete on purpose. It spares a symbolic run the branches, checks and array elements
that the conditions on the way already exclude.
"""

from __future__ import annotations

from collections.abc import Mapping

from .terms import Term, Terms

Facts = Mapping[Term, int]
"""Bit ``i`` of a term's mask: whether it may be ``term.low + i``."""

WIDEST = 256
DEPTH = 4


class Knowledge:
    """Draws facts from conditions, each once."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._found: dict[tuple[Term, bool], Facts | None] = {}

    def of(self, condition: Term, truth: bool = True) -> Facts | None:
        """What is known where a condition is ``truth``; None where it plainly never is."""
        while condition.op == "not":
            condition, truth = condition.args[0], not truth
        key = (condition, truth)
        if key not in self._found:
            self._found[key] = self._draw(condition, truth)
        return self._found[key]

    def _draw(self, condition: Term, truth: bool) -> Facts | None:
        if condition.op == "const":
            return {} if bool(condition.low) == truth else None
        if condition.op == "and":
            first, second = (self.of(part, truth) for part in condition.args)
            return self.join(first, second) if truth else _either(first, second)
        term, mask = _meaning(condition)
        return {term: mask if truth else _full(term) & ~mask}

    def join(self, first: Facts | None, second: Facts | None) -> Facts | None:
        """What is known where both are; None where they contradict each other."""
        if first is None or second is None:
            return None
        if len(first) < len(second):
            first, second = second, first
        both = dict(first)
        for term, mask in second.items():
            both[term] = both.get(term, mask) & mask
            if not both[term]:
                return None
        return both

    def decide(self, facts: Facts, condition: Term, depth: int = DEPTH) -> Term:
        """The condition, simplified by what is known."""
        if condition.op == "const" or not depth or not facts:
            return condition
        if condition.op == "not":
            return self.terms.negate(self.decide(facts, condition.args[0], depth))
        if condition.op == "and":
            left, right = (self.decide(facts, part, depth - 1) for part in condition.args)
            return self.terms.both(left, right)
        term, mask = _meaning(condition)
        known = facts.get(term)
        if known is None:
            return condition
        if not known & mask:
            return self.terms.false
        return condition if known & ~mask else self.terms.true

    def value(self, facts: Facts, term: Term) -> Term:
        """A term, simplified by what is known: a constant, or one side of a choice."""
        while term.op == "ite":
            test = self.decide(facts, term.args[0], 1)
            if test.op != "const":
                break
            term = term.args[1] if test.low else term.args[2]
        known = facts.get(term)
        if known is None or known & (known - 1):
            return term
        value = term.low + known.bit_length() - 1
        return self.terms.truth(bool(value)) if term.boolean else self.terms.number(value)


def _meaning(condition: Term) -> tuple[Term, int]:
    """The term that a plain condition is about, and the values at which it holds."""
    if condition.op in ("==", "<"):
        term, bound = condition.args
        if bound.op == "const" and term.high - term.low < WIDEST:
            bit = 1 << bound.low - term.low
            return term, bit if condition.op == "==" else bit - 1
    return condition, 0b10


def _full(term: Term) -> int:
    return (1 << term.high - term.low + 1) - 1


def _either(first: Facts | None, second: Facts | None) -> Facts | None:
    if first is None or second is None:
        return second if first is None else first
    found = {}
    for term in first.keys() & second.keys():
        mask = first[term] | second[term]
        if mask != _full(term):
            found[term] = mask
    return found
