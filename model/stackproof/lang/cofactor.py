"""Cofactors: what terms are where some conditions hold."""

from __future__ import annotations

from collections.abc import Sequence

from .knowledge import Facts, Knowledge
from .terms import Term, Terms


class Cofactor:
    """Simplifies terms by conditions that are assumed one after the other."""

    def __init__(self, terms: Terms, knowledge: Knowledge) -> None:
        self._terms = terms
        self._knowledge = knowledge
        self._known: dict[Term, bool] = {}
        self._facts: Facts = {}
        self._made: dict[Term, Term] = {}

    def assume(self, condition: Term, truth: bool = True) -> bool:
        """Take it that a condition is ``truth``; returns False where it plainly cannot be."""
        condition = self.of(condition)
        if condition.op == "not":
            return self.assume(condition.args[0], not truth)
        if condition.op == "const":
            return bool(condition.low) == truth
        if truth and condition.op == "and":
            return all(self.assume(part) for part in condition.args)
        facts = self._knowledge.join(self._facts, self._knowledge.of(condition, truth))
        if facts is None:
            return False
        self._known[condition] = truth
        self._facts = facts
        self._made = {}
        return True

    def all_of(self, terms: Sequence[Term], known: Sequence[Term]) -> list[Term]:
        """What terms are where all that holds; where they are the same as known ones, these."""
        pairs = zip(map(self.of, terms), known, strict=True)
        return [old if self.of(old) is new else new for new, old in pairs]

    def of(self, root: Term) -> Term:
        """What a term is where all that holds."""
        made, pending = self._made, [root]
        while pending:
            term = pending[-1]
            needed = [part for part in self._needed(term) if part not in made]
            if needed:
                pending += needed
            else:
                pending.pop()
                if term not in made:
                    made[term] = self._settled(term)
        return made[root]

    def _needed(self, term: Term) -> Sequence[Term]:
        """The parts that must be known first: of a choice that is decided, only one side."""
        if term in self._known:
            return ()
        if term.op not in ("ite", "and"):
            return term.args
        first = self._made.get(term.args[0])
        if first is None:
            return term.args[:1]
        if first.op != "const":
            return term.args
        if term.op == "ite":
            return (term.args[0], term.args[1 if first.low else 2])
        return term.args if first.low else term.args[:1]

    def _settled(self, term: Term) -> Term:
        if term in self._known:
            return self._terms.truth(self._known[term])
        parts = [self._made.get(part, part) for part in term.args]
        found = term
        if any(new is not old for new, old in zip(parts, term.args, strict=True)):
            found = self._terms.again(term, parts)
        if not found.boolean or found.op == "const":
            return self._knowledge.value(self._facts, found)
        found = self._knowledge.decide(self._facts, found, 1)
        return self._terms.truth(self._known[found]) if found in self._known else found
