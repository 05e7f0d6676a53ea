"""Explains a counterexample: which part of the law failed, for whom, since when, and what else.

What is worked out here is put into words by ``wording.py``; ``lines`` makes a text of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from stackproof import check as checking
from stackproof.game.domains import Verb
from stackproof.inputs import Place
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import INVARIANT, LEADS_TO, POSSIBLE, TRACED, Law
from stackproof.laws.texts import says
from stackproof.report.findings import span

from . import elsewhere
from .avoid import MOST_STATES, Avoiding, Reaching, TooMany
from .failing import Failure
from .file import Happening, TraceFile
from .judging import outcome, owed
from .narrate import Narrator, Transition
from .replay import Told, check_choice, follow
from .shrink import NotBroken, shows
from .table import Table, require_law, table_of
from .translated import Interpreter
from .way import failure_of
from .wording import Wording
from .words import explaining

SCHEMA = 1


class Part(msgspec.Struct, frozen=True):
    """The part of the law that failed: as it is written, and in words.

    ``given`` is why the law has something to say there. ``values`` are the parts of the conditions.
    """

    file: str
    line: int
    given: list[str]
    failed: list[str]
    code: list[str]
    values: dict[str, str]


class Unavoidable(msgspec.Struct, frozen=True):
    """The first step after which every play breaks the law: 0 from the start.

    ``known`` is false where that was not worked out, for the ``reason`` limit or later. ``instead``
    is what could have been done at that step, after which the law can be kept, and ``then`` what
    happens through the first of these.
    """

    known: bool
    step: int | None = None
    reason: str = ""
    instead: list[str] = []
    then: list[Happening] = []


class RuleSaid(msgspec.Struct, frozen=True):
    """What a rule says, in our own words; ``number`` is empty where the edition has none."""

    key: str
    number: str
    says: str


class Explanation(msgspec.Struct, frozen=True):
    """Everything that is told of a counterexample, in a language."""

    scenario: str
    edition: str
    law: str
    language: str
    says: str
    about: list[str]
    part: Part | None
    step: int
    unavoidable: Unavoidable
    rules: list[RuleSaid]
    editions: list[elsewhere.Elsewhere]
    steps: list[Told]


def explain(trace: TraceFile, place: Place, language: str = "en") -> Explanation:
    """Explain a trace. Raises :class:`InputError`, and :class:`NotBroken` if it breaks no law."""
    table = table_of(trace, place)
    check_choice(trace, table, place)
    require_law(table, place)
    play, divergences = follow(table, trace.steps)
    found = outcome(table, play, trace.law.choice, trace.law.loop)
    if isinstance(table.law, Law) and table.law.kind == POSSIBLE:
        raise NotBroken(f"{place.file}: the play shows what the law calls possible; nothing fails")
    if not shows(table, found) or any(one.kind == "action" for one in divergences):
        raise NotBroken(f"{place.file}: the play does not break the law; see stackproof replay")
    explainer = _Explainer(table, play[: found.step], trace, language)
    return explainer.explanation()


class _Explainer:
    """Explains one play that breaks its table's law with its last step."""

    def __init__(
        self, table: Table, play: Sequence[Transition], trace: TraceFile, language: str
    ) -> None:
        self.table, self.play, self.trace, self.language = table, play, trace, language
        self.last = play[-1] if play else None

    @cached_property
    def narrator(self) -> Narrator:
        table = self.table
        if self.language == "en":
            return table.narrator
        return Interpreter(table.system, table.game, table.edition, self.language)

    @cached_property
    def failure(self) -> Failure | None:
        return failure_of(self.table, self.last, self.trace.law.choice)

    @cached_property
    def wording(self) -> Wording | None:
        if self.failure is None:
            return None
        return Wording(self.table, self.narrator, self.failure, self.last, self.language)

    def explanation(self) -> Explanation:
        table, law = self.table, self.table.law
        return Explanation(
            scenario=table.scenario.id,
            edition=table.edition.id,
            law=law.id,
            language=self.language,
            says=says(law.id, law.says, self.language),
            about=self.about(),
            part=self.part(),
            step=len(self.play),
            unavoidable=self.unavoidable(),
            rules=[self.rule(key) for key in law.cites],
            editions=elsewhere.elsewhere(table, self.trace),
            steps=[self.told(i, played) for i, played in enumerate(self.play, 1)],
        )

    def told(self, number: int, played: Transition) -> Told:
        line = self.narrator.line(number, played)
        happens = [Happening(h.text, h.rule) for h in line.happenings]
        return Told(number, line.player, line.does, happens)

    def about(self) -> list[str]:
        """The cards and players that the failure is about, else who acted."""
        names = self.wording.names() if self.wording else []
        if not names and self.last is not None:
            names = [self.narrator.decider(self.last.before)]
        return names

    def part(self) -> Part | None:
        law, failure, wording = self.table.law, self.failure, self.wording
        if failure is None or wording is None:
            return None
        assert isinstance(law, Law)
        return Part(
            file=Path(law.check.__code__.co_filename).name,
            line=failure.line,
            given=[wording.given(c) for c in failure.given],
            failed=[wording.failed(c) for c in failure.decisive],
            code=[c.text for c in failure.decisive],
            values=wording.values(),
        )

    def rule(self, key: str) -> RuleSaid:
        edition = self.table.edition
        return RuleSaid(key, edition.cite(key), explaining(self.language).rule(key, edition))

    def unavoidable(self) -> Unavoidable:
        law, mask, invariant = self.table.law, 0, False
        reading = checking.native(self.table.scenario)
        if isinstance(law, Law) and law.kind not in TRACED:
            choices = reading.system.choices(law)
            mask = 1 << reading.system.bits(law)[choices.index(self.trace.law.choice)]
            invariant = law.kind == INVARIANT
        elif isinstance(law, Law) and self.trace.law.loop is None:
            return self._out_of_reach(reading, law)
        elif law.id != checking.NO_RULE_ERROR:
            return Unavoidable(False, reason="later")
        avoiding = Avoiding(reading, self.table.game.setup, mask, invariant)
        try:
            return self._since(avoiding)
        except TooMany:
            return Unavoidable(False, reason="limit")

    def _out_of_reach(self, reading: NativeReading, law: Law) -> Unavoidable:
        """Since when what a law promises cannot be reached any more."""
        choice = self.trace.law.choice
        reaching = Reaching(reading, self.table.game.setup, law, choice)
        try:
            found = self._since(reaching)
        except TooMany:
            return Unavoidable(False, reason="limit")
        if law.kind == LEADS_TO and not owed(self.table, law, self.play, choice)[found.step or 0]:
            return Unavoidable(False, reason="later")
        return found

    def _since(self, avoiding: Avoiding | Reaching) -> Unavoidable:
        """Go back from the end to the last position from which the law could be kept."""
        for number in range(len(self.play), 0, -1):
            played = self.play[number - 1]
            ways = avoiding.ways(played.before.pack())
            if ways:
                tell = self.narrator
                instead = [tell.action(played.before, Verb(v), a) for v, a in ways]
                first = tell.line(number, self.table.narrator.transition(played.before, *ways[0]))
                then = [Happening(h.text, h.rule) for h in first.happenings]
                return Unavoidable(True, number, "", instead, then)
        return Unavoidable(True, 0)


