"""A transition system over a program: the one narrow interface that every engine uses.

A position and an action determine the next position, so a play is a list of actions. An action is
a verb with an argument below the size of the verb.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import ir
from .errors import Refused
from .frontend import Translator
from .program import Program
from .types import RecordType, Scalar

if TYPE_CHECKING:
    from .apart import Apart

STEP, INVARIANT, POSSIBLE = "step", "invariant", "possible"
LEADS_TO, ALWAYS_POSSIBLE = "leads-to", "always-possible"
SEARCHED = (STEP, INVARIANT, POSSIBLE)
"""Kinds of laws that are judged position by position and transition by transition."""
TRACED = (LEADS_TO, ALWAYS_POSSIBLE)
"""Kinds of laws that are judged on the graph of all plays."""

LAW_PARAMETERS = ("setup", "before", "verb", "argument", "step", "after")
STATE_PARAMETERS = ("setup", "position")
ACTION_PARAMETERS = ("setup", "before", "verb", "argument")

Rule = Callable[..., bool]


@dataclass(frozen=True)
class Fairness:
    """What is assumed of plays that go on for ever, about a class of transitions.

    ``taken`` is a rule with any of ``setup``, ``before``, ``verb`` and ``argument`` that tells the
    class. Weak: if from some point on one of them is legal all the time, one is taken again and
    again. Strong: already if one is legal again and again.
    """

    taken: Rule
    strong: bool = False


@dataclass(frozen=True)
class Law:
    """Something that must be true; ``check`` is a rule that returns a truth value and changes
    nothing.

    - ``step``: true on every transition. Parameters: any of ``setup``, ``before``, ``verb``,
      ``argument``, ``step`` and ``after``.
    - ``invariant``: true in every position. Parameters: ``setup`` and ``position``.
    - ``possible``: true on some transition, with the parameters of a step law. ``trigger``, if
      there is one, has such parameters too and says on which transitions to look at all.
    - ``leads-to``: after a position in which ``trigger`` is true, every play that is ``fairness``
      reaches one in which ``check`` is. Both have the parameters of an invariant.
    - ``always-possible``: from every position in which ``trigger`` is true, or simply from every
      one, some way leads to one in which ``check`` is.

    A parameter ``choice`` makes a law a family, which holds if it does for each of its domain.

    A law that is not ``supported`` is a reading of a sentence that the rules do not bear out: that
    it is violated is expected wherever it is.
    """

    id: str
    says: str
    check: Rule
    cites: tuple[str, ...] = ()
    kind: str = STEP
    switches: Mapping[str, Any] = field(default_factory=dict)
    supported: bool = True
    trigger: Rule | None = None
    fairness: tuple[Fairness, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Everything that the law asks."""
        trigger = () if self.trigger is None else (self.trigger,)
        return (self.check, *trigger, *(fair.taken for fair in self.fairness))


@dataclass(frozen=True)
class Case:
    """A law, or one member of a family."""

    law: Law
    choice: int | None = None

    @property
    def name(self) -> str:
        return self.law.id if self.choice is None else f"{self.law.id}[{self.choice}]"


@dataclass
class System:
    """The rules of a game as engines see them.

    ``legal(setup, position, verb, argument)`` and ``finished(setup, position)`` are conditions,
    ``apply(setup, position, verb, argument, step)`` changes the position and fills the step.
    ``verbs`` are the names and sizes of the action alphabet, in order. ``cut(setup, position)``
    tells whether a play ends here only because it is followed no further, ``alike(setup)`` whether
    the rules treat the members of the scalarset alike; without it they always do.
    """

    program: Program
    setup: type
    state: type
    step: type
    verbs: Sequence[tuple[str, int]]
    legal: Callable[..., bool]
    apply: Callable[..., None]
    finished: Callable[..., bool]
    laws: Sequence[Law] = ()
    cut: Rule | None = None
    alike: Rule | None = None

    @cached_property
    def unit(self) -> ir.Unit:
        """All that engines call, checked. Raises :class:`Refused` for what is no such rule."""
        return Translator(self.program, self.law_rules()).unit(self.roots())

    @property
    def setup_type(self) -> RecordType:
        return self.program.record(self.setup)

    @property
    def state_type(self) -> RecordType:
        return self.program.record(self.state)

    @property
    def step_type(self) -> RecordType:
        return self.program.record(self.step)

    @cached_property
    def cases(self) -> list[Case]:
        """What a search judges, in the order of the bits of its answers."""
        searched = [law for law in self.laws if law.kind in SEARCHED]
        return [Case(law, choice) for law in searched for choice in self.choices(law)]

    @cached_property
    def traced(self) -> list[Law]:
        """The laws that are judged on the graph."""
        return [law for law in self.laws if law.kind in TRACED]

    @cached_property
    def _places(self) -> dict[str, range]:
        places: dict[str, range] = {}
        for i, case in enumerate(self.cases):
            first = places.get(case.law.id, range(i, i)).start
            places[case.law.id] = range(first, i + 1)
        return places

    def bits(self, law: Law) -> range:
        """The places of a law among the cases."""
        return self._places[law.id]

    @cached_property
    def _members(self) -> dict[str, Sequence[int | None]]:
        return {law.id: self._family(law) for law in self.laws}

    def choices(self, law: Law) -> Sequence[int | None]:
        """The members of a family of laws, which lie in a row; None alone for a single law.

        Raises :class:`Refused` where ``choice`` has no domain of numbers, or two different ones.
        """
        return self._members[law.id]

    def _family(self, law: Law) -> Sequence[int | None]:
        found: dict[Scalar, None] = {}
        for rule in law.rules:
            hints = typing.get_type_hints(rule, include_extras=True)
            if "choice" not in hints:
                continue
            known = self.program.rules[self.key(rule)]
            try:
                domain = self.program.resolver.resolve(hints["choice"])
            except TypeError as error:
                raise Refused(known.file, known.line, f"choice: {error}") from None
            if not isinstance(domain, Scalar) or domain.boolean:
                raise Refused(known.file, known.line, "choice is no number")
            found[domain] = None
            if len(found) > 1:
                raise Refused(known.file, known.line, f"two domains of choice in the law {law.id}")
        return [None] if not found else [c for d in found for c in range(d.low, d.high + 1)]

    @cached_property
    def scalarset(self) -> str | None:
        """The capacity whose members can take each other's place, if there is one.

        Raises ValueError for several.
        """
        names = self.program.scalarsets
        if len(names) > 1:
            raise ValueError(f"several scalarsets: {', '.join(names)}")
        return names[0] if names else None

    @cached_property
    def told_apart(self) -> Mapping[str, Apart]:
        """The laws, by id, that may tell the members of the scalarset apart, and how they do."""
        from .apart import told_apart

        return told_apart(self)

    def key(self, function: Callable[..., Any]) -> str:
        """The key of one of the functions above. Raises KeyError for one outside the program."""
        key = self.program.key(function)
        if key is None:
            raise KeyError(f"{function!r} is not part of the program")
        return key

    def conditions(self) -> list[str]:
        """The keys of all functions that must not change anything."""
        asked = [self.legal, self.finished] + ([] if self.cut is None else [self.cut])
        return [self.key(rule) for rule in asked] + self.law_rules()

    def law_rules(self) -> list[str]:
        """The keys of all rules of laws."""
        return [self.key(rule) for law in self.laws for rule in law.rules]

    def roots(self) -> list[str]:
        """The keys of all functions that engines call."""
        game = [self.key(rule) for rule in (self.legal, self.apply, self.finished)]
        return list(dict.fromkeys([*game, *self.conditions()]))
