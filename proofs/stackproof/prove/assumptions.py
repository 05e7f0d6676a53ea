"""What may be assumed in a case of a proof. Hypotheses are known by what they stand for, so that a
proof can tell which invariants it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from stackproof.lang.readings.symbolic import SymbolicReading, SymbolicRecord
from stackproof.lang.system import Law
from stackproof.lang.terms import Term

from .endings import Ending
from .layout import CaseId
from .plain import Plain, conjuncts
from .running import Call, Recorder, Recording
from .subject import Subject

DECK, LEGAL, CAPACITY = "the deck", "the action", "the capacity"
"""What hypotheses stand for besides invariants and promises."""
PROMISE, NEEDS, SO_FAR = "promise of ", "what is needed for ", "promised so far"
EACH = "each event of "
START, POSITION = "start", "position"


class Assumptions:
    """The hypotheses of a case."""

    def __init__(self, subject: Subject, identity: CaseId) -> None:
        self.subject = subject
        self.identity = identity
        contracts = {subject.system.key(c.rule): c for c in subject.contracts}
        self.contracts = contracts
        emit = subject.system.key(subject.emit)
        self.recorder = Recorder(subject.system, emit, frozenset(contracts), subject.never)
        self.recorder.opened = frozenset(identity.opened)
        self.reading: SymbolicReading = self.recorder.reading
        self.terms = self.reading.terms
        self.recorder.promised = self._said
        self.setup = self.reading.variables(subject.system.setup, "setup.")
        self.before = self.reading.variables(subject.system.state, "before.")
        self.after = self.before.copy()
        self.recording = Recording()
        self.numbers: dict[str, Term] = {}
        """Those that the action, or the rule by itself, is given, by name."""
        self.result: Term | None = None
        self.hypotheses: dict[Term, str] = {}
        self.later: dict[Term, int] = {}
        """For each hypothesis about a call under contract, of the last run, the number of it."""
        self.called: dict[Term, str] = {}
        """For each hypothesis about a call under contract, the key of its rule."""
        self.owing: dict[str, set[str]] = {}
        """For each goal, what it rests on because of the events in it."""
        self.plain = Plain(self.terms, ())
        """What follows from all hypotheses without a question."""
        self.possible = True

    # What holds

    def holds(
        self,
        law: Law,
        position: SymbolicRecord,
        setup: SymbolicRecord | None = None,
        given: Term | None = None,
    ) -> Term:
        """That an invariant holds in a position where it is in force, and can be asked there: as
        far as it matters where so much is ``given``.
        """
        found = self.reading.judge(law, setup=setup or self.setup, position=position, given=given)
        return self.implies(self.in_force(law), self.fine(found.holds, found.error))

    def in_force(self, law: Law) -> Term:
        """That the setup is one in which a law is in force."""
        fields = self.subject.switches.get(law.id, {})
        found = self.terms.true
        for leaf, term in self.setup.leaves() if fields else ():
            if leaf.path in fields:
                wanted = term if fields[leaf.path] else self.terms.negate(term)
                found = self.terms.both(found, wanted)
        return found

    def fine(self, holds: Term, error: Term) -> Term:
        return self.terms.both(holds, self.terms.equal(error, self.terms.number(0)))

    def implies(self, path: Term, then: Term) -> Term:
        return self.terms.either(self.terms.negate(path), then)

    def _assume(self, label: str, condition: Term, path: Term | None = None) -> None:
        for part in conjuncts(condition):
            whole = part if path is None else self.implies(path, part)
            if whole is not self.terms.true:
                self.hypotheses.setdefault(whole, label)

    def _assume_invariants(self, given: Term | None = None) -> None:
        for law in self.subject.invariants:
            self._assume(law.id, self.holds(law, self.before, given=given))

    def _assume_calls(self) -> None:
        """What calls under contract promise, and that nothing exceeds the capacity. What opened
        rules need is shown where they are not opened; of stages that are run, no more than what
        they promise is of use.
        """
        for call in self.recording.opened:
            contract = self.contracts[call.key]
            if contract.stage:
                self._assume(PROMISE + call.key, self.of_call(contract.promise, call), call.path)
                continue
            for needed in self.needed(call, [Ending(call.path, call.before)]):
                self._assume(NEEDS + call.key, needed)
            self._assume_call(call)
        for number, call in enumerate(self.recording.calls):
            known = len(self.hypotheses)
            self._assume_call(call)
            if self.is_stepwise():
                self._assume(SO_FAR, self.so_far(call), call.path)
            found = list(self.hypotheses)[known:]
            self.later.update(dict.fromkeys(found, number))
            self.called.update(dict.fromkeys(found, call.key))
        for failure in self.recording.failures:
            self._assume(CAPACITY, self.terms.negate(failure))

    def _assume_call(self, call: Call) -> None:
        """What is so after a call."""
        contract = self.contracts[call.key]
        for name in contract.basics if self.recorder.opened else contract.around:
            law = self.subject.by_id[name]
            self._assume(law.id, self.holds(law, call.after, call.setup), call.path)
        settled = self.terms.both(call.path, self.terms.negate(call.result or self.terms.false))
        for name in contract.restores:
            law = self.subject.by_id[name]
            self._assume(law.id, self.holds(law, call.after, call.setup), settled)
        self._assume(PROMISE + call.key, self.of_call(contract.promise, call), call.path)

    def needed(self, call: Call, found: Sequence[Ending]) -> Iterator[Term]:
        """What a contract needs at a call, however it comes about: each invariant, and what it
        requires besides.
        """
        contract = self.contracts[call.key]
        for name in contract.around:
            yield self.at_all(found, self.subject.by_id[name])
        if contract.requires is not None:
            holds = self.terms.true
            for ending in found:
                met = self.of_call(contract.requires, replace(call, before=ending.state))
                holds = self.terms.both(holds, self.where(ending.condition, met))
            yield holds

    def at_all(self, found: Iterable[Ending], law: Law) -> Term:
        """That an invariant holds in a state, however it has come about."""
        holds = self.terms.true
        for ending in found:
            state, call = ending.state, ending.call
            known = () if call is None else self.contracts[call.key].afterwards
            if ending.left is not None and law.id in known:
                state = ending.left
            kept = self.where(ending.condition, self.holds(law, state.copy()))
            holds = self.terms.both(holds, kept)
        return holds

    def _said(self, call: Call) -> Term:
        """What a run may go by after a call: what stages promise, of which few laws are independent
        as it is.
        """
        contract = self.contracts[call.key]
        return self.of_call(contract.promise, call) if contract.stage else self.terms.true

    def where(self, path: Term, condition: Term) -> Term:
        """That all parts of a condition hold where a path is taken."""
        found = self.terms.true
        for part in conjuncts(condition):
            found = self.terms.both(found, self.implies(path, part))
        return found

    def of_call(self, law: Law, call: Call) -> Term:
        found = self.reading.judge(
            law, setup=call.setup.copy(), before=call.before.copy(), after=call.after.copy(),
            **self.numbers_of(call),
            result=call.result or self.terms.false,
        )  # fmt: skip
        return self.fine(found.holds, found.error)

    def rests_on(self, goal: str, used: Iterable[Term]) -> frozenset[str]:
        """What a proof of a goal with these hypotheses rests on, by label. What holds after a call
        rests on what is needed for the call as well, as does what is promised of each event in it;
        every action rests on the facts that tell cases apart, and every run on it that rules are
        never called of which that is taken for granted.
        """
        known = list(used)
        found = {self.hypotheses[h] for h in known} | self.owing.get(goal, set())
        found |= {NEEDS + key for key in self.identity.opened}
        found |= {NEEDS + self.called[h] for h in known if h in self.called}
        for key in self.recorder.relied:
            found |= {PROMISE + key, NEEDS + key}
        if self.identity.kind not in (START, POSITION):
            found |= {NEEDS + key for key in self.subject.never}
        if self.identity.kind == "action":
            found |= set(self.subject.facts)
        return frozenset(found)

    def numbers_of(self, call: Call) -> dict[str, Term]:
        """The numbers of a call by name, and the first of them as ``argument``."""
        return {**call.numbers, "argument": call.argument or self.terms.number(0)}

    def whole(self) -> Call:
        """The run of a contract's rule itself, as a call."""
        key = self.identity.contract
        return Call(
            key, self.terms.true, self.setup, self.before, self.after, 0, self.numbers, self.result
        )

    def is_stepwise(self) -> bool:
        return bool(self.identity.contract) and self.contracts[self.identity.contract].stepwise

    def so_far(self, call: Call) -> Term:
        """That the promise of this case holds once a call in it is over, or what is to hold until
        then: with this, each further call is only one step.
        """
        contract = self.contracts[self.identity.contract]
        reached = replace(self.whole(), after=call.after)
        if contract.meanwhile is not None:
            return self.of_call(contract.meanwhile, replace(reached, result=call.result))
        return self.of_call(contract.promise, replace(reached, result=self.terms.true))
