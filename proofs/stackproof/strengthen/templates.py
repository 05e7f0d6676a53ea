"""Candidates made from declarations alone: one for each way to fill in a few templates.

- a field is a constant, is never a constant, or is at most a small number;
- where one field is a constant, another one is a constant, or never is;
- the same for the elements of arrays with the same index, place by place, also beyond or within
  the size of an array, and between an element and a field outside arrays.

Constants are the members of enumerations, truth values, zero, and none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from stackproof.lang.declare import NONE
from stackproof.lang.types import ArrayType, RecordType, Scalar, Type

from .literals import HERE, PLACES, Candidate, Field, Literal

MOST = 3
"""Numbers up to this one are tried as upper bounds."""

TWO = 2
"""Of so many members, one is what the other is not."""


def fields(kind: RecordType) -> Iterator[Field]:
    """The scalars outside arrays, and those in arrays over a capacity that lie in no other one."""
    yield from _fields(kind, "", "")


def _fields(kind: Type, path: str, over: str) -> Iterator[Field]:
    if isinstance(kind, Scalar):
        yield Field(path, kind, over)
    elif isinstance(kind, RecordType):
        for name, (_, inner) in kind.fields.items():
            yield from _fields(inner, f"{path}.{name}" if path else name, over)
    elif not over and kind.index.of:
        yield from _fields(kind.element, path + HERE, kind.index.of)


def sizes(kind: RecordType) -> Iterator[Field]:
    """The fields that say how many elements of an array are in use, by their names."""
    for name, (_, inner) in kind.fields.items():
        _, size = kind.fields.get(f"{name}_size", (0, None))
        if isinstance(inner, ArrayType) and inner.index.of and isinstance(size, Scalar):
            yield Field(f"{name}_size", size, inner.index.of)


def literals(field: Field) -> Iterator[Literal]:
    """That a field is one of the constants that its domain has, or is not."""
    scalar = field.scalar
    if scalar.boolean or scalar.names:
        constants: Sequence[int] = range(scalar.low, scalar.high + 1)
    else:
        constants = [NONE] if scalar.low == NONE else [] if scalar.of else [0]
    for constant in constants:
        yield Literal(field, "==", constant)
        if not scalar.boolean and len(scalar.names) != TWO:
            yield Literal(field, "!=", constant)


def places(field: Field) -> Iterator[Literal]:
    """That a place is beyond the size of its array, or within."""
    yield Literal(field, "beyond")
    yield Literal(field, "within")


def bounds(field: Field) -> Iterator[Literal]:
    """That a number is at most a small one."""
    scalar = field.scalar
    if not (scalar.boolean or scalar.names or scalar.of):
        yield from (Literal(field, "<=", most) for most in range(1, MOST + 1) if most < scalar.high)


def candidates(
    kind: RecordType, wanted: Callable[[Field], bool] = lambda _: True
) -> Iterator[Candidate]:
    """All candidates in which some field is wanted, each once: simple ones first."""
    known = list(fields(kind))
    said = [literal for field in known for literal in literals(field)]
    said += [literal for field in sizes(kind) for literal in places(field)]
    alone = [literal for literal in said if literal.compare not in PLACES]
    alone += [literal for field in known for literal in bounds(field)]
    seen = set()
    for candidate in (*map(Candidate, alone), *_implications(said)):
        asked = any(wanted(literal.field) for literal in candidate.literals)
        if asked and not candidate.says_nothing and candidate.key not in seen:
            seen.add(candidate.key)
            yield candidate


def _implications(said: Iterable[Literal]) -> Iterator[Candidate]:
    """One literal where another one is true; both about the same places, or one about none."""
    known = list(said)
    premises = [literal for literal in known if _is_plain(literal)]
    for premise in premises:
        for conclusion in known:
            if not premise.over or not conclusion.over or premise.over == conclusion.over:
                yield Candidate(conclusion, premise)


def _is_plain(literal: Literal) -> bool:
    """Whether a literal can be a premise: not that a field is other than some member."""
    return literal.compare != "!=" or not literal.field.scalar.names
