"""What certificates of earlier proofs still show, so that it is not proved again after an edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stackproof.inputs import InputError
from stackproof.prove.cases import Case
from stackproof.prove.eventlist import Unlisted
from stackproof.prove.layout import CaseId
from stackproof.prove.naming import in_words
from stackproof.prove.obligations import Obligation
from stackproof.prove.slices import Malformed, Slice
from stackproof.prove.subject import Subject

from .certificate import files, read_all, slices_of
from .covering import covered
from .solvers import ask


@dataclass(frozen=True)
class Recalled:
    """The slices that are known of a case, by goal. A goal is proved if they cover it and Z3, which
    has ``seconds`` for each, finds that they are true.
    """

    slices: Mapping[str, Sequence[Slice]]
    seconds: float

    def __call__(self, case: Case, goal: str) -> Obligation | None:
        """The obligation, or None where it has to be proved."""
        try:
            found = covered(case, goal, self.slices.get(goal, ()))
            if found is None:
                return None
            used, pieces = found
            answers = [ask("z3", piece, self.seconds) for piece in pieces]
        except (Malformed, Unlisted):
            return None
        if any(said.answer != "unsat" for said in answers):
            return None
        return Obligation(
            case.identity, goal, "proved", case.rests_on(goal, used),
            seconds=sum(said.seconds for said in answers), slices=tuple(pieces), recalled=True,
        )  # fmt: skip


class Recall:
    """What the certificates of a folder say of each case: nothing if there are none.

    Raises :class:`~stackproof.inputs.InputError` for files that are no certificates, and for those
    about decks of another size.
    """

    def __init__(self, folder: Path, subject: Subject, seconds: float) -> None:
        self._subject = subject
        self._seconds = seconds
        known = read_all(folder) if files(folder) else {}
        if any(c.capacities != subject.system.program.capacities for c in known.values()):
            raise InputError(f"{folder}: the certificates there are about decks of another size")
        self._slices = slices_of(known, folder)

    def __call__(self, identity: CaseId) -> Recalled:
        """What is known of a case, in a form that other processes can be sent."""
        return Recalled(self._slices.get(in_words(self._subject, identity), {}), self._seconds)
