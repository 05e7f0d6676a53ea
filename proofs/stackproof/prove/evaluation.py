"""What terms are for given values of their variables: the plain meaning, without a solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stackproof.lang.terms import Term


def evaluate(ordered: Sequence[Term], values: Mapping[Term, int]) -> dict[Term, int]:
    """The value of every term; ``ordered`` has parts before what they are part of.

    A variable without a value is 0, or the number of its domain that is closest to 0.
    """
    known: dict[Term, int] = {}
    for term in ordered:
        op, args = term.op, term.args
        if op == "ite":
            found = known[args[1]] if known[args[0]] else known[args[2]]
        elif op == "and":
            found = known[args[0]] & known[args[1]]
        elif op == "not":
            found = 1 - known[args[0]]
        elif op == "const":
            found = term.low
        elif op == "var":
            found = values[term] if term in values else min(max(term.low, 0), term.high)
        elif op == "clamp":
            found = known[args[0]]
            found = found if term.low <= found <= term.high else term.low
        else:
            found = _binary(op, known[args[0]], known[args[1]])
        known[term] = found
    return known


def _binary(op: str, a: int, b: int) -> int:
    if op == "==":
        return int(a == b)
    if op == "<":
        return int(a < b)
    if op == "+":
        return a + b
    return a - b if op == "-" else a * b
