"""Turns what a search found into results: a verdict on each law, with a play that shows it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from stackproof.editions.load import Edition
from stackproof.explore.model import Openness
from stackproof.explore.retell import Retelling
from stackproof.explore.search import Exploration
from stackproof.explore.temporal import Outcome, always_possible, leads_to
from stackproof.game.domains import Verb
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import LEADS_TO, POSSIBLE, TRACED, Law
from stackproof.report.result import Ending, Result, Trace, Verdict
from stackproof.scenarios.load import Scenario

Play = list[tuple[int, int]]


def judge_later(
    reading: NativeReading,
    setup: bytes,
    found: Exploration,
    laws: Sequence[Law],
    jointly: Container[str] = (),
) -> dict[str, Outcome]:
    """Judge laws about what comes later, by id, on the graph that a search kept; families whose
    ids are in ``jointly`` each as one law, which either holds or leaves it open.
    """
    from stackproof.explore.graph import Graph

    graph = Graph(reading, setup, found)
    outcomes: dict[str, Outcome] = {}
    for law in sorted(laws, key=lambda law: law.kind == LEADS_TO):
        number, choices = reading.system.traced.index(law), len(reading.system.choices(law))
        joint = law.id in jointly
        if law.kind == LEADS_TO:
            strong = [fairness.strong for fairness in law.fairness]
            outcomes[law.id] = leads_to(graph, number, choices, strong, joint)
        else:
            outcomes[law.id] = always_possible(graph, number, choices, joint)
    return outcomes


@dataclass(frozen=True)
class Judgement:
    """One exploration as results for one edition; ``outcomes`` are those of laws on the graph.

    ``retelling`` retells its plays if it did not keep every position. ``offered`` are the choices
    that are offered anywhere, as a mask, where that is known from elsewhere.
    """

    scenario: Scenario
    edition: Edition
    reading: NativeReading
    found: Exploration
    outcomes: Mapping[str, Outcome]
    retelling: Retelling | None = None
    offered: int | None = None

    def law(self, law: Law) -> Result:
        """The result of a law of any kind."""
        if law.kind == POSSIBLE:
            return self._possible(law)
        if law.kind in TRACED:
            return self._later(law, self.outcomes[law.id])
        bits = self.reading.system.bits(law)
        for bit in bits:
            violation = self.found.violations.get(bit)
            if violation is not None:
                play = self._play(violation.state, violation.action)
                choice = self.reading.system.choices(law)[bit - bits.start]
                return self._result(law.id, Verdict.VIOLATED, play, choice=choice, until=1 << bit)
        vacuous = not any(self.found.premises >> bit & 1 for bit in bits)
        return self._result(law.id, self._otherwise(), vacuous=vacuous)

    def restated(self, result: Result) -> Result:
        """The result of a law for another edition in which the game plays alike."""
        trace = result.trace
        if trace is not None:
            trace = msgspec.structs.replace(trace, edition=self.edition.id)
        expected = self._expected(result.law, result.verdict)
        return msgspec.structs.replace(
            result, edition=self.edition.id, expected=expected, trace=trace
        )

    def _expected(self, law: str, verdict: Verdict) -> Verdict:
        """What the scenario says; of a law that is not supported, a violation in any case."""
        if self.scenario.expects_violation(law, self.edition):
            return Verdict.VIOLATED
        return (
            verdict if verdict is Verdict.VIOLATED and law in self._unsupported else Verdict.HOLDS
        )

    @cached_property
    def _unsupported(self) -> frozenset[str]:
        return frozenset(law.id for law in self.reading.system.laws if not law.supported)

    def _possible(self, law: Law) -> Result:
        """Holds if every choice that is offered somewhere is made somewhere."""
        bits = self.reading.system.bits(law)
        witnesses = [self.found.violations.get(bit) for bit in bits]
        premises = self.found.premises if self.offered is None else self.offered
        offered = [i for i, bit in enumerate(bits) if premises >> bit & 1]
        missing = [i for i in offered if witnesses[i] is None]
        seen = next((w for w in witnesses if w is not None), None)
        play = None if seen is None else self._play(seen.state, seen.action)
        if not offered and seen is None:
            return self._result(law.id, self._otherwise(), vacuous=True)
        if not missing and (self._offers_known or None not in witnesses):
            until = 0 if seen is None else 1 << seen.law
            return self._result(law.id, Verdict.HOLDS, play, ending=Ending.WITNESS, until=until)
        choices = [self.reading.system.choices(law)[i] for i in missing]
        names = [choice for choice in choices if choice is not None]
        if not missing:
            return self._result(law.id, Verdict.UNDETERMINED)
        reason = "no play reaches it"
        if names:
            listed = ", ".join(map(str, names))
            reason = f"{len(names)} of {len(offered)} choices are never made: {listed}"
        verdict = self._otherwise()
        if verdict is Verdict.HOLDS:
            verdict = Verdict.VIOLATED
        return self._result(law.id, verdict, reason=reason, missing=names)

    @property
    def _reduction(self) -> str:
        """How it comes that not every position was kept, in words."""
        kept = "" if self.retelling is None else self.retelling.reduction
        return ", ".join(filter(None, ["symmetry" if self.offered is not None else "", kept]))

    @property
    def _offers_known(self) -> bool:
        """Whether all choices are known that any play offers."""
        return self.offered is not None or self._otherwise() is Verdict.HOLDS

    def _later(self, law: Law, outcome: Outcome) -> Result:
        if outcome.error:
            site = self.reading.site(outcome.error)
            return self._result(
                law.id, Verdict.UNDETERMINED, reason=f"rule error in the law: {site}"
            )
        if outcome.holds is None:
            cut = "cut off by the scenario's last step" if outcome.open is Openness.CUT else ""
            return self._result(law.id, Verdict.UNDETERMINED, reason=cut)
        if outcome.holds:
            return self._result(law.id, Verdict.HOLDS, vacuous=outcome.vacuous)
        assert outcome.play is not None
        return self._result(
            law.id,
            Verdict.VIOLATED,
            outcome.play,
            loop=outcome.loop,
            ending=Ending.STUCK if law.kind == LEADS_TO else Ending.OUT_OF_REACH,
            choice=self.reading.system.choices(law)[outcome.choice],
        )

    def rule_errors(self, law: str) -> Result:
        """The result of the law that there are no rule errors."""
        failure = self.found.first_error
        if failure is None:
            return self._result(law, self._otherwise())
        play = self._play(failure.state, failure.action)
        where = f"rule error in {self.scenario.id}: {self.reading.site(failure.site)}"
        return self._result(law, Verdict.VIOLATED, play, reason=where)

    def dead_ends(self, law: str) -> Result:
        """The result of the law that there are no dead ends."""
        state = self.found.first_dead_end
        if state is None:
            return self._result(law, self._otherwise())
        play = self._play(state, None)
        return self._result(law, Verdict.VIOLATED, play, ending=Ending.STUCK)

    def _otherwise(self) -> Verdict:
        """The verdict on a law of which no violation was found."""
        unknown = not self.found.complete or self.found.errors > 0
        return Verdict.UNDETERMINED if unknown else Verdict.HOLDS

    def _play(self, state: int, action: tuple[int, int] | None) -> Play:
        return self.found.trace(state) + ([action] if action else [])

    def _result(
        self,
        law: str,
        verdict: Verdict,
        play: Play | None = None,
        *,
        vacuous: bool = False,
        reason: str = "",
        loop: int | None = None,
        ending: Ending = Ending.FAILS,
        missing: Sequence[int] = (),
        until: int = 0,
        choice: int | None = None,
    ) -> Result:
        if choice is not None:
            reason = f"for choice {choice}"
        if verdict is Verdict.UNDETERMINED and (not self.found.complete or self.found.errors):
            limit = self.found.reason
            reason = (
                f"stopped by the limit on {limit}" if limit else "a rule error cuts plays short"
            )
        trace = None
        if play is not None:
            if self.retelling is not None:
                play, loop = self.retelling.play(play, loop, until)
            actions = [(Verb(verb).name.lower(), argument) for verb, argument in play]
            trace = Trace(
                self.scenario.id, self.edition.id, law, actions, loop, ending, choice
            )  # fmt: skip
        return Result(
            law=law,
            edition=self.edition.id,
            scenario=self.scenario.id,
            engine="explore",
            verdict=verdict,
            expected=self._expected(law, verdict),
            vacuous=vacuous,
            states=self.found.states,
            edges=self.found.edges,
            seconds=round(self.found.seconds, 4),
            trace=trace,
            reason=reason,
            missing=list(missing),
            reduction=self._reduction,
        )
