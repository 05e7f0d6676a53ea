"""Rules to LLVM: every checked rule becomes one internal function over packed records.

Numbers are 32 bits wide, truth values one; records are pointers that do not alias. Each function
takes a context first, for rule errors and premises. Sites that interval analysis has proven get no
check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from llvmlite import ir as ll

from .. import ir
from ..types import RecordType, Scalar
from .bounds import Bounds
from .emit import (
    BIT,
    BYTE,
    LONG,
    POINTER,
    PREMISE,
    WORD,
    Value,
    at,
    copy,
    domain,
    guard,
    inside,
    is_zero,
    least,
    long,
    room,
    scalar_type,
    word,
    zero,
)

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}
COMPARISONS = {op: op for op in ("==", "!=", "<", "<=", ">", ">=")}


def lower(unit: ir.Unit, module: Any, lowering: type[Lowering] | None = None) -> dict[str, Any]:
    """Emit all functions of a unit into an LLVM module; returns them by key."""
    lowering = lowering or Lowering
    emitted: dict[str, Any] = {}
    for key, function in unit.functions.items():
        kinds = [POINTER if isinstance(p.type, RecordType) else scalar_type(p.type)
                 for p in function.parameters]  # fmt: skip
        result = scalar_type(function.result) if function.result else ll.VoidType()
        target = ll.Function(module, ll.FunctionType(result, [POINTER, *kinds]), key)
        target.linkage = "internal"
        target.attributes.add("nounwind")
        for argument in target.args:
            if argument.type is POINTER:
                argument.add_attribute("noalias")
        emitted[key] = target
        lowering(function, unit, emitted).run()
    return emitted


class Lowering:
    """Emits one function."""

    def __init__(self, function: ir.Function, unit: ir.Unit, emitted: Mapping[str, Any]) -> None:
        self.function = function
        self.functions = unit.functions
        self.unproven = unit.unproven
        self.bounds = Bounds(function, unit)
        self.emitted = emitted
        self.target = emitted[function.key]
        self.context = self.target.args[0]
        self.entry = ll.IRBuilder(self.target.append_basic_block("entry"))
        self.b = ll.IRBuilder(self.target.append_basic_block("body"))
        self.records: dict[str, Value] = {}
        self.locals: dict[str, Value] = {}

    def run(self) -> None:
        for parameter, value in zip(self.function.parameters, self.target.args[1:], strict=True):
            if isinstance(parameter.type, RecordType):
                self.records[parameter.name] = value
            else:
                self.entry.store(value, self.local(parameter.name, value.type))
        self.block(self.function.body)
        if not self.b.block.is_terminated:
            self.b.ret_void()
        self.entry.branch(self.target.basic_blocks[1])

    def local(self, name: str, kind: Any) -> Value:
        """The stack slot of a local, which the optimiser turns into a register."""
        if name not in self.locals:
            self.locals[name] = room(self.entry, kind)
        return self.locals[name]

    def check(self, value: Value, scalar: Scalar, site: int) -> Value:
        """A value on its way into a domain."""
        if site not in self.unproven:
            return value
        return domain(self.b, self.context, value, scalar, site)

    def block(self, body: tuple[ir.Stmt, ...]) -> None:
        for statement in body:
            if self.b.block.is_terminated:
                return
            self.statement(statement)

    def statement(self, s: ir.Stmt) -> None:
        _STATEMENTS[type(s)](self, s)

    def set_local(self, s: ir.SetLocal) -> None:
        value = self.value(s.value)
        self.b.store(value, self.local(s.name, value.type))

    def store(self, s: ir.Store) -> None:
        scalar = s.path.type
        assert isinstance(scalar, Scalar)
        if s.op == "=":
            value = self.value(s.value)
            place = self.place(s.path)
        else:
            place = self.place(s.path)
            value = self.arithmetic(s.op, self.read(place, scalar), self.value(s.value))
        self.write(place, scalar, self.check(value, scalar, s.site))

    def copy_record(self, s: ir.CopyRecord) -> None:
        source = self.place(s.source)
        copy(self.b, self.place(s.target), source, s.target.type.size)

    def make_record(self, s: ir.MakeRecord) -> None:
        values = [self.value(value) for _, _, value, _ in s.values]
        checked = [
            self.check(value, scalar, site)
            for value, (_, scalar, _, site) in zip(values, s.values, strict=True)
        ]
        place = self.place(s.target)
        for value, (offset, scalar, _, _) in zip(checked, s.values, strict=True):
            self.write(at(self.b, place, offset), scalar, value)

    def clear(self, s: ir.Clear) -> None:
        zero(self.b, self.place(s.target), s.target.type.size)

    def branch(self, s: ir.Branch) -> None:
        then, other, end = (self.b.append_basic_block() for _ in range(3))
        self.b.cbranch(self.value(s.test), then, other)
        reached = False
        for block, body in ((then, s.then), (other, s.other)):
            self.b.position_at_end(block)
            self.block(body)
            if not self.b.block.is_terminated:
                self.b.branch(end)
                reached = True
        self.b.position_at_end(end)
        if not reached:
            self.b.unreachable()

    def bound(self, s: ir.Loop) -> ir.Load | None:
        """From which number on a loop need not run."""
        return self.bounds.of(s)

    def loop(self, s: ir.Loop) -> None:
        if s.stop <= s.start:
            return
        counter = self.local(s.name, WORD)
        body, end = self.b.append_basic_block(), self.b.append_basic_block()
        stop = word(s.stop)
        self.b.store(word(s.start), counter)
        bound = self.bound(s)
        if bound is None:
            self.b.branch(body)
        else:
            stop = least(self.b, self.value(bound), stop)
            self.b.cbranch(self.b.icmp_signed("<", word(s.start), stop), body, end)
        self.b.position_at_end(body)
        self.block(s.body)
        if not self.b.block.is_terminated:
            following = self.b.add(self.b.load(counter, typ=WORD), word(1), flags=("nsw",))
            self.b.store(following, counter)
            self.b.cbranch(self.b.icmp_signed("<", following, stop), body, end)
        self.b.position_at_end(end)

    def give(self, s: ir.Return) -> None:
        if s.value is None or self.function.result is None:
            self.b.ret_void()
            return
        value = self.value(s.value)
        self.b.ret(self.check(value, self.function.result, self.function.result_site))

    def assertion(self, s: ir.Check) -> None:
        test = self.value(s.test)
        guard(self.b, self.context, test, s.site)

    def do(self, s: ir.Do) -> None:
        self.call(s.call)

    def place(self, path: ir.Path) -> Value:
        """The address of a place; each index is checked before the next is evaluated."""
        pointer, constant = self.records[path.root], 0
        for step in path.steps:
            if isinstance(step, ir.FieldStep):
                constant += step.offset
                continue
            index = self.value(step.index)
            if step.site in self.unproven:
                ok = inside(self.b, index, 0, step.length - 1)
                index = guard(self.b, self.context, ok, step.site, index, word(0))
            offset = self.b.mul(self.b.zext(index, LONG), long(step.stride))
            pointer = at(self.b, pointer, offset)
        return at(self.b, pointer, constant) if constant else pointer

    def read(self, place: Value, scalar: Scalar) -> Value:
        byte = self.b.load(place, typ=BYTE)
        if scalar.boolean:
            return self.b.not_(is_zero(self.b, byte))
        return self.b.sext(byte, WORD) if scalar.signed else self.b.zext(byte, WORD)

    def write(self, place: Value, scalar: Scalar, value: Value) -> None:
        byte = self.b.zext(value, BYTE) if scalar.boolean else self.b.trunc(value, BYTE)
        self.b.store(byte, place)

    def value(self, e: ir.Expr) -> Value:
        return _EXPRESSIONS[type(e)](self, e)

    def constant(self, e: ir.Const) -> Value:
        return ll.Constant(BIT if e.boolean else WORD, e.value)

    def get_local(self, e: ir.Local) -> Value:
        slot = self.locals[e.name]
        return self.b.load(slot, typ=slot.allocated_type)

    def load(self, e: ir.Load) -> Value:
        assert isinstance(e.path.type, Scalar)
        return self.read(self.place(e.path), e.path.type)

    def arithmetic(self, op: str, left: Value, right: Value) -> Value:
        return getattr(self.b, ARITHMETIC[op])(left, right, flags=("nsw",))

    def arith(self, e: ir.Arith) -> Value:
        left = self.value(e.left)
        return self.arithmetic(e.op, left, self.value(e.right))

    def compare(self, e: ir.Compare) -> Value:
        left = self.value(e.left)
        right = self.value(e.right)
        if left.type is BIT:
            left, right = self.b.zext(left, WORD), self.b.zext(right, WORD)
        return self.b.icmp_signed(COMPARISONS[e.op], left, right)

    def logic(self, e: ir.Logic) -> Value:
        end = self.b.append_basic_block()
        decided = ll.Constant(BIT, e.op == "or")
        exits: list[tuple[Value, Any]] = []
        for part in e.parts[:-1]:
            test, following = self.value(part), self.b.append_basic_block()
            exits.append((decided, self.b.block))
            ways = (end, following) if e.op == "or" else (following, end)
            self.b.cbranch(test, *ways)
            self.b.position_at_end(following)
        return self.merge(end, [*exits, (self.value(e.parts[-1]), self.b.block)])

    def choose(self, e: ir.Choose) -> Value:
        then, other, end = (self.b.append_basic_block() for _ in range(3))
        self.b.cbranch(self.value(e.test), then, other)
        self.b.position_at_end(then)
        first = self.value(e.then), self.b.block
        self.b.branch(end)
        self.b.position_at_end(other)
        return self.merge(end, [first, (self.value(e.other), self.b.block)])

    def merge(self, end: Any, exits: list[tuple[Value, Any]]) -> Value:
        """Continue at ``end`` with the value of the block that was left last."""
        self.b.branch(end)
        self.b.position_at_end(end)
        merged = self.b.phi(exits[0][0].type)
        for value, block in exits:
            merged.add_incoming(value, block)
        return merged

    def negation(self, e: ir.Not) -> Value:
        return self.b.not_(self.value(e.part))

    def call(self, e: ir.Call) -> Value:
        parameters = self.functions[e.key].parameters
        given = [self.records[a] if isinstance(a, str) else self.value(a) for a in e.arguments]
        checked = [
            self.check(value, p.type, p.site) if isinstance(p.type, Scalar) else value
            for value, p in zip(given, parameters, strict=True)
        ]
        return self.b.call(self.emitted[e.key], [self.context, *checked])

    def premise(self, e: ir.Premise) -> Value:
        part = self.value(e.part)
        flag = at(self.b, self.context, PREMISE)
        self.b.store(self.b.or_(self.b.load(flag, typ=WORD), self.b.zext(part, WORD)), flag)
        return part


_STATEMENTS: dict[type, Callable[[Lowering, Any], None]] = {
    ir.SetLocal: Lowering.set_local, ir.Store: Lowering.store,
    ir.CopyRecord: Lowering.copy_record, ir.MakeRecord: Lowering.make_record,
    ir.Clear: Lowering.clear, ir.Branch: Lowering.branch, ir.Loop: Lowering.loop,
    ir.Return: Lowering.give, ir.Check: Lowering.assertion, ir.Do: Lowering.do,
}  # fmt: skip

_EXPRESSIONS: dict[type, Callable[[Lowering, Any], Value]] = {
    ir.Const: Lowering.constant, ir.Local: Lowering.get_local, ir.Load: Lowering.load,
    ir.Arith: Lowering.arith, ir.Compare: Lowering.compare, ir.Logic: Lowering.logic,
    ir.Not: Lowering.negation, ir.Choose: Lowering.choose, ir.Call: Lowering.call,
    ir.Premise: Lowering.premise,
}  # fmt: skip
