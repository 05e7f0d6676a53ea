"""Slices: a goal that follows from hypotheses, in no more terms than it takes to see it.

A slice stands by itself. Terms that were not looked at are variables in it, which may be anything
in their intervals; if the goal follows all the same, it follows in every case that the slice can
be laid upon (``certify/laying.py``). A slice knows nothing of how terms are numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from stackproof.lang.terms import TRUTH, Term, family

Node = tuple[str | int, ...]
"""An operation with the numbers of its parts, which come before it; ``const`` and ``truth`` with
a value, ``clamp`` also with its interval, ``int`` and ``bool`` variables with their interval and,
if they are variables of the case, their name.
"""

PARTS = {"not": 1, "and": 2, "ite": 3, "==": 2, "<": 2, "+": 2, "-": 2, "*": 2, "clamp": 1}
"""How many parts an operation has."""
SWAPPED = frozenset({"and", "==", "+", "*"})
"""Operations whose parts may come in either order."""


class Malformed(Exception):
    """What is said to be a slice is none."""


@dataclass(frozen=True)
class Part:
    """What a solver was told when it found that a goal follows: hypotheses and the terms that were
    defined for it.
    """

    goal: Term
    used: tuple[Term, ...]
    defined: frozenset[Term]


@dataclass(frozen=True)
class Slice:
    """``hypotheses`` are nodes, with what they stand for and their place among those of the case
    that stand for the same.
    """

    nodes: tuple[Node, ...]
    goal: int
    hypotheses: tuple[tuple[str, int, int], ...]


def cut(part: Part, labels: Mapping[Term, str]) -> Slice:
    """The slice of a part; ``labels`` tell what all the hypotheses of the case stand for."""
    used = frozenset(part.used)
    counts: dict[str, int] = {}
    hypotheses: list[tuple[str, int, Term]] = []
    for hypothesis, label in labels.items():
        if hypothesis in used:
            hypotheses.append((label, counts.get(label, 0), hypothesis))
        counts[label] = counts.get(label, 0) + 1
    # The solver was told the negation of the goal, so that the goal itself counts as defined.
    return carved(part.defined | {part.goal}, part.goal, hypotheses)


def carved(
    defined: frozenset[Term], goal: Term, hypotheses: Sequence[tuple[str, int, Term]]
) -> Slice:
    """The slice with these definitions; hypotheses as in :class:`Slice`."""
    places: dict[Term, int] = {}
    nodes: list[Node] = []
    for term in _ordered([goal, *(h for _, _, h in hypotheses)], defined):
        inner = [places[a] for a in term.args] if term in defined else []
        places[term] = len(nodes)
        nodes.append(_node(term, inner))
    kept = tuple((label, place, places[h]) for label, place, h in hypotheses)
    return Slice(tuple(nodes), places[goal], kept)


def _ordered(roots: Sequence[Term], defined: frozenset[Term]) -> Iterator[Term]:
    """The terms of a slice, parts first, in an order that depends on its shape alone."""
    seen: set[Term] = set()
    pending = [(root, False) for root in reversed(roots)]
    while pending:
        term, entered = pending.pop()
        if entered:
            yield term
        elif term not in seen:
            seen.add(term)
            pending.append((term, True))
            if term in defined:
                pending += [(a, False) for a in reversed(term.args)]


def _node(term: Term, inner: Sequence[int]) -> Node:
    if term.op == "const":
        return ("truth" if term.boolean else "const", term.low)
    if not inner:
        name = (family(term.name),) if term.name else ()
        return ("bool", *name) if term.boolean else ("int", term.low, term.high, *name)
    return (term.op, *inner, *((term.low, term.high) if term.op == "clamp" else ()))


def rebuilt(nodes: Iterable[Node]) -> list[Term]:
    """The nodes as terms, made exactly as they stand. Intervals are found anew from the parts.

    Raises :class:`Malformed`.
    """
    terms: list[Term] = []
    for node in nodes:
        try:
            terms.append(_rebuilt(node, terms))
        except (IndexError, TypeError, ValueError, KeyError):
            raise Malformed(f"node {len(terms)} is {list(node)}") from None
    return terms


def _rebuilt(node: Node, known: Sequence[Term]) -> Term:
    op, serial = str(node[0]), len(known)
    numbers = [int(n) for n in node[1:] if not isinstance(n, str)]
    if op in ("const", "truth"):
        (value,) = numbers
        _require(op == "const" or value in TRUTH)
        return Term("const", (), (value, value), op == "truth", "", serial)
    if op in ("int", "bool"):
        low, high = numbers if op == "int" else TRUTH
        _require(low <= high)
        name = str(node[-1]) if isinstance(node[-1], str) and len(node) > 1 else ""
        return Term("var", (), (low, high), op == "bool", name, serial)
    count = PARTS[op]
    _require(all(0 <= n < serial for n in numbers[:count]))
    _require(len(numbers) == (3 if op == "clamp" else count))
    args = tuple(known[n] for n in numbers[:count])
    boolean, interval = _kind(op, args, numbers[count:])
    return Term(op, args, interval, boolean, "", serial)


def _kind(op: str, args: Sequence[Term], limits: Sequence[int]) -> tuple[bool, tuple[int, int]]:
    """Whether a term is a truth value, and its interval; checks what its parts are."""
    a, b = args[0], args[-1]
    if op == "ite":
        _require(a.boolean and args[1].boolean == b.boolean)
        return b.boolean, (min(args[1].low, b.low), max(args[1].high, b.high))
    if op in ("not", "and"):
        _require(a.boolean and b.boolean)
        return True, TRUTH
    if op == "==":
        _require(a.boolean == b.boolean)
        return True, TRUTH
    _require(not a.boolean and not b.boolean)
    if op == "<":
        return True, TRUTH
    if op == "clamp":
        low, high = limits
        _require(low <= high)
        return False, (low, high)
    if op == "+":
        return False, (a.low + b.low, a.high + b.high)
    if op == "-":
        return False, (a.low - b.high, a.high - b.low)
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return False, (min(corners), max(corners))


def _require(condition: bool) -> None:
    if not condition:
        raise ValueError
