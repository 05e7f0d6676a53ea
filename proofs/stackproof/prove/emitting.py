"""What happens within rules under contract: which sorts of events they emit, and how many at most.

Found by running each rule by itself, from anywhere, with the rules under contract that it calls
again known by what they emit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.terms import Term
from stackproof.lang.types import RecordType

from .running import Call, Event, Recorder, Recording
from .subject import Contract, Sort, Subject

About = tuple[tuple[int, int, bool], tuple[int, int, bool]]
"""The intervals of the kind of an event and of the kind of object that it is about."""


@dataclass
class Run:
    """A rule under contract, run by itself: with which numbers, by name, and what it returned."""

    numbers: dict[str, Term]
    result: Term | None
    recording: Recording


def run(
    subject: Subject,
    recorder: Recorder,
    contract: Contract,
    setup: SymbolicRecord,
    state: SymbolicRecord,
    argument: int = -1,
) -> Run:
    """Run a rule on a state, which it changes; with any arguments, or one as the first."""
    system, reading = subject.system, recorder.reading
    function = reading.plan.unit.functions[system.key(contract.rule)]
    records = {
        system.setup_type.name: setup,
        system.state_type.name: state,
        system.step_type.name: reading.constants(system.step),
    }
    arguments: list[SymbolicRecord | Term] = []
    numbers: dict[str, Term] = {}
    for parameter in function.parameters:
        kind = parameter.type
        if isinstance(kind, RecordType):
            arguments.append(records[kind.name])
            continue
        name = f"argument.{parameter.name}"
        given = reading.terms.variable(name, kind.low, kind.high, kind.boolean)
        if not numbers and argument >= 0:
            given = reading.terms.number(argument)
        numbers[parameter.name] = given
        arguments.append(given)
    recording = recorder.begin()
    result, _, _ = reading.run(contract.rule, *arguments)
    recorder.begin()
    return Run(numbers, result, recording)


@cache
def _recorded(subject: Subject, key: str) -> tuple[SymbolicReading, Recording]:
    contracts = {subject.system.key(c.rule): c for c in subject.contracts}
    emit = subject.system.key(subject.emit)
    recorder = Recorder(subject.system, emit, frozenset(contracts), subject.never)
    setup = recorder.reading.variables(subject.system.setup, "setup.")
    state = recorder.reading.variables(subject.system.state, "before.")
    return recorder.reading, run(subject, recorder, contracts[key], setup, state).recording


@cache
def emitted(subject: Subject, key: str) -> tuple[list[Sort], list[Sort]]:
    """The sorts of events that a rule under contract emits itself, and all with those of the
    contracts that it calls.
    """
    if key in subject.never:
        return [], []
    _, recording = _recorded(subject, key)
    own = _merged([sort_of(event) for event in recording.events])
    calls = dict.fromkeys(call.key for call in recording.calls)
    return own, _merged([*own, *(sort for k in calls for sort in emitted(subject, k)[1])])


def about(sort: Sort) -> About:
    """The kind of event and of object of a sort."""
    return sort[0], sort[3]


def most(subject: Subject, key: str, wanted: frozenset[About]) -> int:
    """How many events of wanted kinds follow one another at most in a call of a rule."""
    if key in subject.never or wanted.isdisjoint(map(about, emitted(subject, key)[1])):
        return 0
    reading, recording = _recorded(subject, key)
    known: dict[str, int] = {}
    paths: list[Term] = []
    sizes: list[int] = []
    for item in in_order(recording):
        if isinstance(item, Event):
            size = int(about(sort_of(item)) in wanted)
        else:
            if item.key not in known:
                known[item.key] = most(subject, item.key, wanted)
            size = known[item.key]
        if size:
            paths.append(item.path)
            sizes.append(size)
    ends = [start + size for start, size in zip(places(reading, paths, sizes), sizes, strict=True)]
    return max(ends, default=0)


def in_order(recording: Recording) -> Iterator[Event | Call]:
    """The events and calls of a recording as they happen."""
    calls = list(recording.calls)
    for place, event in enumerate(recording.events):
        while calls and calls[0].place <= place:
            yield calls.pop(0)
        yield event
    yield from calls


def places(reading: SymbolicReading, paths: Sequence[Term], sizes: Sequence[int]) -> list[int]:
    """The first place for each thing that happens, which takes as many places as its size, so that
    those that can happen together keep their order.
    """
    knowledge, both, no = reading.plan.knowledge, reading.terms.both, reading.terms.false
    known = [knowledge.of(path) for path in paths]
    found: list[int] = []
    for i, path in enumerate(paths):
        place = 0
        for j in range(i):
            if found[j] + sizes[j] > place:
                excluded = knowledge.join(known[i], known[j]) is None
                if not excluded and both(path, paths[j]) is not no:
                    place = found[j] + sizes[j]
        found.append(place)
    return found


def sort_of(event: Event) -> Sort:
    """The intervals of the fields of an event."""
    return tuple((value.low, value.high, value.boolean) for value in event.values)


def _merged(sorts: list[Sort]) -> list[Sort]:
    """One sort for each kind of event about a kind of object, with all the values of these."""
    found: dict[About, Sort] = {}
    for sort in sorts:
        known = found.get(about(sort), sort)
        found[about(sort)] = tuple(
            (min(a[0], b[0]), max(a[1], b[1]), a[2]) for a, b in zip(known, sort, strict=True)
        )
    return list(found.values())
