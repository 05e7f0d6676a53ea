"""The gate for symmetry: what is judged on representatives is what is judged on all positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from math import factorial, prod
from types import ModuleType

import pytest
from tests.laws import planting

from stackproof import check
from stackproof.editions.load import edition
from stackproof.explore.model import Limits
from stackproof.explore.retell import Retelling, ToldApartError
from stackproof.explore.search import Exploration, explore
from stackproof.explore.store import Storage
from stackproof.explore.symmetry import Canonical, Symmetry
from stackproof.explore.tuning import Tuning
from stackproof.game import game as gaming
from stackproof.game.assembly import assemble
from stackproof.game.domains import Verb
from stackproof.game.keywords import ripple
from stackproof.judgement import Judgement
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.readings.python import Player
from stackproof.lang.symmetry import Layout, renamed, sorted_bags
from stackproof.laws import catalogue, ripple_subsets
from stackproof.report.result import Ending, Result, Verdict
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import load_scenario, scenarios
from stackproof.searching import How, Mode, Reduction, search, symmetry_of

COUNTS = [
    ("ripple-chain", "2026-01", 3954, 2068),
    ("ripple-chalice", "2006-07", 227, 130),
    ("ripple-taxed", "2026-01", 550, 152),
    ("ripple-nested", "2006-07", 4287, 1507),
    ("b038-three-hits", "2026-01", 589, 114),
    ("c041-triggers-wait", "2026-01", 119, 67),
    ("madness-cleanup", "2026-01", 2732, 1899),
    ("madness-cleanup-eight", "2026-01", 417, 307),
]
"""Scenarios with equal cards: how many positions they have, and how many orbits."""


@cache
def game(name: str, when: str) -> tuple[NativeReading, Game, Symmetry]:
    """A game with the renamings of its cards, without the unused places of the card table."""
    scenario = load_scenario(name)
    reading = check.native(scenario)
    made = build(scenario, edition(when), reading.system)
    found = symmetry_of(reading.system, made.setup)
    assert found is not None
    used = [[card for card in c if card < len(made.cards)] for c in found.classes]
    return reading, made, Symmetry(found.layout, used)


def rows(found: Exploration, layout: Layout) -> set[bytes]:
    return {sorted_bags(layout, found.row(state)) for state in range(found.states)}


def renamings(symmetry: Symmetry) -> Iterator[list[int]]:
    for images in product(*(permutations(members) for members in symmetry.classes)):
        names = list(range(symmetry.layout.members))
        for members, image in zip(symmetry.classes, images, strict=True):
            for member, name in zip(members, image, strict=True):
                names[member] = name
        yield names


@pytest.mark.parametrize("name, when, positions, orbits", COUNTS)
def test_every_orbit_is_explored_once(name: str, when: str, positions: int, orbits: int) -> None:
    reading, made, symmetry = game(name, when)
    whole = explore(reading, made.setup, made.initial)
    reduced = explore(reading, made.setup, made.initial, symmetry=symmetry)
    assert (whole.states, reduced.states) == (positions, orbits)
    canonical = Canonical(symmetry, reading.stride)
    forms = {
        canonical(whole.row(state).ljust(reading.stride, b"\0"))[: reading.size]
        for state in range(whole.states)
    }
    assert forms == {reduced.row(state) for state in range(reduced.states)}
    assert reduced.depth <= whole.depth
    assert (reduced.errors > 0) == (whole.errors > 0)
    assert (reduced.dead_ends > 0) == (whole.dead_ends > 0)


@pytest.mark.parametrize("name, when", [row[:2] for row in COUNTS])
def test_the_sizes_of_the_orbits_add_up(name: str, when: str) -> None:
    """To the number of positions that can be reached from any image of the initial one."""
    reading, made, symmetry = game(name, when)
    if symmetry.images > 100:
        pytest.skip("too many renamings to list")
    reduced = explore(reading, made.setup, made.initial, symmetry=symmetry)
    layout, everything = symmetry.layout, list(renamings(symmetry))
    assert len(everything) == symmetry.images == prod(factorial(len(c)) for c in symmetry.classes)
    starts = {renamed(layout, made.initial, names) for names in everything}
    reached = set[bytes]().union(
        *(rows(explore(reading, made.setup, start), layout) for start in starts)
    )
    sizes = 0
    for state in range(reduced.states):
        row = reduced.row(state)
        sizes += len({sorted_bags(layout, renamed(layout, row, names)) for names in everything})
    assert sizes == len(reached)


def judged(name: str, when: str, mode: Mode) -> dict[str, Result]:
    scenario = load_scenario(name)
    plan = {scenario.id: [edition(when)]}
    report = check.check([scenario], plan, check.law_ids(), reduction=Reduction(mode))
    return {result.law: result for result in report.results}


@pytest.mark.parametrize("name, when", [row[:2] for row in COUNTS])
def test_verdicts_are_the_same(name: str, when: str) -> None:
    """Also of laws about the graph of all plays, and as short the plays that show them."""
    whole, reduced = (judged(name, when, mode) for mode in (Mode.OFF, Mode.ON))
    assert whole.keys() == reduced.keys()
    shared = [law for law, result in reduced.items() if result.reduction]
    assert len(shared) >= len(whole) - 3
    for law, result in whole.items():
        other = reduced[law]
        assert (other.verdict, other.vacuous, other.missing) == (
            result.verdict, result.vacuous, result.missing,
        )  # fmt: skip
        assert (other.trace is None) == (result.trace is None)
        if result.trace and other.trace:
            assert len(other.trace.actions) == len(result.trace.actions)
            assert other.trace.ending == result.trace.ending


@pytest.mark.parametrize("name, when", [row[:2] for row in COUNTS])
def test_plays_are_told_in_the_names_of_the_cards(name: str, when: str) -> None:
    """They replay from the real initial position in CPython, and break the law there."""
    reading, made, _ = game(name, when)
    player = Player(reading.system, made.setup)
    shown = 0
    for law, result in judged(name, when, Mode.ON).items():
        if result.trace is None or not result.reduction or result.trace.ending is not Ending.FAILS:
            continue
        position, before, step = player.position(made.initial), None, None
        action = (Verb.PASS, 0)
        for verb, argument in result.trace.actions:
            action = (Verb[verb.upper()], argument)
            assert player.legal(position, *action)
            before, (position, step) = position, player.apply(position, *action)
        known = next(known for known in reading.system.laws if known.id == law)
        holds, _ = player.judge(
            known, position=position, before=before, verb=action[0], argument=argument, step=step,
            after=position,
        )  # fmt: skip
        assert not holds
        shown += 1
    assert shown or name not in ("ripple-chain", "b038-three-hits")


# A fault planted in the canonical form: the gate has to notice.


@pytest.mark.parametrize("field", ["zone", "mark", "resolving", "waiting"])
def test_a_canonical_form_that_forgets_a_field_is_noticed(field: str) -> None:
    reading, made, symmetry = game("ripple-chain", "2026-01")
    offset, kind = reading.system.state_type.fields[field]
    there = range(offset, offset + kind.size)
    layout = symmetry.layout
    forgetful = replace(
        layout,
        columns=[c for c in layout.columns if c.offset not in there],
        cells=[c for c in layout.cells if c.offset == 0 or c.offset not in there],
        heaps=[h for h in layout.heaps if h.element.offset not in there],
    )
    wrong = Symmetry(forgetful, symmetry.classes)
    found = explore(reading, made.setup, made.initial, Limits(max_states=10_000), symmetry=wrong)
    forms = {
        Canonical(symmetry, reading.stride)(found.row(s).ljust(reading.stride, b"\0"))
        for s in range(found.states)
    }
    with pytest.raises(ToldApartError):
        Retelling(reading, made.setup, made.initial, wrong).spot_check(found)
    assert len(forms) != COUNTS[0][3] or found.states != COUNTS[0][3]


# Faults planted in the rules that laws about single cards and their order notice.

OWN = "return pos.waiting[argument].controller == pos.decider"
MAY = "if can_cast_revealed(setup, pos):\n        ask("
ANY = "return verb == Verb.PICK and pos.mark[argument] == REVEALED"
FAULTS = [
    ("ripple-countered", "triggers-in-any-own-order", gaming, OWN, f"{OWN} and argument == 0"),
    (
        "ripple-chain", "ripple-casts-any-subset", ripple, MAY,
        MAY.replace("if can", "if revealed_count(pos) == pos.resolving.number and can"),
    ),
    (
        "ripple-chain", "ripple-bottoms-in-any-order", ripple, ANY,
        f"{ANY} and argument == pos.library[pos.resolving.controller][0]",
    ),
]  # fmt: skip


@pytest.mark.parametrize("name, law, module, right, wrong", FAULTS)
def test_a_choice_that_cannot_be_made_is_noticed(
    name: str, law: str, module: ModuleType, right: str, wrong: str
) -> None:
    scenario, when = load_scenario(name), edition("2026-01")
    reading = planting.native(name, planting.Fault(law, module, right, wrong))
    made, known = build(scenario, when, reading.system), reading.system.laws[0]
    searches = search(reading, made, [known], How(reduction=Reduction(Mode.ON)))
    last = searches[-1]
    assert searches[0].retelling is not None
    assert (law not in searches[0].laws, last.retelling, last.offered) == (True, None, None)
    found = Judgement(scenario, when, reading, last.found, last.outcomes).law(known)
    whole = planting.result(law, name, module, right, wrong)
    assert (found.verdict, found.missing) == (whole.verdict, whole.missing)
    assert found.verdict is Verdict.VIOLATED


def test_a_family_that_fails_is_judged_on_all_positions() -> None:
    """Without fairness a player may go on for ever while a ripple ability waits."""
    scenario = load_scenario("ripple-chain")
    (law,) = (replace(x, fairness=()) for x in catalogue.laws() if x.id == "ripple-leaves-stack")
    reading = NativeReading(assemble(scenario.capacities, [law], catalogue.MODULES))
    made = build(scenario, edition("2026-01"), reading.system)
    first, last = search(reading, made, [law], How(reduction=Reduction(Mode.ON)))
    assert (first.laws, first.outcomes[law.id].holds) == (frozenset(), None)
    assert (last.found.states, last.outcomes[law.id].holds) == (3954, False)


@pytest.mark.parametrize("name", ["ripple-countered", "madness-circular-logic"])
def test_verdicts_of_large_games_are_the_same(name: str) -> None:
    """Without being asked to; most choices are seen among the first positions."""
    whole, reduced = (judged(name, "2026-01", mode) for mode in (Mode.OFF, Mode.AUTO))
    assert {one.reduction for one in reduced.values()} == {"symmetry"}
    for law, one in whole.items():
        other = reduced[law]
        assert (other.verdict, other.vacuous, other.missing) == (
            one.verdict, one.vacuous, one.missing,
        )  # fmt: skip


@pytest.mark.deep
@pytest.mark.parametrize("name", scenarios())
def test_verdicts_of_every_scenario_are_the_same(name: str) -> None:
    """Where all positions can be explored."""
    scenario, ids = scenarios()[name], check.law_ids()
    plan, most = {name: [edition(scenario.editions[-1])]}, Limits(max_states=1_000_000)
    whole = check.check([scenario], plan, ids, most, reduction=Reduction(Mode.OFF))
    if any("limit" in one.reason for one in whole.results):
        pytest.skip("too many positions")
    reduced = check.check([scenario], plan, ids, reduction=Reduction(Mode.ON))
    for one, other in zip(whole.results, reduced.results, strict=True):
        assert (one.law, one.verdict, one.vacuous, one.missing) == (
            other.law, other.verdict, other.vacuous, other.missing,
        )  # fmt: skip


# A fault planted in a law, which its text does not show: everything is explored then.


def test_where_cards_turn_out_to_be_told_apart_every_position_is_explored() -> None:
    """A law that takes zeros in a record that stands for nothing for the first card."""
    scenario = load_scenario("b038-three-hits")
    law = next(law for law in catalogue.laws() if law.id == "ripple-may-cast-none")
    system = assemble(scenario.capacities, [law], catalogue.MODULES)
    name, right = ripple_subsets.__name__, "position.announcement.kind == SPELL and "
    text = system.program.sources[name]
    assert text.count(right) == 1
    system.program.sources[name] = text.replace(right, "")
    assert not system.told_apart
    reading = NativeReading(system)
    made = build(scenario, edition("2026-01"), system)
    (one,) = search(reading, made, [law], How(reduction=Reduction(Mode.ON)))
    assert one.retelling is None
    assert one.found.states == 589


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("storage", [Storage.PLAIN, Storage.COMPRESSED])
@pytest.mark.parametrize("threads", [1, 2])
def test_threads_and_storage_change_nothing(threads: int, storage: Storage, forced: bool) -> None:
    reading, made, symmetry = game("ripple-chain", "2026-01")
    tuning = Tuning(threads=threads, storage=storage, span=4, sample=64, capacity=64)

    def figures(tuning: Tuning | None) -> tuple[object, ...]:
        found = explore(
            reading, made.setup, made.initial, tuning=tuning, symmetry=symmetry, forced=forced
        )
        plays = [found.trace(state) for state in range(0, found.states, 50)]
        rows = [found.row(state) for state in range(found.states)]
        return found.states, found.edges, found.violations, found.premises, plays, rows

    assert figures(tuning) == figures(None)
