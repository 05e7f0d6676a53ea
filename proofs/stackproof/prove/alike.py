"""Which cases of an action stand for each other: what is proved of an action about one card is so
of any other if nothing tells cards apart.

Renaming cards then leads from a position that speaks against a goal after an action about one of
them to such a position for another (scalarsets: Ip and Dill, 1996). So neither may the action tell
cards apart, by the text of its rules, nor may what contracts promise in it, the hypotheses or the
goal. What rules under contract do does not matter: they may do whatever is promised.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from stackproof.lang.equivariance import Equivariance
from stackproof.lang.members import Kind, Member
from stackproof.lang.symmetry import layout
from stackproof.lang.system import Law
from stackproof.lang.types import Scalar

from .frames import Frames

if TYPE_CHECKING:
    from .subject import Subject


class Alike:
    """Asks the actions and laws of a subject about the members of the scalarset that there is."""

    def __init__(self, subject: Subject, scalarset: str) -> None:
        self.subject = subject
        self.scalarset = scalarset
        self.members = subject.system.program.capacities[scalarset]
        self._contracts = {subject.system.key(c.rule): c for c in subject.contracts}
        self._laws = self._equivariance()
        self._frames = Frames(subject.system.unit, subject.never)
        self._actions: dict[tuple[int, int], str | None] = {}
        self._promised: dict[str, str | None] = {}

    def stand_in(self, verb: int, decision: int, about: int) -> int:
        """The value of what an action is about whose case stands for that of another one."""
        first = self._first(verb, decision)
        member = first is not None and first <= about < first + self.members
        if first is None or not member or self.action_told_apart(verb, decision) is not None:
            return about
        return first

    def action_told_apart(self, verb: int, decision: int) -> str | None:
        """Where an action about a member may tell it from others; None if it does not."""
        if (verb, decision) not in self._actions:
            self._actions[verb, decision] = self._action(verb, decision)
        return self._actions[verb, decision]

    def law_told_apart(self, law: Law, argument: Kind = None) -> str | None:
        """The same of a law, with an argument of that kind."""
        keys = map(self.subject.system.key, law.rules)
        told = (self._laws.told_apart(key, {"argument": argument}) for key in keys)
        return next(filter(None, told), None)

    @cached_property
    def laws_told_apart(self) -> Mapping[str, str]:
        """The invariants that may tell members apart, and where."""
        told = ((law.id, self.law_told_apart(law)) for law in self.subject.invariants)
        return {name: reason for name, reason in told if reason is not None}

    def _first(self, verb: int, decision: int) -> int | None:
        """Which value of what an action is about is the first member; None if there is none."""
        path = self.subject.about.get((verb, decision))
        if path is None:
            return None
        if not path:
            return 0 if self.subject.system.verbs[verb][1] == self.members else None
        kind = self._laws.kind(self.subject.leaf(path).scalar)
        return None if kind is None else kind.base

    def _action(self, verb: int, decision: int) -> str | None:
        system, subject = self.subject.system, self.subject
        assumed = {(system.state_type.name, subject.split): decision}
        asked = self._equivariance(assumed)
        kinds = {} if subject.about[verb, decision] else {"argument": Member(self.scalarset, 0)}
        for rule in (system.legal, system.apply):
            told = asked.told_apart(system.key(rule), kinds, {"verb": verb})
            if told is not None:
                return told
        facts = [name for name in subject.facts if name in self.laws_told_apart]
        if facts:
            return self.laws_told_apart[facts[0]]
        known = (self._contract_told_apart(key) for key in sorted(asked.called))
        return self.law_told_apart(subject.deck) or next(filter(None, known), None)

    def _contract_told_apart(self, key: str) -> str | None:
        """Where what a contract says may tell members apart."""
        if key not in self._promised:
            self._promised[key] = self._contract(key)
        return self._promised[key]

    def _contract(self, key: str) -> str | None:
        contract = self._contracts[key]
        function = self.subject.system.unit.functions[key]
        numbers = [p.type for p in function.parameters if isinstance(p.type, Scalar)]
        argument = self._laws.kind(numbers[0]) if numbers else None
        for law in (contract.promise, contract.requires):
            told = None if law is None else self.law_told_apart(law, argument)
            if told is not None:
                return told
        changed = self._frames.of(key)
        for parameter in function.parameters:
            if not isinstance(parameter.type, Scalar):
                for column in layout(parameter.type, self.scalarset, self.members).columns:
                    places = {column.offset + m * column.step for m in range(self.members)}
                    if places & set(changed[parameter.name]) not in (set(), places):
                        return f"{function.file}:{function.line}: it changes one member"
        return None

    def _equivariance(self, assumed: Mapping[tuple[str, str], int] | None = None) -> Equivariance:
        """The texts of rules, those under contract apart. That they are called is noted."""
        unit, sizes = self.subject.system.unit, {self.scalarset: self.members}
        return Equivariance(unit, self.scalarset, sizes, self._contracts, assumed)
