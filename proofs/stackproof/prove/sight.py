"""Which events a law can see: whether it comes to anything that there is one of a sort.

A law that treats all places of a step alike is asked about three events that may be anything, once
with events of a sort before, between and after them and once without. If that comes to the very
same term, the law is blind to the sort, and proofs need not say where such events are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from stackproof.lang.declare import Symbol
from stackproof.lang.readings.symbolic import SymbolicReading
from stackproof.lang.system import Law
from stackproof.lang.terms import Term
from stackproof.lang.types import Scalar

from .asking import prove
from .cone import Ground
from .subject import Sort, Subject

SAMPLE = 3
"""How many events may be anything: more than a law looks at together."""
PATIENCE = 5.0
"""Seconds to find out whether a law is harmed; it counts as harmed if that is not enough."""


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


@cache
def kinds(subject: Subject, law: Law) -> frozenset[int]:
    """The kinds of events that a law sees, as numbers; all where it looks at kinds that it does not
    name.
    """
    domains = _domains(subject)
    named = {subject.system.program.constant(symbol) for symbol in mentioned(law)}
    every = range(domains[0][0], domains[0][1] + 1)
    free = [kind for kind in every if kind not in named]
    if not free or _differs(subject, law, ((free[0], free[0], False), *domains[1:])):
        return frozenset(every)
    return frozenset(every) - frozenset(free)


@cache
def sees(subject: Subject, law: Law, sort: Sort, among: frozenset[int] | None = None) -> bool:
    """Whether it matters to a law that there is an event of a sort, where the others are of any
    kinds or ``among`` some.
    """
    low, high, _ = sort[0]
    if kinds(subject, law).isdisjoint(range(low, high + 1)):
        return False
    return _differs(subject, law, sort, among)


@cache
def harms(
    subject: Subject,
    law: Law,
    sort: Sort,
    among: frozenset[int] | None = None,
    each: Law | None = None,
    argument: int | None = None,
) -> bool:
    """Whether events of a sort can break a law, where the others are of any kinds or ``among``
    some: if not, what is true without them is with them. Something may be promised of ``each``, of
    a call with any argument or with this one.
    """
    if not sees(subject, law, sort, among):
        return False
    without, with_them, promised = _with_and_without(subject, law, sort, among, each, argument)
    return not _follows(subject, with_them, [without, *promised])


@cache
def matters(
    subject: Subject,
    law: Law,
    sort: Sort,
    among: frozenset[int] | None = None,
    each: Law | None = None,
    argument: int | None = None,
) -> bool:
    """Whether events of a sort can break a law, or be what keeps it, where so much is promised."""
    if not sees(subject, law, sort, among):
        return False
    without, with_them, promised = _with_and_without(subject, law, sort, among, each, argument)
    if not _follows(subject, without, [with_them, *promised]):
        return True
    return not _follows(subject, with_them, [without, *promised])


def _with_and_without(
    subject: Subject,
    law: Law,
    sort: Sort,
    among: frozenset[int] | None,
    each: Law | None,
    argument: int | None,
) -> tuple[Term, Term, list[Term]]:
    """That a law holds without events of a sort, and with them, and what is promised of these."""
    terms = _reading(subject).terms
    without, with_them = (
        terms.both(holds, terms.equal(error, terms.number(0)))
        for holds, error in (_asked(subject, law, None, among), _asked(subject, law, sort, among))
    )
    promised = [] if each is None else [*_promised(subject, each, sort, argument)]
    return without, with_them, promised


def _follows(subject: Subject, goal: Term, known: list[Term]) -> bool:
    return prove(Ground(_reading(subject).terms, known), goal, PATIENCE).status == "proved"


def _promised(subject: Subject, each: Law, sort: Sort, argument: int | None) -> Iterator[Term]:
    """That each of the other events is as is promised, of a call somewhere on the way."""
    reading, system = _reading(subject), subject.system
    known: dict[str, Term] = {}
    for parameter in system.unit.functions[system.key(each.check)].parameters:
        kind = parameter.type
        if parameter.name == "argument" and isinstance(kind, Scalar):
            low, high = (kind.low, kind.high) if argument is None else (argument, argument)
            known["argument"] = reading.terms.variable(f"call.argument.{low}.{high}", low, high)
    for event in _others(reading, sort):
        step = reading.constants(system.step)
        step.cells[: len(event)] = event
        step.cells[-1] = reading.terms.number(1)
        judged = reading.judge(
            each, setup=reading.variables(system.setup, "setup."),
            before=reading.variables(system.state, "call."), step=step, **known,
        )  # fmt: skip
        yield reading.terms.both(
            judged.holds, reading.terms.equal(judged.error, reading.terms.number(0))
        )


def empty(subject: Subject, law: Law) -> int | None:
    """A kind of event that a law does not see, to stand where there is none."""
    low, high, _ = _domains(subject)[0]
    return min(set(range(low, high + 1)) - kinds(subject, law), default=None)


def _differs(subject: Subject, law: Law, sort: Sort, among: frozenset[int] | None = None) -> bool:
    return _asked(subject, law, sort, among) != _asked(subject, law, None, among)


def _asked(
    subject: Subject, law: Law, sort: Sort | None, among: frozenset[int] | None
) -> tuple[Term, Term]:
    """What a law comes to about some events, and its error; perhaps with others of a sort before,
    between and after them.
    """
    reading = _reading(subject)
    step = reading.constants(subject.system.step)
    others = [] if sort is None else _others(reading, sort)
    cells: list[Term] = []
    for number in range(SAMPLE):
        cells += [
            *(others[number] if others else ()),
            *_sample(subject, reading, f"any.{number}", among),
        ]
    cells += others[-1] if others else ()
    step.cells[: len(cells)] = cells
    step.cells[-1] = reading.terms.number(len(cells) // len(_domains(subject)))
    system = subject.system
    known: dict[str, Any] = {
        "setup": reading.variables(system.setup, "setup."),
        "before": reading.variables(system.state, "before."),
        "after": reading.variables(system.state, "after."),
        "verb": reading.terms.variable("verb", 0, len(system.verbs) - 1),
        "argument": reading.terms.variable("argument", 0, max(n for _, n in system.verbs) - 1),
        "step": step,
    }
    judged = reading.judge(law, **known)
    return judged.holds, judged.error


def _others(reading: SymbolicReading, sort: Sort) -> list[list[Term]]:
    """Events of a sort before, between and after those that may be anything."""
    return [_event(reading, f"other.{i}", sort) for i in range(SAMPLE + 1)]


def room(subject: Subject) -> int:
    """How many events a step can hold."""
    return (len(subject.system.step_type.leaves) - 1) // len(_domains(subject))


def general(subject: Subject, sort: Sort) -> Sort:
    """All events of the kind of a sort about its kind of object."""
    _, player, card, _, number = _domains(subject)
    return sort[0], player, card, sort[3], number


def _sample(
    subject: Subject, reading: SymbolicReading, name: str, among: frozenset[int] | None
) -> list[Term]:
    """The fields of an event that may be anything, of any kind or one of some."""
    cells, terms = _event(reading, name, _domains(subject)), reading.terms
    if among is not None:
        first, *others = sorted(among)
        cells[0] = terms.number(first)
        for kind in others:
            chosen = terms.variable(f"{name}.is.{kind}", 0, 1, True)
            cells[0] = terms.ite(chosen, terms.number(kind), cells[0])
    return cells


def _event(reading: SymbolicReading, name: str, sort: Sort) -> list[Term]:
    """The fields of an event of a sort, which may be anything else."""
    cells = []
    for i, (low, high, boolean) in enumerate(sort):
        field, constant = f"{name}.{i}.{low}.{high}", low == high
        cells.append(
            reading.terms.number(low)
            if constant
            else reading.terms.variable(field, low, high, boolean)
        )
    return cells


@cache
def _domains(subject: Subject) -> Sort:
    """The intervals of the fields of an event."""
    step = subject.system.program.record(subject.system.step)
    scalars = [leaf.scalar for leaf in step.leaves]
    second = next(i for i, leaf in enumerate(step.leaves) if "[1]" in leaf.path)
    return tuple((s.low, s.high, s.boolean) for s in scalars[:second])


@cache
def _reading(subject: Subject) -> SymbolicReading:
    return SymbolicReading(subject.system)
