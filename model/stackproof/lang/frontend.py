"""The front end as a whole: rules and programs, from text to checked form.

Code outside the subset raises :class:`Refused` with file, line and what to write instead.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterable

from . import ir
from .errors import Refused, Site
from .expressions import BOOL, Scope, Signature
from .intervals import unproven_sites
from .program import Program, Rule
from .statements import Body, returns
from .types import RecordType, Scalar


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
        body = Body(scope)
        body.result = result
        statements = body.statements(node.body)
        if result is not None and not returns(statements):
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
