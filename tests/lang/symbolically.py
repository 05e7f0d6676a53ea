"""The symbolic reading asked, through Z3, about what CPython can be asked too."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from stackproof.lang.errors import RuleError
from stackproof.lang.program import Program
from stackproof.lang.readings.python import Player
from stackproof.lang.readings.symbolic import Judgement, SymbolicReading, Transition
from stackproof.lang.system import Law, Rule, System
from stackproof.lang.terms import Term
from stackproof.lang.types import RecordType, leaves

from . import orders, toys

Outcome = tuple[object, tuple[str, int, str] | None]
"""A result and no error, or the key of a rule error."""


class Symbolic:
    """A game over every setup and position, asked about single ones through Z3."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.reading = SymbolicReading(self.system)
        self.setup = self.reading.variables(self.system.setup, "setup.")
        self.before = self.reading.variables(self.system.state, "before.")
        self.finished = self.reading.condition(self.system.finished, self.setup, self.before)
        self._made: dict[int, tuple[Transition, list[Judgement]]] = {}

    def transition(self, verb: int) -> tuple[Transition, list[Judgement]]:
        """The transition of a verb and what is said of it, made when it is first asked for."""
        if verb not in self._made:
            found = self.reading.transition(verb, self.setup, self.before)
            self._made[verb] = found, self.judgements(found)
        return self._made[verb]

    def judgements(self, found: Transition) -> list[Judgement]:
        """What laws say, and then what their other rules do, each for one choice of a family."""
        known: dict[str, Any] = {
            "setup": self.setup, "position": self.before, "before": self.before,
            "verb": found.verb, "argument": found.argument, "step": found.step,
            "after": found.after,
        }  # fmt: skip
        judged = []
        for law in self.system.laws:
            known["choice"] = self.choice(law)
            judged.append(self.reading.judge(law, **known))
            judged += [self.reading.ask(rule, **known) for rule in law.rules[1:]]
        return judged

    def choice(self, law: Law) -> Term:
        choices = [choice or 0 for choice in self.system.choices(law)]
        return self.reading.terms.variable(f"choice.{law.id}", choices[0], choices[-1])

    def chosen(self, verb: int, argument: int) -> dict[Term, int]:
        return {
            self.choice(law): pick(self.system, law, verb, argument) for law in self.system.laws
        }

    def outcomes(self, setup: bytes, before: bytes, verb: int, argument: int) -> Iterator[Outcome]:
        """What Z3 says, in the order of the function ``outcomes``."""
        found, laws = self.transition(verb)
        after, step = found.after.cells, found.step.cells
        asked = [found.legal, found.legal_error, *self.finished, found.error, *after, *step]
        for judgement in laws:
            asked += [judgement.holds, judgement.premise, judgement.error]
        values = self.setup.assignment(setup) | self.before.assignment(before)
        values |= self.chosen(verb, argument)
        answers = iter(self.reading.evaluate(asked, values | {found.argument: argument}))

        def take(size: int) -> bytes:
            return bytes(next(answers) & 0xFF for _ in range(size))

        def outcome(result: object, error: int) -> Outcome:
            return (None, self.reading.site(error).key) if error else (result, None)

        yield outcome(bool(next(answers)), next(answers))
        yield outcome(bool(next(answers)), next(answers))
        error = next(answers)
        yield outcome((take(len(after)), take(len(step))), error)
        for _ in laws:
            verdict = bool(next(answers)), bool(next(answers))
            yield outcome(verdict, next(answers))


def attempt(run: Callable[..., object], *arguments: object, **known: object) -> Outcome:
    try:
        return run(*arguments, **known), None
    except RuleError as error:
        return None, error.site.key


def outcomes(player: Player, before: bytes, verb: int, argument: int) -> Iterator[Outcome | None]:
    """Legality, end, successor with step, and laws as CPython has them; None where none is due."""
    position = player.position(before)
    legal = attempt(player.legal, position, verb, argument)
    yield legal
    yield attempt(player.finished, position)
    known = {"position": position, "before": position, "verb": verb, "argument": argument}
    if legal[0]:
        applied, error = attempt(player.apply, position, verb, argument)
        if isinstance(applied, tuple):
            known["after"], known["step"] = applied
            applied = tuple(record.pack() for record in applied)
        yield applied, error
    else:
        yield None
    for law in player.system.laws:
        known["choice"] = pick(player.system, law, verb, argument)
        needed = {name for rule in law.rules for name in inspect.signature(rule).parameters}
        due = "after" in known or not needed & {"after", "step"}
        yield attempt(player.judge, law, **known) if due else None
        for rule in law.rules[1:]:
            yield attempt(asked, player, rule, **known) if due else None


def asked(player: Player, rule: Rule, **known: object) -> tuple[bool, bool]:
    """The answer to a rule, and whether a premise held."""
    player.reading.premise_held = False
    return player.ask(rule, **known), player.reading.premise_held


def pick(system: System, law: Law, verb: int, argument: int) -> int:
    """Some member of a family."""
    choices = system.choices(law)
    return choices[(7 * verb + argument) % len(choices)] or 0


def disagreements(
    symbolic: Symbolic, setup: bytes, before: bytes, verb: int, argument: int
) -> list[tuple[Outcome, Outcome]]:
    expected = outcomes(Player(symbolic.system, setup), before, verb, argument)
    found = symbolic.outcomes(setup, before, verb, argument)
    pairs = zip(expected, found, strict=True)
    return [(wanted, got) for wanted, got in pairs if wanted is not None and wanted != got]


def ordering() -> System:
    """The rules of ``orders`` as a system."""
    verbs = [(f"verb {number}", 4) for number in range(8)]
    laws = [Law("law", "", orders.law, kind="invariant")]
    return System(
        Program([orders]), orders.Setup, orders.State, orders.Step, verbs,
        orders.legal, orders.apply, orders.finished, laws,
    )  # fmt: skip


GAMES: dict[str, Callable[[], System]] = {
    "toy": toys.system,
    "small toy": lambda: toys.system(things=3, shelves=3),
    "orders": ordering,
}


@cache
def game(name: str) -> Symbolic:
    return Symbolic(GAMES[name]())


def records(kind: RecordType) -> st.SearchStrategy[bytes]:
    """All records in their domains, with a liking for the ends of these."""
    scalars = (leaf.scalar for leaf in leaves(kind))
    cells = [st.sampled_from([0, s.low, s.high]) | st.integers(s.low, s.high) for s in scalars]
    return st.tuples(*cells).map(lambda values: bytes(value & 0xFF for value in values))


def a_record(kind: RecordType, chance: random.Random) -> bytes:
    scalars = [leaf.scalar for leaf in leaves(kind)]
    ends = [(0, s.low, s.high, chance.randint(s.low, s.high)) for s in scalars]
    return bytes(chance.choice(values) & 0xFF for values in ends)
