"""One case, checked again: its terms are made from the rules as they are now, the slices of its
certificates are laid upon them, and both solvers are asked about every slice.

Nothing that a certificate says is believed: not which obligations there are, not what they use, not
what a solver is said to have answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from stackproof.lang.terms import Term
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.eventlist import Unlisted
from stackproof.prove.induction import one
from stackproof.prove.layout import CaseId
from stackproof.prove.replaying import Counterexample
from stackproof.prove.slices import Malformed, Slice
from stackproof.prove.subject import Subject

from .laying import Piece, Usable
from .solvers import SOLVERS, Said, ask


class Status(StrEnum):
    """What became of an obligation, or of a certificate: checked; proved anew, as rules were
    edited; refuted by a position that CPython replays; false; or not known.
    """

    VALID = "valid"
    RENEWED = "renewed"
    BROKEN = "broken"
    REJECTED = "rejected"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True)
class Examined:
    """An obligation and what became of it. ``uses`` are the labels that it rests on, ``seconds``
    what each solver took.
    """

    case: CaseId
    goal: str
    status: Status
    uses: frozenset[str] = frozenset()
    reason: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)
    slices: int = 0
    counterexample: Counterexample | None = None


@dataclass(frozen=True)
class Patience:
    """Seconds for a solver's answer to a slice, and for proving an obligation anew: none where the
    rules are those of the certificates, so that one that does not fit is false.
    """

    slice: float
    anew: float = 0.0


class Examiner:
    """Checks the obligations of one case."""

    def __init__(self, subject: Subject, identity: CaseId, patience: Patience) -> None:
        self.case = Case(subject, identity)
        self.patience = patience
        self._said: dict[tuple[str, Slice], Said] = {}
        self._ground: Ground | None = None

    def examine(self, goals: Iterable[str], known: Mapping[str, Sequence[Slice]]) -> list[Examined]:
        """The obligations of this case for those of the goals that there are in it."""
        if not self.case.possible:
            return []
        wanted = frozenset(goals)
        return [self.one(goal, known.get(goal, ())) for goal in self.case.goals() if goal in wanted]

    def one(self, goal: str, slices: Sequence[Slice]) -> Examined:
        """One obligation."""
        identity = self.case.identity
        try:
            questions = list(self.case.questions(goal))
            used, laid_out = self._covered(questions, slices)
        except Unlisted as error:
            return Examined(identity, goal, Status.UNDETERMINED, reason=str(error))
        except Malformed as error:
            return Examined(identity, goal, Status.REJECTED, reason=f"a slice is none: {error}")
        if used is not None:
            return self._judged(goal, used, laid_out, Status.VALID)
        if self.patience.anew:
            return self._anew(goal, questions)
        reason = "its slices are not about this" if slices else "nothing is proved of this"
        return Examined(identity, goal, Status.REJECTED, reason=reason)

    def _covered(
        self, questions: Sequence[tuple[Term, list[Term]]], slices: Sequence[Slice]
    ) -> tuple[list[Term] | None, list[Slice]]:
        """The hypotheses that are used if slices cover all that is to be shown, and those slices.

        A slice may cover a goal or, of a conjunction, its parts. What hypotheses plainly say needs
        none.
        """
        used: list[Term] = []
        chosen: list[Slice] = []
        left = [Piece(piece) for piece in slices]
        for goal, allowed in questions:
            usable = Usable(self.case.hypotheses, allowed)
            rest, plain = self.case.plain.left(goal, frozenset(allowed))
            used += plain
            pending = [rest]
            while pending:
                part = pending.pop()
                if part is self.case.terms.true:
                    continue
                for i, piece in enumerate(left):
                    found = piece.laid(part, usable)
                    if found is not None:
                        used += found
                        chosen.append(left.pop(i).slice)
                        break
                else:
                    if part.op != "and":
                        return None, []
                    pending += part.args
        return used, chosen

    def _judged(
        self, goal: str, used: Sequence[Term], slices: Sequence[Slice], if_proved: Status
    ) -> Examined:
        """The verdict of both solvers."""
        seconds = dict.fromkeys(SOLVERS, 0.0)
        status, reason = if_proved, ""
        for piece in slices:
            for solver in SOLVERS:
                said = self._ask(solver, piece)
                seconds[solver] += said.seconds
                if said.answer == "sat":
                    status, reason = Status.REJECTED, f"{solver}: it does not follow"
                elif said.answer != "unsat" and status is not Status.REJECTED:
                    status, reason = Status.UNDETERMINED, said.reason
        rounded = {solver: round(spent, 3) for solver, spent in seconds.items()}
        uses = self.case.rests_on(goal, used)
        return Examined(self.case.identity, goal, status, uses, reason, rounded, len(slices))

    def _ask(self, solver: str, piece: Slice) -> Said:
        """A solver's answer; the same slice is asked once."""
        if (solver, piece) not in self._said:
            self._said[solver, piece] = ask(solver, piece, self.patience.slice)
        return self._said[solver, piece]

    def _anew(self, goal: str, questions: Sequence[tuple[Term, list[Term]]]) -> Examined:
        """Prove what the certificate does not fit any more."""
        if self._ground is None:
            self._ground = Ground(self.case.terms, list(self.case.hypotheses))
        found = one(self.case, goal, self._ground, self.patience.anew)
        if found.status == "proved":
            used, slices = self._covered(questions, found.slices)
            if used is not None:
                return self._judged(goal, used, slices, Status.RENEWED)
        against = found.counterexample
        if against is not None and against.fails:
            reason = "from a position in which every invariant holds it is broken"
            return Examined(found.case, goal, Status.BROKEN, reason=reason, counterexample=against)
        reason = found.reason or "the proof does not cover it"
        return Examined(found.case, goal, Status.UNDETERMINED, reason=reason)
