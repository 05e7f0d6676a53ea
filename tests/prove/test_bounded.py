"""Bounded search: a play that breaks a law is an ordinary play, and no play proves little."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from click.testing import CliRunner
from tests.cli.running import run
from tests.prove import faulty
from tests.prove.test_induction import TINY

from stackproof.cli import cli
from stackproof.editions.load import edition
from stackproof.lang.readings.python import Player
from stackproof.lang.system import Law
from stackproof.prove import bounded
from stackproof.prove.bounded import Bounded, Outcome, fails
from stackproof.prove.game import subject
from stackproof.prove.replaying import Mismatch
from stackproof.prove.subject import Subject
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import load_scenario


def scene(name: str) -> tuple[Subject, Game]:
    scenario = load_scenario(name)
    about = subject(scenario.capacities, [faulty.ONE_PASS], [faulty])
    return about, build(scenario, edition("2026-01"), about.system)


def test_a_play_that_breaks_a_law_is_found_with_as_few_actions_as_it_takes() -> None:
    about, game = scene("ripple-chain")
    law = faulty.ONE_PASS
    found = Bounded(about, (game.setup, game.initial)).search([law], 3, 300)[0]
    assert found.play is not None
    assert found.depth == len(found.play.actions) == 2
    assert fails(about, law, found.play.setup, found.play.initial, found.play.actions)


def test_a_law_that_no_short_play_breaks_is_searched_to_the_depth() -> None:
    about, game = scene("ripple-chain")
    law = about.by_id["last-in-first-out"]
    found = Bounded(about, (game.setup, game.initial)).search([law], 2, 300)[0]
    assert found.play is None
    assert found.depth == 2
    assert not found.reason


def test_a_play_that_cpython_does_not_confirm_is_an_error_and_no_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    about, game = scene("ripple-chain")
    monkeypatch.setattr(bounded, "fails", lambda *_: False)
    with pytest.raises(Mismatch, match="one-pass"):
        Bounded(about, (game.setup, game.initial)).search([faulty.ONE_PASS], 3, 300)


def test_the_command_says_that_a_bounded_search_proves_nothing() -> None:
    done = run(
        "prove", "ripple-chain", "--edition", "2026-01", "--depth", "2",
        "--law", "last-in-first-out", "--law", "cards-conserved",
    )  # fmt: skip
    assert done.code == 3, done.err
    assert "no play of up to 2 actions breaks it" in done.out


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["ripple-chain"], "give --depth"),
        (["--any-start"], "needs --depth"),
        (["--any-start", "--depth", "2", "--steps", "2"], "--steps are of proofs"),
        (["--steps", "5"], "1<=x<=4"),
        (["--verify", "--steps", "2"], "--verify takes no more"),
        (["--law", "last-in-first-in"], "last-in-first-out"),
        (["--any-start", "--depth", "1", "--law", "madness-nonactive-owner-waits"], "in force"),
        (["--edition", "2002-02", "--law", "ripple-then-active-player"], "in force in 2002-02"),
    ],
)
def test_what_makes_no_sense_is_one_clear_line(arguments: list[str], expected: str) -> None:
    done = run("prove", *arguments)
    assert done.code == 2
    assert expected in done.err


def test_from_every_start_a_play_is_one_by_the_rules_of_the_edition() -> None:
    about = subject(TINY, [faulty.NO_PASS], [faulty])
    switches = edition("2003-03").setup
    found = Bounded(about, switches=switches).search([faulty.NO_PASS], 1, 300)[0]
    assert found.play is not None
    assert len(found.play.actions) == 1
    setup = Player(about.system, found.play.setup).setup
    assert switches["mana_burn"]
    assert {name: getattr(setup, name) for name in switches} == switches


def test_editions_that_play_alike_have_the_laws_that_each_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(self: Bounded, laws: Sequence[Law], depth: int, seconds: float) -> list[Outcome]:
        return [Outcome(law, depth) for law in laws]

    monkeypatch.setattr(Bounded, "search", nothing)
    old, new = edition("2002-02"), edition("2006-07")
    assert old.behaviour == new.behaviour
    laws = ["ripple-then-active-player", "last-in-first-out"]
    named = [item for law in laws for item in ("--law", law)]
    for order in ([old.id, new.id], [new.id, old.id]):
        asked = ["prove", "--any-start", "--depth", "1", "--cards", "2", "--format", "json", *named]
        done = CliRunner().invoke(cli, [*asked, "--edition", order[0], "--edition", order[1]])
        found = {(r["law"], r["edition"]) for r in json.loads(done.output)["results"]}
        assert found == {(laws[0], new.id), (laws[1], old.id), (laws[1], new.id)}
