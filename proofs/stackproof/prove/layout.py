"""Which cases a proof has: where plays begin, a verb at a decision, what a rule promises."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from stackproof.lang.system import INVARIANT, Law

from .emitting import emitted
from .sight import sees
from .subject import Contract, Subject


@dataclass(frozen=True)
class CaseId:
    """A case by name: the start, any position, a verb at a decision, or a contract by the key of
    its rule, perhaps with one value of its argument. An action may be ``about`` one value where
    invariants are asked, which may stand for others (``alike.py``); laws about events are asked at
    once. Rules that are ``opened`` run in it
    although they are otherwise known by contract, for the laws about their events. An action may be
    the last one of a chain: after ``earlier`` ones, by verb and decision, and perhaps in a play
    that ``begins`` with the first of them.
    """

    kind: str
    verb: int = -1
    decision: int = -1
    contract: str = ""
    argument: int = -1
    opened: tuple[str, ...] = ()
    earlier: tuple[tuple[int, int], ...] = ()
    begins: bool = False
    about: int | None = None

    @property
    def is_chain(self) -> bool:
        """Whether more is said than what the action is."""
        return bool(self.earlier) or self.begins

    @property
    def steps(self) -> int:
        """How many actions there are."""
        return len(self.earlier) + 1

    def beginning(self) -> CaseId:
        """The same actions where a play begins with them."""
        return replace(self, begins=True)

    def after(self, verb: int, decision: int) -> CaseId:
        """The same actions after one more."""
        return replace(self, earlier=((verb, decision), *self.earlier))


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
    opening = {subject.system.key(c.rule): c for c in subject.contracts if c.opens or c.stage}
    groups = {
        contract.opens
        for key, contract in opening.items()
        if contract.opens and any(sees(subject, law, s) for s in emitted(subject, key)[0])
    }
    return tuple(key for key, c in opening.items() if c.stage or c.opens in groups)


def stands_in(subject: Subject, identity: CaseId) -> int | None:
    """What the case is about that stands for this one; itself unless it is about a member that the
    action does not tell from others.
    """
    if identity.about is None or subject.alike is None:
        return identity.about
    return subject.alike.stand_in(identity.verb, identity.decision, identity.about)


def stood_for(subject: Subject, identity: CaseId) -> list[CaseId]:
    """The other cases for which one stands."""
    cases = [
        replace(identity, about=about)
        for about in subject.told_apart(identity.verb, identity.decision)
        if about != identity.about
    ]
    return [case for case in cases if stands_in(subject, case) == identity.about]


def identities(subject: Subject, anew: Collection[str] = ()) -> Iterator[CaseId]:
    """All cases that there may be; of actions, those that are not plainly impossible. ``anew`` are
    invariants that were thought to follow from others.
    """
    alike = subject.alike
    apart = set() if alike is None else alike.laws_told_apart.keys() - (subject.implied - {*anew})
    yield CaseId("start")
    yield CaseId("position")
    known = {(), *(openings(subject, law) for law in subject.goals)}
    variants = sorted(known, key=lambda variant: (len(variant), variant))
    for contract in subject.contracts:
        key = subject.system.key(contract.rule)
        lawful = [law for law in subject.goals if is_lawful(subject, contract, law)]
        needed = {(), *(openings(subject, law) for law in lawful)}
        for argument in subject.values(contract):
            for opened in variants:
                if opened in needed:
                    yield CaseId("contract", contract=key, argument=argument, opened=opened)
    for verb, decision in subject.actions:
        for about in subject.told_apart(verb, decision) or [None]:
            case = CaseId("action", verb, decision, about=about)
            if apart or stands_in(subject, case) == about:
                yield case
        for opened in filter(None, variants):
            yield CaseId("action", verb, decision, opened=opened)
