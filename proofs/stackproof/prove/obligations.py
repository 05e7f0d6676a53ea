"""What became of all that is to be proved, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field

from .assumptions import NEEDS, PROMISE
from .layout import CaseId
from .replaying import Counterexample
from .slices import Slice


@dataclass(frozen=True)
class Obligation:
    """What became of one goal in one case: ``proved`` from what is ``used``, ``refuted`` by a
    counterexample, or ``undetermined`` with a reason. ``slices`` are what the proof looked at;
    ``recalled`` if they are those of an earlier proof.
    """

    case: CaseId
    goal: str
    status: str
    used: frozenset[str] = frozenset()
    reason: str = ""
    seconds: float = 0.0
    terms: int = 0
    counterexample: Counterexample | None = None
    slices: tuple[Slice, ...] = ()
    recalled: bool = False


def _place(obligation: Obligation) -> tuple[object, ...]:
    *rest, about = astuple(obligation.case)
    return (*rest, about is not None, about)


@dataclass
class Proof:
    """All obligations, and what they come to. ``chains`` are those of several actions, for goals
    that do not follow from one.
    """

    capacities: Mapping[str, int]
    obligations: dict[tuple[CaseId, str], Obligation] = field(default_factory=dict)
    chains: dict[tuple[CaseId, str], Obligation] = field(default_factory=dict)

    def of(self, goal: str) -> list[Obligation]:
        """The obligations of a goal, in the order of the cases."""
        found = [o for (_, name), o in self.obligations.items() if name == goal]
        return sorted(found, key=_place)

    def chains_of(self, goal: str) -> list[Obligation]:
        """Those of several actions, the shorter ones first."""
        found = [o for (_, name), o in self.chains.items() if name == goal]
        return sorted(found, key=lambda o: (o.case.steps, _place(o)))

    def actions(self, goal: str) -> list[tuple[int, int]]:
        """The verbs and decisions of the actions after which there is a goal: all that there are,
        for a law.
        """
        known = (o.case for o in self.of(goal) if o.case.kind == "action")
        return list(dict.fromkeys((case.verb, case.decision) for case in known))

    def shows(self, case: CaseId, goal: str, without: frozenset[str] = frozenset()) -> bool:
        """Whether a goal is proved in a case without what may not be assumed: by itself; or where
        plays begin with its actions, and after every action that may come before them.
        """
        found = (self.chains if case.is_chain else self.obligations).get((case, goal))
        if found is not None and found.status == "proved" and not found.used & without:
            return True
        if case.begins or (case.beginning(), goal) not in self.chains:
            return False
        longer = [case.after(*action) for action in self.actions(goal)]
        return all(self.shows(other, goal, without) for other in (case.beginning(), *longer))

    def failing(self, goal: str) -> list[Obligation]:
        """The obligations of a goal that are not proved, be it in several steps."""
        return [o for o in self.of(goal) if not self.shows(o.case, goal)]

    def steps(self, goal: str) -> int:
        """In how many steps at most a goal was tried."""
        return max((o.case.steps for o in self.chains_of(goal)), default=1)

    def stands(self, goal: str, without: Iterable[str] = ()) -> bool:
        """Whether a goal is proved in every case."""
        found = self.of(goal)
        gone = frozenset(without)
        return bool(found) and all(self.shows(o.case, goal, gone) for o in found)

    def fallen(self) -> frozenset[str]:
        """What may not be assumed, as it is not proved or rests on something that is not."""
        labels = {name for _, name in self.obligations}
        gone: set[str] = set()
        while True:
            more = {name for name in labels - gone if not self.stands(name, gone)}
            more |= {
                PROMISE + name.removeprefix(NEEDS) for name in more if name.startswith(NEEDS)
            } - gone
            if not more:
                return frozenset(gone)
            gone |= more
