"""The front end, first half: expressions and places of the rules subset, checked and resolved."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NoReturn

from . import declare, ir
from .errors import Refused
from .program import Program
from .types import ArrayType, RecordType, Scalar, Type

ARITHMETIC: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
COMPARISONS: dict[type, str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip

BOOL = "bool"
INT = ""
"""Kinds of values: ``BOOL``, ``INT``, or the tag of an enumeration."""


@dataclass
class Signature:
    """What a call needs to know of a rule."""

    parameters: list[tuple[str, RecordType | Scalar]]
    result: Scalar | None
    writes: frozenset[str]


class Scope:
    """What names mean inside one rule."""

    def __init__(
        self,
        program: Program,
        module: ModuleType,
        signature: Callable[[str, int], Signature],
        site: Callable[[int, str, str], int],
        law: bool,
    ) -> None:
        self.program = program
        self.module = module
        self.signature = signature
        self.site = site
        self.law = law
        self.records: dict[str, RecordType] = {}
        self.kinds: dict[str, str] = {}
        self.assigned: set[str] = set()
        self.writes: set[str] = set()

    @property
    def file(self) -> str:
        return str(self.module.__file__)

    def refuse(self, node: ast.AST, what: str, instead: str = "") -> NoReturn:
        raise Refused(self.file, getattr(node, "lineno", 1), what, instead)

    def lookup(self, name: str, node: ast.AST) -> object:
        """The value of a global or builtin name."""
        if name in vars(self.module):
            return vars(self.module)[name]
        if name in ("range", "True", "False"):
            return name
        self.refuse(node, f"unknown name {name!r}", "declare or import it in this module")


class Expressions:
    """Translates expressions within one scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def refuse(self, node: ast.AST, what: str, instead: str = "") -> NoReturn:
        self.scope.refuse(node, what, instead)

    def constant(self, node: ast.expr) -> int | None:
        """The value of a constant integer expression, or None where it is not constant."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.constant(node.operand)
            return None if inner is None else -inner
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            left, right = self.constant(node.left), self.constant(node.right)
            if left is None or right is None:
                return None
            folded = {"+": left + right, "-": left - right, "*": left * right}
            return folded[ARITHMETIC[type(node.op)]]
        value = self._global(node)
        return None if isinstance(value, bool) else self.scope.program.constant(value)

    def _global(self, node: ast.expr) -> object:
        """What a name or dotted name outside the locals stands for, or None."""
        if isinstance(node, ast.Name) and node.id not in self.scope.kinds:
            return None if node.id in self.scope.records else vars(self.scope.module).get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = self._global(node.value)
            if isinstance(owner, type) and issubclass(owner, enum.IntEnum):
                if node.attr not in owner.__members__:
                    self.refuse(node, f"{owner.__name__} has no member {node.attr!r}")
                return owner[node.attr]
            if isinstance(owner, ModuleType):
                return getattr(owner, node.attr, None)
        return None

    def kind_of_constant(self, value: object) -> str:
        if isinstance(value, declare.Symbol | enum.IntEnum):
            return type(value).__name__
        return INT

    def place(self, node: ast.expr) -> ir.Path:
        """A path into a record parameter."""
        if isinstance(node, ast.Name):
            if node.id not in self.scope.records:
                self.refuse(node, f"{node.id!r} is no record parameter of this rule")
            return ir.Path(node.id, (), self.scope.records[node.id])
        if isinstance(node, ast.Attribute):
            inner = self.place(node.value)
            if not isinstance(inner.type, RecordType):
                self.refuse(node, f"no record has a field {node.attr!r} here")
            if node.attr not in inner.type.fields:
                known = ", ".join(inner.type.fields)
                self.refuse(
                    node, f"{inner.type.name} has no field {node.attr!r}", f"it has {known}"
                )
            offset, kind = inner.type.fields[node.attr]
            return ir.Path(inner.root, (*inner.steps, ir.FieldStep(node.attr, offset)), kind)
        if isinstance(node, ast.Subscript):
            inner = self.place(node.value)
            if not isinstance(inner.type, ArrayType):
                self.refuse(node, "only arrays are indexed")
            index, _ = self.number(node.slice)
            array = inner.type
            site = self.scope.site(node.lineno, "index", ast.unparse(node))
            step = ir.IndexStep(index, array.length, array.element.size, site)
            return ir.Path(inner.root, (*inner.steps, step), array.element)
        self.refuse(node, "not a place in a record", "name a field of a record parameter")

    def condition(self, node: ast.expr) -> ir.Expr:
        """An expression that is true or false."""
        value, kind = self.value(node)
        if kind != BOOL:
            self.refuse(node, "a number where a condition is needed", "compare it with 0 or NONE")
        return value

    def number(self, node: ast.expr) -> tuple[ir.Expr, str]:
        """An expression that is a number, with its kind."""
        value, kind = self.value(node)
        if kind == BOOL:
            self.refuse(node, "a truth value where a number is needed", "write `1 if x else 0`")
        return value, kind

    def value(self, node: ast.expr) -> tuple[ir.Expr, str]:
        """Any scalar expression, with its kind."""
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            return ir.Const(int(node.value), True), BOOL
        folded = self.constant(node)
        if folded is not None:
            return ir.Const(folded), self.kind_of_constant(self._global(node))
        translate: dict[type, Callable[[Any], tuple[ir.Expr, str]]] = {
            ast.Name: self._name,
            ast.Attribute: self._load,
            ast.Subscript: self._load,
            ast.BinOp: self._arithmetic,
            ast.UnaryOp: self._unary,
            ast.Compare: self._compare,
            ast.BoolOp: self._logic,
            ast.IfExp: self._choose,
            ast.Call: self.call,
        }
        handler = translate.get(type(node))
        if handler is None:
            self.refuse(
                node,
                f"`{ast.unparse(node)[:40]}` ({type(node).__name__}) is outside the rules language",
                "use numbers, fields, + - *, comparisons, and/or/not, `a if c else b` and calls",
            )
        return handler(node)

    def _name(self, node: ast.Name) -> tuple[ir.Expr, str]:
        name = node.id
        if name in self.scope.records:
            self.refuse(node, f"the record {name!r} is no value", "name one of its fields")
        if name not in self.scope.kinds:
            self.scope.lookup(name, node)
            self.refuse(node, f"{name!r} is no number", "use a constant, a local or a field")
        if name not in self.scope.assigned:
            self.refuse(node, f"{name!r} may be unassigned here", "assign it on every path before")
        kind = self.scope.kinds[name]
        return ir.Local(name, kind == BOOL), kind

    def _load(self, node: ast.Attribute | ast.Subscript) -> tuple[ir.Expr, str]:
        path = self.place(node)
        if not isinstance(path.type, Scalar):
            self.refuse(node, "a whole record or array is no value", "name one of its scalars")
        kind = BOOL if path.type.boolean else path.type.tag
        return ir.Load(path, path.type.boolean), kind

    def _arithmetic(self, node: ast.BinOp) -> tuple[ir.Expr, str]:
        if type(node.op) not in ARITHMETIC:
            self.refuse(node, f"the operator {type(node.op).__name__}", "use +, - or *")
        left, left_kind = self.number(node.left)
        right, right_kind = self.number(node.right)
        if left_kind or right_kind:
            self.refuse(node, f"arithmetic on {left_kind or right_kind}", "members are no numbers")
        return ir.Arith(ARITHMETIC[type(node.op)], left, right), INT

    def _unary(self, node: ast.UnaryOp) -> tuple[ir.Expr, str]:
        if isinstance(node.op, ast.Not):
            return ir.Not(self.condition(node.operand)), BOOL
        if isinstance(node.op, ast.USub):
            value, _ = self.number(node.operand)
            return ir.Arith("-", ir.Const(0), value), INT
        self.refuse(node, f"the operator {type(node.op).__name__}", "use `not` or `-`")

    def _compare(self, node: ast.Compare) -> tuple[ir.Expr, str]:
        operands = [node.left, *node.comparators]
        if len(operands) > 2 and any(isinstance(n, ast.Call) for n in operands[1:-1]):
            self.refuse(node, "a call in the middle of a chained comparison", "give it a name")
        parts: list[ir.Expr] = []
        for operator, left_node, right_node in zip(node.ops, operands, operands[1:], strict=False):
            if type(operator) not in COMPARISONS:
                self.refuse(node, f"`{type(operator).__name__}`", "use == != < <= > >= with or/and")
            left, left_kind = self.value(left_node)
            right, right_kind = self.value(right_node)
            plain = {INT, left_kind, right_kind} - {BOOL}
            if (left_kind == BOOL) != (right_kind == BOOL) or len(plain) > 2:
                self.refuse(
                    node, f"{left_kind or 'a number'} compared with {right_kind or 'a number'}"
                )
            parts.append(ir.Compare(COMPARISONS[type(operator)], left, right))
        return (parts[0] if len(parts) == 1 else ir.Logic("and", tuple(parts))), BOOL

    def _logic(self, node: ast.BoolOp) -> tuple[ir.Expr, str]:
        parts = [self.condition(node.values[0])]
        for part in node.values[1:]:
            self._pure(part)
            parts.append(self.condition(part))
        return ir.Logic("and" if isinstance(node.op, ast.And) else "or", tuple(parts)), BOOL

    def _choose(self, node: ast.IfExp) -> tuple[ir.Expr, str]:
        test = self.condition(node.test)
        self._pure(node.body)
        self._pure(node.orelse)
        then, then_kind = self.value(node.body)
        other, other_kind = self.value(node.orelse)
        if (then_kind == BOOL) != (other_kind == BOOL):
            self.refuse(node, "a number on one side and a truth value on the other")
        kind = then_kind if then_kind == other_kind else INT
        return ir.Choose(test, then, other, then_kind == BOOL), kind

    def _pure(self, node: ast.expr) -> None:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call):
                key = self.scope.program.key(self._global(inner.func))
                if key and self.scope.signature(key, inner.lineno).writes:
                    self.refuse(
                        inner,
                        f"{ast.unparse(inner.func)} changes a record in a part that may be skipped",
                        "call it in a statement of its own",
                    )

    def call(self, node: ast.Call) -> tuple[ir.Expr, str]:
        """A call of a rule that yields a value."""
        target = self._global(node.func)
        if target is declare.premise:
            if not self.scope.law:
                self.refuse(node, "premise() outside a law")
            if len(node.args) != 1 or node.keywords:
                self.refuse(node, "premise() takes one condition")
            return ir.Premise(self.condition(node.args[0])), BOOL
        call, result = self.invoke(node)
        if result is None:
            self.refuse(node, f"{ast.unparse(node.func)} returns nothing")
        return call, BOOL if result.boolean else result.tag

    def invoke(self, node: ast.Call) -> tuple[ir.Call, Scalar | None]:
        """A call of a rule, with the domain of its result."""
        name = ast.unparse(node.func)
        target = self._global(node.func)
        key = self.scope.program.key(target)
        if key is None:
            self.refuse(
                node, f"{name!r} is no rule of this program", "call functions of rules modules only"
            )
        signature = self.scope.signature(key, node.lineno)
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            self.refuse(node, f"keyword or starred arguments to {name}", "pass them by position")
        if len(node.args) != len(signature.parameters):
            self.refuse(node, f"{name} takes {len(signature.parameters)} arguments")
        arguments: list[ir.Expr | str] = []
        for argument, (parameter, kind) in zip(node.args, signature.parameters, strict=True):
            arguments.append(self._argument(argument, name, parameter, kind, signature.writes))
        roots = [a for a in arguments if isinstance(a, str)]
        if len(set(roots)) < len(roots) and signature.writes:
            self.refuse(node, f"the same record twice in a call of {name}, which changes one")
        boolean = signature.result is not None and signature.result.boolean
        return ir.Call(key, tuple(arguments), boolean), signature.result

    def _argument(
        self, node: ast.expr, name: str, parameter: str, kind: Type, writes: frozenset[str]
    ) -> ir.Expr | str:
        if isinstance(kind, RecordType):
            if not isinstance(node, ast.Name) or self.scope.records.get(node.id) != kind:
                self.refuse(node, f"{name} needs a {kind.name} as {parameter!r}")
            if parameter in writes:
                self.scope.writes.add(node.id)
            return node.id
        value, found = self.value(node)
        assert isinstance(kind, Scalar)
        if (found == BOOL) != kind.boolean:
            self.refuse(node, f"{name} needs a {'truth value' if kind.boolean else 'number'} here")
        if found and kind.tag and found not in (kind.tag, BOOL):
            self.refuse(node, f"{name} needs a {kind.tag} as {parameter!r}, not a {found}")
        return value
