"""Obligations as and-inverter graphs (AIGER 1.9): nothing bad is reached if the goal follows.

The graph has an input for each bit of a variable and one latch, which is 0 at first: it becomes
true where the hypotheses are and the goal is not. Biere, Heljanko, Wieringa: AIGER 1.9 and Beyond.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stackproof.lang.bits import TRUE, Circuits, Word, plain_and, size_of
from stackproof.lang.terms import Term, reachable


class Graph:
    """Gates as nodes of an and-inverter graph; variable 1 is the constant true."""

    def __init__(self) -> None:
        self.last = TRUE
        self.inputs: list[int] = []
        self.ands: list[tuple[int, int, int]] = []
        self._known: dict[tuple[int, int], int] = {}

    def fresh(self) -> int:
        self.last += 1
        self.inputs.append(self.last)
        return self.last

    def both(self, a: int, b: int) -> int:
        plain = plain_and(a, b)
        if plain is not None:
            return plain
        key = (a, b) if a < b else (b, a)
        if key not in self._known:
            self.last += 1
            self._known[key] = self.last
            self.ands.append((self.last, *key))
        return self._known[key]

    def differ(self, a: int, b: int) -> int:
        return self.both(-self.both(a, b), -self.both(-a, -b))

    def choose(self, test: int, then: int, other: int) -> int:
        return -self.both(-self.both(test, then), -self.both(-test, other))


def bad(graph: Graph, goal: Term, hypotheses: Sequence[Term]) -> tuple[int, dict[Term, Word]]:
    """The bit that is true where the hypotheses are and the goal is not, and those of variables."""
    circuits = Circuits(graph)
    words: dict[Term, Word] = {}
    found = TRUE
    variables: dict[Term, Word] = {}
    for term in reachable([goal, *hypotheses]):
        if term.op == "var":
            words[term] = variables[term] = [graph.fresh() for _ in range(size_of(term))]
            found = graph.both(found, circuits.within(term, words[term]))
        else:
            words[term] = circuits.node(term, [words[part] for part in term.args])
    for hypothesis in hypotheses:
        found = graph.both(found, words[hypothesis][0])
    return graph.both(found, -words[goal][0]), variables


def aiger(goal: Term, hypotheses: Sequence[Term], says: str) -> bytes:
    """The binary form, with the names of inputs and a comment that says what it is."""
    graph = Graph()
    wrong, variables = bad(graph, goal, hypotheses)
    # Inputs come first, then the latch, then gates; a gate comes after what it is made of.
    order = [*graph.inputs, 0, *(gate for gate, _, _ in graph.ands)]
    numbers = {variable: i for i, variable in enumerate(order, 1)}

    def literal(bit: int) -> int:
        if abs(bit) == TRUE:
            return int(bit > 0)
        return 2 * numbers[abs(bit)] + (bit < 0)

    inputs, latch = len(graph.inputs), 2 * numbers[0]
    head = f"aig {len(order)} {inputs} 1 0 {len(graph.ands)} 1\n{literal(wrong)}\n{latch}\n"
    body = bytearray()
    for gate, a, b in graph.ands:
        high, low = sorted((literal(a), literal(b)), reverse=True)
        body += _delta(literal(gate) - high) + _delta(high - low)
    names = "".join(f"i{i} {name}\n" for i, name in enumerate(_names(variables)))
    return head.encode() + bytes(body) + f"{names}b0 goal\nc\n{says}\n".encode()


def _names(variables: dict[Term, Word]) -> Iterator[str]:
    for variable, word in variables.items():
        name = (variable.name or f"any{variable.serial}").replace(" ", "_")
        yield from ((f"{name}.{i}" for i in range(len(word))) if len(word) > 1 else (name,))


def _delta(number: int) -> bytes:
    """A number in bytes of seven bits, least first."""
    found = bytearray()
    while number >= 128:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])
