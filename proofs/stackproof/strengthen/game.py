"""The game of this project as what invariants are found of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from stackproof.check import by_behaviour, native
from stackproof.editions.load import Edition
from stackproof.explore.bulk import rows
from stackproof.explore.model import Limits
from stackproof.explore.search import explore
from stackproof.inputs import InputError, Place
from stackproof.lang.system import INVARIANT, Law
from stackproof.own_laws import own_laws
from stackproof.project import Project, project_at
from stackproof.prove.game import is_known, subject
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario

from .filtering import Graph
from .houdini import Prepared
from .writing import loaded

SCENARIOS = (
    "ripple-discard-cost",
    "madness-cleanup",
    "madness-observed",
    "ripple-kicked",
    "madness-flashback",
    "kernel-larger-until-end-of-turn",
    "both-keywords",
    "ripple-sacrifice",
    "madness-circular-logic",
    "kernel-pools-of-upkeep",
    "madness-respond",
    "madness-sanitarium",
    "kernel-enchanted-creature",
    "kernel-cycling-is-seen",
    "ripple-copied",
    "ripple-milled",
    "b022-additional-cost",
    "b071-order-of-costs",
)
"""Small ones for two players that between them meet every decision and most of what occurs."""

STATES = 4000
"""How many positions of one game are looked at, unless another number is given."""


@dataclass(frozen=True)
class GameWith:
    """How workers make the subject: the game in some size with candidates in a file. The laws
    ``asked`` about, its own or those of a project, are no part of what is known.
    """

    capacities: tuple[tuple[str, int], ...]
    file: str
    asked: tuple[str, ...] = ()
    folder: str = ""

    def __call__(self) -> Prepared:
        """The subject, made once in each process."""
        return _prepared(self)


@cache
def _prepared(recipe: GameWith) -> Prepared:
    module, found = loaded(Path(recipe.file))
    project = project_at(Path(recipe.folder)) if recipe.folder else Project()
    own = [law for law in own_laws(project) if law.id in recipe.asked]
    added = [*found.values(), *own]
    about = subject(dict(recipe.capacities), added, [*project.law_modules(), module])
    laws = {law.id: law for law in added}
    laws |= {name: about.by_id[name] for name in recipe.asked}
    contracts = tuple(
        replace(
            contract,
            around=_without(contract.around, laws),
            restores=_without(contract.restores, laws),
            basics=_without(contract.basics, laws),
        )
        for contract in about.contracts
    )
    return Prepared(
        replace(
            about,
            laws=tuple(law for law in about.laws if law.id not in laws),
            auxiliary=tuple(law for law in about.auxiliary if law.id not in laws),
            contracts=contracts,
        ),
        laws,
    )


def _without(names: Iterable[str], laws: Mapping[str, Law]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in laws)


def own_invariants(project: Project) -> list[Law]:
    """The invariants of a project of one's own. Raises :class:`InputError` where it has keywords,
    as nothing is known of the game with these.
    """
    if project.keywords:
        raise InputError("laws of a project with keywords of its own cannot be proved")
    found = [law for law in own_laws(project) if law.kind == INVARIANT and law.supported]
    for law in found:
        unknown = [name for name, value in law.switches.items() if not is_known(name, value)]
        if unknown:
            code = law.check.__code__
            place = Place(f"{code.co_filename}:{code.co_firstlineno}", law.id).at("when")
            raise place.error(f'no proof knows where "{unknown[0]}" is so')
    return found


def graphs(
    plan: Sequence[tuple[Scenario, Sequence[Edition]]],
    states: int = STATES,
    progress: Callable[[str], None] | None = None,
) -> Iterator[Graph]:
    """The positions of scenarios: for each way in which its editions play, up to so many."""
    for scenario, editions in plan:
        for group in by_behaviour(editions):
            if progress is not None:
                progress(f"{scenario.id} in {group[0].id}")
            reading = native(scenario, group[0])
            game = build(scenario, group[0], reading.system)
            found = explore(reading, game.setup, game.initial, Limits(max_states=states))
            yield Graph(reading.system, rows(found, 0, found.states))
