"""What follows plainly: a part of a goal of which a hypothesis says as much, or more.

A hypothesis and a part are implications, mostly with the same conclusion; the part follows if its
premises contain those of the hypothesis. That is seen without a solver, and needs no certificate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from functools import reduce

from stackproof.lang.terms import Term, Terms


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


def parted(terms: Terms, condition: Term) -> list[Term]:
    """What a condition comes to, part by part, or itself if it is one: the parts of a conjunction,
    what is to hold either way of a choice, or the parts of what an implication says.
    """
    if condition.op == "and":
        return conjuncts(condition)
    if condition.op == "ite":
        test, then, otherwise = condition.args
        return [terms.either(terms.negate(test), then), terms.either(test, otherwise)]
    if condition.op != "not" or condition.args[0].op != "and":
        return [condition]
    against = conjuncts(condition.args[0])
    # What is made of most is what is said, the others are where it is to hold.
    told = max(against, key=lambda term: term.rank)
    parts = parted(terms, terms.negate(told))
    if len(parts) == 1:
        return [condition]
    others = reduce(terms.both, (term for term in against if term is not told), terms.true)
    return [terms.either(terms.negate(others), part) for part in parts]


class Plain:
    """Hypotheses, to be found by what speaks against them."""

    def __init__(self, terms: Terms, hypotheses: Iterable[Term]) -> None:
        self.terms = terms
        against = {h: frozenset(conjuncts(terms.negate(h))) for h in hypotheses}
        often = Counter(term for known in against.values() for term in known)
        self._by_rarest: dict[Term, list[tuple[frozenset[Term], Term]]] = {}
        for hypothesis, known in against.items():
            rarest = min(known, key=lambda term: (often[term], term.serial))
            self._by_rarest.setdefault(rarest, []).append((known, hypothesis))

    def says(self, part: Term, allowed: Collection[Term]) -> Term | None:
        """A hypothesis of those allowed that says a part, or None."""
        against = frozenset(conjuncts(self.terms.negate(part)))
        for term in against:
            for known, hypothesis in self._by_rarest.get(term, ()):
                if known <= against and hypothesis in allowed:
                    return hypothesis
        return None

    def left(self, goal: Term, allowed: Collection[Term]) -> tuple[Term, list[Term]]:
        """What is left to show of a goal, and the hypotheses that say the rest."""
        used: dict[Term, None] = {}
        parts: list[Term] = []
        for part in conjuncts(goal):
            found = self.says(part, allowed)
            if found is None:
                parts.append(part)
            else:
                used[found] = None
        return reduce(self.terms.both, parts, self.terms.true), list(used)