def lines(found: Explanation) -> Iterator[str]:
    """An explanation as text."""
    frame = explaining(found.language).frame
    yield f"{found.law} · {found.scenario} · {found.edition}"
    yield frame["law"].format(says=found.says)
    if found.about:
        yield frame["about"].format(names=", ".join(found.about))
    if found.part is not None:
        if found.part.given:
            yield frame["given"].format(conditions=frame["and"].join(found.part.given))
        for condition, code in zip(found.part.failed, found.part.code, strict=True):
            yield frame["failed"].format(condition=condition)
            yield f"    {found.part.file}:{found.part.line}  {code}"
        if not found.part.failed:
            yield frame["none"]
            yield f"    {found.part.file}:{found.part.line}"
    yield from _since(found)
    for rule in found.rules:
        head = frame["rule" if rule.number else "unnumbered"]
        told = head.format(number=rule.number, edition=found.edition)
        yield f"{told}{frame['colon']} {rule.says}"
    yield from _elsewhere(found)
    yield frame["play"] + frame["colon"]
    for step in found.steps:
        yield f"{step.number:>4}. {step.player} {step.does}"
        for happening in step.happens:
            yield f"        {happening.text}{f'  ({happening.rule})' if happening.rule else ''}"


def _since(found: Explanation) -> Iterator[str]:
    frame, since = explaining(found.language).frame, found.unavoidable
    if not found.steps:
        yield f"{frame['start']}."
        return
    last = found.steps[-1]
    yield frame["step"].format(step=last.number, player=last.player, does=last.does) + "."
    if not since.known:
        yield frame[since.reason].format(most=f"{MOST_STATES:,}") + "."
        return
    if not since.step:
        yield f"{frame['ever']}."
        return
    step = found.steps[since.step - 1]
    key = "last" if since.step == last.number else "unavoidable"
    yield frame[key].format(step=step.number, player=step.player, does=step.does) + "."
    yield frame["instead"].format(player=step.player) + frame["colon"]
    for text in since.instead:
        yield f"    {text}"
    if since.then:
        yield frame["then"] + frame["colon"]
        for happening in since.then:
            yield f"    {happening.text}{f'  ({happening.rule})' if happening.rule else ''}"


def _elsewhere(found: Explanation) -> Iterator[str]:
    frame = explaining(found.language).frame
    if found.editions:
        yield frame["editions"] + frame["colon"]
    for other in found.editions:
        text = frame[other.verdict]
        if other.play:
            text += frame["and"] + frame[other.play].format(step=other.step)
        yield f"    {span(other.editions)}{frame['colon']} {text}"
