"""Whether one side can match every move of the other, move by move.

*Alike* is branching bisimilarity (van Glabbeek and Weijland), by refinement of partitions with
signatures. *Simulation* is the weak one: a visible move is matched by the same one with silent
moves around it, a silent move by any number of silent ones. It is asked only where all traces of
the one side exist on the other, and on the quotients, which are small.
"""

from __future__ import annotations

from collections.abc import Iterator

from .observation import Label, Observed

Signature = frozenset[tuple[Label | None, int]]
Moves = list[set[tuple[Label | None, int]]]
MOST_PAIRS = 400_000


def quotients(old: Observed, new: Observed) -> tuple[Moves, int, int]:
    """Both graphs as one, with bisimilar nodes made one, and the two initial nodes in it."""
    shift = len(old.edges)
    moves = [[(label, to) for label, to, _ in edges] for edges in old.edges]
    moves += [[(label, to + shift) for label, to, _ in edges] for edges in new.edges]
    block = [0] * len(moves)
    count = 1
    while True:
        signatures = _signatures(moves, block)
        numbers: dict[tuple[int, Signature], int] = {}
        block = [
            numbers.setdefault((own, signature), len(numbers))
            for own, signature in zip(block, signatures, strict=True)
        ]
        if len(numbers) == count:
            break
        count = len(numbers)
    found: Moves = [set() for _ in range(count)]
    for node, signature in enumerate(_signatures(moves, block)):
        found[block[node]] |= signature
    return found, block[0], block[shift]


def _signatures(moves: list[list[tuple[Label | None, int]]], block: list[int]) -> list[Signature]:
    """What each node can do after silent moves within its block."""
    inert: list[list[int]] = [[] for _ in moves]
    found: list[set[tuple[Label | None, int]]] = []
    for node, edges in enumerate(moves):
        own = set()
        for label, to in edges:
            if label is None and block[to] == block[node]:
                inert[to].append(node)
            else:
                own.add((label, block[to]))
        found.append(own)
    pending = [node for node, before in enumerate(inert) if before]
    while pending:
        node = pending.pop()
        for before in inert[node]:
            if not found[node] <= found[before]:
                found[before] |= found[node]
                pending.append(before)
    return [frozenset(own) for own in found]


def simulates(moves: Moves, small: int, large: int) -> bool | None:
    """Whether the node ``large`` matches all that ``small`` does; None where that is too much."""
    after = _Weak(moves)
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    pending = [(small, large)]
    while pending:
        pair = pending.pop()
        if pair in pairs:
            continue
        pairs[pair] = []
        if len(pairs) > MOST_PAIRS:
            return None
        one, other = pair
        if one != other:
            for label, to in moves[one]:
                pending += [(to, match) for match in after(other, label)]
    failed: set[tuple[int, int]] = set()
    changed = True
    while changed:
        changed = False
        for pair in pairs:
            if pair not in failed and not all(_matched(moves, after, pair, failed)):
                failed.add(pair)
                changed = True
    return (small, large) not in failed


def _matched(
    moves: Moves, after: _Weak, pair: tuple[int, int], failed: set[tuple[int, int]]
) -> Iterator[bool]:
    one, other = pair
    if one != other:
        for label, to in moves[one]:
            yield any((to, match) not in failed for match in after(other, label))


class _Weak:
    """Where a node gets by a label with silent moves around it, found on demand."""

    def __init__(self, moves: Moves) -> None:
        self._moves = moves
        self._silent: dict[int, set[int]] = {}
        self._known: dict[tuple[int, Label | None], set[int]] = {}

    def __call__(self, node: int, label: Label | None) -> set[int]:
        if label is None:
            return self._closed(node)
        key = node, label
        if key not in self._known:
            found: set[int] = set()
            for before in self._closed(node):
                for move, to in self._moves[before]:
                    if move == label:
                        found |= self._closed(to)
            self._known[key] = found
        return self._known[key]

    def _closed(self, node: int) -> set[int]:
        if node not in self._silent:
            found, pending = {node}, [node]
            while pending:
                for label, to in self._moves[pending.pop()]:
                    if label is None and to not in found:
                        found.add(to)
                        pending.append(to)
            self._silent[node] = found
        return self._silent[node]
