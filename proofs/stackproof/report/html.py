"""The report as one HTML file that needs nothing else: tables, and each play with its boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from stackproof.trace.board import Board, found_in
from stackproof.trace.narrate import Line

from .findings import Finding, Status, by_scenario, conclusion, ending, findings, span, words
from .result import Report, Verdict
from .telling import Teller

PAGE = Path(__file__).parent / "page"
HEADLINE = {
    Verdict.HOLDS: "all as expected",
    Verdict.VIOLATED: "not as expected",
    Verdict.UNDETERMINED: "undetermined",
}


@dataclass(frozen=True)
class Step:
    """One step of a play as drawn: what is done (None at the start), and the board after it.

    ``moved`` are the cards that are elsewhere than before, ``changed`` the players with other life.
    """

    line: Line | None
    board: Board | None
    moved: frozenset[str]
    changed: frozenset[str]


@dataclass(frozen=True)
class Told:
    """A finding as the page shows it."""

    finding: Finding
    anchor: str
    verdict: str
    tone: str
    says: str
    rules: Sequence[str]
    where: str
    steps: Sequence[Step] = ()
    end: str = ""

    @property
    def in_full(self) -> bool:
        """Whether there is more to tell than the table has room for."""
        return bool(self.steps) or self.tone == "failed"


@dataclass(frozen=True)
class Group:
    """The findings of one scenario."""

    id: str
    title: str
    about: str
    tone: str
    editions: str
    states: int
    seconds: float
    hold: int
    vacuous: int
    others: Sequence[Told]
    told: Sequence[Told]


def render(report: Report, teller: Teller) -> str:
    """The page."""
    groups = [_group(cases, teller) for cases in by_scenario(findings(report)).values()]
    plays = [told for group in groups for told in group.others if told.in_full]
    plays.sort(key=lambda told: told.tone == "expected")
    environment = Environment(
        loader=FileSystemLoader(PAGE), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template("report.html").render(
        verdict=report.verdict.value,
        headline=HEADLINE[report.verdict],
        conclusion=conclusion(report),
        version=version("stackproof"),
        groups=groups,
        plays=plays,
        style=Markup((PAGE / "style.css").read_text("utf-8")),
        script=Markup((PAGE / "script.js").read_text("utf-8")),
    ) + "\n"  # fmt: skip


def _tone(finding: Finding) -> str:
    """The colour of a finding."""
    if finding.status is not Status.PASSED:
        return finding.status.value
    if finding.shown.verdict is Verdict.VIOLATED:
        return "expected"
    return "vacuous" if finding.shown.vacuous else "passed"


def _group(cases: Sequence[Finding], teller: Teller) -> Group:
    scenario = teller.scenarios[cases[0].scenario]
    told = [_told(case, teller) for case in cases]
    tones = [case.tone for case in told]
    results = [result for case in cases for result in case.results]
    editions = list(dict.fromkeys(result.edition for result in results))
    times = {(r.engine, r.states, r.seconds) for r in results}
    return Group(
        id=scenario.id,
        title=scenario.title,
        about=" ".join(scenario.about.split()),
        tone=next((t for t in ("failed", "undetermined") if t in tones), "passed"),
        editions=span(sorted(editions)),
        states=max(result.states for result in results),
        seconds=sum(seconds for *_, seconds in times),
        hold=tones.count("passed"),
        vacuous=tones.count("vacuous"),
        others=[case for case in told if case.tone not in ("passed", "vacuous")],
        told=told,
    )


def _told(finding: Finding, teller: Teller) -> Told:
    shown, tone = finding.shown, _tone(finding)
    place = teller.law_location(finding.law) or teller.scenario_location(shown)
    play = teller.play(shown) if shown.verdict is Verdict.VIOLATED else None
    return Told(
        finding=finding,
        anchor=f"{finding.scenario}--{finding.law}",
        verdict=words(shown),
        tone=tone,
        says=teller.says(shown),
        rules=teller.rules(shown),
        where=f"{place.file.name}:{place.line}",
        steps=list(_steps(play.lines, play.boards)) if play else (),
        end=ending(shown, shown.trace) if shown.trace else "",
    )


def _steps(lines: Sequence[Line], boards: Sequence[Board]) -> Iterator[Step]:
    """The starting position, then a step for each line."""
    yield Step(None, boards[0], frozenset(), frozenset())
    for line, (before, after) in zip(lines, pairwise(boards), strict=False):
        was, now = found_in(before), found_in(after)
        moved = frozenset(card for card, place in now.items() if was.get(card) != place)
        lives = zip(before.players, after.players, strict=True)
        changed = frozenset(p.name for old, p in lives if old.life != p.life)
        yield Step(line, after, moved, changed)
    if len(lines) >= len(boards):
        yield Step(lines[-1], None, frozenset(), frozenset())
