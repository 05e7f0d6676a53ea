"""The checked rules as C, for engines that embed C: the same work as the compiled reading.

The same byte layout, the same checks at unproven sites, the same events. Every value gets a name
in the order of evaluation, because C leaves that order open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from stackproof.lang import ir
from stackproof.lang.frontend import Translator
from stackproof.lang.readings.abi import stride
from stackproof.lang.system import System
from stackproof.lang.types import RecordType, Scalar

PRELUDE = """\
#include <string.h>
typedef unsigned char byte;

static int error; /* the site of the first rule error of a call */

#define GUARD(bad, site, repair) \\
    do { if (__builtin_expect(bad, 0)) { if (!error) error = site; repair; } } while (0)
"""

TAKE = """\
static int take(byte *restrict setup, const byte *restrict before, int verb, int argument,
                byte *restrict after, byte *restrict step)
{
    memcpy(after, before, STATE);
    memset(step, 0, STEP);
    apply(setup, after, verb, argument, step);
    if (__builtin_expect(error, 0)) memcpy(after, before, STATE);
    return error;
}
"""


def header(system: System) -> str:
    """A C header with ``legal``, ``apply``, ``take`` and ``finished``, from the rules' text.

    ``VERBS(X)`` stands for ``X(verb, size)`` for each verb that has a size.
    """
    unit = Translator(system.program).unit(system.roots())
    verbs = " ".join(f"X({i}, {size})" for i, (_, size) in enumerate(system.verbs) if size)
    sizes = {
        "STATE": system.state_type.size,
        "STRIDE": stride(system),
        "STEP": max(1, system.step_type.size),
        "SETUP": system.setup_type.size,
        "ACTIONS": sum(size for _, size in system.verbs),
        "VERBS(X)": verbs,
    }
    parts = [PRELUDE, *(f"#define {name} {value}" for name, value in sizes.items()), ""]
    parts += [_prototype(function) + ";" for function in unit.functions.values()]
    parts += [_Function(function, unit).text() for function in unit.functions.values()]
    entries = {"legal": system.legal, "apply": system.apply, "finished": system.finished}
    parts += [_entry(n, unit.functions[system.key(rule)]) for n, rule in entries.items()]
    return "\n".join([*parts, TAKE])


def array(name: str, data: bytes) -> str:
    """A C array, of which no compiler may take the content for known."""
    return f"unsigned char {name}[] = {{{','.join(map(str, data))}}};\n"


def _symbol(key: str) -> str:
    return "rule_" + key.replace(".", "_")


def _parameters(function: ir.Function) -> str:
    return ", ".join(
        f"byte *restrict r_{p.name}" if isinstance(p.type, RecordType) else f"int v_{p.name}"
        for p in function.parameters
    )


def _prototype(function: ir.Function) -> str:
    result = "int" if function.result else "void"
    return f"static {result} {_symbol(function.key)}({_parameters(function) or 'void'})"


def _outside(value: str, low: int, high: int) -> str:
    distance = f"({value} - {low})" if low > 0 else f"({value} + {-low})" if low else value
    return f"(unsigned){distance} > {high - low}u"


def _entry(name: str, function: ir.Function) -> str:
    """What an engine calls: starts without an error and checks the arguments."""
    lines = [f"static int {name}({_parameters(function)})", "{", "    error = 0;"]
    arguments = []
    for p in function.parameters:
        arguments.append(f"r_{p.name}" if isinstance(p.type, RecordType) else f"v_{p.name}")
        if isinstance(p.type, Scalar):
            bad = _outside(arguments[-1], p.type.low, p.type.high)
            lines.append(f"    GUARD({bad}, {p.site}, {arguments[-1]} = {p.type.low});")
    call = f"{_symbol(function.key)}({', '.join(arguments)})"
    lines += [f"    return {call};"] if function.result else [f"    {call};", "    return error;"]
    return "\n".join([*lines, "}"])


class _Function:
    """Writes one rule."""

    def __init__(self, function: ir.Function, unit: ir.Unit) -> None:
        self.function = function
        self.functions: Mapping[str, ir.Function] = unit.functions
        self.unproven = unit.unproven
        self.lines: list[str] = []
        self.locals: set[str] = set()
        self.names = 0
        self.indent = 1

    def text(self) -> str:
        self.block(self.function.body)
        own = self.locals - {p.name for p in self.function.parameters}
        declared = [f"    int v_{name};" for name in sorted(own)]
        return "\n".join([_prototype(self.function), "{", *declared, *self.lines, "}"])

    def put(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def name(self, value: str, kind: str = "int ") -> str:
        """A new name for a value."""
        self.names += 1
        self.put(f"{kind}t{self.names} = {value};")
        return f"t{self.names}"

    @contextmanager
    def braces(self, opening: str) -> Iterator[None]:
        self.put(opening + " {")
        self.indent += 1
        yield
        self.indent -= 1
        self.put("}")

    def check(self, value: str, low: int, high: int, site: int) -> str:
        """A value that must be in a domain, or the lowest one of it and a rule error."""
        if site not in self.unproven:
            return value
        checked = self.name(value)
        self.put(f"GUARD({_outside(checked, low, high)}, {site}, {checked} = {low});")
        return checked

    def block(self, body: Sequence[ir.Stmt]) -> None:
        for statement in body:
            _STATEMENTS[type(statement)](self, statement)

    def set_local(self, s: ir.SetLocal) -> None:
        value = self.value(s.value)
        self.locals.add(s.name)
        self.put(f"v_{s.name} = {value};")

    def store(self, s: ir.Store) -> None:
        scalar = s.path.type
        assert isinstance(scalar, Scalar)
        if s.op == "=":
            value = self.value(s.value)
            place = self.place(s.path)
        else:
            place = self.place(s.path)
            before = self.read(place, scalar)
            value = self.name(f"{before} {s.op} {self.value(s.value)}")
        self.put(f"*{place} = {self.check(value, scalar.low, scalar.high, s.site)};")

    def copy_record(self, s: ir.CopyRecord) -> None:
        source = self.place(s.source)
        self.put(f"memcpy({self.place(s.target)}, {source}, {s.target.type.size});")

    def make_record(self, s: ir.MakeRecord) -> None:
        values = [self.value(value) for _, _, value, _ in s.values]
        checked = [
            self.check(value, scalar.low, scalar.high, site)
            for value, (_, scalar, _, site) in zip(values, s.values, strict=True)
        ]
        place = self.place(s.target)
        for value, (offset, _, _, _) in zip(checked, s.values, strict=True):
            self.put(f"{place}[{offset}] = {value};")

    def clear(self, s: ir.Clear) -> None:
        self.put(f"memset({self.place(s.target)}, 0, {s.target.type.size});")

    def branch(self, s: ir.Branch) -> None:
        with self.braces(f"if ({self.value(s.test)})"):
            self.block(s.then)
        if s.other:
            with self.braces("else"):
                self.block(s.other)

    def loop(self, s: ir.Loop) -> None:
        self.locals.add(s.name)
        counter = f"v_{s.name}"
        with self.braces(f"for ({counter} = {s.start}; {counter} < {s.stop}; {counter}++)"):
            self.block(s.body)

    def give(self, s: ir.Return) -> None:
        result = self.function.result
        if s.value is None or result is None:
            self.put("return;")
        else:
            value = self.value(s.value)
            checked = self.check(value, result.low, result.high, self.function.result_site)
            self.put(f"return {checked};")

    def assertion(self, s: ir.Check) -> None:
        self.put(f"GUARD(!{self.value(s.test)}, {s.site}, );")

    def do(self, s: ir.Do) -> None:
        self.put(self.called(s.call) + ";")

    def place(self, path: ir.Path) -> str:
        """The address of a place; each index is checked before the next is evaluated."""
        terms, constant = [f"r_{path.root}"], 0
        for step in path.steps:
            if isinstance(step, ir.FieldStep):
                constant += step.offset
            else:
                index = self.check(self.value(step.index), 0, step.length - 1, step.site)
                terms.append(f"(unsigned){index} * {step.stride}ul")
        return self.name(" + ".join([*terms, str(constant)]), "byte *")

    def read(self, place: str, scalar: Scalar) -> str:
        if scalar.boolean:
            return self.name(f"*{place} != 0")
        return self.name(f"(signed char)*{place}" if scalar.signed else f"*{place}")

    def value(self, e: ir.Expr) -> str:
        return _EXPRESSIONS[type(e)](self, e)

    def constant(self, e: ir.Const) -> str:
        return str(e.value) if e.value >= 0 else f"({e.value})"

    def get_local(self, e: ir.Local) -> str:
        return f"v_{e.name}"

    def load(self, e: ir.Load) -> str:
        assert isinstance(e.path.type, Scalar)
        return self.read(self.place(e.path), e.path.type)

    def binary(self, e: ir.Arith | ir.Compare) -> str:
        left = self.value(e.left)
        return self.name(f"{left} {e.op} {self.value(e.right)}")

    def logic(self, e: ir.Logic) -> str:
        known = self.name(self.value(e.parts[0]))
        for part in e.parts[1:]:
            with self.braces(f"if ({known})" if e.op == "and" else f"if (!{known})"):
                self.put(f"{known} = {self.value(part)};")
        return known

    def choose(self, e: ir.Choose) -> str:
        test = self.value(e.test)
        chosen = self.name("0")
        for opening, part in ((f"if ({test})", e.then), ("else", e.other)):
            with self.braces(opening):
                self.put(f"{chosen} = {self.value(part)};")
        return chosen

    def negation(self, e: ir.Not) -> str:
        return self.name(f"!{self.value(e.part)}")

    def called(self, e: ir.Call) -> str:
        given = [f"r_{a}" if isinstance(a, str) else self.value(a) for a in e.arguments]
        parameters = self.functions[e.key].parameters
        checked = [
            self.check(value, p.type.low, p.type.high, p.site)
            if isinstance(p.type, Scalar)
            else value
            for value, p in zip(given, parameters, strict=True)
        ]
        return f"{_symbol(e.key)}({', '.join(checked)})"

    def call(self, e: ir.Call) -> str:
        return self.name(self.called(e))


_STATEMENTS: dict[type, Callable[[_Function, Any], None]] = {
    ir.SetLocal: _Function.set_local, ir.Store: _Function.store,
    ir.CopyRecord: _Function.copy_record, ir.MakeRecord: _Function.make_record,
    ir.Clear: _Function.clear, ir.Branch: _Function.branch, ir.Loop: _Function.loop,
    ir.Return: _Function.give, ir.Check: _Function.assertion, ir.Do: _Function.do,
}  # fmt: skip

_EXPRESSIONS: dict[type, Callable[[_Function, Any], str]] = {
    ir.Const: _Function.constant, ir.Local: _Function.get_local, ir.Load: _Function.load,
    ir.Arith: _Function.binary, ir.Compare: _Function.binary, ir.Logic: _Function.logic,
    ir.Choose: _Function.choose, ir.Not: _Function.negation, ir.Call: _Function.call,
}  # fmt: skip
