"""Scenarios: the shipped ones, the positions they begin with, and mistakes in those of users."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.model import echo
from tests.model.written import own

from stackproof.cards.load import cards
from stackproof.editions.load import edition, editions, load_edition
from stackproof.game.assembly import assemble
from stackproof.game.domains import Verb, Zone
from stackproof.inputs import InputError
from stackproof.lang.declare import NONE
from stackproof.lang.readings.python import Player
from stackproof.lang.system import System
from stackproof.lang.types import leaves
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario, load_scenario, scenarios

_systems: dict[frozenset[tuple[str, int]], System] = {}


def system_for(scenario: Scenario) -> System:
    key = frozenset(scenario.capacities.items())
    if key not in _systems:
        _systems[key] = assemble(scenario.capacities)
    return _systems[key]


def test_shipped_scenarios_build_in_all_their_editions() -> None:
    assert {"ripple-chain", "madness-by-cost", "both-keywords", "bench-stack"} <= set(scenarios())
    large = {"bench-stack", "madness-table", "rats-chain", "rats-deck"}
    assert {s.id for s in scenarios().values() if s.bench} == large
    for scenario in scenarios().values():
        assert scenario.title
        assert scenario.about
        assert scenario.cites
        system = system_for(scenario)
        for name in scenario.editions:
            game = build(scenario, edition(name), system)
            assert len(game.setup) == system.setup_type.size
            assert len(game.initial) == system.state_type.size
            for leaf in leaves(system.state_type):
                value = game.initial[leaf.offset]
                value -= 256 if leaf.scalar.signed and value > 127 else 0
                assert leaf.scalar.low <= value <= leaf.scalar.high, leaf.path
    assert len(_systems) <= 8, "scenarios share compiled code"


def test_no_card_is_played_with_before_it_was_printed() -> None:
    """Cases may: they ask what the rules of an edition would do with such a card."""
    asking = {s.id for s in scenarios().values() if s.cases} | {"madness-mana-value"}
    for scenario in scenarios().values():
        for copy in () if scenario.id in asking else scenario.cards:
            assert copy.card.facts.since <= scenario.editions[0], (scenario.id, copy.card.name)


def test_each_shipped_scenario_has_a_play() -> None:
    for scenario in scenarios().values():
        system = system_for(scenario)
        game = build(scenario, edition(scenario.editions[-1]), system)
        player = Player(system, game.setup)
        position = player.position(game.initial)
        assert (int(Verb.PASS), 0) in list(player.actions(position))
        for _ in range(30):
            if player.finished(position):
                break
            position, _ = player.apply(position, *next(player.actions(position)))
        assert player.finished(position)


def initial(scenario: Scenario, name: str = "2026-01") -> tuple[Any, Any, Scenario]:
    system = system_for(scenario)
    game = build(scenario, edition(name), system)
    player = Player(system, game.setup)
    return player.setup, player.position(game.initial), scenario


def test_the_initial_position(tmp_path: Path) -> None:
    setup, position, scenario = initial(own(
        tmp_path,
        top='active = "Ben"\nstep = "combat"\nuntil = { turn = 2, step = "draw" }\n'
        "options = { floats = true, hand_size = 3 }",
        anna='life = 7\nmana = 2\nhand = ["2 Shock @x"]'.replace("2 Shock @x", "Shock @x"),
        ben='library = ["2 Island", "Surging Flame"]\nbattlefield = ["Grizzly Bears"]\n'
        'graveyard = ["Forest"]\nexile = ["Fiery Temper"]',
    ))  # fmt: skip
    assert scenario.card_names == (
        "Shock @x", "Grizzly Bears", "Island 1", "Island 2", "Surging Flame", "Forest",
        "Fiery Temper",
    )  # fmt: skip
    assert (position.active, position.priority, position.decider) == (1, 1, 1)
    assert (position.due, position.passes, position.turn) == (NONE, 0, 1)
    assert [position.life[i] for i in range(2)] == [7, 20]
    assert [position.mana[i] for i in range(2)] == [2, 0]
    assert [position.library_size[i] for i in range(2)] == [0, 3]
    assert [position.library[1][i] for i in range(4)] == [2, 3, 4, NONE]
    assert all(position.library[0][i] == NONE for i in range(8))
    zones = [Zone(position.zone[i]) for i in range(8)]
    assert zones == [
        Zone.HAND, Zone.BATTLEFIELD, Zone.LIBRARY, Zone.LIBRARY, Zone.LIBRARY, Zone.GRAVEYARD,
        Zone.EXILE, Zone.OUTSIDE,
    ]  # fmt: skip
    assert all(position.attached[i] == NONE for i in range(12))
    assert position.resolving.pack() == bytes(len(position.resolving.pack()))
    assert (setup.last_turn, setup.hand_size, setup.floats, setup.seats) == (2, 3, True, 2)
    assert setup.cards[2].name == setup.cards[3].name != setup.cards[4].name
    assert [setup.cards[i].owner for i in range(3)] == [0, 1, 1]


def test_editions_are_those_in_which_every_keyword_exists(tmp_path: Path) -> None:
    assert own(tmp_path).editions == tuple(editions())
    assert own(tmp_path, anna='hand = ["Surging Flame"]').editions[0] == "2006-07"
    assert own(tmp_path, top='editions = { to = "2003-03" }').editions == ("2002-02", "2003-03")
    assert own(tmp_path, top='editions = ["2016-04"]').editions == ("2016-04",)


def test_expectations(tmp_path: Path) -> None:
    scenario = own(
        tmp_path,
        end='[expect]\na = "violated"\nb = { violated = ["2016-04"] }\nc = { from = "2025-09" }',
    )
    assert scenario.expects_violation("a", edition("2002-02"))
    assert scenario.expects_violation("b", edition("2016-04"))
    assert not scenario.expects_violation("b", edition("2017-04"))
    assert scenario.expects_violation("c", edition("2026-01"))
    assert not scenario.expects_violation("d", edition("2026-01"))
    path = tmp_path / "edition.toml"
    path.write_text('id = "house"\nbased_on = "2016-04"\n', "utf-8")
    assert scenario.expects_violation("b", load_edition(path))
    scenario.check_laws(["a", "b", "c"])
    with pytest.raises(
        InputError, match=r"expect\.c: there is no such law; did you mean \"cc\"\?$"
    ):
        scenario.check_laws(["a", "b", "cc"])


def test_capacities(tmp_path: Path) -> None:
    smallest = {
        "seats": 2, "cards": 12, "library": 8, "stack": 12, "waiting": 8, "statics": 2,
        "effects": 4, "keywords": 2, "events": 48,
    }  # fmt: skip
    assert dict(own(tmp_path).capacities) == smallest
    large = own(tmp_path, anna='library = ["20 Surging Flame"]', top="capacity = { events = 60 }")
    assert dict(large.capacities) == smallest | {
        "cards": 24, "library": 24, "stack": 24, "waiting": 16, "events": 60,
    }  # fmt: skip
    with pytest.raises(InputError, match=r"mine.toml: capacity\.cards: 24 are needed, not 12$"):
        build(large, edition("2026-01"), system_for(own(tmp_path)))


def test_capacities_follow_the_cards(tmp_path: Path) -> None:
    def sizes(**parts: str) -> dict[str, int]:
        return dict(own(tmp_path, **parts).capacities)

    assert sizes(anna='hand = ["Library of Leng"]')["statics"] == 2
    assert sizes(anna='hand = ["11 Shock", "Hit // Run"]')["cards"] == 16
    assert sizes(anna='hand = ["Wheel of Sun and Moon", "8 Shock"]')["library"] == 16
    assert sizes(anna='hand = ["Megrim"]')["events"] == 48
    more = sizes(end='[[player]]\nname = "Carl"\n[[player]]\nname = "Dora"')
    assert (more["seats"], more["events"]) == (4, 48)
    draws = ", ".join(['{ do = "draw", n = 1 }'] * 5)
    (tmp_path / "cards.toml").write_text(
        '[[card]]\nname = "Long"\ntype = "instant"\ncost = 1\nkeywords = { ripple = [1, 2, 3] }\n'
        f"effects = [{draws}]\n",
        "utf-8",
    )
    long = own(tmp_path, top='cards = ["cards.toml"]', anna='hand = ["Long"]')
    assert (long.capacities["effects"], long.capacities["keywords"]) == (6, 3)
    build(long, edition("2026-01"), system_for(long))
    with pytest.raises(InputError, match=r"capacity\.effects: 6 are needed, not 4$"):
        build(long, edition("2026-01"), system_for(own(tmp_path)))


def test_faces_are_entries_after_all_cards(tmp_path: Path) -> None:
    setup, position, scenario = initial(
        own(tmp_path, anna='hand = ["2 Hit // Run", "Shock"]', ben='hand = ["Haunted Cadaver @x"]')
    )
    assert scenario.card_names == (
        "Hit // Run 1", "Hit // Run 2", "Shock", "Haunted Cadaver @x", "Run 1", "Run 2",
        "face-down Haunted Cadaver @x",
    )  # fmt: skip
    assert [setup.cards[i].front for i in range(8)] == [NONE] * 4 + [0, 1, 3, NONE]
    assert [Zone(position.zone[i]) for i in (3, 4, 6)] == [Zone.HAND, Zone.OUTSIDE, Zone.OUTSIDE]
    assert not setup.any_statics
    assert not setup.any_watches


def test_a_plugged_in_keyword_plays_from_toml_alone(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(
        '[[card]]\nname = "Echo"\ntype = "instant"\ncost = 1\nkeywords = { echo = 5 }\n', "utf-8"
    )
    scenario = own(tmp_path, top='cards = ["cards.toml"]', anna='mana = 1\nhand = ["Echo"]')
    system = assemble(scenario.capacities, plugins=[echo])
    game = build(scenario, edition("2026-01"), system)
    player = Player(system, game.setup)
    after, _ = player.apply(player.position(game.initial), Verb.PLAY, 0)
    assert after.life[0] == 15
    with pytest.raises(InputError, match=r"cards.toml: card\[0\].keywords.echo: there is no such"):
        build(scenario, edition("2026-01"), assemble(scenario.capacities))


def test_an_edition_without_the_keyword(tmp_path: Path) -> None:
    scenario = own(tmp_path, anna='hand = ["Surging Flame"]')
    with pytest.raises(InputError) as error:
        build(scenario, edition("2006-02"), system_for(scenario))
    assert str(error.value) == (
        f"{tmp_path / 'mine.toml'}: editions: "
        '"Surging Flame" has ripple, which does not exist in the edition 2006-02'
    )


def test_two_players_of_one_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "x"\n' + '[[player]]\nname = "Anna"\nhand = ["Shock"]\n' * 2, "utf-8")
    with pytest.raises(InputError, match=r'player\[1\].name: two players are called "Anna"$'):
        load_scenario(path)


def test_names_of_scenarios(tmp_path: Path) -> None:
    assert load_scenario("ripple-chain").id == "ripple-chain"
    with pytest.raises(
        InputError, match=r'^no scenario is called "ripple-chian"; did you mean "ripple-chain"\?$'
    ):
        load_scenario("ripple-chian")
    with pytest.raises(InputError, match=re.escape("ripple-chian.toml: no such file")):
        load_scenario("ripple-chian.toml")
    with pytest.raises(InputError, match="this is a directory"):
        load_scenario(str(tmp_path))


def test_a_missing_card_file(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        own(tmp_path, top='cards = ["absent.toml"]')
    assert str(error.value) == f"{tmp_path / 'absent.toml'}: no such file"
    assert "Shock" in cards()
