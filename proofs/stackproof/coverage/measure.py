"""Searches scenarios with code that counts, and adds up what their plays exercise."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from stackproof.check import by_behaviour, system_of
from stackproof.editions.load import Edition
from stackproof.explore.model import Limits, Progress
from stackproof.explore.search import explore
from stackproof.inputs import InputError
from stackproof.judgement import judge_later
from stackproof.lang.errors import Refused
from stackproof.lang.program import Program
from stackproof.lang.readings.counted import CountedReading
from stackproof.lang.system import INVARIANT, STEP, System
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario

from .citations import Citations, tally
from .model import Coverage, Line, Part, Uncalled, totals

Place = tuple[Part, str, int, str]
"""Part, file, line and rule."""


def measure(
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    limits: Limits | None = None,
    progress: Callable[[str, Progress], None] | None = None,
) -> Coverage:
    """What all plays of scenarios exercise, in the editions given for each scenario's id."""
    count = _Count()
    for scenario in scenarios:
        for group in by_behaviour(editions[scenario.id]):
            tell = (lambda p, name=scenario.id: progress(name, p)) if progress else None
            count.search(scenario, group, limits, tell)
    return count.coverage(len(scenarios))


@dataclass
class _Count:
    """What was counted so far."""

    citations: Citations = field(default_factory=Citations)
    readings: dict[int, CountedReading] = field(default_factory=dict)
    checks: set[str] = field(default_factory=set)
    times: dict[Place, int] = field(default_factory=dict)
    searches: int = 0
    positions: int = 0
    transitions: int = 0
    incomplete: dict[str, None] = field(default_factory=dict)

    def search(
        self,
        scenario: Scenario,
        group: Sequence[Edition],
        limits: Limits | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        system = system_of(scenario)
        reading = self._reading(system)
        game = build(scenario, group[0], system)
        later = system.traced
        found = explore(
            reading, game.setup, game.initial, limits, progress=progress, graph=bool(later)
        )
        if later:
            judge_later(reading, game.setup, found, later)
        self.searches += 1
        self.positions += found.states
        self.transitions += found.edges
        if not found.complete:
            self.incomplete[scenario.id] = None
        (cited,) = reading.tallied(reading.counts())
        self.citations.add(system, group, cited)
        self._take(reading)

    def _reading(self, system: System) -> CountedReading:
        if id(system) not in self.readings:
            try:
                reading = CountedReading(system, [tally(system)])
            except Refused as refused:
                raise InputError(str(refused)) from None
            reading.reset()
            self.readings[id(system)] = reading
            self.citations.know(system)
            judged = [law for law in system.laws if law.kind in (STEP, INVARIANT)]
            self.checks |= {system.key(law.check) for law in judged}
        return self.readings[id(system)]

    def _take(self, reading: CountedReading) -> None:
        """Move the counts of lines out of a reading."""
        counts, here = reading.counts(), dict[Place, int]()
        for mark in reading.marks:
            place: Place = ("game" if mark.game else "laws", mark.file, mark.line, mark.rule)
            here[place] = max(here.get(place, 0), counts.times(mark))
        for place, times in here.items():
            self.times[place] = self.times.get(place, 0) + times
        reading.reset()

    def coverage(self, scenarios: int) -> Coverage:
        lines = [self._line(place) for place in sorted(self.times)]
        return Coverage(
            1, scenarios, self.searches, self.positions, self.transitions, list(self.incomplete),
            totals(lines), lines, list(self._uncalled()), self.citations.all(),
        )  # fmt: skip

    def _line(self, place: Place) -> Line:
        part, file, line, rule = place
        text = _text(file, line)
        fails = part == "laws" and rule in self.checks and text == "return False"
        return Line(_shown(file), line, _name(rule), part, self.times[place], text, fails)

    def _uncalled(self) -> Iterator[Uncalled]:
        called = {rule for _, _, _, rule in self.times}
        known: dict[str, Program] = {}
        for reading in self.readings.values():
            program = reading.system.program
            known |= dict.fromkeys(program.rules, program)
        for key, program in known.items():
            if key not in called and _does_something(program.trees[key]):
                rule = program.rules[key]
                yield Uncalled(_shown(rule.file), rule.line, _name(key))


def _does_something(tree: ast.FunctionDef) -> bool:
    return not all(
        isinstance(s, ast.Pass) or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
        for s in tree.body
    )


def _name(rule: str) -> str:
    return rule.rpartition(".")[2]


def _shown(file: str) -> str:
    """A file relative to the working directory where it is inside."""
    path, here = Path(file).absolute(), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


@cache
def _lines(file: str) -> list[str]:
    return Path(file).read_text("utf-8").splitlines()


def _text(file: str, line: int) -> str:
    return _lines(file)[line - 1].strip()
