"""What a state is, told apart by the last call under contract that comes before it.

What several calls may have left behind is a choice between their results, and to see that an
invariant holds of it takes a solver long. Where it is known which call was the last one, the state
is mostly what that call left, of which the invariant is known. Where there was none, it is what
there was at first, but for the scalars that the rules changed themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from stackproof.lang.cofactor import Cofactor
from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.terms import Term, Terms, replaced

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
    reading: SymbolicReading,
    first: SymbolicRecord,
    calls: Sequence[Call],
    path: Term,
    state: SymbolicRecord,
) -> Iterator[Ending]:
    """All that there can be before a path is taken, from a ``first`` state on."""
    terms = reading.terms
    for last in range(len(calls) - 1, -2, -1):
        call = None if last < 0 else calls[last]
        later = calls[last + 1 :]
        conditions = [] if call is None else [call.path]
        conditions += [*(terms.negate(other.path) for other in later), path]
        cofactor = Cofactor(terms, reading.plan.knowledge)
        known = _not_called(terms, later)
        here = terms.true
        for condition in conditions:
            # Each is only simplified by those that stand beside it.
            simplified = cofactor.of(replaced(terms, condition, known))
            here = terms.both(here, simplified)
            if not cofactor.assume(simplified):
                here = terms.false
                break
        if here is terms.false:
            continue
        cells = [replaced(terms, cell, known) for cell in state.cells]
        # What is known of a state is told in terms that were not simplified.
        same = first if call is None else call.after
        left = SymbolicRecord(state.kind, cofactor.all_of(cells, same.cells))
        if call is None:
            yield Ending(here, left)
        else:
            yield Ending(here, SymbolicRecord(state.kind, [*map(cofactor.of, cells)]), call, left)


def _not_called(terms: Terms, calls: Iterable[Call]) -> dict[Term, Term]:
    """What takes the place of what calls would leave where they are not made, so that it is of no
    matter: what was there before them.
    """
    known: dict[Term, Term] = {}
    for call in calls:
        # What was there before comes first: it is then known as itself and no longer new.
        for before, after in zip(call.before.cells, call.after.cells, strict=True):
            if after.op == "var" and after is not before:
                known.setdefault(after, replaced(terms, before, known))
        if call.result is not None and call.result.op == "var":
            low = call.result.low
            nothing = terms.truth(False) if call.result.boolean else terms.number(low)
            known.setdefault(call.result, nothing)
    return known
