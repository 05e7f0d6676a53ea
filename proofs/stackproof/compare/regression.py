"""What a rule change changes: the whole comparison of two editions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from stackproof.check import ENGINE_LAWS, in_force, laws_of
from stackproof.explore.model import Limits
from stackproof.project import Project, project_of
from stackproof.scenarios.load import Scenario

from .behaviour import behaviours
from .changes import changes
from .judged import Judged, Outcome, judged
from .lockstep import Divergence, lockstep
from .outcome import side_by_side
from .result import Parting, Play, Regression, Row
from .side import Side, silent

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Wanted:
    """What a comparison is to look at; ``observe`` is a level of observation or empty; with
    ``prove`` sameness elsewhere is to be proved.
    """

    laws: frozenset[str] | None = None
    observe: str = ""
    limits: Limits = field(default_factory=Limits)
    prove: bool = False


def regress(
    old: Side, new: Side, scenarios: Sequence[Scenario], wanted: Wanted, tell: Tell = silent
) -> Regression:
    """Compare two editions in scenarios. ``tell`` is called with what is being done."""
    shared = [s for s in scenarios if old.plays(s) and new.plays(s)]
    comparison = _Comparison(old, new, shared, wanted, tell)
    alike = old.key == new.key
    partings = [] if alike else comparison.partings()
    rows = comparison.rows()
    going, coming = comparison.moved()
    seen = None
    if wanted.observe and not alike:
        seen = behaviours(shared, old, new, wanted.observe, wanted.limits, tell)
    same, decks = None, []
    if wanted.prove and not alike:
        from .decks import differences
        from .sameness import sameness

        same = sameness(old.edition, new.edition, scenarios, tell)
        decks = differences(old.edition, new.edition, tell)
    return Regression(
        old.edition.id,
        new.edition.id,
        changes(old.edition, new.edition),
        alike,
        len(shared),
        [s.id for s in scenarios if old.plays(s) and not new.plays(s)],
        [s.id for s in scenarios if new.plays(s) and not old.plays(s)],
        comparison.incomplete,
        rows,
        coming,
        going,
        partings,
        seen,
        same,
        decks,
    )


@dataclass
class _Case:
    """A law or claim with what it came to: by scenario, on both sides."""

    says: str
    claim: bool
    in_old: bool
    in_new: bool
    outcomes: list[tuple[Scenario, Outcome, Outcome]]

    @property
    def differing(self) -> list[tuple[Scenario, Outcome, Outcome]]:
        return [(s, a, b) for s, a, b in self.outcomes if a.word != b.word]


class _Comparison:
    def __init__(
        self, old: Side, new: Side, shared: Sequence[Scenario], wanted: Wanted, tell: Tell
    ) -> None:
        self.old, self.new, self.shared, self.wanted, self.tell = old, new, shared, wanted, tell
        self.known = {scenario.id: scenario for scenario in shared}
        self.incomplete: list[str] = []

    def partings(self) -> list[Parting]:
        """The kinds of differences over all scenarios, each with its shortest play."""
        found: dict[str, list[Divergence]] = {}
        for scenario in self.shared:
            self.tell(f"{scenario.id}: in lockstep")
            walked = lockstep(scenario, self.old, self.new, self.wanted.limits)
            if not walked.complete:
                self.incomplete.append(scenario.id)
            for divergence in walked.partings:
                found.setdefault(divergence.kind, []).append(divergence)
        shortest = [(min(ways, key=lambda d: len(d.play)), len(ways)) for ways in found.values()]
        shortest.sort(key=lambda pair: (len(pair[0].play), -pair[1]))
        return [Parting(d.kind, n, self._play(d.scenario, d.play)) for d, n in shortest]

    def rows(self) -> list[Row]:
        """The laws and claims in force on a side that come to something else on the other."""
        cases = {law: case for law, case in self._cases.items() if case.in_old or case.in_new}
        rows = [self._row(law, case) for law, case in cases.items() if self._wanted(law)]
        told = [row for row in rows if row.old != row.new or row.play]
        return sorted(told, key=lambda r: (not r.breaks, r.play is None, r.claim, r.law))

    def moved(self) -> tuple[list[str], list[str]]:
        """The laws that are in force on the old side only, and those on the new side only."""
        laws = {law: case for law, case in self._cases.items() if not case.claim}
        return (
            [law for law, case in laws.items() if case.in_old and not case.in_new],
            [law for law, case in laws.items() if case.in_new and not case.in_old],
        )

    def _wanted(self, law: str) -> bool:
        wanted = self.wanted.laws
        return wanted is None or law in wanted or law.partition(": ")[2] in wanted

    @cached_property
    def _cases(self) -> dict[str, _Case]:
        return {**self._laws(), **self._claims()}

    def _laws(self) -> dict[str, _Case]:
        projects: list[Project] = [project_of(s.file) for s in self.shared]
        laws = {law.id: law for p in dict.fromkeys([Project(), *projects]) for law in laws_of(p)}
        cases = {
            law.id: _Case(
                law.says,
                False,
                in_force(law, self.old.edition),
                in_force(law, self.new.edition),
                [],
            )
            for law in laws.values()
        }
        alike = self.old.key == self.new.key
        if alike and all(case.in_old == case.in_new for case in cases.values()):
            return {}
        for engine in ENGINE_LAWS:
            cases[engine.id] = _Case(engine.says, False, True, True, [])
        for scenario in self.shared:
            self.tell(f"{scenario.id}: laws and claims")
            here, there = self._judged(scenario)
            for law, outcome in here.laws.items():
                if law in there.laws:
                    cases[law].outcomes.append((scenario, outcome, there.laws[law]))
        return cases

    def _claims(self) -> dict[str, _Case]:
        cases = {}
        for scenario in self.shared:
            made = [scenario.claims_in(side.edition) for side in (self.old, self.new)]
            if self.old.key == self.new.key and made[0] == made[1]:
                continue
            here, there = self._judged(scenario)
            for claim in scenario.claims:
                outcomes = [(scenario, here.claims[claim.id], there.claims[claim.id])]
                cases[f"{scenario.id}: {claim.id}"] = _Case(
                    claim.says, True, claim in made[0], claim in made[1], outcomes
                )
        return cases

    def _judged(self, scenario: Scenario) -> tuple[Judged, Judged]:
        limits = self.wanted.limits
        return judged(scenario, self.old, limits), judged(scenario, self.new, limits)

    def _row(self, law: str, case: _Case) -> Row:
        old, new = (_joined([o[i] for o in case.outcomes]) for i in (1, 2))
        differing = len(case.differing)
        return Row(
            law, case.claim, case.says, old, new, case.in_old, case.in_new, differing,
            self._shown(case),
        )  # fmt: skip

    def _shown(self, case: _Case) -> Play | None:
        """The shortest play that shows a difference, if any verdict has one."""
        plays = [
            (len(outcome.play), scenario.id, outcome.play)
            for scenario, *outcomes in case.differing
            for outcome in outcomes
            if outcome.play is not None
        ]
        return self._play(*min(plays)[1:]) if plays else None

    def _play(self, scenario: str, play: Sequence[tuple[int, int]]) -> Play:
        return side_by_side(self.known[scenario], self.old, self.new, play)


def _joined(outcomes: Sequence[Outcome | Scenario]) -> str:
    """The verdict over all scenarios: the worst one, and vacuous only if it is everywhere."""
    words = {outcome.word for outcome in outcomes if isinstance(outcome, Outcome)}
    for word in ("violated", "undetermined", "holds"):
        if word in words:
            return word
    return "vacuous"
