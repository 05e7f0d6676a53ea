"""The events of a recorded run as the step record that a law reads.

Events keep their order, and share a place where not both can happen. Places in between that stay
empty have a kind that the law does not see. For a call under contract there are as many unknown
events as there can be within it, each of a sort that there can be and, if the contract says so of
each, as it promises.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.system import Law
from stackproof.lang.terms import Term

from .emitting import about, emitted, in_order, most, places, sort_of
from .running import Call, Event, Recording
from .sight import empty, general, harms, kinds, matters, room, sees
from .subject import Contract, Sort, Subject


class Unlisted(Exception):
    """Events that a law sees cannot be put into a step, for the reason given."""


@dataclass(frozen=True)
class Unknown:
    """An event that may happen within a call under contract."""

    call: Call
    event: Event


def seen(subject: Subject, recording: Recording, law: Law) -> list[Event]:
    """The events that a law sees of a run in which nothing is known by contract."""
    return [event for event in recording.events if _is_seen(subject, event, law)]


def _is_seen(subject: Subject, event: Event, law: Law) -> bool:
    kind = event.values[0]
    return not kinds(subject, law).isdisjoint(range(kind.low, kind.high + 1))


@dataclass(frozen=True)
class Listing:
    """The events of a run that a law sees, in order. Others cannot break it: some, because of what
    the contracts of the rules with keys ``relied`` promise of each event.
    """

    events: list[Event | Unknown]
    relied: frozenset[str] = frozenset()


def listed(
    subject: Subject,
    reading: SymbolicReading,
    recording: Recording,
    law: Law,
    whole: Collection[str] = (),
) -> Listing:
    """The events of a recorded run that a law sees; of unknown ones only those that can break it,
    unless they are of a call of a rule that is to be shown as a ``whole``. It is looked more
    closely where that is too many for a step.
    """
    found = _listed(subject, reading, recording, law, whole, closely=False)
    paths = [item.path if isinstance(item, Event) else item.event.path for item in found.events]
    if not paths or max(places(reading, paths, [1] * len(paths))) < room(subject):
        return found
    return _listed(subject, reading, recording, law, whole, closely=True)


def _listed(
    subject: Subject,
    reading: SymbolicReading,
    recording: Recording,
    law: Law,
    whole: Collection[str],
    closely: bool,
) -> Listing:
    contracts = {subject.system.key(c.rule): c for c in subject.contracts}
    among = _kinds(subject, recording, law)
    within = _within(recording, contracts) if closely else {}
    found: list[Event | Unknown] = []
    relied: set[str] = set()
    place, name = 0, "few" if closely else "hidden"

    def is_needed(asked: Callable[..., bool], sort: Sort, call: Call | None) -> bool:
        """Looking closely, whether there have to be events of a call, as they are promised."""
        if call is None or (each := contracts[call.key].each) is None:
            return sees(subject, law, sort, among)
        given = call.argument
        argument = given.low if given is not None and given.op == "const" else None
        needed = asked(subject, law, sort, among, each, argument)
        if not needed and sees(subject, law, sort, among):
            relied.add(call.key)
        return needed

    for number, item in enumerate(in_order(recording)):
        if isinstance(item, Event):
            call, place = within.get(place), place + 1
            if not _is_seen(subject, item, law):
                continue
            if not closely or is_needed(matters, general(subject, sort_of(item)), call):
                found.append(item)
            continue
        at_all = sees if item.key in whole else harms
        sorts = [s for s in emitted(subject, item.key)[1] if at_all(subject, law, s, among)]
        if closely and item.key not in whole:
            sorts = [s for s in sorts if is_needed(harms, s, item)]
        found += (
            Unknown(item, unknown(reading, item.path, sorts, f"{name}{number}.{i}.{law.id}"))
            for i in range(most(subject, item.key, frozenset(map(about, sorts))))
        )
    return Listing(found, frozenset(relied))


def _within(recording: Recording, contracts: Mapping[str, Contract]) -> dict[int, Call]:
    """For the places of events, the innermost call of a rule that promises something of each."""
    found: dict[int, Call] = {}
    # Calls within others are over before them.
    for call in recording.opened:
        if contracts[call.key].each is not None:
            for place in call.places:
                found.setdefault(place, call)
    return found


def _kinds(subject: Subject, recording: Recording, law: Law) -> frozenset[int] | None:
    """The kinds of events that there can be in a run, with one that stands for none; or None, which
    is any, if a law sees them all.
    """
    known = [(event.values[0].low, event.values[0].high) for event in recording.events]
    for key in {call.key for call in recording.calls}:
        known += [(sort[0][0], sort[0][1]) for sort in emitted(subject, key)[1]]
    nothing = empty(subject, law) if known else None
    if nothing is None:
        return None
    return frozenset({nothing, *(kind for low, high in known for kind in range(low, high + 1))})


def unknown(reading: SymbolicReading, path: Term, sorts: Sequence[Sort], name: str) -> Event:
    """An event of any of some sorts that may happen where ``path`` holds."""
    terms = reading.terms
    which = terms.variable(f"{name}.sort", 0, len(sorts) - 1) if len(sorts) > 1 else None
    happens = terms.both(path, terms.variable(f"{name}.happens", 0, 1, True))
    values: list[Term] = []
    for n, choices in enumerate(zip(*sorts, strict=True)):
        low, high = min(c[0] for c in choices), max(c[1] for c in choices)
        if low == high:
            values.append(terms.number(low))
        elif which is not None and all(c[0] == c[1] for c in choices):
            value = terms.number(choices[-1][0])
            for number, (constant, _, _) in enumerate(choices[:-1]):
                here = terms.equal(which, terms.number(number))
                value = terms.ite(here, terms.number(constant), value)
            values.append(value)
        else:
            values.append(terms.variable(f"{name}.{n}", low, high, choices[0][2]))
    return Event(happens, tuple(values))


def step_of(
    subject: Subject, reading: SymbolicReading, events: Sequence[Event], law: Law
) -> SymbolicRecord:
    """The step with some events, for a law. Raises :class:`Unlisted`."""
    step = reading.constants(subject.system.step)
    if not events:
        return step
    width = len(events[0].values)
    room = (len(step.cells) - 1) // width
    kind = empty(subject, law)
    if kind is None:
        raise Unlisted("it looks at events of every kind")
    nothing = reading.terms.number(kind)
    for place in range(room):
        step.cells[place * width] = nothing
    used = 0
    paths = [event.path for event in events]
    for event, place in zip(events, places(reading, paths, [1] * len(paths)), strict=True):
        if place >= room:
            raise Unlisted("too many events in one step")
        used = max(used, place + 1)
        for i, value in enumerate(event.values, place * width):
            step.cells[i] = reading.terms.ite(event.path, value, step.cells[i])
    step.cells[-1] = reading.terms.number(used)
    return step


def alone(subject: Subject, reading: SymbolicReading, event: Event) -> SymbolicRecord:
    """The step with one event, as if it happened."""
    step = reading.constants(subject.system.step)
    step.cells[: len(event.values)] = event.values
    step.cells[-1] = reading.terms.number(1)
    return step
