"""The keyword that a page shows, put together from its blocks, is cascade as the rules have it."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.agreement.positions import reached
from tests.agreement.test_game import OneDeck, compared, some_action
from tests.cli.running import run
from tests.docs.pages import files, write_files

from stackproof import check
from stackproof.editions.load import edition
from stackproof.game.assembly import assemble
from stackproof.game.domains import CHOOSE_TARGET, PRIORITY, Decision, Kind, Verb
from stackproof.lang.declare import NONE
from stackproof.lang.readings.python import Player
from stackproof.lang.readings.symbolic import SymbolicReading
from stackproof.laws import history
from stackproof.laws.declare import laws_of
from stackproof.project import project_of
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario
from stackproof.trace.narrate import Narrator

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-keyword.md").read_text("utf-8")
LAW = "cascade-rest-to-bottom"

CARDS = """
[[card]]
name = "Twice"
type = "creature"
cost = 4
toughness = 1
keywords = { cascade = [1, 1] }

[[card]]
name = "Grants"
type = "artifact"
cost = 5
statics = [{ is = "grant-to-spells", whose = "you", keyword = "cascade" }]

[[card]]
name = "Plain"
type = "sorcery"
cost = 2

[[card]]
name = "Number"
type = "sorcery"
cost = 1
x = true
keywords = { cascade = 1 }

[[card]]
name = "Two Faces"
type = "creature"
cost = 2
toughness = 1
faces = [
  { name = "Large", type = "sorcery", cost = 7 },
  { name = "Small", type = "sorcery", cost = 1 },
  { name = "", type = "creature", cost = 3, toughness = 2 },
]

[[card]]
name = "Hand Only"
type = "artifact"
cost = 1
statics = [{ is = "from-the-hand-only" }]
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("cascade")
    write_files(PAGE, folder)
    with (folder / "cascade_cards.toml").open("a", encoding="utf-8") as out:
        out.write(CARDS)
    yield folder
    for name in ("cascade", "cascade_laws"):
        sys.modules.pop(name, None)


@dataclass
class Play:
    """A play in CPython, told in words: what can be done, and doing it."""

    folder: Path
    anna: str
    ben: str = ""
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        path = self.folder / "played.toml"
        players = f'[[player]]\nname = "Anna"\n{self.anna}\n[[player]]\nname = "Ben"\n{self.ben}\n'
        path.write_text(f'title = "Played"\neditions = ["2026-01"]\n{players}', "utf-8")
        scenario = load_scenario(path)
        self.system = assemble(
            scenario.capacities, plugins=project_of(scenario.file).keyword_modules()
        )
        self.game = build(scenario, edition("2026-01"), self.system)
        self.player = Player(self.system, self.game.setup)
        self.narrator = Narrator(self.system, self.game, edition("2026-01"))
        self.position: Any = self.player.position(self.game.initial)

    def actions(self) -> dict[str, tuple[int, int]]:
        return {
            self.narrator.action(self.position, Verb(verb), argument): (verb, argument)
            for verb, argument in self.player.actions(self.position)
        }

    def options(self) -> set[str]:
        """What can be done, without the question that is answered."""
        return {text.partition(" (")[0] for text in self.actions()}

    def do(self, *texts: str) -> Play:
        for text in texts:
            (action,) = (a for told, a in self.actions().items() if told.startswith(text))
            self.position, step = self.player.apply(self.position, *action)
            events = (step.events[i] for i in range(step.count))
            self.told += [self.narrator.event(event).text for event in events]
        return self

    def cascade(self, spell: str) -> Play:
        """Cast a spell and let its cascade begin to resolve."""
        return self.do(f"plays {spell}", "passes", "passes")

    def library(self) -> list[str]:
        places = range(self.position.library_size[0])
        return [self.game.cards[self.position.library[0][i]] for i in places]

    def stack(self) -> list[str]:
        kinds, pos = self.system.program.members(Kind), self.position
        objects = (pos.stack[i] for i in range(pos.stack_size))
        return [f"{kinds[o.kind].name} of {self.game.cards[o.source]}" for o in objects]

    def asked(self, decision: Decision) -> bool:
        return bool(self.position.decision == self.system.program.constant(decision))


ELF = """mana = 4
hand = ["Bloodbraid Elf"]
library = ["Forest", "Surging Aether", "Shardless Agent", "Island", "Shock"]"""


def elf(project: Path, library: str, ben: str = "") -> Play:
    return Play(project, f'mana = 4\nhand = ["Bloodbraid Elf"]\nlibrary = [{library}]', ben)


