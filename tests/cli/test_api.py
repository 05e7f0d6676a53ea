"""The library does what the commands do."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from tests.cli.running import run

from stackproof import api
from stackproof.prove import induction, obligations

MINE = """
title = "Mine"
editions = ["2026-01"]
[[player]]
name = "Anna"
mana = 1
hand = ["Fiery Temper"]
battlefield = ["Wild Mongrel"]
[[player]]
name = "Ben"
[[claim]]
says = "Anna can be hit."
possible = ["life: Anna 17"]
"""


def without_times(report: str) -> list[dict[str, object]]:
    return [{**result, "seconds": 0} for result in json.loads(report)["results"]]


def test_a_check_finds_what_the_command_finds() -> None:
    done = run("check", "madness-stifled", "--edition", "2003-07", "--format", "json")
    checked = api.check("madness-stifled", editions=["2003-07"])
    assert without_times(checked.render("json")) == without_times(done.out)
    assert (checked.report.exit_code, checked.verdict.value) == (done.code, "holds")


def test_scenarios_are_names_files_folders_or_what_was_loaded(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    for given in (file, str(file), tmp_path, api.scenario(file), [file]):
        checked = api.check(given, laws=["claim-1"])
        assert [result.verdict for result in checked.results] == [api.Verdict.HOLDS]
    assert api.explore(file).found.states == api.explore(api.scenario(file)).found.states


def test_a_play_is_told_also_from_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    checked = api.check(file, laws=["claim-1", "cards-conserved"])
    shown = checked.result("claim-1")
    assert checked.tell(shown).splitlines()[0] == "   1. Anna activates Wild Mongrel"
    play = checked.play(shown)
    assert play is not None
    assert len(play.boards) == len(play.lines) + 1
    assert play.boards[-1].players[0].life == 17
    assert checked.play(checked.result("cards-conserved")) is None
    assert checked.tell(checked.result("cards-conserved")) == ""
    with pytest.raises(KeyError):
        checked.result("no-such-law")


def test_limits_leave_things_undetermined() -> None:
    limits = api.Limits(max_states=10)
    checked = api.check("madness-stifled", editions=["2026-01"], limits=limits)
    assert checked.verdict is api.Verdict.UNDETERMINED
    assert checked.report.exit_code == 3
    assert not api.explore("madness-stifled", limits=limits).complete


def test_progress_is_told() -> None:
    told: list[str] = []
    api.check("madness-respond", editions=["2026-01"], progress=lambda name, _: told.append(name))
    assert set(told) == {"madness-respond"}


def test_lists_have_what_the_commands_list() -> None:
    for name, listed in (
        ("laws", api.laws()),
        ("cards", api.cards()),
        ("editions", api.editions()),
    ):
        rows = json.loads(run(name, "--format", "json").out)[name]
        known = [row.get("id") or row["name"] for row in rows if row.get("kind") != "fact"]
        assert known == list(listed)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: api.check("madness-stifed"),
        lambda: api.check("madness-stifled", laws=["cards-conservd"]),
        lambda: api.check("madness-stifled", editions=["2026-02"]),
        lambda: api.explore("madness-stifled", "2002-02"),
        lambda: api.scenario("nowhere.toml"),
        lambda: api.edition("2026-02"),
    ],
)
def test_mistakes_are_input_errors_of_one_line(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(api.InputError) as error:
        wrong()
    assert "\n" not in str(error.value)


def test_a_comparison_finds_what_the_command_finds() -> None:
    arguments = ("2006-07", "2006-10", "--scenario", "madness-stifled", "--format", "json")
    (told,) = json.loads(run("regress", *arguments).out)["regressions"]
    found = api.regress("2006-07", api.edition("2006-10"), "madness-stifled")
    assert json.loads(msgspec.json.encode(found)) == told


def test_an_edition_of_ones_own_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "gentle.toml"
    file.write_text('id = "gentle"\nbased_on = "2026-01"\n[switches]\nmadness_exile = "may"\n')
    own = api.edition(str(file))
    assert own.switches["madness_exile"] == "may"
    assert api.explore("madness-stifled", own).about["edition"] == "gentle"
    assert api.explore("madness-stifled", str(file)).found.states == 488
    done = run("graph", "madness-stifled", "--edition", str(file), "--format", "dot")
    assert done.code == 0
    assert done.err == "madness-stifled (gentle): 488 states, 597 transitions; complete\n"


def test_symmetry_is_as_for_the_command() -> None:
    done = run("check", "rats-chain", "--law", "no-rule-error", "--format", "json")
    (first, *_) = json.loads(done.out)["results"]
    found = api.check("rats-chain", laws=["no-rule-error"]).results[0]
    assert (found.states, found.reduction) == (first["states"], first["reduction"])
    assert found.reduction == "symmetry"


def test_what_the_prover_leaves_open_is_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(sizes: dict[str, int], *_: object, **__: object) -> obligations.Proof:
        return obligations.Proof(sizes)

    monkeypatch.setattr(induction, "prove_all", nothing)
    report = api.prove(["last-in-first-out"], ["2026-01"], cards=4)
    (result,) = report.results
    assert (result.law, result.edition, result.engine) == (
        "last-in-first-out",
        "2026-01",
        "prove",
    )
    assert report.verdict is api.Verdict.UNDETERMINED
    with pytest.raises(api.InputError, match="did you mean"):
        api.prove(["last-in-first-in"])
