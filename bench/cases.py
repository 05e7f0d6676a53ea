"""What is measured: a scenario under one edition, as a transition system with a start."""

from __future__ import annotations

from dataclasses import dataclass

from stackproof.editions.load import edition
from stackproof.game.assembly import assemble
from stackproof.lang.system import System
from stackproof.laws import catalogue
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario


@dataclass(frozen=True)
class Case:
    """A system, its setup and its first state, both packed."""

    scenario: str
    edition: str
    system: System
    setup: bytes
    initial: bytes


def case(name: str, laws: bool = False) -> Case:
    """A scenario, by id or file, in its newest edition, with all laws or without any.

    Raises :class:`stackproof.inputs.InputError`.
    """
    scenario = load_scenario(name)
    newest = edition(scenario.editions[-1])
    if laws:
        system = assemble(scenario.capacities, catalogue.laws(), catalogue.MODULES)
    else:
        system = assemble(scenario.capacities)
    game = build(scenario, newest, system)
    return Case(scenario.id, newest.id, system, game.setup, game.initial)
