"""Frames: which scalars of its records a rule may change, found from its text."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from stackproof.lang import ir
from stackproof.lang.footprints import Footprints
from stackproof.lang.walking import places


class Frames(Footprints):
    """The scalars that each rule may change; rules that are ``never`` called, by their keys, change
    nothing.
    """

    def __init__(self, unit: ir.Unit, never: Collection[str] = ()) -> None:
        super().__init__(unit)
        self._never = never

    def touched(self, node: object) -> Iterator[tuple[str, int]]:
        if isinstance(node, ir.Store):
            yield from places(node.path, 1)
        elif isinstance(node, ir.CopyRecord | ir.MakeRecord | ir.Clear):
            yield from places(node.target, node.target.type.size)

    def passed(self, call: ir.Call) -> Iterator[tuple[str, int]]:
        if call.key not in self._never:
            yield from super().passed(call)