def test_the_page_shows_a_whole_project(project: Path) -> None:
    assert set(files(PAGE)) == {path.name for path in project.glob("*.*")} - {"played.toml"}
    done = run("check", "--format", "json", cwd=project)
    assert done.code == 0, done.out + done.err
    results = json.loads(done.out)["results"]
    own = [one for one in results if one["law"] == LAW or one["says"]]
    assert {one["verdict"] for one in own} == {"holds"}
    assert not any(one["vacuous"] for one in own)
    assert len({one["law"] for one in own}) == 5


def test_only_the_first_cheaper_nonland_card_can_be_cast(project: Path) -> None:
    play = Play(project, ELF).cascade("Bloodbraid Elf")
    assert play.options() == {"says no", "chooses Shardless Agent"}
    assert play.library() == ["Island", "Shock"]


def test_it_may_be_declined(project: Path) -> None:
    play = Play(project, ELF).cascade("Bloodbraid Elf").do("says no")
    play.do("chooses Shardless Agent", "chooses Forest")
    assert play.library() == ["Island", "Shock", "Shardless Agent", "Forest", "Surging Aether"]
    assert play.stack() == ["spell of Bloodbraid Elf"]


def test_chance_decides_about_the_order_and_every_order_is_possible(project: Path) -> None:
    found = []
    rest = ("Forest", "Surging Aether", "Shardless Agent")
    for first, second, third in permutations(rest):
        play = Play(project, ELF).cascade("Bloodbraid Elf").do("says no")
        assert play.options() == {f"chooses {card}" for card in rest}
        assert play.position.decider == play.position.priority == NONE
        found.append(play.do(f"chooses {first}", f"chooses {second}").library())
        assert found[-1] == ["Island", "Shock", first, second, third]
        assert play.asked(PRIORITY)
    assert len(found) == 6


def test_a_single_card_goes_to_the_bottom_without_chance(project: Path) -> None:
    play = elf(project, '"Shock", "Island"').cascade("Bloodbraid Elf").do("says no")
    assert play.library() == ["Island", "Shock"]
    assert play.asked(PRIORITY)


@pytest.mark.parametrize("library", ["", '"Forest"', '"Forest", "Surging Aether"'])
def test_with_nothing_to_find_nobody_is_asked_to_cast(project: Path, library: str) -> None:
    play = elf(project, library).cascade("Bloodbraid Elf")
    if "Aether" in library:
        play.do("chooses Forest")
    assert play.asked(PRIORITY)
    assert play.library() == [name.strip(' "') for name in library.split(",") if name]


def test_nobody_receives_priority_meanwhile_and_a_second_cascade_waits(project: Path) -> None:
    play = Play(project, ELF).cascade("Bloodbraid Elf")
    play.told.clear()
    play.do("chooses Shardless Agent")
    assert play.stack() == ["spell of Bloodbraid Elf", "spell of Shardless Agent"]
    play.do("chooses Forest")
    kept = [text for text in play.told if "priority" in text or "resolved" in text]
    assert kept == ["the cascade ability of Bloodbraid Elf has resolved", "Anna receives priority"]
    assert play.stack()[1:] == ["spell of Shardless Agent", "cascade ability of Shardless Agent"]
    play.do("passes", "passes")
    assert play.options() == {"says no", "chooses Shock"}
    play.do("chooses Shock")
    assert play.asked(CHOOSE_TARGET)
    play.do("targets Ben")
    assert play.stack()[1:] == ["spell of Shardless Agent", "spell of Shock"]
    assert play.library() == ["Forest", "Surging Aether", "Island"]


def test_a_cast_that_is_taken_back_was_no_cast(project: Path) -> None:
    play = elf(project, '"Shock", "Island"').cascade("Bloodbraid Elf")
    play.do("chooses Shock", "says no")
    assert play.library() == ["Island", "Shock"]


def test_the_found_card_is_cast_from_exile(project: Path) -> None:
    cage = 'battlefield = ["Grafdigger\'s Cage"]'
    play = elf(project, '"Shock"', cage).cascade("Bloodbraid Elf")
    assert "chooses Shock" in play.options()
    hand_only = 'battlefield = ["Hand Only"]'
    play = elf(project, '"Shock"', hand_only).cascade("Bloodbraid Elf")
    assert play.asked(PRIORITY)


def test_a_tax_is_paid(project: Path) -> None:
    tax = 'battlefield = ["Sphere of Resistance"]'
    play = Play(
        project, 'mana = 5\nhand = ["Bloodbraid Elf"]\nlibrary = ["Shock", "Island"]', tax
    ).cascade("Bloodbraid Elf")
    assert play.asked(PRIORITY)
    assert play.library() == ["Island", "Shock"]


