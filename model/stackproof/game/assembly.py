"""Puts the rules of the game together into a transition system."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from types import ModuleType

from ..lang.program import Program
from ..lang.system import Law, System
from . import (
    alike,
    announce,
    castable,
    costs,
    discarding,
    domains,
    effects,
    events,
    game,
    hooks,
    keywords,
    leaving,
    position,
    priority,
    resolving,
    seats,
    setup,
    stack,
    statics,
    triggers,
    turn,
    zones,
)

KERNEL: tuple[ModuleType, ...] = (
    domains, setup, position, events, hooks, seats, statics, triggers, zones, stack, costs,
    castable, discarding, announce, effects, resolving, leaving, priority, turn, alike, game,
)  # fmt: skip


def keyword_modules() -> list[ModuleType]:
    """The modules of ``game/keywords``, one keyword each, in alphabetical order."""
    names = sorted(info.name for info in pkgutil.iter_modules(keywords.__path__))
    return [importlib.import_module(f"{keywords.__name__}.{name}") for name in names]


def assemble(
    capacities: Mapping[str, int],
    laws: Iterable[Law] = (),
    law_modules: Iterable[ModuleType] = (),
    plugins: Iterable[ModuleType] = (),
) -> System:
    """The game for the given capacities, with laws and the modules that hold them.

    ``plugins`` are further rules modules, such as a keyword of one's own. The number of possible
    targets follows from the other capacities.
    """
    sizes = {"seats": int(domains.SEATS), "stack": int(domains.STACK), "cards": int(domains.CARDS)}
    sizes |= {name: int(size) for name, size in capacities.items()}
    sizes["targets"] = sizes["seats"] + sizes["stack"] + sizes["cards"] + 1
    modules = [*KERNEL, *keyword_modules(), *plugins, *law_modules]
    program = Program(modules, sizes)
    arguments = {
        domains.Verb.PASS: 1,
        domains.Verb.YES: 1,
        domains.Verb.NO: 1,
        domains.Verb.TARGET: sizes["targets"],
        domains.Verb.ORDER: program.capacities["waiting"],
        domains.Verb.NUMBER: 8,
    }
    verbs = [(verb.name.lower(), arguments.get(verb, sizes["cards"])) for verb in domains.Verb]
    return System(
        program, setup.Setup, position.Position, position.Step, verbs,
        game.legal, game.apply, game.finished, tuple(laws), turn.cut_off, alike.cards_are_alike,
    )  # fmt: skip
