"""Counterexamples to induction are tried: a play is found and replays, or it is told how far."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner
from tests.prove.counterexamples import (
    BROKEN,
    EDITIONS,
    KICKED,
    KNOWN,
    about,
    laws,
    number,
    proof,
    tried,
)
from tests.prove.test_induction import TINY, passing

from stackproof.certify import verifying
from stackproof.certify.certificate import Certificate
from stackproof.certify.examining import Examined, Status
from stackproof.certify.fingerprints import hashes
from stackproof.certify.verifying import Verified
from stackproof.cli import cli
from stackproof.explore import search
from stackproof.explore.model import Reason
from stackproof.game.domains import NO_OBJECT, Verb
from stackproof.lang.readings.python import Player
from stackproof.lang.system import Law
from stackproof.prove import game, induction, reaching
from stackproof.prove.bounded import fails
from stackproof.prove.reaching import Tried, nearest, try_all, with_switches
from stackproof.prove.replaying import Mismatch
from stackproof.prove.starts import MOST
from stackproof.prove.subject import Subject
from stackproof.prove.verdicts import inductive
from stackproof.report.result import Report, Result, Verdict


def judged(name: str, found: dict[str, Tried]) -> list[Result]:
    return list(inductive(proof(), about().system, [about().by_id[name]], EDITIONS, found))


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_tried_here_speaks_against_induction(name: str) -> None:
    law, found = about().by_id[name], KNOWN[name]
    player = Player(about().system, found.setup)
    for known in (about().deck, *about().invariants):
        assert player.judge(known, position=player.position(found.before))[0], known.id
    assert fails(about(), law, found.setup, found.before, [(found.verb, found.argument)])
    assert not player.judge(about().start, position=player.position(found.before))[0]


@pytest.mark.parametrize("name", BROKEN)
def test_a_play_that_breaks_a_law_is_found_and_replays_in_cpython(name: str) -> None:
    law, found = about().by_id[name], tried()[name]
    assert found.plays.keys() == {e.id for e in EDITIONS}
    for known in EDITIONS:
        play = found.plays[known.id]
        assert play.setup == with_switches(about(), play.setup, known.setup)
        assert fails(about(), law, play.setup, play.initial, play.actions)
        assert not fails(about(), law, play.setup, play.initial, play.actions[:-1])
    results = judged(name, tried())
    assert Report(results).exit_code == 1
    for result in results:
        assert result.verdict is Verdict.VIOLATED
        assert result.trace is not None
        assert result.trace.actions[-1] == ("pass", 0)
        play = found.plays[result.edition]
        assert (result.trace.setup, result.trace.initial) == (play.setup.hex(), play.initial.hex())
        assert (result.reason, result.unreached) == ("", None)


def test_without_the_search_there_is_no_violation() -> None:
    results = judged(BROKEN[0], {})
    assert Report(results).exit_code == 3
    for result in results:
        assert result.trace is None
        assert "a position, which may be unreachable, breaks it: " in result.reason
        assert result.unreached is not None
        assert (result.unreached.starts, result.unreached.complete) == (0, False)


def test_of_a_true_law_that_is_not_inductive_it_is_told_how_far_was_looked() -> None:
    found = tried()[KICKED]
    assert not found.plays
    assert 1 < found.starts <= MOST
    assert found.starts < found.positions < found.transitions
    assert not found.complete
    results = judged(KICKED, tried())
    assert Report(results).exit_code == 3
    for result in results:
        assert result.verdict is Verdict.UNDETERMINED
        assert result.trace is None
        assert (result.states, result.edges) == (found.positions, found.transitions)
        assert "which may be unreachable" in result.reason
        assert result.reason.endswith(
            f"stack_size = 2, pass 0; not met among {found.positions:,} positions from "
            f"{found.starts} starts derived of it, by the rules of {found.edition}"
        )
        assert result.unreached is not None
        assert result.unreached.position == KNOWN[KICKED].before.hex()
        assert result.unreached.action == ("pass", 0)
        assert (result.unreached.starts, result.unreached.complete) == (found.starts, False)
        assert result.unreached.edition == found.edition


def test_a_search_saw_everything_only_if_no_rule_error_cut_plays_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_errors(*given: Any) -> search.Exploration:
        found = search.explore(*given)
        assert found.errors
        return replace(found, errors=0)

    monkeypatch.setattr(reaching, "explore", without_errors)
    found = try_all(about(), proof(), [about().by_id[KICKED]], EDITIONS)
    assert found[KICKED].complete
    assert f"among all {found[KICKED].positions:,} positions" in found[KICKED].told()
    for result in judged(KICKED, found):
        assert result.unreached is not None
        assert result.unreached.complete


def test_a_search_that_is_cut_short_does_not_say_that_it_saw_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reaching, "STATES", 2)
    few = try_all(about(), proof(), laws(), EDITIONS)[KICKED]
    assert few.positions < tried()[KICKED].positions
    assert not few.complete
    assert " all " not in few.told()
    none = try_all(about(), proof(), laws(), EDITIONS, seconds=0)[KICKED]
    assert (none.starts, none.complete) == (0, False)
    assert "there was no time" in none.told()


def test_ctrl_c_ends_all_searches_and_leaves_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    real = search.explore
    monkeypatch.setattr(
        reaching, "explore", lambda *given: replace(real(*given), reason=Reason.INTERRUPTED)
    )
    found = try_all(about(), proof(), laws(), EDITIONS)
    assert list(found) == [BROKEN[0]]
    (result, *_) = judged(BROKEN[0], found)
    assert (result.verdict, found[BROKEN[0]].starts) == (Verdict.UNDETERMINED, 1)


def test_a_play_that_cpython_does_not_confirm_is_an_error_and_no_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = search.explore

    def one_too_few(*arguments: Any) -> Any:
        found = real(*arguments)
        return replace(
            found, violations={b: replace(v, state=0) for b, v in found.violations.items()}
        )

    monkeypatch.setattr(reaching, "explore", one_too_few)
    with pytest.raises(Mismatch, match="stack-is-packed"):
        try_all(about(), proof(), laws(), EDITIONS)


def test_only_editions_in_which_a_play_breaks_the_law_are_told_that_it_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = BROKEN[0]
    burns, _ = about().system.setup_type.fields["mana_burn"]

    def fails_without_mana_burn(on: Subject, law: Law, setup: bytes, *play: Any) -> bool:
        return not setup[burns] and fails(on, law, setup, *play)

    monkeypatch.setattr(reaching, "fails", fails_without_mana_burn)
    found = try_all(about(), proof(), laws(), EDITIONS)
    breaking = {e.id for e in EDITIONS if not e.setup["mana_burn"]}
    assert found[name].plays.keys() == breaking < {e.id for e in EDITIONS}
    for result in judged(name, found):
        if result.edition in breaking:
            assert result.verdict is Verdict.VIOLATED
        else:
            assert result.verdict is Verdict.UNDETERMINED
            assert "by the rules of 2016-04, but not by these" in result.reason


def test_the_rules_are_those_of_the_edition_that_is_most_like_the_deck() -> None:
    found = KNOWN[KICKED]
    for known in EDITIONS:
        like = replace(found, setup=with_switches(about(), found.setup, known.setup))
        assert nearest(about(), like, EDITIONS).behaviour == known.behaviour


def test_a_start_that_breaks_an_invariant_is_a_play_without_actions() -> None:
    law, found = about().by_id["stack-is-packed"], KNOWN["stack-is-packed"]
    broken = Player(about().system, found.setup).position(found.before)
    broken.stack[0].kind = number(NO_OBJECT)
    assert fails(about(), law, found.setup, broken.pack(), [])
    assert not fails(about(), law, found.setup, found.before, [])
    assert not fails(
        about(), about().by_id["order-of-stack-is-kept"], found.setup, broken.pack(), []
    )


# What is told


def prove_planted(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Any:
    """The command, with the rules that have the fault and what the solver found in them."""
    monkeypatch.setattr(game, "subject", lambda *_: about())
    monkeypatch.setattr(induction, "prove_all", lambda *_, **__: proof())
    return CliRunner().invoke(cli, ["prove", "--law", "cards-on-stack", *arguments])


def test_a_play_is_told_as_bounded_search_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done = prove_planted(monkeypatch)
    assert done.exit_code == 1, done.output
    assert "  violated      cards-on-stack, 28 editions\n" in done.output
    assert "0 of 28 proved, 28 violated, 0 undetermined\n" in done.output
    told = done.output.partition("\ncards-on-stack: ")[2]
    assert "\nis broken by this play of every deck in 2002-02:\n  1. player " in told
    assert " plays card 0\n       player " in told
    assert "may be unreachable" not in done.output


def test_the_json_form_has_the_play_and_where_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    done = prove_planted(monkeypatch, "--edition", "2026-01", "--format", "json")
    document = json.loads(done.output)
    assert document["verdict"] == "violated"
    (result,) = document["results"]
    assert result["unreached"] is None
    actions = [(Verb[name.upper()], argument) for name, argument in result["trace"]["actions"]]
    begun = [bytes.fromhex(result["trace"][name]) for name in ("setup", "initial")]
    assert fails(about(), about().by_id["cards-on-stack"], begun[0], begun[1], actions)


@pytest.mark.parametrize("name, reached", [("cards-on-stack", True), (KICKED, False)])
def test_of_a_certificate_that_an_edit_broke_it_is_told_whether_a_play_leads_there(
    name: str, reached: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cvc5")
    examined = Examined(passing(about()), name, Status.BROKEN, counterexample=KNOWN[name])
    known = Certificate(
        name=name, kind="law", says="", cites=[], editions=[], scope="", capacities=dict(TINY),
        hashes=hashes(about()), solvers={}, invariants=[], obligations=[], slices="",
    )  # fmt: skip
    checked = Verified(about(), {name: known}, ["a.rule"], {name: [examined]})
    monkeypatch.setattr(verifying, "verify", lambda *_, **__: checked)
    text = CliRunner().invoke(cli, ["prove", "--verify", "--certificates", "."])
    assert text.exit_code == 1, text.output
    found = CliRunner().invoke(
        cli, ["prove", "--verify", "--certificates", ".", "--format", "json"]
    )
    (certificate,) = json.loads(found.output)["certificates"]
    against = certificate["counterexample"]
    assert against["reached"] is reached
    for line in against["play"]:
        assert line in text.output
    if reached:
        assert against["play"][1] == "is broken by this play of every deck in 2002-02:"
    else:
        assert against["play"] == [tried()[KICKED].told()]
