"""The cases of a proof: where plays begin, what a verb does at a decision, what a rule promises.

Each case has hypotheses, and a goal for each law that there is something to prove of. Hypotheses
are known by what they stand for, so that a proof can tell which invariants it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.system import INVARIANT, Law
from stackproof.lang.terms import Term

from .cone import conjuncts
from .emitting import emitted, run
from .eventlist import Unknown, alone, listed, step_of, unknown
from .running import Call, Event, Recorder, Recording
from .sight import sees
from .subject import Contract, Subject

DECK, LEGAL, CAPACITY = "the deck", "the action", "the capacity"
"""What hypotheses stand for besides invariants and promises."""
PROMISE, NEEDS, SO_FAR = "promise of ", "what is needed for ", "promised so far"
EACH = "each event of "
START = "start"


@dataclass(frozen=True)
class CaseId:
    """A case by name: the start, a verb at a decision, or a contract by the key of its rule,
    perhaps with one value of its argument. Rules that are ``opened`` run in it although they are
    otherwise known by contract, for the laws about their events.
    """

    kind: str
    verb: int = -1
    decision: int = -1
    contract: str = ""
    argument: int = -1
    opened: tuple[str, ...] = ()


class Case:
    """One case, its terms made on first use."""

    def __init__(self, subject: Subject, identity: CaseId) -> None:
        self.subject = subject
        self.identity = identity
        contracts = {subject.system.key(c.rule): c for c in subject.contracts}
        self.contracts = contracts
        emit = subject.system.key(subject.emit)
        self.recorder = Recorder(
            subject.system, emit, frozenset(contracts), subject.never, frozenset(identity.opened)
        )
        self.reading: SymbolicReading = self.recorder.reading
        self.terms = self.reading.terms
        self.setup = self.reading.variables(subject.system.setup, "setup.")
        self.before = self.reading.variables(subject.system.state, "before.")
        self.after = self.before.copy()
        self.recording = Recording()
        self.argument: Term | None = None
        self.result: Term | None = None
        self.hypotheses: dict[Term, str] = {}
        self.later: dict[Term, int] = {}
        """For each hypothesis about a call under contract, the number of that call."""
        self._owing: dict[str, set[str]] = {}
        """For each goal, what it rests on because of the events in it."""
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
        """What calls under contract promise, and that nothing exceeds the capacity. What opened
        rules need is shown where they are not opened.
        """
        for call in self.recording.opened:
            for needed in self._needed(call):
                self._assume(NEEDS + call.key, needed)
            self._assume_call(call)
        for number, call in enumerate(self.recording.calls):
            known = len(self.hypotheses)
            self._assume_call(call)
            if self._is_stepwise():
                self._assume(SO_FAR, self._so_far(call), call.path)
            self.later.update((h, number) for h in list(self.hypotheses)[known:])
        for failure in self.recording.failures:
            self._assume(CAPACITY, self.terms.negate(failure))

    def _assume_call(self, call: Call) -> None:
        """What is so after a call."""
        contract = self.contracts[call.key]
        for name in contract.around:
            law = self.subject.by_id[name]
            self._assume(law.id, self.holds(law, call.after, call.setup), call.path)
        self._assume(PROMISE + call.key, self._of_call(contract.promise, call), call.path)

    def _of_call(self, law: Law, call: Call) -> Term:
        found = self.reading.judge(
            law, setup=call.setup.copy(), before=call.before.copy(), after=call.after.copy(),
            argument=call.argument or self.terms.number(0),
            result=call.result or self.terms.false,
        )  # fmt: skip
        return self._fine(found.holds, found.error)

    def rests_on(self, goal: str, used: Iterable[Term]) -> frozenset[str]:
        """What a proof of a goal with these hypotheses rests on, by label. What holds after a call
        rests on what is needed for the call as well, as does what is promised of each event in it;
        every action rests on the facts that tell cases apart, and every run on it that rules are
        never called of which that is taken for granted.
        """
        known = list(used)
        found = {self.hypotheses[h] for h in known} | self._owing.get(goal, set())
        found |= {NEEDS + key for key in self.identity.opened}
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
        made = run(
            self.subject, self.recorder, contract, self.setup, self.after, self.identity.argument
        )
        self.recording, self.argument, self.result = made.recording, made.argument, made.result
        for name in contract.around:
            self._assume(name, self.holds(self.subject.by_id[name], self.before))
        if contract.requires is not None:
            self._assume(LEGAL, self._of_call(contract.requires, self._whole()))
        self._assume_calls()

    def _whole(self) -> Call:
        """The run of a contract's rule itself, as a call."""
        key = self.identity.contract
        return Call(
            key, self.terms.true, self.setup, self.before, self.after, 0, self.argument, self.result
        )

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
            Call(
                key,
                self.terms.true,
                self.setup,
                self.before,
                call.after,
                0,
                self.argument,
                self.terms.true,
            ),
        )

    # Goals

    def goals(self) -> Iterator[str]:
        """The ids of what there is to prove here."""
        yield from (law.id for law in self._laws())
        if self.identity.kind == "contract" and not self.identity.opened:
            yield PROMISE + self.identity.contract
            if self.contracts[self.identity.contract].each is not None:
                yield EACH + self.identity.contract
            if self._is_stepwise() and self.recording.calls:
                yield SO_FAR
        if not self.identity.opened:
            for key in dict.fromkeys(call.key for call in self.recording.calls):
                yield NEEDS + key

    def _laws(self) -> Iterator[Law]:
        if self.identity.kind == "start":
            yield from self.subject.invariants
            return
        opened = self.identity.opened
        laws = [law for law in self.subject.goals if openings(self.subject, law) == opened]
        if self.identity.kind == "action":
            yield from laws
            return
        contract = self.contracts[self.identity.contract]
        if not opened:
            yield from (self.subject.by_id[name] for name in contract.around)
        yield from (law for law in laws if is_lawful(self.subject, contract, law))

    def goal(self, name: str) -> Term:
        """What is to be proved. Raises :class:`~stackproof.prove.eventlist.Unlisted`."""
        if name.startswith(PROMISE):
            return self._of_call(self.contracts[self.identity.contract].promise, self._whole())
        if name.startswith(EACH):
            return self._of_each_event(name)
        law = self.subject.by_id[name]
        switches = self._in_force(law)
        if law.kind == INVARIANT:
            position = self.before if self.identity.kind == "start" else self.after
            return self._implies(switches, self.holds(law, position.copy()))
        return self._implies(switches, self._of_step(law))

    def questions(self, name: str) -> Iterator[tuple[Term, list[Term]]]:
        """All that is to be shown for a goal, with the hypotheses that may be used. Raises
        :class:`~stackproof.prove.eventlist.Unlisted`.
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
                known = self._known_before(number, with_call=False)
                for needed in self._needed(call):
                    yield needed, known

    def _known_before(self, number: int, with_call: bool) -> list[Term]:
        def usable(hypothesis: Term, label: str) -> bool:
            call = self.later.get(hypothesis, -1)
            return call < number or (with_call and call == number and label != SO_FAR)

        return [h for h, label in self.hypotheses.items() if usable(h, label)]

    def _needed(self, call: Call) -> Iterator[Term]:
        """What a contract needs at a call: each invariant, and what it requires besides."""
        for name in self.contracts[call.key].around:
            law = self.subject.by_id[name]
            holds = self.holds(law, call.before.copy(), call.setup.copy())
            yield self._where(call.path, holds)
        requires = self.contracts[call.key].requires
        if requires is not None:
            yield self._where(call.path, self._of_call(requires, call))

    def _where(self, path: Term, condition: Term) -> Term:
        """That all parts of a condition hold where a path is taken."""
        found = self.terms.true
        for part in conjuncts(condition):
            found = self.terms.both(found, self._implies(path, part))
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
        calls = self.recording.calls
        lawful = [c for c in calls if is_lawful(self.subject, self.contracts[c.key], law)]
        whole = {call.key for call in lawful}
        events = listed(self.subject, self.reading, self.recording, law, whole)
        known = self._as_promised(law.id, events)
        holds = self._of_events(law, known, self._whole())
        for call in lawful:
            within = [
                event
                for item, event in zip(events, known, strict=True)
                if isinstance(item, Unknown) and item.call is call
            ]
            holds = self._implies(self._where(call.path, self._of_events(law, within, call)), holds)
            self._owing.setdefault(law.id, set()).add(NEEDS + call.key)
        return holds

    def _of_events(self, law: Law, events: Sequence[Event], call: Call) -> Term:
        """That a law holds of a call, or of what is as a whole, with some events."""
        judged = self.reading.judge(
            law, setup=call.setup.copy(), before=call.before.copy(), after=call.after.copy(),
            verb=max(self.identity.verb, 0), argument=call.argument or 0,
            step=step_of(self.subject, self.reading, events, law),
        )  # fmt: skip
        return self._fine(judged.holds, judged.error)

    def _as_promised(self, goal: str, events: Iterable[Event | Unknown]) -> list[Event]:
        """Events, of which those that are unknown only happen if they are as a contract promises
        of each.
        """
        found: list[Event] = []
        for item in events:
            if isinstance(item, Event):
                found.append(item)
                continue
            event, key = item.event, item.call.key
            each = self.contracts[key].each
            if each is not None:
                self._owing.setdefault(goal, set()).update((EACH + key, NEEDS + key))
                promised = self._each(each, item.call, event)
                event = Event(self.terms.both(event.path, promised), event.values)
            found.append(event)
        return found

    def _each(self, each: Law, call: Call, event: Event) -> Term:
        """That a contract says this of an event within a call."""
        judged = self.reading.judge(
            each, setup=call.setup.copy(), before=call.before.copy(),
            argument=call.argument or self.terms.number(0),
            step=alone(self.subject, self.reading, event),
        )  # fmt: skip
        return self._fine(judged.holds, judged.error)

    def _of_each_event(self, goal: str) -> Term:
        """That each event of this rule, and each in a call, is as promised."""
        each = self.contracts[self.identity.contract].each
        assert each is not None
        events: list[Event | Unknown] = list(self.recording.events)
        for number, call in enumerate(self.recording.calls):
            for i, sort in enumerate(emitted(self.subject, call.key)[1]):
                name = f"hidden{number}.{i}.each"
                events.append(Unknown(call, unknown(self.reading, call.path, [sort], name)))
        found = self.terms.true
        for event in self._as_promised(goal, events):
            kept = self._implies(event.path, self._each(each, self._whole(), event))
            found = self.terms.both(found, kept)
        return found


def is_lawful(subject: Subject, contract: Contract, law: Law) -> bool:
    """Whether a law is proved of each call of a rule by itself: it may not ask for the action."""
    if not contract.lawful or law.kind == INVARIANT:
        return False
    own, _ = emitted(subject, subject.system.key(contract.rule))
    asked = law.check.__code__.co_varnames[: law.check.__code__.co_argcount]
    return not {"verb", "argument"} & set(asked) and any(sees(subject, law, s) for s in own)


def openings(subject: Subject, law: Law) -> tuple[str, ...]:
    """The rules that are run, not known by contract, where a law is to be proved of an action."""
    if law.kind == INVARIANT:
        return ()
    opening = {subject.system.key(c.rule): c.opens for c in subject.contracts if c.opens}
    groups = {
        group
        for key, group in opening.items()
        if any(sees(subject, law, sort) for sort in emitted(subject, key)[0])
    }
    return tuple(key for key, group in opening.items() if group in groups)


def identities(subject: Subject) -> Iterator[CaseId]:
    """All cases that there may be; of actions, those that are not plainly impossible."""
    yield CaseId("start")
    variants = sorted({openings(subject, law) for law in subject.goals}, key=lambda v: (len(v), v))
    for contract in subject.contracts:
        key = subject.system.key(contract.rule)
        lawful = [law for law in subject.goals if is_lawful(subject, contract, law)]
        needed = {(), *(openings(subject, law) for law in lawful)}
        for argument in subject.values(contract):
            for opened in variants:
                if opened in needed:
                    yield CaseId("contract", contract=key, argument=argument, opened=opened)
    domain = subject.split_domain
    for verb in range(len(subject.system.verbs)):
        for decision in range(domain.low, domain.high + 1):
            for opened in variants:
                yield CaseId("action", verb, decision, opened=opened)
