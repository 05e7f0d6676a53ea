"""The front end, second half: the statements of a rule, from text to checked form."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from . import declare, ir
from .expressions import ARITHMETIC, BOOL, INT, Expressions
from .types import RecordType, Scalar

INSTEAD: dict[type, str] = {
    ast.While: "use `for` over a constant range and return early",
    ast.Break: "return early from a rule of its own",
    ast.Continue: "put the rest of the body under an `if`",
    ast.Try: "rule errors end the transition; test beforehand",
    ast.With: "rules have no resources",
    ast.Raise: "use `assert`",
    ast.FunctionDef: "write the rule at the top level of the module",
    ast.ClassDef: "declare records at the top level of the module",
    ast.Global: "keep everything in the position",
    ast.Import: "import at the top of the module",
    ast.ImportFrom: "import at the top of the module",
    ast.Delete: "use clear() for a field",
    ast.AnnAssign: "leave the annotation of a local away",
}


class Body(Expressions):
    """Translates the statements of one rule."""

    def statements(self, body: Sequence[ast.stmt]) -> tuple[ir.Stmt, ...]:
        translated: list[ir.Stmt] = []
        for node in body:
            if translated and isinstance(translated[-1], ir.Return):
                self.refuse(node, "unreachable code", "delete it")
            statement = self.statement(node)
            if statement is not None:
                translated.append(statement)
        return tuple(translated)

    def statement(self, node: ast.stmt) -> ir.Stmt | None:
        if isinstance(node, ast.Pass):
            return None
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                return None
            return self._effect(node)
        if isinstance(node, ast.Assign):
            if len(node.targets) != 1:
                self.refuse(node, "several targets in one assignment", "assign one by one")
            return self._assign(node.targets[0], node.value, node.lineno)
        if isinstance(node, ast.AugAssign):
            return self._augment(node)
        if isinstance(node, ast.If):
            return self._branch(node)
        if isinstance(node, ast.For):
            return self._loop(node)
        if isinstance(node, ast.Return):
            return self._return(node)
        if isinstance(node, ast.Assert):
            site = self.scope.site(node.lineno, "assert", ast.unparse(node.test))
            return ir.Check(self.condition(node.test), site, node.lineno)
        what = f"`{type(node).__name__.lower()}` is outside the rules language"
        self.refuse(node, what, INSTEAD.get(type(node), "see the list of statements in the docs"))

    def _effect(self, node: ast.Expr) -> ir.Stmt:
        if not isinstance(node.value, ast.Call):
            self.refuse(node, "an expression whose value is lost", "delete it or assign it")
        if self._global(node.value.func) is declare.clear:
            if len(node.value.args) != 1:
                self.refuse(node, "clear() takes one place")
            path = self._written(node.value.args[0])
            if isinstance(path.type, Scalar):
                self.refuse(node, "clear() of a scalar", "assign it")
            return ir.Clear(path, node.lineno)
        call, _ = self.invoke(node.value)
        return ir.Do(call, node.lineno)

    def _written(self, node: ast.expr) -> ir.Path:
        path = self.place(node)
        if not path.steps:
            self.refuse(node, "a whole record parameter cannot be replaced", "assign its fields")
        if self.scope.records[path.root].frozen:
            self.refuse(node, f"{path.root!r} is a frozen record", "change the position")
        self.scope.writes.add(path.root)
        return path

    def _assign(self, target: ast.expr, value: ast.expr, line: int) -> ir.Stmt:
        if isinstance(target, ast.Name):
            translated, kind = self.value(value)
            self._set(target, kind)
            return ir.SetLocal(target.id, translated, line)
        if isinstance(target, ast.Tuple | ast.List | ast.Starred):
            self.refuse(target, "unpacking", "assign one by one")
        path = self._written(target)
        if isinstance(path.type, Scalar):
            return self._store(path, "=", value, target)
        if isinstance(value, ast.Call):
            return self._make(path, value, target)
        source = self.place(value)
        if source.type != path.type:
            self.refuse(value, "the two sides are of different types")
        return ir.CopyRecord(path, source, line)

    def _set(self, target: ast.Name, kind: str) -> None:
        name = target.id
        if name in self.scope.records:
            self.refuse(target, f"{name!r} is a record parameter", "choose another name")
        if name in vars(self.scope.module):
            self.refuse(target, f"{name!r} is also a global name", "choose another name")
        known = self.scope.kinds.setdefault(name, kind)
        if (known == BOOL) != (kind == BOOL):
            self.refuse(target, f"{name!r} holds a number here and a truth value there")
        if known != kind:
            self.scope.kinds[name] = INT
        self.scope.assigned.add(name)

    def _store(self, path: ir.Path, op: str, value: ast.expr, target: ast.expr) -> ir.Stmt:
        assert isinstance(path.type, Scalar)
        translated, kind = self.value(value)
        if (kind == BOOL) != path.type.boolean:
            what = "a truth value" if path.type.boolean else "a number"
            self.refuse(value, f"{ast.unparse(target)} needs {what}")
        if kind not in (INT, BOOL) and path.type.tag and kind != path.type.tag:
            self.refuse(value, f"{ast.unparse(target)} needs a {path.type.tag}, not a {kind}")
        domain = f"{ast.unparse(target)} outside {path.type.name}"
        site = self.scope.site(target.lineno, "domain", domain)
        return ir.Store(path, op, translated, site, target.lineno)

    def _make(self, path: ir.Path, call: ast.Call, target: ast.expr) -> ir.Stmt:
        assert isinstance(path.type, RecordType)
        made = self._global(call.func)
        if not (isinstance(made, type) and issubclass(made, declare.Record)):
            self.refuse(call, f"{ast.unparse(call.func)} makes no record")
        if self.scope.program.record(made) != path.type:
            self.refuse(call, f"{ast.unparse(target)} holds a {path.type.name}")
        given = {k.arg: k.value for k in call.keywords if k.arg}
        if call.args or set(given) != set(path.type.fields):
            self.refuse(call, f"{path.type.name} needs each field once by keyword")
        values: list[tuple[int, Scalar, ir.Expr, int]] = []
        for name, node in given.items():
            offset, kind = path.type.fields[name]
            if not isinstance(kind, Scalar):
                self.refuse(node, f"the field {name} is no scalar", "assign it separately")
            value, found = self.value(node)
            if (found == BOOL) != kind.boolean:
                self.refuse(node, f"{name} needs a {'truth value' if kind.boolean else 'number'}")
            if found not in (INT, BOOL) and kind.tag and found != kind.tag:
                self.refuse(node, f"{name} needs a {kind.tag}, not a {found}")
            site = self.scope.site(call.lineno, "domain", f"{name} outside {kind.name}")
            values.append((offset, kind, value, site))
        return ir.MakeRecord(path, tuple(values), call.lineno)

    def _augment(self, node: ast.AugAssign) -> ir.Stmt:
        if type(node.op) not in ARITHMETIC:
            self.refuse(node, f"the operator {type(node.op).__name__}=", "use +=, -= or *=")
        op = ARITHMETIC[type(node.op)]
        if isinstance(node.target, ast.Name):
            left, kind = self.number(node.target)
            right, other = self.number(node.value)
            if kind or other:
                self.refuse(node, f"arithmetic on {kind or other}", "members are no numbers")
            self._set(node.target, INT)
            return ir.SetLocal(node.target.id, ir.Arith(op, left, right), node.lineno)
        path = self._written(node.target)
        if not isinstance(path.type, Scalar) or path.type.boolean or path.type.tag:
            self.refuse(node, f"{ast.unparse(node.target)} is no number")
        return self._store(path, op, node.value, node.target)

    def _branch(self, node: ast.If) -> ir.Stmt:
        test = self.condition(node.test)
        before = set(self.scope.assigned)
        then = self.statements(node.body)
        after_then = self.scope.assigned
        self.scope.assigned = set(before)
        other = self.statements(node.orelse)
        if returns(then):
            pass
        elif returns(other):
            self.scope.assigned = after_then
        else:
            self.scope.assigned &= after_then
        return ir.Branch(test, then, other, node.lineno)

    def _loop(self, node: ast.For) -> ir.Stmt:
        call = node.iter
        if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "range"):
            self.refuse(node, "`for` over something else than a range", "use range(CONSTANT)")
        if node.orelse or not isinstance(node.target, ast.Name) or len(call.args) not in (1, 2):
            self.refuse(node, "this form of `for`", "use `for name in range(stop)` without else")
        bounds = [self.constant(argument) for argument in call.args]
        if any(bound is None for bound in bounds):
            self.refuse(
                node,
                "a range whose bounds are not constant",
                "loop over the capacity and test with `if` inside",
            )
        start, stop = (0, bounds[0]) if len(bounds) == 1 else bounds
        assert start is not None and stop is not None
        name = node.target.id
        if name in self.scope.assigned:
            self.refuse(node, f"the loop variable {name!r} is already in use", "rename it")
        self._set(node.target, INT)
        before = set(self.scope.assigned) - {name}
        for inner in ast.walk(ast.Module(list(node.body), [])):
            named = isinstance(inner, ast.Name) and inner.id == name
            if named and isinstance(getattr(inner, "ctx", None), ast.Store):
                self.refuse(inner, f"assignment to the loop variable {name!r}")
        body = self.statements(node.body)
        self.scope.assigned = before
        capacity = self._global(call.args[0]) if len(call.args) == 1 else None
        over = capacity.name if isinstance(capacity, declare.Capacity) else ""
        return ir.Loop(name, start, stop, body, node.lineno, over)

    def _return(self, node: ast.Return) -> ir.Stmt:
        result = self.result
        if (node.value is None) != (result is None):
            self.refuse(node, "returns a value here and none by its annotation, or the reverse")
        if node.value is None or result is None:
            return ir.Return(None, node.lineno)
        value, kind = self.value(node.value)
        if (kind == BOOL) != result.boolean:
            what = "true or false" if result.boolean else "a number"
            self.refuse(node, f"this rule returns {what} by its annotation")
        if kind not in (INT, BOOL) and result.tag and kind != result.tag:
            self.refuse(node, f"this rule returns a {result.tag}, not a {kind}")
        return ir.Return(value, node.lineno)

    result: Scalar | None = None


def returns(body: Sequence[ir.Stmt]) -> bool:
    """Whether every path through the statements returns."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ir.Branch):
        return returns(last.then) and returns(last.other)
    return isinstance(last, ir.Return)
