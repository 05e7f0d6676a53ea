"""What a state is, told apart by the last call under contract that comes before it.

What several calls may have left behind is a choice between their results, and to see that an
invariant holds of it takes a solver long. Where it is known which call was the last one, the state
is mostly what that call left, of which the invariant is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from stackproof.lang.cofactor import Cofactor
from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.terms import Term

from .running import Call


@dataclass(frozen=True)
class Ending:
    """That a call was the last one, or that there was none, and the state as it is then: also in
    the very terms that the call left where nothing has changed since.
    """

    condition: Term
    state: SymbolicRecord
    call: Call | None = None
    left: SymbolicRecord | None = None


def endings(
    reading: SymbolicReading, calls: Sequence[Call], path: Term, state: SymbolicRecord
) -> Iterator[Ending]:
    """All that there can be before a path is taken."""
    terms = reading.terms
    for last in range(len(calls) - 1, -2, -1):
        call = None if last < 0 else calls[last]
        conditions = [] if call is None else [call.path]
        conditions += [terms.negate(later.path) for later in calls[last + 1 :]]
        conditions.append(path)
        cofactor = Cofactor(terms, reading.plan.knowledge)
        here = reduce(terms.both, conditions, terms.true)
        if here is terms.false or not all(map(cofactor.assume, conditions)):
            continue
        if call is None:
            # What is known of the state before is told in terms that were not simplified.
            yield Ending(here, state)
            continue
        cells = list(map(cofactor.of, state.cells))
        pairs = zip(cells, call.after.cells, strict=True)
        same = [old if cofactor.of(old) is new else new for new, old in pairs]
        left = SymbolicRecord(state.kind, same)
        yield Ending(here, SymbolicRecord(state.kind, cells), call, left)
