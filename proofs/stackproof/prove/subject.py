"""What proofs are about: the game in one size, its laws, and what is assumed and promised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from stackproof.lang.readings.symbolic import SymbolicReading
from stackproof.lang.system import INVARIANT, STEP, Law, Rule, System
from stackproof.lang.types import Leaf, Scalar

from .alike import Alike

Sort = tuple[tuple[int, int, bool], ...]
"""The intervals of the values of an event, its kind first."""


@dataclass(frozen=True)
class Contract:
    """What a rule needs and promises; both are laws about ``before`` and ``after`` a call, with its
    numbers by name, the first of them as ``argument`` too, and as ``result`` what it returned: true
    as long as it is under way, and false where it returns nothing. The invariants ``around`` hold
    before and after it. A contract ``by_argument`` is proved in one case for each value of its
    number. Where a law sees events that the rule itself emits, it is run all the same, with all
    those in the group that it ``opens`` with. ``each`` is a law about ``before``, ``argument`` and
    a ``step`` with one event, true of each event within a call. Laws that see events which a
    ``lawful`` rule emits itself are proved of each call by itself, as if it were an action. A
    promise is mostly kept ``stepwise``: it also holds after each call under contract within the
    rule, or else what is to hold ``meanwhile``, with the result of that call. A ``stage`` of an
    action is known by contract for invariants only: where a law sees events, it is run. The
    invariants that a rule ``restores`` hold after it, unless it returns true, although they need
    not before. Where a law sees events, no more than ``basics`` is assumed of what holds after a
    call.
    """

    rule: Callable[..., object]
    promise: Law
    requires: Law | None = None
    around: tuple[str, ...] = ()
    each: Law | None = None
    by_argument: bool = False
    opens: str = ""
    lawful: bool = False
    stepwise: bool = True
    meanwhile: Law | None = None
    stage: bool = False
    restores: tuple[str, ...] = ()
    basics: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.meanwhile is not None and not self.stepwise:
            raise ValueError("only a promise that is kept stepwise has something to hold meanwhile")

    @property
    def afterwards(self) -> tuple[str, ...]:
        """The invariants that hold after a call, those that it restores unless it returns true."""
        return (*self.around, *self.restores)


@dataclass(frozen=True)
class Futures:
    """How laws about what comes later are proved: wherever one is not met yet, something is
    ``under_way``, and as long as that is so, a rank falls and some action is legal. The laws
    ``ranked`` say the latter two.
    """

    laws: tuple[Law, ...] = ()
    under_way: Rule | None = None
    ranked: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Subject:
    """A system and how its proofs are laid out.

    ``deck`` and ``start`` are conditions on setups and on first positions. ``auxiliary`` are
    laws that are proved along. Cases are told apart by the verb and the scalar ``split`` of
    the position, with what the invariants ``facts`` say there. ``emit`` is the rule that notes an
    event.
    """

    system: System
    laws: tuple[Law, ...]
    auxiliary: tuple[Law, ...]
    deck: Law
    start: Law
    contracts: tuple[Contract, ...]
    split: str
    facts: tuple[str, ...]
    emit: Callable[..., object]
    switches: Mapping[str, Mapping[str, bool]]
    """For each law by id, the fields of the setup that say where it is in force."""
    futures: Futures = Futures()
    implied: frozenset[str] = frozenset()
    """The invariants that follow from the others in any position, so that no action needs to be
    looked at.
    """
    about: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """For actions, by verb and decision, of which cases are told apart by what they are about: the
    scalar of the position that says it, or nothing for the argument.
    """
    by_symmetry: bool = True
    """Whether one case stands for those that are about another member of the scalarset."""

    @cached_property
    def invariants(self) -> tuple[Law, ...]:
        """What is assumed of the position before, once it is proved."""
        known = (*self.laws, *self.auxiliary)
        return tuple(law for law in known if law.kind == INVARIANT and law.supported)

    @cached_property
    def goals(self) -> tuple[Law, ...]:
        """All that is to be proved of every transition."""
        known = (*self.laws, *self.auxiliary)
        return (*self.invariants, *(law for law in known if law.kind == STEP and law.supported))

    @cached_property
    def never(self) -> frozenset[str]:
        """The keys of rules under contract whose needs nothing meets: they cannot be called."""
        found = set()
        reading = SymbolicReading(self.system)
        for contract in self.contracts:
            if contract.requires is not None:
                key = self.system.key(contract.rule)
                state = reading.variables(self.system.state, "before.")
                numbers = {
                    p.name: reading.terms.variable(p.name, p.type.low, p.type.high, p.type.boolean)
                    for p in self.system.unit.functions[key].parameters
                    if isinstance(p.type, Scalar)
                }
                first = next(iter(numbers.values()), reading.terms.number(0))
                judged = reading.judge(
                    contract.requires, setup=reading.variables(self.system.setup, "setup."),
                    before=state, after=state.copy(), **{**numbers, "argument": first},
                )  # fmt: skip
                if judged.holds is reading.terms.false:
                    found.add(key)
        return frozenset(found)

    @cached_property
    def actions(self) -> tuple[tuple[int, int], ...]:
        """The verbs with the decisions at which they are not plainly illegal."""
        reading, domain = SymbolicReading(self.system), self.split_domain
        setup = reading.variables(self.system.setup, "setup.")
        state = reading.variables(self.system.state, "before.")
        place = self.leaf(self.split).offset
        found = []
        for verb, (name, size) in enumerate(self.system.verbs):
            argument = reading.terms.variable(f"argument.{name}", 0, size - 1)
            for decision in range(domain.low, domain.high + 1):
                before = state.copy()
                before.cells[place] = reading.terms.number(decision)
                legal, _, _ = reading.run(self.system.legal, setup.copy(), before, verb, argument)
                if legal is not reading.terms.false:
                    found.append((verb, decision))
        return tuple(found)

    @cached_property
    def alike(self) -> Alike | None:
        """Which cases stand for each other; None if none does."""
        scalarset = self.system.scalarset
        return Alike(self, scalarset) if scalarset and self.by_symmetry else None

    def values(self, contract: Contract) -> range:
        """The arguments by which the cases of a contract are told apart; -1 for all of them."""
        if not contract.by_argument:
            return range(-1, 0)
        function = self.system.unit.functions[self.system.key(contract.rule)]
        first = next(p.type for p in function.parameters if isinstance(p.type, Scalar))
        return range(first.low, first.high + 1)

    def told_apart(self, verb: int, decision: int) -> range:
        """The values by which the cases of an action are told apart, if they are."""
        path = self.about.get((verb, decision))
        if path is None:
            return range(0)
        if not path:
            return range(self.system.verbs[verb][1])
        scalar = self.leaf(path).scalar
        return range(scalar.low, scalar.high + 1)

    @cached_property
    def by_id(self) -> Mapping[str, Law]:
        return {law.id: law for law in (*self.laws, *self.auxiliary, *self.futures.laws)}

    @cached_property
    def split_domain(self) -> Scalar:
        return self.leaf(self.split).scalar

    def leaf(self, path: str) -> Leaf:
        """The scalar of the position at a path."""
        return next(leaf for leaf in self.system.state_type.leaves if leaf.path == path)
