"""Proves that two editions play alike outside of stated regions, for every deck and position.

A switch can matter only where a rule reads it. Every rule that an action may run is executed on
terms that stand for every setup, position and argument; the conditions under which a switch is read
are noted. If none of them can be true outside of the region of a switch, then an action there runs
the same rules on the same values whatever the switch says: it is legal or not, fails or not, and
leads to the same position with the same events.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from stackproof.editions.load import READ, Edition
from stackproof.explore.model import Limits
from stackproof.game.assembly import assemble
from stackproof.game.position import Position
from stackproof.game.setup import Setup
from stackproof.lang import ir
from stackproof.lang.readings.cache import directory
from stackproof.lang.readings.execution import Execution
from stackproof.lang.readings.fingerprint import fingerprint
from stackproof.lang.readings.plan import Plan
from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord, undisturbed
from stackproof.lang.system import Rule
from stackproof.lang.terms import Term, reachable
from stackproof.lang.types import RecordType
from stackproof.laws import regions
from stackproof.laws.regions import REGIONS, WELL_FORMED
from stackproof.report.result import Verdict
from stackproof.scenarios.load import Scenario

from .lockstep import lockstep
from .result import Region, Sameness
from .side import Side
from .variants import changed

CAPACITY = {
    "seats": 2, "cards": 3, "library": 2, "stack": 2, "waiting": 2, "events": 12, "effects": 1,
    "keywords": 1, "statics": 1,
}  # fmt: skip
TOLD = ("seats", "cards", "library", "stack", "waiting")
MILLISECONDS = 20_000


def sameness(
    old: Edition, new: Edition, scenarios: Sequence[Scenario], tell: Callable[[str], None]
) -> Sameness:
    """Prove that two editions are the same outside of the regions of what differs, and find a play
    for each of these switches that shows that its region is needed.
    """
    differing = [switch for switch in READ if old.switches[switch] != new.switches[switch]]
    unread, proved, unknown, refuted = [], [], [], False
    for verb, answers in verbs(tell).items():
        asked = [answers[switch] for switch in differing if switch in answers]
        if not asked:
            unread.append(verb)
        elif all(asked):
            proved.append(verb)
        else:
            unknown.append(verb)
            refuted |= False in asked
    told = [
        Region(switch, REGIONS[switch].says, _needed(old, new, switch, scenarios, tell))
        for switch in differing
    ]
    verdict = Verdict.VIOLATED if refuted else Verdict.UNDETERMINED if unknown else Verdict.HOLDS
    capacity = {name: CAPACITY[name] for name in TOLD}
    return Sameness(verdict, told, capacity, unread, proved, unknown)


def _needed(
    old: Edition,
    new: Edition,
    switch: str,
    scenarios: Sequence[Scenario],
    tell: Callable[[str], None],
) -> bool | None:
    """Whether plays part where only that switch differs, before it changes or after; None where no
    scenario shows it.
    """
    for base, other in ((old, new), (new, old)):
        sides = Side(base), Side(changed(base, {switch: other.switches[switch]}))
        for scenario in sorted(scenarios, key=lambda s: len(s.cards)):
            if all(side.plays(scenario) for side in sides):
                tell(f"{scenario.id}: whether {switch} matters")
                if lockstep(scenario, *sides, Limits(max_states=20_000)).partings:
                    return True
    return None


Answers = dict[str, bool | None]
_known: dict[str, Answers] = {}


def verbs(tell: Callable[[str], None]) -> Mapping[str, Answers]:
    """For each verb the switches that are read, and whether only ever in their region; None where
    the solver gives up.
    """
    if not _known:
        proof = Reads()
        file = directory() / f"reads-{fingerprint(proof.reading.system)}.json"
        with contextlib.suppress(OSError, msgspec.DecodeError):
            _known.update(msgspec.json.decode(file.read_bytes(), type=dict[str, Answers]))
            return _known
        for number, (verb, _) in enumerate(proof.reading.system.verbs):
            tell(f"where {verb} reads switches")
            found = proof.of(number)
            _known[verb] = {s: proof.inside(s, number, term) for s, term in found.items()}
        with contextlib.suppress(OSError):
            file.write_bytes(msgspec.json.encode(_known))
    return _known


@dataclass
class Reads:
    """Finds under which conditions the rules read the switches."""

    milliseconds: int = MILLISECONDS
    regions: Mapping[str, Rule] = field(
        default_factory=lambda: {switch: law.check for switch, law in REGIONS.items()}
    )

    def __post_init__(self) -> None:
        laws = [WELL_FORMED, *{law.check: law for law in REGIONS.values()}.values()]
        self.reading = SymbolicReading(assemble(CAPACITY, laws, [regions]))
        self.setup = self.reading.variables(Setup, "setup.")
        self.before = self.reading.variables(Position, "before.")
        self.plan = Plan(self.reading.plan.unit, self.reading.terms)
        self.inner: dict[tuple[object, ...], dict[str, Term]] = {}
        fields = {field: switch for switch, (field, _) in READ.items()}
        self.places = {
            place: fields[leaf.path]
            for place, (leaf, _) in enumerate(self.setup.leaves())
            if leaf.path in fields
        }

    def argument(self, verb: int) -> Term:
        """All arguments of a verb."""
        name, size = self.reading.system.verbs[verb]
        return self.reading.terms.variable(f"argument.{name}", 0, size - 1)

    def of(self, verb: int) -> dict[str, Term]:
        """The switches that an action of a verb may read, with the condition under which it does:
        in telling whether it is legal, or in taking it where it is.
        """
        system, terms, argument = self.reading.system, self.reading.terms, self.argument(verb)
        given = [self.reading.constant(verb), argument]
        legal = self._run(system.legal, None, self.setup, self.before.copy(), *given)
        allowed = legal.result
        assert allowed is not None
        step = self.reading.constants(system.step)
        taken = self._run(system.apply, allowed, self.setup, self.before.copy(), *given, step)
        found = dict(legal.reads)
        for switch, condition in taken.reads.items():
            here = terms.both(allowed, condition)
            found[switch] = terms.either(found.get(switch, terms.false), here)
        return {switch: term for switch, term in found.items() if term is not terms.false}

    def _run(
        self, rule: Callable[..., Any], given: Term | None, *arguments: SymbolicRecord | Term
    ) -> _Run:
        plan = self.plan
        function = plan.unit.functions[self.reading.system.key(rule)]
        memory: list[Term] = []
        records: dict[str, int] = {}
        values: dict[str, Term] = {}
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            if isinstance(argument, SymbolicRecord):
                records[parameter.name] = len(memory)
                memory += argument.cells
            else:
                values[parameter.name] = argument
        facts = plan.knowledge.of(given) if given is not None else None
        watched = _Watched(plan, memory, facts or {})
        watched.places, watched.reads, watched.inner = self.places, {}, self.inner
        with undisturbed():
            result = watched.call(function, records, values)
        return _Run(result, watched.reads)

    def inside(self, switch: str, verb: int, condition: Term) -> bool | None:
        """Whether a condition can be true in the region of a switch only: of a position that is
        well-formed.
        """
        import z3

        terms, reading = self.reading.terms, self.reading
        region = reading.ask(
            self.regions[switch], setup=self.setup, before=self.before.copy(),
            verb=reading.constant(verb), argument=self.argument(verb),
        )  # fmt: skip
        sound = reading.ask(WELL_FORMED.check, setup=self.setup, position=self.before.copy())
        asked = terms.both(terms.both(sound.holds, condition), terms.negate(region.holds))
        if asked is terms.false:
            return True
        solver: Any = z3.SolverFor("QF_BV")
        solver.set("timeout", self.milliseconds)
        solver.add(*reading.z3.domains(reachable([asked])), reading.z3(asked))
        answer = solver.check()
        return None if answer == z3.unknown else bool(answer == z3.unsat)


@dataclass(frozen=True)
class _Run:
    result: Term | None
    reads: dict[str, Term]


class _Watched(Execution):
    """Notes under which conditions places in memory are read.

    A rule that changes nothing is run once for equal arguments; ``inner`` keeps what it reads.
    """

    places: Mapping[int, str]
    reads: dict[str, Term]
    inner: dict[tuple[object, ...], dict[str, Term]]

    def call(
        self, function: ir.Function, records: dict[str, int], values: dict[str, Term]
    ) -> Term | None:
        if function.writes:
            return super().call(function, records, values)
        outer, self.reads = self.reads, {}
        result = super().call(function, records, values)
        key: list[object] = [function.key, *values.values()]
        for parameter in function.parameters:
            if isinstance(parameter.type, RecordType):
                start = records[parameter.name]
                key += self.memory[start : start + parameter.type.size]
        found = self.inner.setdefault(tuple(key), self.reads)
        self.reads = outer
        for switch, condition in found.items():
            self._note(switch, condition)
        return result

    def read(self, address: int) -> Term:
        switch = self.places.get(address)
        if switch is not None:
            self._note(switch, self.terms.true)
        return super().read(address)

    def _note(self, switch: str, condition: Term) -> None:
        here = self.terms.both(self.path, condition)
        self.reads[switch] = self.terms.either(self.reads.get(switch, self.terms.false), here)
