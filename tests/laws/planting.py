"""The game with a fault planted in the text of its rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType

from stackproof import check
from stackproof.editions.load import edition
from stackproof.explore.search import Exploration, explore
from stackproof.game.assembly import assemble
from stackproof.judgement import Judgement, judge_later
from stackproof.lang.readings.native import NativeReading
from stackproof.laws import catalogue
from stackproof.report.result import Result
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import load_scenario

NEWEST = "2026-01"


@dataclass(frozen=True)
class Fault:
    """One piece of the text of a module replaced; the game then has one law only."""

    law: str
    module: ModuleType
    right: str
    wrong: str


def native(scenario: str, fault: Fault | None) -> NativeReading:
    """The compiled game."""
    if fault is None:
        return check.native(load_scenario(scenario))
    capacities = load_scenario(scenario).capacities
    laws = [law for law in catalogue.laws() if law.id == fault.law]
    system = assemble(dict(capacities), laws, catalogue.MODULES)
    text = system.program.sources[fault.module.__name__]
    assert text.count(fault.right) == 1
    system.program.sources[fault.module.__name__] = text.replace(fault.right, fault.wrong)
    return NativeReading(system)


@cache
def explored(scenario: str, fault: Fault | None = None) -> tuple[NativeReading, Game, Exploration]:
    """The game of a scenario, and everything that can happen in it."""
    reading = native(scenario, fault)
    game = build(load_scenario(scenario), edition(NEWEST), reading.system)
    return reading, game, explore(reading, game.setup, game.initial, graph=True)


def result(
    law: str, scenario: str, module: ModuleType | None = None, right: str = "", wrong: str = ""
) -> Result:
    """The verdict on a law in a scenario with such a fault."""
    fault = Fault(law, module, right, wrong) if module else None
    reading, game, found = explored(scenario, fault)
    known = next(known for known in reading.system.laws if known.id == law)
    later = [known] if known in reading.system.traced else []
    outcomes = judge_later(reading, game.setup, found, later) if later else {}
    judged = Judgement(load_scenario(scenario), edition(NEWEST), reading, found, outcomes)
    return judged.law(known)
