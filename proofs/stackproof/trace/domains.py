"""What the expressions of a rule stand for: the declared domains of names and fields."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from stackproof.lang.declare import Capacity
from stackproof.lang.readings.python import PythonReading
from stackproof.lang.types import ArrayType, RecordType, Scalar, Type


class Domains:
    """The domains of one rule's expressions, as far as they are declared."""

    def __init__(self, reading: PythonReading, key: str) -> None:
        self._reading = reading
        rule = reading.program.rules[key]
        self._module = rule.module
        self._names: dict[str, Type] = dict(reading.domains_of(key))
        for node in ast.walk(reading.program.trees[key]):
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                self._loop(node.target.id, node.iter)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found = self._type(node.value)
                if found is not None:
                    self._names.setdefault(node.targets[0].id, found)

    def _loop(self, name: str, over: ast.expr) -> None:
        """A loop variable runs over the members of a capacity."""
        if (
            isinstance(over, ast.Call)
            and len(over.args) == 1
            and isinstance(over.args[0], ast.Name)
        ):
            capacity = getattr(self._module, over.args[0].id, None)
            if isinstance(capacity, Capacity):
                size = self._reading.program.capacities[capacity.name]
                self._names[name] = Scalar(capacity.name, 0, size - 1, of=capacity.name)

    def of(self, node: ast.expr) -> Scalar | None:
        """The domain of an expression with a number for a value; None where it has none."""
        found = self._type(node)
        return found if isinstance(found, Scalar) and not found.boolean else None

    def parts(self, node: ast.expr) -> Iterator[tuple[str, Scalar | None]]:
        """The parts of a condition whose values a reader wants to know, with their domains: the
        sides of a comparison, which have that of the other side without one of their own, then
        the arguments of calls and the indices inside.
        """
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            known = next((domain for domain in map(self.of, sides) if domain), None)
            for side in sides:
                yield ast.unparse(side), self.of(side) or known
                yield from self._inside(side)
        else:
            yield from self._inside(node)

    def _inside(self, node: ast.expr) -> Iterator[tuple[str, Scalar | None]]:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name | ast.Attribute | ast.Subscript):
                domain = self.of(inner)
                if domain is not None and domain.of in ("cards", "seats", "events"):
                    yield ast.unparse(inner), domain

    def _type(self, node: ast.expr) -> Type | None:
        if isinstance(node, ast.Name):
            return self._names.get(node.id)
        if isinstance(node, ast.Attribute):
            record = self._type(node.value)
            if isinstance(record, RecordType) and node.attr in record.fields:
                return record.fields[node.attr][1]
        if isinstance(node, ast.Subscript):
            array = self._type(node.value)
            return array.element if isinstance(array, ArrayType) else None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            key = self._reading.program.key(getattr(self._module, node.func.id, None))
            return self._reading.domains_of(key).get("return") if key else None
        return None
