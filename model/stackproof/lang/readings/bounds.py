"""Loops that need not run to their end, because their bodies do nothing from some number on.

Laws look for events with ``for i in range(EVENTS)`` and ask first whether there is an ``i``-th one.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..types import Scalar

Argument = ir.Expr | str


class Bounds:
    """Finds bounds of loops in one function."""

    def __init__(self, function: ir.Function, unit: ir.Unit) -> None:
        self.writes = function.writes
        self.unit = unit

    def of(self, loop: ir.Loop) -> ir.Load | None:
        """A number that stays the same during the loop, such that its body has no effect while
        the counter is not below it; None if there is none to be seen.
        """
        match loop.body:
            case (ir.Branch(test=test, other=()),):
                bound = self._bound(test, loop.name)
                return None if bound is None or bound.path.root in self.writes else bound
        return None

    def _bound(self, test: ir.Expr, counter: str) -> ir.Load | None:
        """A bound, if the test is false and has no effect from there on."""
        match test:
            case ir.Compare("<", ir.Local(name), ir.Load(path) as bound) if name == counter:
                return bound if _is_plain(path) else None
            case ir.Premise(part):
                return self._bound(part, counter)
            case ir.Logic("and", parts):
                for part in parts:
                    found = self._bound(part, counter)
                    if found is not None or not _is_harmless(part):
                        return found
            case ir.Call(key, arguments):
                return self._in_call(self.unit.functions[key], arguments, counter)
        return None

    def _in_call(
        self, rule: ir.Function, arguments: tuple[Argument, ...], counter: str
    ) -> ir.Load | None:
        given: Mapping[str, Argument] = {
            parameter.name: argument
            for parameter, argument in zip(rule.parameters, arguments, strict=True)
        }
        inner = [name for name, value in given.items() if value == ir.Local(counter)]
        if not inner or not self._arrives(rule, arguments):
            return None
        match rule.body:
            case (ir.Return(value=value),) if value is not None:
                bound = self._bound(value, inner[0])
                if bound is not None:
                    root = given[bound.path.root]
                    assert isinstance(root, str)
                    return ir.Load(ir.Path(root, bound.path.steps, bound.path.type))
        return None

    def _arrives(self, rule: ir.Function, arguments: tuple[Argument, ...]) -> bool:
        """Whether evaluating and passing the arguments cannot go wrong."""
        return all(
            isinstance(argument, str)
            or (_is_harmless(argument) and parameter.site not in self.unit.unproven)
            for parameter, argument in zip(rule.parameters, arguments, strict=True)
        )


def _is_plain(path: ir.Path) -> bool:
    """Whether a place is found without an index."""
    return all(isinstance(step, ir.FieldStep) for step in path.steps)


def _is_harmless(e: ir.Expr) -> bool:
    """Whether evaluating something simple has no effect and cannot go wrong."""
    match e:
        case ir.Const() | ir.Local():
            return True
        case ir.Load(path):
            return isinstance(path.type, Scalar) and _is_plain(path)
        case ir.Compare(_, left, right):
            return _is_harmless(left) and _is_harmless(right)
        case ir.Not(part):
            return _is_harmless(part)
    return False
