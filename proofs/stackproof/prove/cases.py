"""The cases of a proof: where plays begin, what a verb does at a decision, what a rule promises.

Each case has hypotheses, and a goal for each law that there is something to prove of. Hypotheses
are known by what they stand for, so that a proof can tell which invariants it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.system import INVARIANT, Law
from stackproof.lang.terms import Term, reachable
from stackproof.lang.types import RecordType

from .cone import conjuncts
from .eventlist import hidden, mentioned, step_of
from .running import Call, Event, Recorder, Recording
from .subject import Contract, Sort, Subject

DECK, LEGAL, CAPACITY = "the deck", "the action", "the capacity"
"""What hypotheses stand for besides invariants and promises."""
PROMISE, NEEDS, SO_FAR = "promise of ", "what is needed for ", "promised so far"
START = "start"


class Hidden(Exception):
    """A law is about events that a contract does not tell of."""


@dataclass(frozen=True)
class CaseId:
    """A case by name: the start, a verb at a decision, or a contract by the key of its rule,
    perhaps with one value of its argument. In one that is ``opened``, rules run that are otherwise
    known by contract, for the laws about their events.
    """

    kind: str
    verb: int = -1
    decision: int = -1
    contract: str = ""
    argument: int = -1
    opened: bool = False


class Case:
    """One case, its terms made on first use."""

    def __init__(self, subject: Subject, identity: CaseId) -> None:
        self.subject = subject
        self.identity = identity
        contracts = {subject.system.key(c.rule): c for c in subject.contracts}
        self.contracts = contracts
        emit = subject.system.key(subject.emit)
        closed = (k for k, c in contracts.items() if not (identity.opened and c.opens))
        self.recorder = Recorder(subject.system, emit, frozenset(closed), subject.never)
        self.reading: SymbolicReading = self.recorder.reading
        self.terms = self.reading.terms
        self.setup = self.reading.variables(subject.system.setup, "setup.")
        self.before = self.reading.variables(subject.system.state, "before.")
        self.after = self.before.copy()
        self.recording = Recording()
        self.argument: Term | None = None
        self.hypotheses: dict[Term, str] = {}
        self.later: dict[Term, int] = {}
        """For each hypothesis about a call under contract, the number of that call."""
        self.possible = True
        self._assume(DECK, self.holds(subject.deck, self.before))
        {"start": self._start, "action": self._act, "contract": self._promise}[identity.kind]()

    # What holds

    def holds(
        self, law: Law, position: SymbolicRecord, setup: SymbolicRecord | None = None
    ) -> Term:
        """That an invariant holds in a position, and can be asked there."""
        found = self.reading.judge(law, setup=setup or self.setup, position=position)
        return self._fine(found.holds, found.error)

    def _fine(self, holds: Term, error: Term) -> Term:
        return self.terms.both(holds, self.terms.equal(error, self.terms.number(0)))

    def _implies(self, path: Term, then: Term) -> Term:
        return self.terms.either(self.terms.negate(path), then)

    def _assume(self, label: str, condition: Term, path: Term | None = None) -> None:
        for part in conjuncts(condition):
            whole = part if path is None else self._implies(path, part)
            if whole is not self.terms.true:
                self.hypotheses.setdefault(whole, label)

    def _assume_invariants(self) -> None:
        for law in self.subject.invariants:
            self._assume(law.id, self.holds(law, self.before))

    def _assume_calls(self) -> None:
        """What calls under contract promise, and that nothing exceeds the capacity."""
        for number, call in enumerate(self.recording.calls):
            contract = self.contracts[call.key]
            known = len(self.hypotheses)
            for name in contract.around:
                law = self.subject.by_id[name]
                self._assume(law.id, self.holds(law, call.after, call.setup), call.path)
            self._assume(PROMISE + call.key, self._of_call(contract.promise, call), call.path)
            if self._is_stepwise():
                self._assume(SO_FAR, self._so_far(call), call.path)
            self.later.update((h, number) for h in list(self.hypotheses)[known:])
        for failure in self.recording.failures:
            self._assume(CAPACITY, self.terms.negate(failure))

    def _of_call(self, law: Law, call: Call) -> Term:
        found = self.reading.judge(
            law, setup=call.setup.copy(), before=call.before.copy(), after=call.after.copy(),
            argument=call.argument or self.terms.number(0),
        )  # fmt: skip
        return self._fine(found.holds, found.error)

    def rests_on(self, used: Iterable[Term]) -> frozenset[str]:
        """What a proof with these hypotheses rests on, by label. What holds after a call rests on
        what is needed for the call as well, every action on the facts that tell cases apart, and
        every run on it that rules are never called of which that is taken for granted.
        """
        known = list(used)
        found = {self.hypotheses[h] for h in known}
        found |= {NEEDS + self.recording.calls[self.later[h]].key for h in known if h in self.later}
        if self.identity.kind != START:
            found |= {NEEDS + key for key in self.subject.never}
        if self.identity.kind == "action":
            found |= set(self.subject.facts)
        return frozenset(found)

    # The three kinds of cases

    def _start(self) -> None:
        self._assume(START, self.holds(self.subject.start, self.before))

    def _act(self) -> None:
        system, verb = self.subject.system, self.identity.verb
        place = [leaf.path for leaf, _ in self.before.leaves()].index(self.subject.split)
        self.before.cells[place] = self.terms.number(self.identity.decision)
        for name in self.subject.facts:
            for fact in conjuncts(self.holds(self.subject.by_id[name], self.before.copy())):
                self._settle(fact)
        self.after = self.before.copy()
        given = self.terms.true
        for name in self.subject.facts:
            known = self.holds(self.subject.by_id[name], self.before.copy())
            given = self.terms.both(given, known)
        name, size = system.verbs[verb]
        self.argument = self.terms.variable(f"argument.{name}", 0, size - 1)
        legal, error, _ = self.reading.run(
            system.legal, self.setup, self.before.copy(), verb, self.argument, given=given
        )
        assert legal is not None
        given = self.terms.both(given, self._fine(legal, error))
        if given is self.terms.false or self.reading.plan.knowledge.of(given) is None:
            self.possible = False
            return
        for part in conjuncts(given):
            self.hypotheses.setdefault(part, LEGAL)
        self.recording = self.recorder.begin()
        step = self.reading.constants(system.step)
        self.reading.run(
            system.apply, self.setup, self.after, verb, self.argument, step, given=given
        )
        self.recorder.begin()
        self._assume_invariants()
        self._assume_calls()

    def _settle(self, fact: Term) -> None:
        """Put the constant in the place of a scalar that a fact leaves no other value."""
        value = 0 if fact.op == "not" else 1
        variable = fact.args[0] if fact.op == "not" else fact
        if fact.op == "==" and fact.args[1].op == "const":
            variable, value = fact.args[0], fact.args[1].low
        if variable.op == "var":
            settled = (
                self.terms.truth(bool(value)) if variable.boolean else self.terms.number(value)
            )
            cells = self.before.cells
            cells[:] = [settled if cell is variable else cell for cell in cells]

    def _promise(self) -> None:
        contract = self.contracts[self.identity.contract]
        self._run_contract(contract)
        for name in contract.around:
            self._assume(name, self.holds(self.subject.by_id[name], self.before))
        if contract.requires is not None:
            self._assume(LEGAL, self._of_call(contract.requires, self._whole()))
        self._assume_calls()

    def _run_contract(self, contract: Contract) -> None:
        system = self.subject.system
        function = self.reading.plan.unit.functions[system.key(contract.rule)]
        arguments: list[SymbolicRecord | Term | int] = []
        for parameter in function.parameters:
            kind = parameter.type
            if isinstance(kind, RecordType):
                known = {
                    system.setup_type.name: self.setup,
                    system.state_type.name: self.after,
                    system.step_type.name: self.reading.constants(system.step),
                }
                arguments.append(known[kind.name])
            else:
                name = f"argument.{parameter.name}"
                given = self.terms.variable(name, kind.low, kind.high, kind.boolean)
                if self.argument is None and self.identity.argument >= 0:
                    given = self.terms.number(self.identity.argument)
                arguments.append(given)
                self.argument = self.argument or given
        self.recording = self.recorder.begin()
        self.reading.run(contract.rule, *arguments)
        self.recorder.begin()

    def _whole(self) -> Call:
        """The run of a contract's rule itself, as a call."""
        key = self.identity.contract
        return Call(key, self.terms.true, self.setup, self.before, self.after, 0, self.argument)

    def _is_stepwise(self) -> bool:
        return bool(self.identity.contract) and self.contracts[self.identity.contract].stepwise

    def _so_far(self, call: Call) -> Term:
        """That the promise of this case holds once a call in it is over: with this, each further
        call is only one step.
        """
        key = self.identity.contract
        promise = self.contracts[key].promise
        return self._of_call(
            promise,
            Call(key, self.terms.true, self.setup, self.before, call.after, 0, self.argument),
        )

    # Goals

    def goals(self) -> Iterator[str]:
        """The ids of what there is to prove here."""
        yield from (law.id for law in self._laws())
        if self.identity.kind == "contract":
            yield PROMISE + self.identity.contract
            if self._is_stepwise() and self.recording.calls:
                yield SO_FAR
        for key in dict.fromkeys(call.key for call in self.recording.calls):
            yield NEEDS + key

    def _laws(self) -> Iterator[Law]:
        if self.identity.kind == "start":
            yield from self.subject.invariants
        elif self.identity.kind == "contract":
            around = self.contracts[self.identity.contract].around
            yield from (self.subject.by_id[name] for name in around)
        else:
            yield from (
                law for law in self.subject.goals if self._opens(law) == self.identity.opened
            )

    def _opens(self, law: Law) -> bool:
        """Whether a law is about events of rules that are opened for such laws."""
        opened = [key for key, contract in self.contracts.items() if contract.opens]
        if law.kind == INVARIANT or not opened:
            return False
        constant = self.subject.system.program.constant
        named = {constant(symbol) for symbol in mentioned(law)}
        own = {sort[0][0] for key in opened for sort in emitted(self.subject, key)[0]}
        return bool(named & own)

    def goal(self, name: str) -> Term:
        """What is to be proved. Raises :class:`Hidden` and :class:`TooManyEvents`."""
        if name.startswith(PROMISE):
            return self._of_call(self.contracts[self.identity.contract].promise, self._whole())
        law = self.subject.by_id[name]
        switches = self._in_force(law)
        if law.kind == INVARIANT:
            position = self.before if self.identity.kind == "start" else self.after
            return self._implies(switches, self.holds(law, position.copy()))
        return self._implies(switches, self._of_step(law))

    def questions(self, name: str) -> Iterator[tuple[Term, list[Term]]]:
        """All that is to be shown for a goal, with the hypotheses that may be used. Raises
        :class:`Hidden` and :class:`TooManyEvents`.
        """
        if name == SO_FAR or name.startswith(NEEDS):
            yield from self.step_by_step(name)
        else:
            yield self.goal(name), list(self.hypotheses)

    def step_by_step(self, name: str) -> Iterator[tuple[Term, list[Term]]]:
        """What is to be shown at each call, with the hypotheses that may be used there: nothing
        that is only known because of that call, or of a later one.
        """
        for number, call in enumerate(self.recording.calls):
            if name == SO_FAR:
                kept = self._implies(call.path, self._so_far(call))
                yield kept, self._known_before(number, with_call=True)
            elif name == NEEDS + call.key:
                yield self._needs(call), self._known_before(number, with_call=False)

    def _known_before(self, number: int, with_call: bool) -> list[Term]:
        def usable(hypothesis: Term, label: str) -> bool:
            call = self.later.get(hypothesis, -1)
            return call < number or (with_call and call == number and label != SO_FAR)

        return [h for h, label in self.hypotheses.items() if usable(h, label)]

    def _needs(self, call: Call) -> Term:
        """What a contract needs at a call, invariants included."""
        laws = [self.subject.by_id[name] for name in self.contracts[call.key].around]
        found = self.terms.true
        for law in laws:
            found = self.terms.both(found, self.holds(law, call.before.copy(), call.setup.copy()))
        requires = self.contracts[call.key].requires
        if requires is not None:
            found = self.terms.both(found, self._of_call(requires, call))
        parts = [self._implies(call.path, part) for part in conjuncts(found)]
        found = self.terms.true
        for part in parts:
            found = self.terms.both(found, part)
        return found

    def _in_force(self, law: Law) -> Term:
        """That the setup is one in which the law is in force."""
        fields = self.subject.switches.get(law.id, {})
        found = self.terms.true
        for leaf, term in self.setup.leaves():
            if leaf.path in fields:
                wanted = term if fields[leaf.path] else self.terms.negate(term)
                found = self.terms.both(found, wanted)
        return found

    def _of_step(self, law: Law) -> Term:
        sorts = {call.key: emitted(self.subject, call.key)[1] for call in self.recording.calls}
        recording = hidden(self.reading, self.recording, sorts)
        step = step_of(self.reading, recording.events, law)
        found = self.reading.judge(
            law, setup=self.setup.copy(), before=self.before.copy(), verb=self.identity.verb,
            argument=self.argument or 0, step=step, after=self.after.copy(),
        )  # fmt: skip
        holds = self._fine(found.holds, found.error)
        if any(term.name.startswith("hidden.") for term in reachable([holds])):
            raise Hidden
        return holds