def test_the_spell_may_be_gone_when_its_cascade_resolves(project: Path) -> None:
    play = elf(project, '"Shardless Agent"', 'mana = 2\nhand = ["Counterspell"]')
    play.do("plays Bloodbraid Elf", "passes", "plays Counterspell")
    play.do("targets the spell of Bloodbraid Elf", "passes", "passes")
    assert play.stack() == ["cascade ability of Bloodbraid Elf"]
    play.do("passes", "passes")
    assert play.options() == {"says no", "chooses Shardless Agent"}


def test_each_instance_triggers_separately(project: Path) -> None:
    play = Play(project, 'mana = 4\nhand = ["Twice"]\nlibrary = ["Shock"]').do("plays Twice")
    assert play.position.waiting_size == 2
    while play.position.waiting_size:
        play.do(next(iter(play.actions())))
    assert play.stack() == ["spell of Twice", *["cascade ability of Twice"] * 2]


def test_a_granted_cascade_is_cascade(project: Path) -> None:
    anna = 'mana = 2\nhand = ["Plain"]\nbattlefield = ["Grants"]\nlibrary = ["Shock"]'
    play = Play(project, anna).cascade("Plain")
    assert play.options() == {"says no", "chooses Shock"}


def test_x_counts_on_the_stack(project: Path) -> None:
    anna = 'mana = 4\nhand = ["Number"]\nlibrary = ["Shardless Agent"]'
    play = Play(project, anna).do("plays Number", "chooses X = 3", "passes", "passes")
    assert "chooses Shardless Agent" in play.options()
    play = Play(project, anna).do("plays Number", "chooses X = 2", "passes", "passes")
    assert play.asked(PRIORITY)


def test_the_resulting_spell_has_to_cost_less_too(project: Path) -> None:
    play = elf(project, '"Two Faces"').cascade("Bloodbraid Elf")
    assert play.options() == {"says no", "chooses Two Faces", "chooses Small"}


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.integers(0, 30))
def test_cpython_and_llvm_agree_along_random_plays(project: Path, seed: int, length: int) -> None:
    native = check.native(load_scenario(project / "cascade_elf.toml"))
    game = build(load_scenario(project / "cascade_elf.toml"), edition("2026-01"), native.system)
    player = Player(native.system, game.setup)
    assert compared(native, game, player, reached(player, game, random.Random(seed), length))


class CascadeDeck(OneDeck):
    """The page's position under Z3, with the page's law only."""

    def __init__(self, folder: Path) -> None:
        scenario, project = load_scenario(folder / "cascade_elf.toml"), project_of(folder / "x")
        laws = project.law_modules()
        self.system = assemble(
            scenario.capacities, laws_of(laws), [history, *laws], project.keyword_modules()
        )
        self.game = build(scenario, edition("2026-01"), self.system)
        self.player = Player(self.system, self.game.setup)
        self.reading = SymbolicReading(self.system)
        self.setup = self.reading.constants(self.system.setup, self.game.setup)
        self.before = self.reading.variables(self.system.state, "before.")
        self.finished = self.reading.condition(self.system.finished, self.setup, self.before)
        self._made = {}


@pytest.mark.deep
def test_cpython_and_z3_agree_along_random_plays(project: Path) -> None:
    deck, chance = CascadeDeck(project), random.Random(1)
    for _ in range(20):
        position = reached(deck.player, deck.game, chance, chance.randrange(30))
        assert not deck.disagrees(position, *some_action(deck.player, position, chance))


ASK = "ask(pos, BOTTOM, pos.resolving.controller)"
FAULTS = [
    ("not less but no more", " < pos.resolving.number", " <= pos.resolving.number", "claim-1"),
    ("one order only", "left > 1", "left > 9", "claim-4"),
    ("on top", "put_on_bottom(setup, pos, card)", "put_on_top(setup, pos, card)", LAW),
    ("left in exile", f"{ASK}\n        pos.decider = NONE", "finish(setup, pos, step)", LAW),
]


@pytest.mark.parametrize("old, new, caught", [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_fault_in_the_keyword_is_found(old: str, new: str, caught: str, tmp_path: Path) -> None:
    write_files(PAGE, tmp_path)
    rules = (tmp_path / "cascade.py").read_text("utf-8")
    assert old in rules
    rules = rules.replace("exile, put_on_bottom", "exile, put_on_bottom, put_on_top")
    (tmp_path / "cascade.py").write_text(rules.replace(old, new), "utf-8")
    done = run("check", "--edition", "2026-01", "--format", "json", cwd=tmp_path)
    assert done.code == 1, done.out + done.err
    results = json.loads(done.out)["results"]
    assert caught in {one["law"] for one in results if one["verdict"] == "violated"}
