"""Symbolic runs for proofs: events are listed apart, and some calls are known by contract only.

A transition with its array of events is mostly formulas about where in the array an event lands.
Here each event keeps the condition under which it happens, and no place. A rule under a contract
is not run where it is called: whatever it may change is anything there, about which the contract
says what it promises. That it keeps the promise is proved once, for the rule by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from stackproof.lang.ir import Function
from stackproof.lang.knowledge import Facts, Knowledge
from stackproof.lang.readings.execution import Execution
from stackproof.lang.readings.plan import Plan
from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.system import System
from stackproof.lang.terms import Term
from stackproof.lang.types import RecordType, Scalar

from .frames import Frames


@dataclass(frozen=True)
class Event:
    """Something that happens where ``path`` holds; the values are those of its fields."""

    path: Term
    values: tuple[Term, ...]


@dataclass(frozen=True)
class Call:
    """A call of a rule under contract where ``path`` holds: the state before and after it.

    ``numbers`` are those that the rule was given, by name, and ``place`` is how many events had
    been listed before; if the rule was run, ``places`` are those of its own events, and of calls
    within it.
    """

    key: str
    path: Term
    setup: SymbolicRecord
    before: SymbolicRecord
    after: SymbolicRecord
    place: int
    numbers: Mapping[str, Term] = field(default_factory=dict)
    result: Term | None = None
    places: range = range(0)

    @property
    def argument(self) -> Term | None:
        """The first number that the rule was given."""
        return next(iter(self.numbers.values()), None)


@dataclass
class Recording:
    """What a run noted besides what became of the records; ``opened`` are the calls of rules that
    were run although they are under contract.
    """

    events: list[Event] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    opened: list[Call] = field(default_factory=list)
    failures: dict[Term, int] = field(default_factory=dict)


@dataclass
class Recorder:
    """Makes a symbolic reading whose runs are recorded.

    ``emit`` is the key of the rule that notes an event: its parameters are the step and the fields
    of an event in order. ``contracts`` are the keys of the rules under contract, which are not run
    where called but for those ``opened``; ``never`` of those that cannot be called at all: to prove
    that is left to whoever asks.
    """

    system: System
    emit: str
    contracts: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    promised: Callable[[Call], Term] | None = None
    """What is so after a call under contract, if the run may go by it."""
    recording: Recording = field(default_factory=Recording)
    relied: set[str] = field(default_factory=set)
    """The keys of rules that runs have gone by."""
    _count: int = 0

    @cached_property
    def reading(self) -> SymbolicReading:
        def executing(plan: Plan, memory: list[Term], facts: Facts) -> Execution:
            return _Run(self, plan, memory, facts)

        return SymbolicReading(self.system, executing=executing)

    @cached_property
    def frames(self) -> Frames:
        return Frames(self.reading.plan.unit, self.never)

    def begin(self) -> Recording:
        """The recording of the run that comes next."""
        self.recording = Recording()
        return self.recording

    def after(self, call: Call, knowledge: Knowledge) -> Facts:
        """What a promise plainly says after a call."""
        if self.promised is None:
            return {}
        kept, self.recording = self.recording, Recording()
        known = knowledge.of(self.promised(call))
        self.recording = kept
        if known:
            self.relied.add(call.key)
        return known or {}

    def fresh(self) -> int:
        """A number that no other call under contract has."""
        self._count += 1
        return self._count


class _Run(Execution):
    """One recorded run. The rule that it starts with is run even if it is under contract."""

    def __init__(self, recorder: Recorder, plan: Plan, memory: list[Term], facts: Facts) -> None:
        super().__init__(plan, memory, facts)
        self.recorder = recorder
        self._begun = False

    def call(
        self, function: Function, records: dict[str, int], values: dict[str, Term]
    ) -> Term | None:
        if function.key == self.recorder.emit:
            checked = tuple(
                self.inside(values[p.name], p.type, p.site)
                for p in function.parameters
                if not isinstance(p.type, RecordType)
            )
            self.recorder.recording.events.append(Event(self.path, checked))
            return None
        begun, self._begun = self._begun, True
        if not begun or function.key not in self.recorder.contracts:
            return super().call(function, records, values)
        for parameter in function.parameters:
            if isinstance(parameter.type, Scalar):
                value = values[parameter.name]
                values[parameter.name] = self.inside(value, parameter.type, parameter.site)
        if function.key not in self.recorder.opened:
            return self._by_contract(function, records, values)
        path, given, before = self.path, dict(values), self._state(function, records)
        place = len(self.recorder.recording.events)
        result = super().call(function, records, values)
        call = self._noted(function, records, given, path, before, result)
        call = replace(call, places=range(place, call.place))
        self.recorder.recording.opened.append(call)
        return result

    def error(self) -> Term:
        self.recorder.recording.failures.update(self.outcome.failures)
        return super().error()

    def _by_contract(
        self, function: Function, records: dict[str, int], values: dict[str, Term]
    ) -> Term | None:
        """Make everything that the rule may change anything, its result included."""
        recorder, frame = self.recorder, self.recorder.frames.of(function.key)
        number, system = recorder.fresh(), recorder.system
        before = self._state(function, records)
        for parameter in function.parameters:
            kind = parameter.type
            if isinstance(kind, Scalar) or kind.name == system.step_type.name:
                continue
            if function.key in recorder.never:
                continue
            for leaf, place in zip(kind.leaves, range(kind.size), strict=True):
                if place in frame[parameter.name]:
                    domain = leaf.scalar
                    anything = self.terms.variable(
                        f"call{number}.{leaf.path}", domain.low, domain.high, domain.boolean
                    )
                    self._write(records[parameter.name] + place, anything)
        result = None
        if function.result is not None:
            domain = function.result
            result = self.terms.variable(f"call{number}", domain.low, domain.high, domain.boolean)
        call = self._noted(function, records, values, self.path, before, result)
        self._go_by(recorder.after(call, self.plan.knowledge), function, records)
        recorder.recording.calls.append(replace(call, after=self._state(function, records)))
        return result

    def _go_by(self, known: Facts, function: Function, records: dict[str, int]) -> None:
        """Put constants where scalars of the state can be nothing else, and keep in mind the rest
        of what is known.
        """
        if not known:
            return
        knowledge, kind = self.plan.knowledge, self.recorder.system.state_type
        start = self._start(function, records, kind)
        for place, cell in enumerate(self.scalars(start, kind.size), start):
            settled = knowledge.value(known, cell)
            if settled is not cell:
                self._write(place, settled)
        self.facts = knowledge.join(self.facts, known) or self.facts

    def _noted(
        self,
        function: Function,
        records: dict[str, int],
        values: dict[str, Term],
        path: Term,
        before: SymbolicRecord,
        result: Term | None,
    ) -> Call:
        """A call that is over."""
        setup = self._record(function, records, self.recorder.system.setup_type)
        after = self._state(function, records)
        place = len(self.recorder.recording.events)
        return Call(function.key, path, setup, before, after, place, dict(values), result)

    def _state(self, function: Function, records: dict[str, int]) -> SymbolicRecord:
        return self._record(function, records, self.recorder.system.state_type)

    def _record(
        self, function: Function, records: dict[str, int], kind: RecordType
    ) -> SymbolicRecord:
        """The argument of a call that is a record of a type."""
        return SymbolicRecord(kind, self.scalars(self._start(function, records, kind), kind.size))

    def _start(self, function: Function, records: dict[str, int], kind: RecordType) -> int:
        """Where it begins in memory."""
        name = next(
            p.name
            for p in function.parameters
            if isinstance(p.type, RecordType) and p.type.name == kind.name
        )
        return records[name]