@cache
def emitted(subject: Subject, key: str) -> tuple[list[Sort], list[Sort]]:
    """The sorts of events that a rule under contract emits itself, and all with those of the
    contracts that it calls; found once for all cases.
    """
    if key in subject.never:
        return [], []
    case = Case(subject, CaseId("contract", contract=key))
    own = _merged([_sort(event) for event in case.recording.events])
    calls = dict.fromkeys(call.key for call in case.recording.calls)
    return own, _merged([*own, *(sort for k in calls for sort in emitted(subject, k)[1])])


def _sort(event: Event) -> Sort:
    return tuple((value.low, value.high, value.boolean) for value in event.values)


def _merged(sorts: list[Sort]) -> list[Sort]:
    """One sort for each kind of event about a kind of object, with all the values of these."""
    found: dict[tuple[object, ...], Sort] = {}
    for sort in sorts:
        kind, about = sort[0], sort[3]
        known = found.get((kind, about), sort)
        found[kind, about] = tuple(
            (min(a[0], b[0]), max(a[1], b[1]), a[2]) for a, b in zip(known, sort, strict=True)
        )
    return list(found.values())


def identities(subject: Subject) -> Iterator[CaseId]:
    """All cases that there may be; of actions, those that are not plainly impossible."""
    yield CaseId("start")
    for contract in subject.contracts:
        for argument in subject.values(contract):
            yield CaseId("contract", contract=subject.system.key(contract.rule), argument=argument)
    domain = subject.split_domain
    for verb in range(len(subject.system.verbs)):
        for decision in range(domain.low, domain.high + 1):
            yield CaseId("action", verb, decision)
            if any(contract.opens for contract in subject.contracts):
                yield CaseId("action", verb, decision, opened=True)
