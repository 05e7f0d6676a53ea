"""What is said of one field of a position: in the rules language, in words and about columns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from stackproof.lang.declare import NONE
from stackproof.lang.types import Scalar

HERE = "[]"
"""In a path, the place that a condition goes through, such as ``stack[].kind``."""

NEGATED = {"==": "!=", "!=": "==", "<=": ">", ">": "<=", "beyond": "within", "within": "beyond"}
PLACES = ("beyond", "within")
"""Comparisons of the place itself with a size: of no element, or of one that is in use."""


@dataclass(frozen=True)
class Field:
    """A scalar of the position. One with a place is about the members of a capacity ``over``."""

    path: str
    scalar: Scalar
    over: str = ""

    def __str__(self) -> str:
        return self.path.replace(HERE, "[i]")


@dataclass(frozen=True)
class Literal:
    """A field compared with a number, or the place with a field that is a size."""

    field: Field
    compare: str
    value: int = 0

    @property
    def over(self) -> str:
        """The capacity whose members it is about, if any."""
        return self.field.over

    @property
    def negation(self) -> Literal:
        """The literal that is true where this one is not."""
        return Literal(self.field, NEGATED[self.compare], self.value)

    @cached_property
    def values(self) -> frozenset[int]:
        """The values of the field for which it is true; of one about places, the truth values."""
        if self.compare in PLACES:
            return frozenset({self.compare == "beyond"})
        domain = range(self.field.scalar.low, self.field.scalar.high + 1)
        return frozenset(v for v in domain if self.is_true(v))

    def is_true(self, value: int) -> bool:
        """Whether it is true of a value of the field."""
        return {
            "==": value == self.value, "!=": value != self.value,
            "<=": value <= self.value, ">": value > self.value,
        }[self.compare]  # fmt: skip

    @property
    def says_nothing(self) -> bool:
        """Whether the domain of the field says as much."""
        if self.compare in PLACES:
            return False
        return len(self.values) == self.field.scalar.high - self.field.scalar.low + 1

    @property
    def about(self) -> tuple[str, bool]:
        """What it is about: the field, and whether its value or the place."""
        return self.field.path, self.compare in PLACES

    def implies(self, other: Literal) -> bool:
        """Whether the other one is true wherever this is."""
        return self.about == other.about and self.values <= other.values

    def text(self, position: str, constant: str) -> str:
        """The condition in the rules language, given the names of the position and the value."""
        path = f"{position}.{self.field}"
        if self.compare in PLACES:
            return f"i {'>=' if self.compare == 'beyond' else '<'} {path}"
        if self.field.scalar.boolean:
            return path if 1 in self.values else f"not {path}"
        return f"{path} {self.compare} {constant}"

    @property
    def words(self) -> str:
        """The condition in words, such as ``due is none``."""
        name = self.field.path.replace(HERE, "").replace(".", " ").replace("_", " ")
        if self.compare in PLACES:
            return f"{self.compare} {name}"
        scalar = self.field.scalar
        if scalar.boolean:
            return name if 1 in self.values else f"not {name}"
        shown = scalar.show(self.value).lower().replace("_", " ")
        if not scalar.names and self.value == NONE and scalar.low == NONE:
            shown = "none"
        is_ = {"==": "is", "!=": "is not", "<=": "is at most", ">": "is more than"}[self.compare]
        return f"{name} {is_} {shown}"


@dataclass(frozen=True)
class Candidate:
    """That a conclusion is true in every position, or where a premise is; at every place."""

    conclusion: Literal
    premise: Literal | None = None

    @cached_property
    def literals(self) -> frozenset[Literal]:
        """Those of which one is true wherever the candidate is."""
        given = () if self.premise is None else (self.premise.negation,)
        return frozenset((self.conclusion, *given))

    @cached_property
    def key(self) -> frozenset[tuple[tuple[str, bool], frozenset[int]]]:
        """The same for candidates that say the same, such as one and its contraposition."""
        return frozenset((literal.about, literal.values) for literal in self.literals)

    @property
    def over(self) -> str:
        """The capacity through whose members it goes, or none."""
        return max(literal.over for literal in self.literals)

    @property
    def says_nothing(self) -> bool:
        """Whether the domains of the fields say as much, or the premise is never met."""
        if any(literal.says_nothing for literal in self.literals):
            return True
        return self.premise is not None and self.premise.about == self.conclusion.about

    def implies(self, other: Candidate) -> bool:
        """Whether it plainly says as much as another one, or more."""
        return all(any(a.implies(b) for b in other.literals) for a in self.literals)

    @property
    def name(self) -> str:
        """An id in words, such as ``due-is-none-if-decision-is-priority``."""
        text = self.conclusion.words
        if self.premise is not None:
            text += f" if {self.premise.words}"
        return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")

    @property
    def says(self) -> str:
        """A sentence."""
        text = self.conclusion.words
        if self.premise is not None:
            text += f" where {self.premise.words}"
        if self.over:
            text = f"at each place of {self.over}, {text}"
        return f"{text[0].upper()}{text[1:]}."
