"""Whether a goal follows, asked as a whole or in parts.

What is not answered at a glance is asked part by part: those of a conjunction, of a choice, of what
an implication says. Each is a smaller question; apart they are slower only if the whole is plain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from stackproof.lang.terms import Term

from .cone import Answer, Cone, Ground
from .plain import parted
from .slices import Part
from .turns import GLANCE

LONGER = 4
"""How many times as long a look at a part is, before its own parts are asked."""


def prove(
    ground: Ground, goal: Term, seconds: float, hypotheses: Iterable[Term] | None = None
) -> Answer:
    """Whether a goal follows: asked as a whole, and part by part if that is not plain. Each part of
    a conjunction may take so many seconds.
    """
    known = ground.hypotheses if hypotheses is None else list(hypotheses)
    goal, plain = ground.plain.left(goal, frozenset(known))
    if goal is ground.terms.true:
        return Answer("proved", tuple(plain))
    found = _Asking(ground, known).of(goal, GLANCE, seconds)
    return replace(found, used=tuple(dict.fromkeys((*plain, *found.used))))


class _Asking:
    """A goal that is asked, part by part. A cone stays for the next part while that pays, as the
    parts of a goal may be much alike; what was defined for others mostly hinders.
    """

    def __init__(self, ground: Ground, known: Sequence[Term]) -> None:
        self.ground = ground
        self.known = known
        self._cone = Cone(ground)
        self._begun: float | None = None
        self._sharing = True

    def of(self, goal: Term, glance: float, seconds: float) -> Answer:
        """Ask about a goal; about its parts if a glance, in seconds, is not enough."""
        parts = parted(self.ground.terms, goal)
        whole = self._asked(goal, seconds if len(parts) == 1 else min(seconds, glance))
        if whole.status != "undetermined" or len(parts) == 1:
            return whole
        spent, size = whole.seconds, whole.terms
        used: dict[Term, None] = {}
        proved: list[Part] = []
        status = "proved"
        for part in parts:
            left = seconds if goal.op == "and" else max(seconds - spent, 0.0)
            if status != "proved":
                # It does not follow as a whole any more, but another part may be false.
                left = min(left, GLANCE)
            if left <= 0:
                status = "undetermined"
                break
            found = self.of(part, glance * LONGER, left)
            spent, size = spent + found.seconds, max(size, found.terms)
            if found.status == "refuted":
                return replace(found, terms=size, seconds=spent)
            if found.status != "proved":
                status = found.status
            used.update(dict.fromkeys(found.used))
            proved += found.parts
        if status != "proved":
            reason = f"no answer in {seconds:g} s"
            return Answer(status, reason=reason, terms=size, seconds=spent)
        return Answer("proved", tuple(used), terms=size, seconds=spent, parts=tuple(proved))

    def _asked(self, goal: Term, seconds: float) -> Answer:
        found = self._cone.follows(goal, seconds, self.known)
        if self._begun is None:
            self._begun = found.seconds
        elif found.seconds > max(self._begun, GLANCE) / 2:
            self._sharing = False
        if not self._sharing or found.status == "undetermined":
            self._cone, self._begun = Cone(self.ground), None
        return found
