"""What happens in a case, and what may be assumed of it: there is a position, a rule is run by
itself, or an action is taken, perhaps after others.
"""

from __future__ import annotations

from stackproof.lang.terms import Term

from .assumptions import DECK, LEGAL, POSITION, START, Assumptions
from .emitting import run
from .layout import CaseId
from .plain import Plain, conjuncts
from .subject import Subject


class Situation(Assumptions):
    """The hypotheses of a case, by its kind."""

    def __init__(self, subject: Subject, identity: CaseId) -> None:
        super().__init__(subject, identity)
        self.first = self.before
        """The position in which the first action is taken."""
        self.taken: list[tuple[int, Term]] = []
        """Verbs and arguments of the actions."""
        self.exact = True
        """Whether nothing in the actions is only known by contract."""
        self._assume(DECK, self.holds(subject.deck, self.before))
        {
            START: self._start, POSITION: self._assume_invariants,
            "action": self._act, "contract": self._promise,
        }[identity.kind]()  # fmt: skip
        self.plain = Plain(self.terms, self.hypotheses)

    def _start(self) -> None:
        self._assume(START, self.holds(self.subject.start, self.before))

    def _act(self) -> None:
        """Take the actions one after the other. Whatever rules are opened for the last one, those
        before it only lead to a position.
        """
        identity = self.identity
        given = self.terms.true
        for verb, decision in identity.earlier:
            self.recorder.opened = frozenset()
            given = self._take(verb, decision, given)
            if not self.possible:
                return
            self.before, self.later = self.after, {}
        self.recorder.opened = frozenset(identity.opened)
        self._take(identity.verb, identity.decision, given)

    def _take(self, verb: int, decision: int, given: Term) -> Term:
        """Take an action in the position before, where so much is given. Returns what is given
        after it; that it is plainly impossible is noted.
        """
        system, number = self.subject.system, len(self.taken)
        name, size = system.verbs[verb]
        since = f".{number}" if number else ""
        argument = self.terms.variable(f"argument{since}.{name}", 0, size - 1)
        self.numbers = {"argument": argument}
        if number == len(self.identity.earlier):
            given = self._tell_apart(given)
        argument = self.numbers["argument"]
        self.taken.append((verb, argument))
        given = self._due(decision, given)
        if number == 0 and self.identity.begins:
            self._start()
            self.possible = self.terms.false not in self.hypotheses
        legal, error, _ = self.reading.run(
            system.legal, self.setup, self.before.copy(), verb, argument, given=given
        )
        assert legal is not None
        given = self.terms.both(given, self.fine(legal, error))
        if given is self.terms.false or self.reading.plan.knowledge.of(given) is None:
            self.possible = False
        if not self.possible:
            return given
        for part in conjuncts(given):
            self.hypotheses.setdefault(part, LEGAL)
        self.after = self.before.copy()
        self.recording = self.recorder.begin()
        step = self.reading.constants(system.step)
        self.reading.run(system.apply, self.setup, self.after, verb, argument, step, given=given)
        self.recorder.begin()
        self.exact = self.exact and not self.recording.calls
        self._assume_invariants(given)
        self._assume_calls()
        return given

    def _tell_apart(self, given: Term) -> Term:
        """Put the number that tells cases of the last action apart where it belongs. Returns what
        is given then.
        """
        identity = self.identity
        if identity.about is None:
            return given
        path = self.subject.about[identity.verb, identity.decision]
        if not path:
            self.numbers = {"argument": self.terms.number(identity.about)}
            return given
        return self._put(path, identity.about, given)

    def _put(self, path: str, value: int, given: Term) -> Term:
        """Put a number into the position before. Returns what is given then."""
        place = self.subject.leaf(path).offset
        constant = self.terms.number(value)
        if self.before is not self.first:
            given = self.terms.both(given, self.terms.equal(self.before.cells[place], constant))
        self.before.cells[place] = constant
        return given

    def _due(self, decision: int, given: Term) -> Term:
        """Put the decision that is due into the position before, and what facts say of it. Returns
        what is given then.
        """
        given = self._put(self.subject.split, decision, given)
        facts = [self.subject.by_id[name] for name in self.subject.facts]
        for law in facts:
            for fact in conjuncts(self.holds(law, self.before.copy())):
                if self.before is not self.first:
                    self._assume(law.id, fact)
                self._settle(fact)
        for law in facts:
            given = self.terms.both(given, self.holds(law, self.before.copy()))
        return given

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
        self.recording, self.numbers, self.result = made.recording, made.numbers, made.result
        for name in contract.around:
            self._assume(name, self.holds(self.subject.by_id[name], self.before))
        if contract.requires is not None:
            self._assume(LEGAL, self.of_call(contract.requires, self.whole()))
        self._assume_calls()
