"""The front end, second half: statements, rules and whole programs, from text to checked form.

Code outside the subset raises :class:`Refused` with file, line and what to write instead.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterable, Sequence

from . import declare, ir
from .errors import Refused, Site
from .expressions import ARITHMETIC, BOOL, INT, Expressions, Scope, Signature
from .intervals import unproven_sites
from .program import Program, Rule
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


class _Body(Expressions):
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
        if _returns(then):
            pass
        elif _returns(other):
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


def _returns(body: Sequence[ir.Stmt]) -> bool:
    """Whether every path through the statements returns."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ir.Branch):
        return _returns(last.then) and _returns(last.other)
    return isinstance(last, ir.Return)


class Translator:
    """Translates the rules that the roots reach, each once."""

    def __init__(self, program: Program, laws: Iterable[str] = ()) -> None:
        self.program = program
        self.laws = frozenset(laws)
        self.functions: dict[str, ir.Function] = {}
        self.sites: list[Site] = [Site("", 0, "", "")]
        self._signatures: dict[str, Signature] = {}
        self._open: list[str] = []

    def unit(self, roots: Iterable[str]) -> ir.Unit:
        """The checked form of the roots and of all that they call."""
        for key in roots:
            signature = self.signature(key, self.program.rules[key].line)
            if key in self.laws:
                self._law(self.program.rules[key], signature)
        return ir.Unit(self.functions, tuple(self.sites), unproven_sites(self.functions))

    def signature(self, key: str, line: int) -> Signature:
        if key not in self._signatures:
            rule = self.program.rules[key]
            if key in self._open:
                raise Refused(rule.file, line, f"{key.rpartition('.')[2]} calls itself")
            self._open.append(key)
            self._signatures[key] = self._translate(rule)
            self._open.pop()
        return self._signatures[key]

    def _law(self, rule: Rule, signature: Signature) -> None:
        name = rule.function.__name__
        if signature.writes:
            changed = ", ".join(sorted(signature.writes))
            raise Refused(rule.file, rule.line, f"the law {name} changes {changed}")
        if signature.result is None or not signature.result.boolean:
            raise Refused(rule.file, rule.line, f"the law {name} is no condition", "return a bool")

    def _site(self, file: str, line: int, kind: str, what: str) -> int:
        self.sites.append(Site(file, line, kind, what))
        return len(self.sites) - 1

    def _translate(self, rule: Rule) -> Signature:
        node = self.program.trees.get(rule.key)
        if node is None:
            raise Refused(rule.file, rule.line, "not written at the top level of its module")
        scope = Scope(
            self.program,
            rule.module,
            self.signature,
            lambda line, kind, what: self._site(rule.file, line, kind, what),
            rule.key in self.laws,
        )
        parameters, result = self._header(rule, node, scope)
        result_site = self._site(rule.file, node.lineno, "domain", f"result of {node.name}")
        name = rule.key + ".base" if rule.is_hook else rule.key
        body = _Body(scope)
        body.result = result
        statements = body.statements(node.body)
        if result is not None and not _returns(statements):
            scope.refuse(node, f"{node.name} may end without returning a value")
        writes = frozenset(scope.writes)
        self.functions[name] = ir.Function(
            name, rule.file, node.lineno, parameters, result, result_site, statements, writes
        )
        if rule.is_hook:
            writes = self._hook(rule, self.functions[name])
        return Signature([(p.name, p.type) for p in parameters], result, writes)

    def _header(
        self, rule: Rule, node: ast.FunctionDef, scope: Scope
    ) -> tuple[tuple[ir.Parameter, ...], Scalar | None]:
        arguments = node.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            scope.refuse(node, "only plain positional parameters", "remove defaults and stars")
        hints = typing.get_type_hints(rule.function, include_extras=True)
        parameters: list[ir.Parameter] = []
        for argument in arguments.args:
            name = argument.arg
            if name not in hints:
                scope.refuse(node, f"the parameter {name!r} declares no domain")
            try:
                kind = self.program.resolver.resolve(hints[name])
            except TypeError as error:
                scope.refuse(node, f"parameter {name!r}: {error}")
            if isinstance(kind, RecordType):
                scope.records[name] = kind
            elif isinstance(kind, Scalar):
                scope.kinds[name] = BOOL if kind.boolean else kind.tag
                scope.assigned.add(name)
            else:
                scope.refuse(node, f"the parameter {name!r} is an array", "pass its record")
            what = f"argument {name} of {node.name}"
            site = self._site(rule.file, node.lineno, "domain", what)
            parameters.append(ir.Parameter(name, kind, site))
        if "return" not in hints:
            scope.refuse(node, "no annotation of the result", "write `-> None` or a domain")
        if hints["return"] is type(None):
            return tuple(parameters), None
        try:
            result = self.program.resolver.resolve(hints["return"])
        except TypeError as error:
            scope.refuse(node, f"result: {error}")
        if not isinstance(result, Scalar):
            scope.refuse(node, "a rule returns a scalar or nothing")
        return tuple(parameters), result

    def _hook(self, rule: Rule, base: ir.Function) -> frozenset[str]:
        """The function that runs a hook's own body and then its extensions."""
        writes = set(base.writes)
        arguments: tuple[ir.Expr | str, ...] = tuple(
            p.name if isinstance(p.type, RecordType) else ir.Local(p.name, p.type.boolean)
            for p in base.parameters
        )
        boolean = base.result is not None and base.result.boolean
        calls = [ir.Call(base.key, arguments, boolean)]
        for key in rule.extensions:
            extension = self.program.rules[key]
            signature = self.signature(key, extension.line)
            expected = [p.type for p in base.parameters]
            if [kind for _, kind in signature.parameters] != expected:
                what = f"its parameters differ from those of the hook {rule.key}"
                raise Refused(extension.file, extension.line, what)
            if signature.result != base.result:
                what = f"its result differs from that of the hook {rule.key}"
                raise Refused(extension.file, extension.line, what)
            if base.result is not None and signature.writes:
                what = "an extension of a hook with a result must not change anything"
                raise Refused(extension.file, extension.line, what)
            for parameter, (name, _) in zip(base.parameters, signature.parameters, strict=True):
                if name in signature.writes:
                    writes.add(parameter.name)
            calls.append(ir.Call(key, arguments, boolean))
        body: list[ir.Stmt]
        if base.result is None:
            body = [ir.Do(call, base.line) for call in calls]
        elif boolean:
            value = ir.Logic("or", tuple(calls)) if len(calls) > 1 else calls[0]
            body = [ir.Return(value, base.line)]
        else:
            total: ir.Expr = calls[0]
            for call in calls[1:]:
                total = ir.Arith("+", total, call)
            body = [ir.Return(total, base.line)]
        self.functions[rule.key] = ir.Function(
            rule.key, base.file, base.line, base.parameters, base.result, base.result_site,
            tuple(body), frozenset(writes),
        )  # fmt: skip
        return frozenset(writes)
