"""The events of a recorded run as the step record that a law reads.

Events keep their order, and share a place where not both can happen. Laws find events by kind, so
places in between that stay empty have a kind that the law does not name. Events within a call under
contract are put in as unknowns, and have to drop out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from stackproof.lang.declare import Symbol
from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.system import Law
from stackproof.lang.terms import Term
from stackproof.lang.types import leaves

from .running import Event, Recording


class TooManyEvents(Exception):
    """More events follow one another than a step has room for."""


def mentioned(law: Law) -> list[Symbol]:
    """The members of open enumerations that a law names, or a rule that it calls. As numbers they
    are all equal before a program is assembled, so only identity tells them apart.
    """
    found: dict[int, Symbol] = {}
    seen: set[Callable[..., Any]] = set()
    pending: list[Any] = list(law.rules)
    while pending:
        function = pending.pop()
        if function in seen:
            continue
        seen.add(function)
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, Symbol):
                found[id(value)] = value
            elif callable(value) and hasattr(value, "__code__"):
                pending.append(value)
    return list(found.values())


def hidden(reading: SymbolicReading, recording: Recording, inside: Mapping[str, Any]) -> Recording:
    """A recording with one unknown event for each sort of event within each call under contract.

    ``inside`` gives, for each rule under contract, the kinds and subjects of what it may emit.
    """
    terms = reading.terms
    events: list[Event] = []
    calls = list(recording.calls)
    for place in range(len(recording.events) + 1):
        while calls and calls[0].place == place:
            call = calls.pop(0)
            for i, sort in enumerate(inside[call.key]):
                name = f"hidden.{len(events)}.{i}"
                happens = terms.both(call.path, terms.variable(name, 0, 1, True))
                values = (
                    terms.number(low) if low == high else terms.variable(f"{name}.{n}", low, high)
                    for n, (low, high, _) in enumerate(sort)
                )
                events.append(Event(happens, tuple(values), hidden=True))
        if place < len(recording.events):
            events.append(recording.events[place])
    return Recording(events, recording.calls, recording.failures)


def step_of(reading: SymbolicReading, events: list[Event], law: Law) -> SymbolicRecord:
    """The step with the events of the kinds that a law names.

    Raises :class:`TooManyEvents`.
    """
    numbers = {reading.system.program.constant(symbol) for symbol in mentioned(law)}
    chosen = [e for e in events if e.values[0].op != "const" or e.values[0].low in numbers]
    step = reading.constants(reading.system.step)
    room = (len(step.cells) - 1) // len(chosen[0].values) if chosen else 0
    used = 0
    unnamed = _unnamed(reading, numbers)
    for place in range(room):
        step.cells[place * len(chosen[0].values)] = unnamed
    for event, place in zip(chosen, _places(reading, chosen), strict=True):
        if place >= room:
            raise TooManyEvents
        used = max(used, place + 1)
        for i, value in enumerate(event.values, place * len(event.values)):
            step.cells[i] = reading.terms.ite(event.path, value, step.cells[i])
    step.cells[-1] = reading.terms.number(used)
    return step


def _unnamed(reading: SymbolicReading, numbers: Collection[int | None]) -> Term:
    """A kind of event that the law does not name: what a place without an event has."""
    kind = next(leaves(reading.system.step_type)).scalar
    free = (number for number in range(kind.low, kind.high + 1) if number not in numbers)
    return reading.terms.number(next(free))


def _places(reading: SymbolicReading, events: list[Event]) -> Iterator[int]:
    """The first place for each event that keeps the order among those that can happen together. One
    that is hidden shares no place with one that is not, so that it can drop out.
    """
    knowledge, excluded, no = reading.plan.knowledge, reading.terms.both, reading.terms.false
    known = [knowledge.of(event.path) for event in events]
    places: list[int] = []
    for i, event in enumerate(events):
        place = 0
        for j in range(i):
            both = knowledge.join(known[i], known[j])
            exclusive = both is None or excluded(event.path, events[j].path) is no
            if places[j] >= place and not (exclusive and event.hidden == events[j].hidden):
                place = places[j] + 1
        places.append(place)
        yield place
