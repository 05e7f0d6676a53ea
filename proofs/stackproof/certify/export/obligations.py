"""Obligations for other solvers: as they are made from the rules, or as slices of certificates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from stackproof.certify.certificate import read
from stackproof.certify.owners import goals, owner
from stackproof.inputs import InputError, suggestion
from stackproof.lang.terms import Term
from stackproof.prove.cases import Case
from stackproof.prove.eventlist import Unlisted
from stackproof.prove.layout import identities
from stackproof.prove.naming import in_words
from stackproof.prove.slices import rebuilt
from stackproof.prove.subject import Subject

from .aiger import aiger
from .smtlib import smtlib

FORMATS: dict[str, Callable[[Term, Sequence[Term], str], bytes]] = {
    "smt2": lambda *asked: smtlib(*asked).encode(),
    "aiger": aiger,
}
ENDINGS = {"smt2": "smt2", "aiger": "aig"}


@dataclass(frozen=True)
class Asked:
    """Whether a goal follows from hypotheses; ``name`` is fit for a file."""

    name: str
    says: str
    goal: Term
    hypotheses: Sequence[Term]


def whole(subject: Subject, name: str, case: str = "") -> Iterator[Asked]:
    """The obligations of a certificate's name, in one case or all. Raises :class:`InputError`."""
    cases = {in_words(subject, identity): identity for identity in identities(subject)}
    if case and case not in cases:
        raise InputError(f'there is no case "{case}"{suggestion(case, cases)}')
    for words in [case] if case else cases:
        made = Case(subject, cases[words])
        for goal in made.goals() if made.possible else ():
            if goal not in goals(subject, name) or owner(made.identity, goal) != name:
                continue
            try:
                for number, (wanted, usable) in enumerate(made.questions(goal)):
                    yield _asked(f"{name}.{words}.{goal}.{number}", name, words, wanted, usable)
            except Unlisted:
                continue


def slices(folder: Path, name: str, case: str = "") -> Iterator[Asked]:
    """The slices of a certificate. Raises :class:`InputError`."""
    path = folder / f"{name}.json"
    for entry, pieces in read(path).of(str(path)):
        if case in ("", entry.case):
            for number, piece in enumerate(pieces):
                terms = rebuilt(piece.nodes)
                given = [terms[node] for _, _, node in piece.hypotheses]
                title = f"{name}.{entry.case}.{entry.goal}.slice{number}"
                yield _asked(title, name, entry.case, terms[piece.goal], given)


def _asked(title: str, name: str, case: str, goal: Term, given: Sequence[Term]) -> Asked:
    parts = title.split(".")
    short = title if parts[0] != parts[-2] else ".".join([*parts[:-2], parts[-1]])
    says = f"{name}, {case}: satisfiable, or reachable, if it does not follow"
    return Asked(re.sub(r"[^A-Za-z0-9.-]+", "-", short), says, goal, given)


def export(asked: Iterator[Asked], form: str, folder: Path) -> list[Path]:
    """Write a file for each obligation. Raises :class:`InputError` where there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for one in asked:
        path = folder / f"{one.name}.{ENDINGS[form]}"
        path.write_bytes(FORMATS[form](one.goal, one.hypotheses, one.says))
        written.append(path)
    if not written:
        raise InputError("there is no such obligation")
    return written
