"""Checks laws in scenarios by exploring every play of each, once per behaviour of editions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from stackproof.editions.load import Edition
from stackproof.explore.model import Limits, Progress
from stackproof.explore.search import Exploration, explore
from stackproof.game.assembly import assemble
from stackproof.game.domains import Verb
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import Law, System
from stackproof.laws import catalogue
from stackproof.report.result import Report, Result, Trace, Verdict
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario

NO_RULE_ERROR = "no-rule-error"
NO_DEAD_END = "no-dead-end"


@dataclass(frozen=True)
class EngineLaw:
    """A law that the search itself judges: of the rules as a program, not of a position."""

    id: str
    says: str
    cites: tuple[str, ...] = ()


ENGINE_LAWS: tuple[EngineLaw, ...] = (
    EngineLaw(NO_RULE_ERROR, "No transition leaves a declared domain, array or capacity."),
    EngineLaw(NO_DEAD_END, "Every position has a legal action, or the play is over."),
)


def law_ids() -> list[str]:
    """The ids of all laws, in the order in which they are listed."""
    return [law.id for law in catalogue.laws()] + [law.id for law in ENGINE_LAWS]


def in_force(law: Law, edition: Edition) -> bool:
    """Whether a law applies in an edition, by the switches that it names."""
    return all(edition.switches[name] == value for name, value in law.switches.items())


@cache
def _native(capacities: tuple[tuple[str, int], ...]) -> NativeReading:
    return NativeReading(assemble(dict(capacities), catalogue.laws(), catalogue.MODULES))


def native(scenario: Scenario) -> NativeReading:
    """The compiled game for a scenario's capacities; scenarios of equal capacities share it."""
    return _native(tuple(sorted(scenario.capacities.items())))


def by_behaviour(editions: Iterable[Edition]) -> list[list[Edition]]:
    """Editions whose switches make the game play alike, together, in order."""
    groups: dict[object, list[Edition]] = {}
    for edition in editions:
        groups.setdefault(edition.behaviour, []).append(edition)
    return list(groups.values())


def check(
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    laws: Sequence[str],
    limits: Limits | None = None,
    progress: Callable[[str, Progress], None] | None = None,
) -> Report:
    """Judge laws, by id, in scenarios under the editions given for each scenario's id.

    Laws that are not in force in an edition have no result there.
    """
    results: list[Result] = []
    for scenario in scenarios:
        for group in by_behaviour(editions[scenario.id]):
            results.extend(_run(scenario, group, laws, limits, progress))
    return Report(results)


def _run(
    scenario: Scenario,
    group: Sequence[Edition],
    laws: Sequence[str],
    limits: Limits | None,
    progress: Callable[[str, Progress], None] | None,
) -> Iterator[Result]:
    reading = native(scenario)
    system = reading.system
    game = build(scenario, group[0], system)
    tell = (lambda p: progress(scenario.id, p)) if progress else None
    found = explore(reading, game.setup, game.initial, limits, progress=tell)
    for edition in group:
        judged = _Judgement(scenario, edition, reading, found)
        for index, law in enumerate(system.laws):
            if law.id in laws and in_force(law, edition):
                yield judged.law(index, law)
        if NO_RULE_ERROR in laws:
            yield judged.rule_errors()
        if NO_DEAD_END in laws:
            yield judged.dead_ends()


@dataclass(frozen=True)
class _Judgement:
    """Turns one exploration into results for one edition."""

    scenario: Scenario
    edition: Edition
    reading: NativeReading
    found: Exploration

    def law(self, index: int, law: Law) -> Result:
        violation = self.found.violations.get(index)
        if violation is not None:
            play = self._play(violation.state, violation.action)
            return self._result(law.id, Verdict.VIOLATED, play)
        vacuous = not self.found.premises >> index & 1
        return self._result(law.id, self._otherwise(), vacuous=vacuous)

    def rule_errors(self) -> Result:
        failure = self.found.first_error
        if failure is None:
            return self._result(NO_RULE_ERROR, self._otherwise())
        play = self._play(failure.state, failure.action)
        where = f"rule error in {self.scenario.id}: {self.reading.site(failure.site)}"
        return self._result(NO_RULE_ERROR, Verdict.VIOLATED, play, reason=where)

    def dead_ends(self) -> Result:
        state = self.found.first_dead_end
        if state is None:
            return self._result(NO_DEAD_END, self._otherwise())
        return self._result(NO_DEAD_END, Verdict.VIOLATED, self._play(state, None))

    def _otherwise(self) -> Verdict:
        """The verdict on a law of which no violation was found."""
        unknown = not self.found.complete or self.found.errors > 0
        return Verdict.UNDETERMINED if unknown else Verdict.HOLDS

    def _play(self, state: int, action: tuple[int, int] | None) -> list[tuple[str, int]]:
        actions = self.found.trace(state) + ([action] if action else [])
        return [(Verb(verb).name.lower(), argument) for verb, argument in actions]

    def _result(
        self,
        law: str,
        verdict: Verdict,
        play: list[tuple[str, int]] | None = None,
        *,
        vacuous: bool = False,
        reason: str = "",
    ) -> Result:
        if verdict is Verdict.UNDETERMINED:
            limit = self.found.reason
            reason = f"stopped by the limit on {limit}" if limit else "a rule error cut plays short"
        expects_violation = self.scenario.expects_violation(law, self.edition)
        trace = None
        if play is not None:
            trace = Trace(self.scenario.id, self.edition.id, law, play)
        return Result(
            law=law,
            edition=self.edition.id,
            scenario=self.scenario.id,
            engine="explore",
            verdict=verdict,
            expected=Verdict.VIOLATED if expects_violation else Verdict.HOLDS,
            vacuous=vacuous,
            states=self.found.states,
            edges=self.found.edges,
            seconds=round(self.found.seconds, 4),
            trace=trace,
            reason=reason,
        )


def system_of(scenario: Scenario) -> System:
    """The system in which a scenario's traces replay."""
    return native(scenario).system
