"""What the search needs from a model, what bounds it, and what it reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

Action = tuple[int, int]
"""A verb and its argument."""


class Model(Protocol):
    """Native code for the transitions of a system, which it keeps alive.

    ``addresses`` are those of two C functions. A state is ``size`` bytes, a row is a state padded
    with zeros to ``stride`` bytes, a multiple of 8. A mask is ``words`` words of 64 bits, one bit
    for each law. An action is a 32-bit word: the argument in its lower half, the verb in its upper.

    ``successors(setup, row, rows, records, premises)`` returns the number of legal actions, at most
    ``max_edges``, and writes a row and a record for each. A record is a word with the action and,
    in its upper half, the error site (0: no error; otherwise the row has no meaning), and then the
    mask of the step laws that the transition violates.

    ``inspect(setup, row, violated, premises)`` writes the mask of the state invariants that are
    violated; it returns 1 if the play is finished in this state, otherwise 0, with an error site
    (0: no error) in the upper half.

    Both set the bits in ``premises`` of the laws whose premise held.

    Laws about the graph need three more. ``observe(setup, row, law, marks)`` writes, for a law by
    its number among those, one bit for each choice: words of where it is triggered, and then as
    many of where it is met; it returns 1 if it is triggered for any choice. ``classify(setup, row,
    verb, argument, law)`` returns one bit for each class of transitions to which the law wants
    plays to be fair, ``cut(setup, row)`` 1 if a play that ends here was cut off. All three have an
    error site in the upper half.

    ``alphabet`` has the number of arguments of each verb, so that actions can be stored in short;
    it is empty where any word may be an action.

    Several threads may call these functions at once.
    """

    @property
    def addresses(self) -> Mapping[str, int]: ...

    @property
    def size(self) -> int: ...

    @property
    def stride(self) -> int: ...

    @property
    def words(self) -> int: ...

    @property
    def max_edges(self) -> int: ...

    @property
    def alphabet(self) -> Sequence[int]: ...


@dataclass(frozen=True)
class Limits:
    """Where a search stops. None means no bound, and for memory a share of what is free.

    It stops before it expands another state once it has more than ``max_states`` states (by at
    most the number of actions), after ``max_seconds``, or when its stores would need more than
    ``max_bytes``.
    """

    max_states: int | None = None
    max_seconds: float | None = None
    max_bytes: int | None = None


class Reason(StrEnum):
    """Why a search is not complete."""

    STATES = "states"
    MEMORY = "memory"
    SECONDS = "seconds"
    INTERRUPTED = "interrupted"


class Openness(StrEnum):
    """Why a play may go on in a way that is not known."""

    LIMIT = "limit"
    CUT = "cut"
    ERROR = "error"


@dataclass(frozen=True)
class Violation:
    """The first violation of a law, at minimal depth.

    Of a step law: by this action in this state. Of an invariant: by this state (no action).
    """

    law: int
    state: int
    action: Action | None


@dataclass(frozen=True)
class Failure:
    """A rule error: at this site, by this action in this state or by a look at the state."""

    site: int
    state: int
    action: Action | None


@dataclass(frozen=True)
class Progress:
    """A search under way. ``frontier`` is the number of states that wait to be expanded, ``bytes``
    the memory in use, ``left`` about how many seconds it may still take, None where nothing tells.
    """

    states: int
    edges: int
    depth: int
    frontier: int
    seconds: float
    bytes: int = 0
    left: float | None = None
