"""The tanks as the subject of proofs, as other processes make it too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType

from stackproof.lang.program import Program
from stackproof.lang.system import INVARIANT, Law, System
from stackproof.prove.subject import Contract, Subject

from . import tanks

SIZES = {"tanks": 2}


REQUIRES = Law("needs: spill", "there is something", tanks.spill_requires)


def made(
    capacities: Mapping[str, int], modules: tuple[ModuleType, ...] = (), requires: Law = REQUIRES
) -> Subject:
    """The game with invariants, step laws and a contract."""
    laws = (
        Law("within-limit", "no tank is fuller than allowed", tanks.within_limit, kind=INVARIANT),
        Law("filling-adds-one", "filling adds one", tanks.filling_adds_one),
        Law("draining-empties", "draining empties a tank", tanks.draining_empties),
        Law("dry", "there is nothing if dry", tanks.nothing_in_dry_tanks, kind=INVARIANT),
    )
    auxiliary = (
        Law("counted", "the total is that of all tanks", tanks.counted, kind=INVARIANT),
        Law("wet-if-filled", "wet if there is any", tanks.wet_if_filled, kind=INVARIANT),
    )
    deck = Law("deck", "any", tanks.any_deck, kind=INVARIANT)
    start = Law("start", "all empty", tanks.begins, kind=INVARIANT)
    promise = Law("promise: spill", "one tank is emptied", tanks.spill_promises)
    system = System(
        Program([tanks, *modules], dict(capacities)), tanks.Setup, tanks.State, tanks.Step,
        tanks.VERBS, tanks.legal, tanks.apply, tanks.finished,
        (*laws, *auxiliary, deck, start, promise, requires),
    )  # fmt: skip
    return Subject(
        system=system,
        laws=laws,
        auxiliary=auxiliary,
        deck=deck,
        start=start,
        contracts=(Contract(tanks.spill, promise, requires, around=("counted",)),),
        split="wet",
        facts=("wet-if-filled",),
        emit=tanks.note,
        switches={law.id: {} for law in laws},
    )


def alike(capacities: Mapping[str, int], modules: tuple[ModuleType, ...] = ()) -> Subject:
    """The same, with a case of filling and draining for each tank, or one that stands for all."""
    verbs = (int(tanks.Verb.FILL), int(tanks.Verb.DRAIN))
    about = {(verb, wet): "" for verb in verbs for wet in (0, 1)}
    return replace(made(capacities, modules), about=about)


def apart(capacities: Mapping[str, int]) -> Subject:
    """The same, with each tank asked by itself."""
    return replace(alike(capacities), by_symmetry=False)


def following(capacities: Mapping[str, int]) -> Subject:
    """The same, with an invariant that follows from others."""
    return replace(made(capacities), implied=frozenset({"dry"}))


def presumed(capacities: Mapping[str, int]) -> Subject:
    """The same, with an invariant that is said to follow from others and does not."""
    return replace(made(capacities), implied=frozenset({"within-limit"}))
