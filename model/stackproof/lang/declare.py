"""Declarations: what a rules module is written in.

A rules module is an ordinary Python module. Its functions are the rules; this file has the words
in which it declares the values that the rules speak about: capacities, domains, enumerations,
records, arrays and hooks. Nothing here knows Magic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NoReturn,
    ParamSpec,
    Self,
    TypeVar,
    dataclass_transform,
)

P = ParamSpec("P")
R = TypeVar("R")
Place = TypeVar("Place")
Element = TypeVar("Element")

REPLACES = "__replaces__"
NONE = -1
"""The value of an optional domain that stands for no member."""

# ``Index`` and ``Count`` compare by identity: capacities of the same default are equal as numbers,
# and ``typing`` would make one annotation of two that are equal.


class Capacity(int):
    """A size that is fixed when a program is assembled, such as the number of cards.

    In a rules module it reads as an int, so that ``range(CARDS)`` is a loop over a constant range.

    The members of a ``scalarset`` (Ip and Dill 1996) are told apart only by what the setup and the
    position say of them: rules compare them for equality and index with them, and what a rule does
    in a loop over them does not depend on their order.
    """

    name: str
    scalarset: bool

    def __new__(cls, name: str, default: int, *, scalarset: bool = False) -> Self:
        self = super().__new__(cls, default)
        self.name = name
        self.scalarset = scalarset
        return self

    if not TYPE_CHECKING:  # in rules it is an int; elsewhere its value is not settled yet

        def _unsettled(self, _: object) -> NoReturn:
            raise TypeError(f"compute with the capacity {self.name!r} inside a rule only")

        __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _unsettled


@dataclass(frozen=True, eq=False)
class Index:
    """The domain ``0 .. size - 1``, with ``NONE`` in front of it where ``optional``.

    ``parts`` says that its members stand for those of other index domains, one after the other: so
    many for the first, then so many for the second; further ones stand for themselves.
    """

    size: int
    optional: bool = False
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Count:
    """The domain ``0 .. size``: how many of ``size`` things there are."""

    size: int


@dataclass(frozen=True)
class Range:
    """The domain ``low .. high``, both included; it must contain 0."""

    low: int
    high: int


class Symbol(int):
    """A member of an open enumeration: any module of a program may add members to it.

    A subclass is one enumeration. Members are numbered when a program is assembled, in the order
    of its modules and of their text, so that numbers do not depend on the order of imports.
    """

    name: str
    about: dict[str, str]

    def __new__(cls, name: str, **about: str) -> Self:
        self = super().__new__(cls, NONE)
        self.name = name
        self.about = about
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class Array(Generic[Place, Element]):
    """``Array[Index, Element]``: one element for each member of the index domain."""

    def __getitem__(self, index: int) -> Element:
        raise NotImplementedError("arrays exist in a reading of a program only")

    def __setitem__(self, index: int, value: Element) -> None:
        raise NotImplementedError("arrays exist in a reading of a program only")

    def __len__(self) -> int:
        raise NotImplementedError("arrays exist in a reading of a program only")


class Bag(Array[Place, Element]):
    """An array whose order means nothing: the same elements in any order are the same."""


@dataclass_transform(kw_only_default=True)
class Record:
    """Base of record declarations: annotated fields of scalar, array or record type.

    A call with all fields by keyword makes a value for one assignment: ``pos.top = Item(...)``.
    No rule may change a record declared with ``frozen=True``.
    """

    frozen: ClassVar[bool] = False

    def __init_subclass__(cls, frozen: bool = False) -> None:
        cls.frozen = frozen

    def __init__(self, **fields: Any) -> None:
        raise NotImplementedError("records exist in a reading of a program only")


@dataclass
class Hook(Generic[P, R]):
    """A rule that other modules extend, so that the module that calls it need not know them.

    ``None`` hooks run every extension in order; ``bool`` hooks are true where the hook's own body
    or an extension is; ``int`` hooks are the sum of all.
    """

    base: Callable[P, R]
    extensions: list[Callable[..., Any]] = field(default_factory=list)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        raise NotImplementedError("hooks run in a reading of a program only")


def hook(function: Callable[P, R]) -> Hook[P, R]:
    """Declare a rule that later modules may extend with :func:`extends`."""
    return Hook(function)


def extends(target: Hook[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Plug the decorated rule into a hook; it takes effect in programs that load its module."""

    def plug(function: Callable[P, R]) -> Callable[P, R]:
        target.extensions.append(function)
        return function

    return plug


def replaces(target: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Run the decorated rule instead of another one, in programs that load its module."""

    def take_over(function: Callable[P, R]) -> Callable[P, R]:
        setattr(function, REPLACES, target)
        return function

    return take_over


def premise(condition: bool) -> bool:
    """In a law: note that the law speaks about this case where ``condition`` is true; return it.

    A law none of whose premises ever held is reported vacuous.
    """
    raise NotImplementedError("laws run in a reading of a program only")


def clear(target: Any) -> None:
    """Set a field, an array or a record to zero throughout."""
    raise NotImplementedError("rules run in a reading of a program only")
