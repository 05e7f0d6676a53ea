"""Counterexamples of the solver, replayed by the CPython reading before anybody sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stackproof.inputs import Unsettled
from stackproof.lang.declare import NONE
from stackproof.lang.errors import RuleError
from stackproof.lang.readings.python import Player
from stackproof.lang.readings.symbolic import SymbolicReading
from stackproof.lang.system import INVARIANT, Law, System
from stackproof.lang.terms import Term

from .cases import Case


class Mismatch(Unsettled):
    """The readings disagree about what the solver found."""

    def __str__(self) -> str:
        return f"the readings disagree, which is a mistake here: {super().__str__()}"


@dataclass(frozen=True)
class Counterexample:
    """A setup and a position, packed, and the action after which a law fails; ``fails`` tells
    whether it does in fact, or only as far as contracts promise.
    """

    setup: bytes
    before: bytes
    verb: int
    argument: int
    fails: bool


def replay(case: Case, law: Law, values: Mapping[Term, int]) -> Counterexample:
    """Play what the solver found. Raises :class:`Mismatch` where no contract explains it that the
    law does not fail.
    """

    def value(term: Term) -> int:
        return term.low if term.op == "const" else values.get(term, max(term.low, 0))

    setup, before = case.setup.pack(value), case.before.pack(value)
    argument = value(case.numbers["argument"]) if case.numbers else 0
    verb = case.identity.verb
    player = Player(case.subject.system, setup)
    position = player.position(before)
    fails = _fails(player, position, law, verb, argument)
    if not fails and not case.recording.calls:
        raise Mismatch(f"{law.id}: {case.identity}: the law does not fail in CPython")
    return Counterexample(setup, before, verb, argument, fails)


def differing(system: System, found: Counterexample) -> Iterator[str]:
    """What a counterexample has that an empty setup and position have not, and the action."""
    reading = SymbolicReading(system)
    for declaration, packed in ((system.setup, found.setup), (system.state, found.before)):
        known = reading.constants(declaration, packed)
        for leaf, term in known.leaves():
            plain = min(max(leaf.scalar.low, 0), leaf.scalar.high)
            if term.low not in (plain, NONE):
                yield f"{leaf.path} = {term.low}"
    if found.verb >= 0:
        yield f"{system.verbs[found.verb][0]} {found.argument}"


def _fails(player: Player, position: object, law: Law, verb: int, argument: int) -> bool:
    if verb < 0:
        return broken(player, law, position=position)
    if not player.legal(position, verb, argument):
        raise Mismatch(f"{law.id}: the action is not legal in CPython")
    try:
        after, step = player.apply(position, verb, argument)
    except RuleError:
        return False
    if law.kind == INVARIANT:
        return broken(player, law, position=after)
    return broken(
        player, law, before=position, verb=verb, argument=argument, after=after, step=step
    )


def broken(player: Player, law: Law, **known: Any) -> bool:
    """Whether a law fails, or cannot even be asked."""
    try:
        return not player.judge(law, **known)[0]
    except RuleError:
        return True
