"""What is known of mutants is used as long as it is true, and no longer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from stackproof.editions.load import edition
from stackproof.mutation.files import rules_files
from stackproof.mutation.games import Trial
from stackproof.mutation.known import Fact, Known
from stackproof.mutation.model import Outcome, Status
from stackproof.mutation.run import bench, mutate
from stackproof.scenarios.load import load_scenario, scenarios

RULE = "stackproof.game.keywords.flashback.permits_flashback"
FILES = rules_files(["keywords/flashback.py"], [])

Tried = Callable[..., dict[str, Outcome]]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for what is known, with compiled rules from the common one."""
    home = tmp_path / "cache"
    monkeypatch.setattr("stackproof.mutation.known.directory", lambda: home)
    return home / "mutation.sqlite"


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The scenarios that were searched with a mutant, in order."""
    names: list[str] = []
    explore = Trial.explore

    def noted(self: Trial) -> object:
        names.append(self.scenario.id)
        return explore(self)

    monkeypatch.setattr(Trial, "explore", noted)
    return names


@pytest.fixture
def flashback(tmp_path: Path) -> Path:
    """A scenario that can be edited."""
    file = tmp_path / "c074-flashback.toml"
    own = Path(scenarios()["c074-flashback"].file)
    file.write_text(
        own.read_text("utf-8").replace("own/b.toml", f"{own.parent}/own/b.toml"), "utf-8"
    )
    return file


def tried(*files: Path) -> dict[str, Outcome]:
    found = [load_scenario(str(file)) for file in files]
    editions = {scenario.id: [edition("2026-01")] for scenario in found}
    report = mutate(found, editions, FILES, rules=["permits_flashback"], tell=lambda _: None)
    return {entry.name: entry.outcome for entry in report.entries}


def shipped(name: str) -> Path:
    return Path(scenarios()[name].file)


def plant(cache: Path, mutant: str) -> None:
    """Say that something noticed the mutant that there is not."""
    with sqlite3.connect(cache) as base:
        change = "UPDATE facts SET noticed='[\"planted\"]' WHERE mutant=? AND noticed!='[]'"
        assert base.execute(change, (mutant,)).rowcount == 1


def test_nothing_is_searched_twice(cache: Path, searched: list[str], flashback: Path) -> None:
    first = tried(flashback)
    assert searched
    searched.clear()
    assert tried(flashback) == first
    assert not searched


def test_a_further_scenario_leaves_what_is_known(
    cache: Path, searched: list[str], flashback: Path
) -> None:
    first = tried(flashback)
    caught = {name for name, outcome in first.items() if outcome.status is Status.CAUGHT}
    searched.clear()
    second = tried(flashback, shipped("madness-flashback"))
    assert {name: second[name] for name in caught} == {name: first[name] for name in caught}
    assert set(searched) == {"madness-flashback"}
    noticed = {name for name in second if second[name].scenario == "madness-flashback"}
    assert any(second[name].status is Status.CAUGHT for name in noticed)


def test_what_is_no_longer_true_is_not_used(
    cache: Path, searched: list[str], flashback: Path
) -> None:
    first = tried(flashback)
    (name, *_) = [name for name, outcome in first.items() if outcome.status is Status.CAUGHT]
    plant(cache, f"{RULE}#{name.partition('#')[2]}")
    assert tried(flashback)[name].by == ["planted"], "what is known is used"
    flashback.write_text(flashback.read_text("utf-8") + "# a comment\n", "utf-8")
    searched.clear()
    now = tried(flashback)
    assert {key: outcome.by for key, outcome in now.items()} == {
        key: outcome.by for key, outcome in first.items()
    }
    assert searched


def test_a_game_that_noticed_before_is_asked_first(
    cache: Path, searched: list[str], flashback: Path
) -> None:
    other = shipped("madness-flashback")
    alone = tried(other)
    (name, *_) = [name for name, outcome in alone.items() if outcome.status is Status.CAUGHT]
    with sqlite3.connect(cache) as base:
        base.execute("UPDATE facts SET game='other rules ' || game")
    searched.clear()
    assert tried(flashback, other)[name].runs == 1
    assert searched[0] == "madness-flashback"


def test_rules_laws_and_judges_are_part_of_what_a_fact_is_about(
    monkeypatch: pytest.MonkeyPatch, flashback: Path
) -> None:
    def digest() -> str:
        scenario = load_scenario(str(flashback))
        made = bench([scenario], {scenario.id: [edition("2026-01")]}, FILES, lambda _: None)
        return made.trials[0].digest

    before = digest()
    assert digest() == before
    for part in ("fingerprint", "judges"):
        with monkeypatch.context() as changed:
            changed.setattr(f"stackproof.mutation.run.{part}", lambda *_: "other")
            assert digest() != before, part


def test_facts_are_kept_without_a_usable_disk(tmp_path: Path, cache: Path) -> None:
    cache.parent.write_text("a file where a folder should be", "utf-8")
    known = Known()
    fact = Fact(("law",), differs="plays", asked=frozenset({"claims"}))
    known.put("rule#1", {"digest": ("scenario", "2026-01", fact)})
    assert known.facts("rule#1") == {"digest": fact}
    assert known.noticed("rule#1") == [("scenario", "2026-01")]
