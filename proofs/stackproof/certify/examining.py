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
from stackproof.prove.attempting import one
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.eventlist import Unlisted
from stackproof.prove.layout import CaseId
from stackproof.prove.replaying import Counterexample
from stackproof.prove.slices import Malformed, Slice
from stackproof.prove.subject import Subject

from .covering import covered
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
            found = covered(self.case, goal, slices)
        except Unlisted as error:
            return Examined(identity, goal, Status.UNDETERMINED, reason=str(error))
        except Malformed as error:
            return Examined(identity, goal, Status.REJECTED, reason=f"a slice is none: {error}")
        if found is not None:
            return self._judged(goal, *found, Status.VALID)
        if self.patience.anew:
            return self._anew(goal)
        reason = "its slices are not about this" if slices else "nothing is proved of this"
        return Examined(identity, goal, Status.REJECTED, reason=reason)

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

    def _anew(self, goal: str) -> Examined:
        """Prove what the certificate does not fit any more."""
        if self._ground is None:
            self._ground = Ground(self.case.terms, list(self.case.hypotheses))
        found = one(self.case, goal, self._ground, self.patience.anew)
        if found.status == "proved":
            shown = covered(self.case, goal, found.slices)
            if shown is not None:
                return self._judged(goal, *shown, Status.RENEWED)
        against = found.counterexample
        if against is not None and against.fails:
            reason = "from a position in which every invariant holds it is broken"
            return Examined(found.case, goal, Status.BROKEN, reason=reason, counterexample=against)
        reason = found.reason or "the proof does not cover it"
        return Examined(found.case, goal, Status.UNDETERMINED, reason=reason)
