"""Which certificate an obligation belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from stackproof.prove.assumptions import CAPACITY, DECK, EACH, LEGAL, NEEDS, PROMISE, SO_FAR, START
from stackproof.prove.layout import CaseId
from stackproof.prove.subject import Subject

CONTRACT = "contract-"


def owner(identity: CaseId, label: str) -> str:
    """The name of the certificate for a goal, or for what a hypothesis stands for, in a case;
    empty for what needs no proof.
    """
    if label in (DECK, LEGAL, CAPACITY, START):
        return ""
    for start in (PROMISE, EACH, NEEDS):
        if label.startswith(start):
            return of_contract(label.removeprefix(start))
    return of_contract(identity.contract) if label == SO_FAR else label


def of_contract(key: str) -> str:
    """The name of the certificate for the contract of a rule."""
    return CONTRACT + key.rpartition(".")[2].replace("_", "-")


def goals(subject: Subject, name: str) -> Iterator[str]:
    """All goals that belong to a certificate."""
    if name in subject.by_id:
        yield name
    for contract in subject.contracts:
        key = subject.system.key(contract.rule)
        if of_contract(key) == name:
            yield from (PROMISE + key, EACH + key, NEEDS + key, SO_FAR)


def names(subject: Subject) -> list[str]:
    """The certificates that there can be."""
    keys = [subject.system.key(contract.rule) for contract in subject.contracts]
    laws = (*subject.goals, *subject.futures.laws)
    return [*(law.id for law in laws), *map(of_contract, keys)]
