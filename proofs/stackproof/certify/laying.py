"""Lays a slice upon the terms of a case: what follows in the slice then follows in the case.

Each node of the slice is given a term of the same operation, each variable any term within its
interval, the goal the goal of the case and each hypothesis one that the case may use. Two nodes may
share a term; a term says no less than the node that it is given to. No solver is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stackproof.lang.terms import Term, family
from stackproof.prove.slices import SWAPPED, Slice, rebuilt

PATIENCE = 40
"""How many steps may be taken for each node, those that were wrong included."""

Agenda = tuple[object, "Agenda"] | None


@dataclass(frozen=True)
class Wanted:
    """A hypothesis of a slice: what it stands for, and its place among those of the same label."""

    node: Term
    label: str
    place: int


class Usable:
    """The hypotheses that a question may use, by what they stand for."""

    def __init__(self, labels: Mapping[Term, str], allowed: Sequence[Term]) -> None:
        self._all: dict[str, list[Term]] = {}
        for hypothesis, label in labels.items():
            self._all.setdefault(label, []).append(hypothesis)
        self._allowed = frozenset(allowed)

    def near(self, label: str, place: int) -> list[Term]:
        """Those of one label, first the one with that place among them, then its neighbours."""
        known = self._all.get(label, [])
        order = sorted(range(len(known)), key=lambda i: (abs(i - place), i))
        return [known[i] for i in order if known[i] in self._allowed]


class Piece:
    """A slice that is made ready to be laid. Raises :class:`~stackproof.prove.slices.Malformed`."""

    def __init__(self, piece: Slice) -> None:
        self.slice = piece
        self.terms = rebuilt(piece.nodes)

    def laid(self, goal: Term, usable: Usable) -> list[Term] | None:
        """The hypotheses of the case that the slice needs, or None where it cannot be laid."""
        nodes = self.terms
        aim = nodes[self.slice.goal]
        if aim.op not in ("var", goal.op):
            return None
        agenda: Agenda = None
        for label, place, node in reversed(self.slice.hypotheses):
            agenda = (Wanted(nodes[node], label, place), agenda)
        bound = _Search(PATIENCE * (len(nodes) + 25), usable).bind(((aim, goal), agenda))
        return None if bound is None else [bound[nodes[n]] for _, _, n in self.slice.hypotheses]


class _Search:
    """Depth first, with a bound on all steps: not finding a way to lay a slice is no harm."""

    def __init__(self, steps: int, usable: Usable) -> None:
        self._steps = steps
        self._usable = usable
        self._bound: dict[Term, Term] = {}
        self._trail: list[Term] = []
        self._choices: list[tuple[int, Iterator[Agenda]]] = []

    def bind(self, agenda: Agenda) -> dict[Term, Term] | None:
        while agenda is not None:
            self._steps -= 1
            if self._steps < 0:
                return None
            item, rest = agenda
            ways = self._ways(item, rest)
            if len(ways) == 1:
                agenda = ways[0]
                continue
            self._choices.append((len(self._trail), iter(ways)))
            while self._choices:
                mark, left = self._choices[-1]
                while len(self._trail) > mark:
                    del self._bound[self._trail.pop()]
                way = next(left, self)
                if not isinstance(way, _Search):
                    agenda = way
                    break
                self._choices.pop()
            else:
                return None
        return self._bound

    def _ways(self, item: object, rest: Agenda) -> list[Agenda]:
        """What to do next, in each way in which the item can be dealt with."""
        if isinstance(item, Wanted):
            found = self._usable.near(item.label, item.place)
            return [((item.node, term), rest) for term in found if self._fits(item.node, term)]
        assert isinstance(item, tuple)
        node, term = item
        if not self._fits(node, term):
            return []
        if node in self._bound:
            return [rest]
        self._bound[node] = term
        self._trail.append(node)
        pairs = list(zip(node.args, term.args, strict=True)) if node.args else []
        if node.op in SWAPPED and term.args[0] is not term.args[1]:
            orders = [pairs, list(zip(node.args, reversed(term.args), strict=True))]
            return [_with(o, rest) for o in orders if all(self._fits(*pair) for pair in o)]
        return [_with(pairs, rest)]

    def _fits(self, node: Term, term: Term) -> bool:
        """Whether a term may be given to a node, as far as can be seen without its parts."""
        known = self._bound.get(node)
        if known is not None:
            return known is term
        if node.boolean != term.boolean:
            return False
        if node.op == "var":
            if node.name and (term.op != "var" or family(term.name) != node.name):
                return False
            return node.low <= term.low and term.high <= node.high
        return node.op == term.op and (node.low, node.high) == (term.low, term.high)


def _with(pairs: Sequence[tuple[Term, Term]], rest: Agenda) -> Agenda:
    for pair in reversed(pairs):
        rest = (pair, rest)
    return rest
