"""The tables of a state space say what CPython says of the same positions and plays."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pyarrow as pa
import pytest

from stackproof.check import in_force
from stackproof.editions.load import edition
from stackproof.explore.columns import columns, slugs
from stackproof.explore.model import Limits
from stackproof.explore.search import Exploration, explore
from stackproof.explore.store import Storage
from stackproof.explore.tuning import Tuning
from stackproof.game.domains import Decision, Verb, Zone
from stackproof.lang.readings.python import Player
from stackproof.lang.system import Law
from stackproof.scenarios.load import load_scenario
from stackproof.space.space import StateSpace, explored
from stackproof.trace.board import Drawer
from stackproof.trace.narrate import Narrator

SCENARIOS = ["madness-stifled", "ripple-chain", "madness-three-players", "ripple-split-card"]


@cache
def space_of(name: str, played: str = "2026-01", most: int = 3000) -> StateSpace:
    return explored(load_scenario(name), edition(played), Limits(max_states=most))


@cache
def tables(name: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    states, transitions = space_of(name).to_arrow()
    return states.to_pylist(), transitions.to_pylist()


def some(found: Exploration) -> range:
    """Enough states to see everything, not so many as to take long."""
    return range(0, found.expanded, max(1, found.expanded // 60))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_state_is_told_as_the_board_shows_it(name: str) -> None:
    space, (states, _) = space_of(name), tables(name)
    player = Player(space.reading.system, space.game.setup)
    drawer = Drawer(Narrator(space.reading.system, space.game, space.edition))
    decisions = space.reading.system.program.members(Decision)
    for number in some(space.found):
        row = states[number]
        position = player.position(space.found.row(number))
        board = drawer.board(position)
        assert row["id"] == number
        assert row["depth"] == len(space.found.trace(number))
        assert row["decision"] == decisions[position.decision].name
        assert (row["decider"] or "", row["turn"]) == (board.asked, board.turn)
        assert row["step"].replace("-", " ") == board.step
        assert row["finished"] == player.finished(position)
        told = [(one["kind"], one["controller"], one["number"]) for one in row["stack"]]
        shown = [(one.kind, one.controller) for one in board.stack]
        assert [one[:2] for one in told] == shown
        assert [one[2] for one in told] == [
            position.stack[i].number for i in range(position.stack_size)
        ]
        assert (row["resolving"] is None) == (board.resolving is None)
        for who, plain in zip(board.players, slugs(space.game.players), strict=True):
            assert row[f"library_{plain}"] == [card.name for card in who.library]
            assert row[f"library_size_{plain}"] == len(who.library)
            assert (row[f"life_{plain}"], row[f"mana_{plain}"]) == (who.life, who.mana)
            for zone in ("hand", "battlefield", "graveyard", "exile"):
                assert row[f"{zone}_size_{plain}"] == len(getattr(who, zone))
        for card, plain in enumerate(slugs(space.game.cards[: len(space.scenario.cards)])):
            assert row[f"zone_{plain}"] == Zone(position.zone[card]).name.lower()


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_transition_is_told_as_the_play_is(name: str) -> None:
    space, (_, transitions) = space_of(name), tables(name)
    player = Player(space.reading.system, space.game.setup)
    narrator = Narrator(space.reading.system, space.game, space.edition)
    by_source: dict[int, list[dict[str, Any]]] = {}
    for row in transitions:
        by_source.setdefault(row["source"], []).append(row)
    for number in some(space.found):
        position = player.position(space.found.row(number))
        mine = by_source.get(number, [])
        acts = [(Verb[row["verb"].upper()], row["argument"]) for row in mine]
        assert acts == list(player.actions(position))
        for row, (verb, argument) in zip(mine, acts, strict=True):
            after, step = player.apply(position, verb, argument)
            assert row["error"] is None
            assert space.found.row(row["target"]) == after.pack()
            assert row["text"] == f"{row['player']} {narrator.action(position, verb, argument)}"
            told = [narrator.event(step.events[i]) for i in range(step.count)]
            assert [(e["text"], e["rule"]) for e in row["events"]] == [
                (happening.text, happening.rule) for happening in told
            ]


def declared(space: StateSpace, law: str) -> Law:
    (found,) = [one for one in space.reading.system.laws if one.id == law]
    return found


def test_invariants_are_marked_where_they_are_violated() -> None:
    space, (states, _) = space_of("madness-stifled"), tables("madness-stifled")
    player = Player(space.reading.system, space.game.setup)
    law = declared(space, "madness-exile-ends-always")
    positions = (player.position(space.found.row(row["id"])) for row in states)
    broken = [i for i, p in enumerate(positions) if not player.judge(law, position=p)[0]]
    assert broken == [row["id"] for row in states if law.id in row["violates"]]
    assert broken


def test_step_laws_are_marked_where_they_are_violated() -> None:
    space, (_, transitions) = space_of("madness-stifled"), tables("madness-stifled")
    player = Player(space.reading.system, space.game.setup)
    law = declared(space, "madness-casts-from-hand")
    broken = []
    for number, row in enumerate(transitions):
        before, argument = player.position(space.found.row(row["source"])), row["argument"]
        verb = Verb[row["verb"].upper()]
        after, step = player.apply(before, verb, argument)
        known = {"before": before, "verb": verb, "argument": argument, "step": step}
        if not player.judge(law, **known, after=after)[0]:
            broken.append(number)
    assert broken == [i for i, row in enumerate(transitions) if law.id in row["violates"]]
    assert broken


def test_laws_that_are_not_in_force_are_not_marked() -> None:
    def told(played: str, batches: str) -> set[str]:
        space = explored(load_scenario("madness-replaced"), edition(played))
        rows = (row for batch in getattr(space, batches)() for row in batch.to_pylist())
        return {law for row in rows for law in row["violates"]}

    space = space_of("madness-stifled")
    laws = [law for law in space.reading.system.laws if not in_force(law, space.edition)]
    assert laws
    for batches in ("states", "transitions"):
        assert not told("2026-01", batches) & {law.id for law in laws}


def test_batches_of_any_size_make_the_same_tables() -> None:
    space = space_of("madness-stifled")
    for batches in (space.states, space.transitions):
        small = pa.Table.from_batches(batches(7)).to_pylist()
        assert small == pa.Table.from_batches(batches()).to_pylist()


def test_the_tables_are_the_same_however_states_are_stored() -> None:
    plain = space_of("ripple-chain")
    tuning = Tuning(storage=Storage.COMPRESSED, sample=64)
    found = explore(
        plain.reading, plain.game.setup, plain.game.initial, Limits(max_states=3000),
        tuning=tuning, graph=True,
    )  # fmt: skip
    assert found.store.storage is Storage.COMPRESSED
    assert plain.found.store.storage is Storage.PLAIN
    packed = replace(plain, found=found)
    assert [table.to_pylist() for table in packed.to_arrow()] == [*tables("ripple-chain")]


def test_a_graph_that_a_limit_stopped_says_so() -> None:
    space = explored(load_scenario("madness-stifled"), edition("2026-01"), Limits(max_states=50))
    assert not space.complete
    assert space.about["reason"] == "states"
    states, transitions = space.to_arrow()
    expanded = states.column("expanded").to_pylist()
    assert expanded.count(True) == space.found.expanded < states.num_rows
    assert transitions.num_rows == space.found.edges
    assert [batch.num_rows for batch in space.transitions(7)][-1] > 0
    assert pa.Table.from_batches(space.transitions(7)).num_rows == space.found.edges
    trips = [len(space.found.trace(state)) for state in range(space.found.states)]
    assert states.column("depth").to_pylist() == trips
    assert all(expanded[source] for source in transitions.column("source").to_pylist())


def test_a_graph_without_any_transition_has_tables_nevertheless() -> None:
    limits = Limits(max_seconds=0)
    space = explored(load_scenario("madness-stifled"), edition("2026-01"), limits)
    none = replace(space, found=replace(space.found, states=1, expanded=0, edges=0))
    states, transitions = none.to_arrow()
    assert (states.num_rows, transitions.num_rows) == (1, 0)
    assert transitions.schema == space.to_arrow()[1].schema
    assert len(none.to_networkx()) == 1


def test_equal_names_make_different_columns() -> None:
    assert slugs(["Wild Mongrel 2", "Jötun // Grunt", "wild mongrel 2", "犬", "猫"]) == [
        "wild_mongrel_2", "jotun_grunt", "wild_mongrel_2_2", "unnamed", "unnamed_4",
    ]  # fmt: skip


def test_every_field_of_a_position_is_in_the_table() -> None:
    space = space_of("madness-stifled")
    kind = space.reading.system.state_type
    named = {column.name for column in columns(kind, {})}
    assert named == set(kind.fields)
    told = " ".join(space.to_arrow()[0].column_names)
    assert all(name in told for name in kind.fields)
