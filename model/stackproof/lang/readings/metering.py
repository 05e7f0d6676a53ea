"""Compiled rules that count: one counter for each run of statements that happen together.

A counter adds at most one for each occasion: one action in one state, asked for, taken and judged,
or one look at a state. What laws make happen is counted apart from what play makes happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from llvmlite import ir as ll

from .. import ir
from ..system import System
from ..types import Scalar
from .cache import Mark
from .emit import LONG, POINTER, Builder, Value, at, long
from .entries import Entries, Known
from .lowering import Lowering, lower

ROOM = 16
"""Bytes of a counter: the occasion on which it last counted, and the count."""


@dataclass(frozen=True)
class Tally:
    """Calls of a rule by the value of a parameter: ``groups[value - low]`` counts together."""

    rule: str
    parameter: str
    groups: tuple[int, ...]


@dataclass
class Plan:
    """The counters of a unit: those of statements, by the id of the first of each run, and then
    those of tallies.
    """

    marks: list[Mark] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)
    tallies: list[tuple[Tally, int]] = field(default_factory=list)
    size: int = 0

    def room(self, counters: int) -> int:
        """The number of the first of some new counters."""
        self.size += counters
        return self.size - counters


def plan(system: System, unit: ir.Unit, tallies: Sequence[Tally]) -> Plan:
    """Number the counters of all rules of a unit. Raises KeyError for a tally of no rule in it."""
    found = Plan()
    game = _reachable(unit, [system.key(rule) for rule in _play(system)])
    for key, function in unit.functions.items():
        known = system.program.rules.get(key)
        if known is None or not known.is_hook:  # what runs the extensions of a hook has no text
            _number(found, function, function.body, key in game)
    for tally in tallies:
        _ = unit.functions[tally.rule]
        found.tallies.append((tally, found.room(max(tally.groups) + 1)))
    return found


def _play(system: System) -> list[Any]:
    cut = [] if system.cut is None else [system.cut]
    return [system.legal, system.apply, system.finished, *cut]


def _number(found: Plan, function: ir.Function, body: Sequence[ir.Stmt], game: bool) -> None:
    counter = None
    for s in body:
        if counter is None:
            counter = found.starts[id(s)] = found.room(1)
        rule = function.key.removesuffix(".base")
        found.marks.append(Mark(function.file, s.line, rule, counter, game))
        inner = bodies(s)
        for part in inner:
            _number(found, function, part, game)
        if any(_returns(part) for part in inner):
            counter = None


def bodies(s: ir.Stmt) -> list[Sequence[ir.Stmt]]:
    """The statements inside a statement."""
    if isinstance(s, ir.Branch):
        return [s.then, s.other]
    return [s.body] if isinstance(s, ir.Loop) else []


def _returns(body: Sequence[ir.Stmt]) -> bool:
    """Whether there is a return somewhere inside."""
    return any(isinstance(s, ir.Return) or any(map(_returns, bodies(s))) for s in body)


def _reachable(unit: ir.Unit, roots: Sequence[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting.extend(_calls(unit.functions[key].body))
    return found


def _calls(tree: object) -> Iterator[str]:
    if isinstance(tree, tuple):
        for part in tree:
            yield from _calls(part)
        return
    if isinstance(tree, ir.Call):
        yield tree.key
    for slot in getattr(tree, "__slots__", ()):
        yield from _calls(getattr(tree, slot))


class Meter:
    """The counters in a module: two banks of them, for play and for laws."""

    def __init__(self, module: Any, plan: Plan) -> None:
        self.module = module
        self.plan = plan
        self.counters = self.room("counters.memory", ll.ArrayType(LONG, ROOM // 8 * 2 * plan.size))
        self.now = self.room("counters.now", LONG)
        self.bank = self.room("counters.bank", LONG)

    def room(self, name: str, kind: Any, value: Any = None) -> Value:
        made = ll.GlobalVariable(self.module, kind, name)
        made.linkage = "internal"
        made.initializer = ll.Constant(kind, value)
        made.global_constant = value is not None
        made.type = POINTER
        return made

    def count(self, b: Builder, number: int | Value) -> None:
        """Let a counter add one if it has not on this occasion."""
        offset = long(number) if isinstance(number, int) else number
        place = at(b, at(b, self.counters, b.load(self.bank, typ=LONG)), b.mul(offset, long(ROOM)))
        now = b.load(self.now, typ=LONG)
        fresh = b.icmp_unsigned("!=", b.load(place, typ=LONG), now)
        b.store(now, place)
        total = at(b, place, 8)
        b.store(b.add(b.load(total, typ=LONG), b.zext(fresh, LONG)), total)

    def tally(self, b: Builder, tally: Tally, first: int, value: Value, scalar: Scalar) -> None:
        """Count a value of a parameter."""
        kind = ll.ArrayType(LONG, len(tally.groups))
        groups = [long(first + group) for group in tally.groups]
        table = self.room(f"groups.{first}", kind, groups)
        index = b.sub(b.sext(value, LONG), long(scalar.low))
        self.count(b, b.load(at(b, table, b.mul(index, long(8))), typ=LONG))


def counted_lowering(meter: Meter) -> type[Lowering]:
    """How rules are emitted that count in a meter."""

    class Counted(Lowering):
        def bound(self, s: ir.Loop) -> None:
            """Every round of a loop counts, as it does where the text itself is run."""

        def run(self) -> None:
            values = dict(zip(self.function.parameters, self.target.args[1:], strict=True))
            for tally, first in meter.plan.tallies:
                for parameter, value in values.items():
                    if (self.function.key, parameter.name) == (tally.rule, tally.parameter):
                        assert isinstance(parameter.type, Scalar)
                        meter.tally(self.b, tally, first, value, parameter.type)
            super().run()

        def statement(self, s: ir.Stmt) -> None:
            number = meter.plan.starts.get(id(s))
            if number is not None:
                meter.count(self.b, number)
            super().statement(s)

    return Counted


def counted_entries(plan: Plan) -> type[Entries]:
    """The functions that engines call, around rules that count."""

    class Counted(Entries):
        meter: Meter

        def __init__(self, system: System, unit: ir.Unit) -> None:
            super().__init__(system, unit)
            address = ll.Function(self.module, ll.FunctionType(LONG, []), "counters")
            b = ll.IRBuilder(address.append_basic_block("entry"))
            b.ret(b.ptrtoint(self.meter.counters, LONG))

        def lower(self) -> dict[str, Any]:
            self.meter = Meter(self.module, plan)
            return lower(self.unit, self.module, counted_lowering(self.meter))

        def occasion(self, b: Builder) -> None:
            b.store(b.add(b.load(self.meter.now, typ=LONG), long(1)), self.meter.now)

        def function(
            self, name: str, result: Any, parameters: Sequence[Any], internal: bool = False
        ) -> tuple[list[Value], Builder]:
            given, b = super().function(name, result, parameters, internal)
            if not internal:
                self.occasion(b)
            return given, b

        def invoke(
            self, b: Builder, context: Value, rule: Any, known: Known, by_name: bool = False
        ) -> tuple[Value, Value]:
            play = any(rule is other for other in _play(self.system))
            bank = 0 if play else ROOM * plan.size
            b.store(long(bank), self.meter.bank)
            return super().invoke(b, context, rule, known, by_name)

    return Counted
