"""The functions that engines call, around the compiled rules of a system.

States in memory are padded with zeros to the stride. Contexts, steps and counters live on the
stack, so that any number of threads may call at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from llvmlite import ir as ll

from .. import ir
from ..errors import Refused
from ..system import INVARIANT, SEARCHED, STATE_PARAMETERS, TRACED, System
from ..types import RecordType, Scalar
from ..walking import premised
from . import observing
from .abi import stride, words
from .emit import (
    BYTE,
    CONTEXT,
    ERROR,
    LIKELY,
    LONG,
    POINTER,
    WORD,
    Builder,
    Value,
    at,
    copy,
    counting,
    domain,
    high,
    is_zero,
    long,
    room,
    word,
    zero,
)
from .judging import judge_laws, step_laws
from .lowering import lower

ACTION = ("setup", "position", "verb", "argument")
TRANSITION = (POINTER, POINTER, WORD, WORD, POINTER, POINTER)
"""Setup, state before, verb, argument, step and state after."""

ACTIONS = 1 << 16

Known = Mapping[str, Value]


def emit(system: System, unit: ir.Unit, kind: type[Entries] | None = None) -> str:
    """The LLVM module of a system, as text.

    Raises :class:`Refused` for a rule that engines cannot call, and ValueError for a law of an
    unknown kind or for more actions than an edge can name.
    """
    for law in system.laws:
        if law.kind not in SEARCHED + TRACED:
            raise ValueError(f"the law {law.id!r} is of no known kind: {law.kind!r}")
    if max(len(system.verbs), *(size for _, size in system.verbs)) > ACTIONS:
        raise ValueError(f"more than {ACTIONS} verbs, or arguments of one")
    entries = (kind or Entries)(system, unit)
    entries.successors()
    entries.inspect()
    entries.legal()
    entries.step()
    observing.emit(entries)
    return str(entries.module)


class Entries:
    def __init__(self, system: System, unit: ir.Unit) -> None:
        self.system = system
        self.unit = unit
        self.module = ll.Module("rules")
        self.emitted = self.lower()
        self.premised = premised(unit)
        self.words = words(system)
        self.stride = stride(system)
        self.records: dict[str, RecordType] = dict.fromkeys(
            ("position", "before", "after"), system.state_type
        )
        self.records |= {"setup": system.setup_type, "step": system.step_type}
        for key in system.conditions():
            rule = unit.functions[key]
            if rule.writes:
                raise Refused(rule.file, rule.line, "a condition that changes a record")
        self.take = self.transition()
        self.judge = step_laws(self)
        self.write = self.writer()

    def lower(self) -> dict[str, Any]:
        """The functions of all rules."""
        return lower(self.unit, self.module)

    def occasion(self, b: Builder) -> None:
        """What is built from here on is about another action, or another look at a state."""

    def function(
        self, name: str, result: Any, parameters: Sequence[Any], internal: bool = False
    ) -> tuple[list[Value], Builder]:
        made = ll.Function(self.module, ll.FunctionType(result, parameters), name)
        made.attributes.add("nounwind")
        if internal:
            made.linkage = "internal"
        for argument in made.args:
            if isinstance(argument.type, ll.PointerType):
                argument.add_attribute("noalias")
        return list(made.args), ll.IRBuilder(made.append_basic_block("entry"))

    def invoke(
        self, b: Builder, context: Value, rule: Any, known: Known, by_name: bool = False
    ) -> tuple[Value, Value]:
        """Call a rule in a fresh context; yields its result and the rule error that it met."""
        function = self.unit.functions[self.system.key(rule)]
        names = [p.name for p in function.parameters] if by_name else list(known)
        if len(names) != len(function.parameters):
            what = f"an engine calls this rule with {', '.join(known)}"
            raise Refused(function.file, function.line, what)
        b.store(ll.Constant(CONTEXT, None), context)
        arguments: list[Value] = []
        for name, parameter in zip(names, function.parameters, strict=True):
            kind, record = parameter.type, self.records.get(name)
            number = isinstance(kind, Scalar) and not kind.boolean
            if name not in known or (kind != record if record else not number):
                what = f"the parameter {parameter.name!r} is nothing that an engine can give"
                raise Refused(function.file, function.line, what, f"it has {', '.join(known)}")
            value = known[name]
            if isinstance(kind, Scalar):
                value = domain(b, context, value, kind, parameter.site)
            arguments.append(value)
        result = b.call(self.emitted[function.key], [context, *arguments])
        return result, b.load(at(b, context, ERROR), typ=WORD)

    def transition(self) -> Any:
        """``take(setup, before, verb, argument, step, after) -> error``; no change on an error."""
        given, b = self.function("take", WORD, TRANSITION, internal=True)
        setup, before, verb, argument, step, after = given
        copy(b, after, before, self.stride)
        zero(b, step, self.system.step_type.size)
        known = dict(zip(ACTION, (setup, after, verb, argument), strict=True)) | {"step": step}
        _, error = self.invoke(b, room(b, CONTEXT), self.system.apply, known)
        with b.if_then(b.not_(is_zero(b, error)), likely=False):
            copy(b, after, before, self.stride)
        b.ret(error)
        return b.function

    def successors(self) -> None:
        """``successors(setup, state, out, edges, premises) -> how many``."""
        (setup, state, out, edges, premises), b = self.function("successors", LONG, [POINTER] * 5)
        context, count, step = room(b, CONTEXT), room(b, LONG), self.scratch(b)
        b.store(long(0), count)
        for verb, (_, size) in enumerate(self.system.verbs):
            if size < 1:
                continue
            with counting(b, 0, size - 1) as argument:
                self.occasion(b)
                action = (setup, state, word(verb), argument)
                known = dict(zip(ACTION, action, strict=True))
                legal, error = self.invoke(b, context, self.system.legal, known)
                with b.if_then(b.or_(legal, b.not_(is_zero(b, error)))):
                    number = b.load(count, typ=LONG)
                    b.store(b.add(number, long(1)), count)
                    after = at(b, out, b.mul(number, long(self.stride)))
                    edge = at(b, edges, b.mul(number, long(8 * (1 + self.words))))
                    b.call(self.write, [*action, step, after, error, edge, premises])
        b.ret(b.load(count, typ=LONG))

    def writer(self) -> Any:
        """``edge(..., unsure, edge, premises)``: takes an action and writes the edge to memory.

        ``unsure`` is the rule error that was met in telling whether the action is legal.
        """
        (*given, unsure, edge, premises), b = self.function(
            "edge", ll.VoidType(), [*TRANSITION, WORD, POINTER, POINTER], internal=True
        )
        _, before, verb, argument, _, after = given
        violated = at(b, edge, 8)
        zero(b, violated, 8 * self.words)
        sure, untold, taken, end = (b.append_basic_block() for _ in range(4))
        b.cbranch(is_zero(b, unsure), sure, untold).set_weights(LIKELY)
        b.position_at_end(untold)
        copy(b, after, before, self.stride)
        b.branch(end)
        b.position_at_end(sure)
        failure = b.call(self.take, given)
        b.cbranch(is_zero(b, failure), taken, end).set_weights(LIKELY)
        b.position_at_end(taken)
        judged = b.call(self.judge, [*given, violated, premises])
        b.branch(end)
        b.position_at_end(end)
        error = b.phi(WORD)
        for value, block in ((unsure, untold), (failure, sure), (judged, taken)):
            error.add_incoming(value, block)
        action = b.or_(argument, b.shl(verb, word(16)))
        b.store(b.or_(b.zext(action, LONG), high(b, error)), edge)
        b.ret_void()
        return b.function

    def inspect(self) -> None:
        """``inspect(setup, state, violated, premises) -> finished | error << 32``."""
        (*given, violated, premises), b = self.function("inspect", LONG, [POINTER] * 4)
        known = dict(zip(STATE_PARAMETERS, given, strict=True))
        context = room(b, CONTEXT)
        finished, met = self.invoke(b, context, self.system.finished, known)
        other = judge_laws(self, b, (INVARIANT,), known, violated, premises)
        sound = is_zero(b, met)
        error = b.select(sound, other, met)
        b.ret(b.or_(b.zext(b.and_(sound, finished), LONG), high(b, error)))

    def legal(self) -> None:
        """``legal(setup, state, verb, argument) -> legal | error << 32``."""
        given, b = self.function("legal", LONG, [POINTER, POINTER, LONG, LONG])
        setup, state, verb, argument = given
        values = (setup, state, b.trunc(verb, WORD), b.trunc(argument, WORD))
        known = dict(zip(ACTION, values, strict=True))
        legal, error = self.invoke(b, room(b, CONTEXT), self.system.legal, known)
        b.ret(b.or_(b.zext(b.and_(is_zero(b, error), legal), LONG), high(b, error)))

    def step(self) -> None:
        """``step(setup, state, verb, argument, out, step) -> error``; legality is not asked."""
        kinds = [POINTER, POINTER, LONG, LONG, POINTER, POINTER]
        (setup, state, verb, argument, out, step), b = self.function("step", LONG, kinds)
        action = (b.trunc(verb, WORD), b.trunc(argument, WORD))
        b.ret(b.zext(b.call(self.take, [setup, state, *action, step, out]), LONG))

    def scratch(self, b: Builder) -> Value:
        """A step record on the stack."""
        return room(b, ll.ArrayType(BYTE, max(1, self.system.step_type.size)))
