"""The checked form of rules: small typed trees, the common ground of the compiled readings.

Every name is resolved, every constant folded, every place that can raise a rule error has a site
number. Evaluation order is Python's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .errors import Site
from .types import RecordType, Scalar, Type


@dataclass(frozen=True, slots=True)
class Const:
    value: int
    boolean: bool = False


@dataclass(frozen=True, slots=True)
class Local:
    name: str
    boolean: bool = False


@dataclass(frozen=True, slots=True)
class FieldStep:
    """Into a field of a record; ``offset`` in bytes."""

    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class IndexStep:
    """Into an element of an array; ``stride`` in bytes. Outside 0..length-1 is a rule error."""

    index: Expr
    length: int
    stride: int
    site: int


@dataclass(frozen=True, slots=True)
class Path:
    """A place in the record that the parameter ``root`` is bound to."""

    root: str
    steps: tuple[FieldStep | IndexStep, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Load:
    """The scalar at a path."""

    path: Path
    boolean: bool = False


@dataclass(frozen=True, slots=True)
class Arith:
    """``op`` is one of ``+ - *``."""

    op: str
    left: Expr
    right: Expr
    boolean = False


@dataclass(frozen=True, slots=True)
class Compare:
    """``op`` is one of ``== != < <= > >=``."""

    op: str
    left: Expr
    right: Expr
    boolean = True


@dataclass(frozen=True, slots=True)
class Logic:
    """Short-circuit ``and`` / ``or`` of two or more truth values."""

    op: str
    parts: tuple[Expr, ...]
    boolean = True


@dataclass(frozen=True, slots=True)
class Not:
    part: Expr
    boolean = True


@dataclass(frozen=True, slots=True)
class Choose:
    """``then if test else other``."""

    test: Expr
    then: Expr
    other: Expr
    boolean: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a rule; an argument is an expression or the name of a record parameter."""

    key: str
    arguments: tuple[Expr | str, ...]
    boolean: bool


@dataclass(frozen=True, slots=True)
class Premise:
    """``premise(part)`` of a law: its value is that of ``part``, and it notes a true one."""

    part: Expr
    boolean = True


@dataclass(frozen=True, slots=True)
class Guard:
    """True while the mutant with this number plays; see ``mutation.py``. Analyses read it as a
    condition on nothing.
    """

    number: int
    part = Const(0, True)
    boolean = True


Expr = Const | Local | Load | Arith | Compare | Logic | Not | Choose | Call | Premise | Guard


@dataclass(frozen=True, slots=True)
class SetLocal:
    name: str
    value: Expr
    line: int


@dataclass(frozen=True, slots=True)
class Store:
    """Write a scalar; ``op`` is ``=``, or ``+ - *`` for an augmented assignment.

    ``=`` evaluates the value before the path, an augmented assignment the path first.
    """

    path: Path
    op: str
    value: Expr
    site: int
    line: int


@dataclass(frozen=True, slots=True)
class CopyRecord:
    """Copy a whole array or record from one path to another of the same type."""

    target: Path
    source: Path
    line: int


@dataclass(frozen=True, slots=True)
class MakeRecord:
    """Assign all fields of a record: all values in order of writing, then all their domains, then
    the path, then the stores.
    """

    target: Path
    values: tuple[tuple[int, Scalar, Expr, int], ...]
    """Offset in the record, domain, value and site of each field."""
    line: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Zero everything at a path."""

    target: Path
    line: int


@dataclass(frozen=True, slots=True)
class Branch:
    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Loop:
    """``for name in range(start, stop)`` with constant bounds; ``over`` is the capacity that
    ``stop`` was written as, if any.
    """

    name: str
    start: int
    stop: int
    body: tuple[Stmt, ...]
    line: int
    over: str = ""


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr | None
    line: int


@dataclass(frozen=True, slots=True)
class Check:
    """``assert test``: a rule error where it is false."""

    test: Expr
    site: int
    line: int


@dataclass(frozen=True, slots=True)
class Do:
    call: Call
    line: int


Stmt = SetLocal | Store | CopyRecord | MakeRecord | Clear | Branch | Loop | Return | Check | Do


@dataclass(frozen=True, slots=True)
class Parameter:
    """``site`` is where an argument outside a scalar's domain is reported."""

    name: str
    type: RecordType | Scalar
    site: int


@dataclass(frozen=True)
class Function:
    """A rule after checking. ``result`` is None for one that returns nothing.

    ``writes`` names the record parameters that it, or a rule it calls, may change.
    """

    key: str
    file: str
    line: int
    parameters: tuple[Parameter, ...]
    result: Scalar | None
    result_site: int
    body: tuple[Stmt, ...]
    writes: frozenset[str]


@dataclass(frozen=True)
class Unit:
    """All rules reachable from the roots, callees before callers, and the error sites.

    ``unproven`` holds the sites that interval analysis could not rule out: the only ones at which
    a compiled reading needs a run-time check. Site 0 is unused, so that 0 can mean "no error".
    """

    functions: Mapping[str, Function]
    sites: tuple[Site, ...]
    unproven: frozenset[int]
