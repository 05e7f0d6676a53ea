"""Bounded search: plays of up to so many actions, all at once, from a position or from any start.

Each action is a variable verb with a variable argument, and the position after it a term over all
of them. A law is asked after every action before the next one is added.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from stackproof.lang.errors import RuleError
from stackproof.lang.readings.python import Player
from stackproof.lang.readings.symbolic import undisturbed
from stackproof.lang.system import INVARIANT, Law
from stackproof.lang.terms import Term

from .cone import Cone, Ground
from .eventlist import seen, step_of
from .replaying import Mismatch, broken
from .running import Recorder
from .subject import Subject


@dataclass(frozen=True)
class Play:
    """A setup and a first position, packed, and actions after which a law fails."""

    setup: bytes
    initial: bytes
    actions: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Outcome:
    """What was found out about a law: a play that breaks it, or none of up to ``depth`` actions;
    less than what was asked for where time ran out.
    """

    law: Law
    depth: int
    play: Play | None = None
    reason: str = ""


class Bounded:
    """All plays from one position or, without one, from every start with every deck, by the rules
    that some fields of the setup, such as ``switches`` of an edition, stand for.
    """

    def __init__(
        self,
        subject: Subject,
        game: tuple[bytes, bytes] | None = None,
        switches: Mapping[str, bool] = MappingProxyType({}),
    ) -> None:
        self.subject = subject
        system = subject.system
        self.recorder = Recorder(system, system.key(subject.emit))
        self.reading = reading = self.recorder.reading
        self.terms = reading.terms
        self.hypotheses: list[Term] = []
        if game is None:
            self.setup = reading.variables(system.setup, "setup.")
            self.setup.cells[:] = [
                self.terms.truth(switches[leaf.path]) if leaf.path in switches else term
                for leaf, term in self.setup.leaves()
            ]
            self.first = reading.variables(system.state, "start.")
            for law in (subject.deck, subject.start):
                found = reading.judge(law, setup=self.setup, position=self.first)
                self.hypotheses += [found.holds, self._none(found.error)]
        else:
            self.setup = reading.constants(system.setup, game[0])
            self.first = reading.constants(system.state, game[1])
        self.actions: list[tuple[Term, Term]] = []
        self.position = self.first.copy()

    def _none(self, error: Term) -> Term:
        return self.terms.equal(error, self.terms.number(0))

    def search(
        self,
        laws: Sequence[Law],
        depth: int,
        seconds: float,
        progress: Callable[[int], None] | None = None,
    ) -> list[Outcome]:
        """Look for a play of each law that breaks it, one action more at a time.

        ``seconds`` bound all of it. Raises :class:`Mismatch` where CPython does not see what was
        found.
        """
        end = time.monotonic() + seconds
        open_laws = {law.id: law for law in laws}
        found: dict[str, Outcome] = {law.id: Outcome(law, 0) for law in laws}
        for number in range(1, depth + 1):
            if not open_laws:
                break
            with undisturbed():
                asked = self._extend(list(open_laws.values()))
            cone = Cone(Ground(self.terms, self.hypotheses))
            for law, goal in asked.items():
                left = end - time.monotonic()
                answer = cone.follows(goal, max(left, 0.01))
                if answer.status == "proved":
                    found[law.id] = Outcome(law, number)
                    continue
                del open_laws[law.id]
                if answer.status == "refuted":
                    play = self._play(law, answer.values)
                    found[law.id] = Outcome(law, number, play)
                else:
                    known = found[law.id].depth
                    found[law.id] = Outcome(law, known, reason=answer.reason)
            if progress is not None:
                progress(number)
        return list(found.values())

    def _extend(self, laws: Sequence[Law]) -> dict[Law, Term]:
        """Add an action; what is to be true of it."""
        system, terms = self.subject.system, self.terms
        number = len(self.actions)
        chosen = terms.variable(f"verb{number}", 0, len(system.verbs) - 1)
        argument = terms.variable(f"argument{number}", 0, max(size for _, size in system.verbs) - 1)
        self.actions.append((chosen, argument))
        some, after = terms.false, self.position.copy()
        goals = dict.fromkeys(laws, terms.true)
        for verb, (_, size) in enumerate(system.verbs):
            here = terms.equal(chosen, terms.number(verb))
            inside = terms.less(argument, terms.number(size))
            legal, error, _ = self.reading.run(
                system.legal, self.setup, self.position.copy(), verb, argument, given=here
            )
            assert legal is not None
            taken = terms.both(terms.both(here, inside), terms.both(legal, self._none(error)))
            if taken is terms.false:
                continue
            moved = self.position.copy()
            recording = self.recorder.begin()
            step = self.reading.constants(system.step)
            _, error, _ = self.reading.run(
                system.apply, self.setup, moved, verb, argument, step, given=taken
            )
            self.recorder.begin()
            taken = terms.both(taken, self._none(error))
            some = terms.either(some, taken)
            for law in laws:
                known: dict[str, Any]
                if law.kind == INVARIANT:
                    known = {"position": moved.copy()}
                else:
                    known = {
                        "before": self.position.copy(), "after": moved.copy(),
                        "step": step_of(
                            self.subject, self.reading, seen(self.subject, recording, law), law
                        ),
                    }  # fmt: skip
                judged = self.reading.judge(
                    law, setup=self.setup, verb=verb, argument=argument, **known
                )
                fine = terms.both(judged.holds, self._none(judged.error))
                goals[law] = terms.both(goals[law], terms.either(terms.negate(taken), fine))
            after.cells[:] = [
                terms.ite(here, new, old) for new, old in zip(moved.cells, after.cells, strict=True)
            ]
        asked = {law: terms.either(terms.negate(some), goal) for law, goal in goals.items()}
        self.hypotheses.append(some)
        self.position = after
        return asked

    def _play(self, law: Law, values: Mapping[Term, int]) -> Play:
        def value(term: Term) -> int:
            return term.low if term.op == "const" else values.get(term, max(term.low, 0))

        setup, initial = self.setup.pack(value), self.first.pack(value)
        actions = tuple((value(verb), value(argument)) for verb, argument in self.actions)
        if not fails(self.subject, law, setup, initial, actions):
            raise Mismatch(f"{law.id}: CPython does not see it fail after {list(actions)}")
        return Play(setup, initial, actions)


def fails(
    subject: Subject, law: Law, setup: bytes, initial: bytes, actions: Sequence[tuple[int, int]]
) -> bool:
    """Whether a law fails on the last of the actions, or without any where the play begins, as the
    CPython reading plays them.
    """
    player = Player(subject.system, setup)
    position = player.position(initial)
    if not actions:
        return law.kind == INVARIANT and broken(player, law, position=position)
    for i, (verb, argument) in enumerate(actions, 1):
        if not player.legal(position, verb, argument):
            return False
        try:
            after, step = player.apply(position, verb, argument)
        except RuleError:
            return False
        if i == len(actions):
            if law.kind == INVARIANT:
                return broken(player, law, position=after)
            known = {"before": position, "after": after, "step": step}
            return broken(player, law, verb=verb, argument=argument, **known)
        position = after
    return False
