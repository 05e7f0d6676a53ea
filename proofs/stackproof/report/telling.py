"""What reports say beyond verdicts: laws in words, where they are written, and plays told."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from stackproof import check as checking
from stackproof.editions.load import Edition, edition
from stackproof.lang.system import Law
from stackproof.project import Project, project_of
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario
from stackproof.trace.board import Board, Drawer
from stackproof.trace.narrate import Line, Narrator, actions_of

from .findings import ending
from .result import Result


@dataclass(frozen=True)
class Location:
    """A line of a file."""

    file: Path
    line: int = 1

    @property
    def shown(self) -> str:
        """The file relative to the root where it is inside, else in full."""
        path = self.file.absolute()
        return path.relative_to(root()).as_posix() if self.inside else str(path)

    @property
    def inside(self) -> bool:
        """Whether the file is in the root or below."""
        return root() in self.file.absolute().parents


def root() -> Path:
    """What paths in reports are relative to: the working directory, in a CI job its checkout."""
    here, checkout = Path.cwd(), Path(os.environ.get("GITHUB_WORKSPACE", ""))
    return checkout if checkout in here.parents else here


@dataclass(frozen=True)
class Play:
    """A play step by step: the lines, and the boards from the starting position on.

    A play that ends with a rule error has no board after its last line.
    """

    lines: tuple[Line, ...]
    boards: tuple[Board, ...]


class Teller:
    """Tells the results of a run of scenarios."""

    def __init__(self, scenarios: Iterable[Scenario]) -> None:
        self.scenarios = {scenario.id: scenario for scenario in scenarios}
        self._narrators: dict[tuple[str, str], Narrator] = {}

    @cached_property
    def laws(self) -> dict[str, Law | checking.EngineLaw]:
        """Every law that the scenarios can be judged by, by id."""
        known: dict[str, Law | checking.EngineLaw] = {}
        projects: list[Project] = [project_of(s.file) for s in self.scenarios.values()]
        for project in dict.fromkeys(projects or [Project()]):
            known |= {law.id: law for law in checking.laws_of(project)}
        return known | {law.id: law for law in checking.ENGINE_LAWS}

    def says(self, result: Result) -> str:
        """A law or claim in words."""
        return result.says or self.laws[result.law].says

    def rules(self, result: Result) -> list[str]:
        """The numbers of the rules that a law cites, in the result's edition."""
        law = self.laws.get(result.law)
        played = edition(result.edition)
        return [number for number in map(played.cite, law.cites if law else ()) if number]

    def lines(self, result: Result) -> Sequence[Line]:
        """The play of a result, told; empty where there is none."""
        if result.trace is None:
            return ()
        return tuple(self._narrator(result).lines(actions_of(result.trace)))

    def play(self, result: Result) -> Play | None:
        """The play of a result with its boards."""
        if result.trace is None:
            return None
        narrator, lines = self._narrator(result), self.lines(result)
        drawer = Drawer(narrator)
        positions = [narrator.player.position(narrator.game.initial)]
        positions += [line.after for line in lines if line.after is not None]
        return Play(tuple(lines), tuple(map(drawer.board, positions)))

    def _narrator(self, result: Result) -> Narrator:
        key = (result.scenario, result.edition)
        if key not in self._narrators:
            scenario, played = self.scenarios[result.scenario], edition(result.edition)
            self._narrators[key] = _narrator(scenario, played)
        return self._narrators[key]

    def law_location(self, law: str) -> Location | None:
        """Where a law is written; None for a claim and for what the engine judges by itself."""
        known = self.laws.get(law)
        if not isinstance(known, Law):
            return None
        code = known.check.__code__
        return Location(Path(code.co_filename), code.co_firstlineno)

    def scenario_location(self, result: Result) -> Location:
        """Where a scenario speaks of a law or makes the claim, else its first line."""
        file = Path(self.scenarios[result.scenario].file)
        lines = file.read_text("utf-8-sig").splitlines()
        if result.is_claim:
            claims = [i for i, line in enumerate(lines, 1) if re.match(r"\s*\[\[\s*claim\b", line)]
            number = re.search(r"\d+$", result.law)
            place = int(number[0]) if number else 0
            return Location(file, claims[place - 1] if 0 < place <= len(claims) else 1)
        named = re.compile(rf'\s*(\[.*\.)?"?{re.escape(result.law)}"?\s*[\].=]')
        return Location(file, next((i for i, s in enumerate(lines, 1) if named.match(s)), 1))

    def rule_location(self, result: Result) -> Location | None:
        """The line of the rules at which a rule error arose."""
        site = re.search(r"(\w+\.py):(\d+):", result.reason)
        if site is None:
            return None
        modules = checking.system_of(self.scenarios[result.scenario]).program.modules
        files = [Path(str(module.__file__)) for module in modules]
        return next((Location(f, int(site[2])) for f in files if f.name == site[1]), None)


def _narrator(scenario: Scenario, played: Edition) -> Narrator:
    system = checking.system_of(scenario)
    return Narrator(system, build(scenario, played, system), played)


def as_text(lines: Sequence[Line]) -> list[str]:
    """A play as plain lines of text."""
    told = []
    for line in lines:
        told.append(f"{line.number:>4}. {line.player} {line.does}")
        for happening in line.happenings:
            rule = f"  ({happening.rule})" if happening.rule else ""
            told.append(f"        {happening.text}{rule}")
    return told


def account(teller: Teller, result: Result) -> list[str]:
    """What a result says in full, as plain lines: the law, the reason and the play."""
    told = [teller.says(result)]
    if result.reason:
        told.append(result.reason)
    if result.trace is not None:
        told += as_text(teller.lines(result))
        told.append(f"      {ending(result, result.trace)}")
    return told
