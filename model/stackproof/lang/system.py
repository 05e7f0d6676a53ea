"""A transition system over a program: the one narrow interface that every engine uses.

A position and an action determine the next position, so a play is a list of actions. An action is
a verb with an argument below the size of the verb.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .program import Program
from .types import RecordType

LAW_PARAMETERS = ("setup", "before", "verb", "argument", "step", "after")
STATE_PARAMETERS = ("setup", "position")


@dataclass(frozen=True)
class Law:
    """Something that must be true: of every position, or of every transition.

    ``check`` is a rule that returns a truth value and changes nothing. A state invariant takes
    parameters named ``setup`` and ``position``; a step law any of ``setup``, ``before``, ``verb``,
    ``argument``, ``step`` and ``after``.
    """

    id: str
    says: str
    check: Callable[..., bool]
    cites: tuple[str, ...] = ()
    kind: str = "step"
    switches: Mapping[str, Any] = field(default_factory=dict)
    bare: bool = False

    def __hash__(self) -> int:
        return hash(self.id)


@dataclass
class System:
    """The rules of a game as engines see them.

    ``legal(setup, position, verb, argument)`` and ``finished(setup, position)`` are conditions,
    ``apply(setup, position, verb, argument, step)`` changes the position and fills the step.
    ``verbs`` are the names and sizes of the action alphabet, in order.
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

    @property
    def setup_type(self) -> RecordType:
        return self.program.record(self.setup)

    @property
    def state_type(self) -> RecordType:
        return self.program.record(self.state)

    @property
    def step_type(self) -> RecordType:
        return self.program.record(self.step)

    def key(self, function: Callable[..., Any]) -> str:
        """The key of one of the functions above. Raises KeyError for one outside the program."""
        key = self.program.key(function)
        if key is None:
            raise KeyError(f"{function!r} is not part of the program")
        return key

    def roots(self) -> list[str]:
        """The keys of all functions that engines call."""
        game = [self.key(f) for f in (self.legal, self.apply, self.finished)]
        return game + [self.key(law.check) for law in self.laws]
