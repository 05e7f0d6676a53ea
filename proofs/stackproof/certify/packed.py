"""Slices as text: a line for each node, with parts as distances, compressed.

A slice is its nodes, then a line with the goal and one for each hypothesis, then an empty line.
"""

from __future__ import annotations

import base64
import hashlib
import lzma
from collections.abc import Iterable

from stackproof.prove.slices import PARTS, Malformed, Node, Slice

LIMIT = 1 << 28
"""The longest text that is unpacked, in bytes."""


def text(piece: Slice) -> str:
    """The lines of a slice."""
    lines = [_line(i, node) for i, node in enumerate(piece.nodes)]
    lines.append(f"goal {len(piece.nodes) - piece.goal}")
    for label, place, node in piece.hypotheses:
        lines.append(f"given {len(piece.nodes) - node} {place} {label}")
    return "\n".join(lines) + "\n"


def digest(piece: Slice) -> str:
    """What tells a slice from all others."""
    return hashlib.sha256(text(piece).encode()).hexdigest()[:32]


def pack(pieces: Iterable[Slice]) -> str:
    """Slices in one compressed text."""
    whole = "\n".join(text(piece) for piece in pieces).encode()
    return base64.b85encode(lzma.compress(whole, preset=9)).decode()


def unpack(packed: str) -> list[Slice]:
    """The slices of a compressed text. Raises :class:`Malformed`."""
    try:
        reader = lzma.LZMADecompressor(memlimit=LIMIT)
        whole = reader.decompress(base64.b85decode(packed), LIMIT).decode()
        return [_slice(part) for part in whole.split("\n\n") if part]
    except (ValueError, lzma.LZMAError, UnicodeDecodeError, IndexError) as error:
        raise Malformed(f"no slices: {error}") from None


def _line(i: int, node: Node) -> str:
    op, *rest = node
    count = PARTS.get(str(op), 0)
    parts = [str(i - int(n)) for n in rest[:count]]
    return " ".join([str(op), *parts, *map(str, rest[count:])])


def _slice(part: str) -> Slice:
    nodes: list[Node] = []
    goal = -1
    hypotheses: list[tuple[str, int, int]] = []
    for line in part.splitlines():
        op, *rest = line.split(" ")
        if op == "goal":
            goal = len(nodes) - int(rest[0])
        elif op == "given":
            hypotheses.append((" ".join(rest[2:]), int(rest[1]), len(nodes) - int(rest[0])))
        elif op in PARTS:
            count = PARTS[op]
            inner = [len(nodes) - int(n) for n in rest[:count]]
            nodes.append((op, *inner, *map(int, rest[count:])))
        else:
            size = {"int": 2, "const": 1, "truth": 1}.get(op, 0)
            nodes.append((op, *map(int, rest[:size]), *rest[size:]))
    if not all(0 <= node < len(nodes) for node in (goal, *(n for _, _, n in hypotheses))):
        raise ValueError("a slice without a goal")
    return Slice(tuple(nodes), goal, tuple(hypotheses))
