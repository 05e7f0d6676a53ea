"""What a state is, told apart by the last call under contract that comes before it.

What several calls may have left behind is a choice between their results, and to see that an
invariant holds of it takes a solver long. Where it is known which call was the last one, the state
is mostly what that call left, of which the invariant is known. Where there was none, it is what
there was at first, but for the scalars that the rules changed themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from stackproof.lang.cofactor import Cofactor
from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.terms import Term, reachable

from .plain import conjuncts
from .running import Call

MOST = 32
"""How many ways are told apart in which no call is made."""


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
    for last in range(len(calls) - 1, -1, -1):
        call = calls[last]
        conditions = [call.path, *(terms.negate(later.path) for later in calls[last + 1 :]), path]
        cofactor = Cofactor(terms, reading.plan.knowledge)
        here = reduce(terms.both, conditions, terms.true)
        if here is not terms.false and all(map(cofactor.assume, conditions)):
            cells = list(map(cofactor.of, state.cells))
            left = SymbolicRecord(state.kind, _same(cofactor, cells, call.after.cells))
            yield Ending(here, SymbolicRecord(state.kind, cells), call, left)
    yield from _without_calls(reading, first, calls, path, state)


def _without_calls(
    reading: SymbolicReading,
    first: SymbolicRecord,
    calls: Sequence[Call],
    path: Term,
    state: SymbolicRecord,
) -> Iterator[Ending]:
    """The ways in which no call is made, told apart by what decides it until nothing that a call
    leaves is in the state.
    """
    terms = reading.terms
    results = {cell for call in calls for cell in call.after.cells if cell.op == "var"}
    results -= set(first.cells)
    not_called = [terms.negate(call.path) for call in calls]
    ways: list[tuple[Term, ...]] = [()]
    for way in ways:
        cofactor = Cofactor(terms, reading.plan.knowledge)
        conditions: list[Term] = []
        for condition in (path, *way, *not_called):
            conditions.append(cofactor.of(condition))
            if not cofactor.assume(condition):
                break
        else:
            cells = list(map(cofactor.of, state.cells))
            open_ = [t for t in _alternatives(conditions) if cofactor.of(t).op != "const"]
            if open_ and len(ways) < MOST and not results.isdisjoint(reachable(cells)):
                earliest = min(open_, key=lambda term: term.serial)
                ways += [(*way, earliest), (*way, terms.negate(earliest))]
            else:
                here = reduce(terms.both, conditions, terms.true)
                # What is known of the first state is told in terms that were not simplified.
                same = _same(cofactor, cells, first.cells)
                yield Ending(here, SymbolicRecord(state.kind, same))


def _alternatives(conditions: Iterable[Term]) -> Iterator[Term]:
    """What decides which of the conditions hold that leave a choice."""
    for condition in conditions:
        if condition.op == "not":
            for part in conjuncts(condition.args[0]):
                yield part.args[0] if part.op == "not" else part


def _same(cofactor: Cofactor, cells: Sequence[Term], known: Sequence[Term]) -> list[Term]:
    """Cells in the very terms that are known of them, where they are the same."""
    pairs = zip(cells, known, strict=True)
    return [old if cofactor.of(old) is new else new for new, old in pairs]
