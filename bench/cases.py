"""What is measured: a scenario under one edition, as a transition system with a start."""

from __future__ import annotations

from dataclasses import dataclass

from stackproof.editions.load import edition
from stackproof.game.assembly import assemble
from stackproof.lang.program import Program
from stackproof.lang.system import System
from stackproof.laws import catalogue
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario

from . import piles

PILES = "piles-"
"""What ``piles.py`` is called, before the number of its cards."""


@dataclass(frozen=True)
class Case:
    """A system, its setup and its first state, both packed."""

    scenario: str
    edition: str
    system: System
    setup: bytes
    initial: bytes


def case(name: str, laws: bool = False) -> Case:
    """A scenario, by id or file, in its newest edition, with all laws or without any; or piles.

    Raises :class:`stackproof.inputs.InputError`.
    """
    if name.startswith(PILES):
        return _piles(name)
    scenario = load_scenario(name)
    newest = edition(scenario.editions[-1])
    if laws:
        system = assemble(scenario.capacities, catalogue.laws(), catalogue.MODULES)
    else:
        system = assemble(scenario.capacities)
    game = build(scenario, newest, system)
    return Case(scenario.id, newest.id, system, game.setup, game.initial)


def _piles(name: str) -> Case:
    """All cards in hand, and all mana there."""
    cards = int(name.removeprefix(PILES))
    program = Program([piles], {"cards": cards})
    verbs = [(v.name.lower(), 1 if v is piles.Verb.UNTAP else cards) for v in piles.Verb]
    system = System(
        program, piles.Setup, piles.Position, piles.Step, verbs,
        piles.legal, piles.apply, piles.finished,
    )  # fmt: skip
    return Case(name, "", system, bytes([piles.MANA]), bytes(2 * cards) + bytes([piles.MANA]))
