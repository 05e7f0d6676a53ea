"""Playing traces again: the same outcome, or where it goes another way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import run
from tests.trace.plays import PLACE, STIFLED, data, read, write

from stackproof.trace.replay import replay


@pytest.fixture
def stifled(tmp_path: Path) -> str:
    return write(data(), tmp_path)


def test_check_writes_traces_and_replay_plays_them_again(tmp_path: Path) -> None:
    done = run(
        "check", "madness-stifled", "ripple-chain", "--edition", "2026-01", "--traces", "plays",
        "--format", "json", cwd=tmp_path,
    )  # fmt: skip
    assert done.code == 0, done.err
    traces = [r["trace"] for r in json.loads(done.out)["results"] if r["verdict"] == "violated"]
    files = {trace["file"] for trace in traces}
    assert files == {f"plays/{path.name}" for path in (tmp_path / "plays").iterdir()}
    assert len(files) == len(traces) == 6
    again = run("replay", *sorted(files), cwd=tmp_path)
    assert again.code == 0, again.out
    assert again.out.count("as in the trace") == 6


def test_a_check_without_traces_says_how_to_get_them() -> None:
    done = run("check", "madness-stifled", "--edition", "2026-01")
    assert "--traces DIR" in done.out


def test_a_replay_is_told_with_the_rules_of_the_edition(stifled: str) -> None:
    done = run("replay", stifled)
    assert done.code == 0, done.err
    lines = [line.strip() for line in done.out.splitlines()]
    assert "the madness ability of Fiery Temper is countered  (701.6a)" in lines
    assert lines[-1] == "the law fails at step 7, as in the trace"


def test_another_edition_diverges_where_its_rules_differ(stifled: str) -> None:
    done = run(
        "replay", stifled, "--edition", "2002-02", "--edition", "2026-01", "--format", "json"
    )
    assert done.code == 1
    old, new = json.loads(done.out)["replays"]
    assert new["same"]
    assert new["divergences"] == []
    events, action = old["divergences"]
    assert (events["step"], events["kind"]) == (2, "events")
    assert "Fiery Temper is exiled instead" in events["missing"]
    assert (action["step"], action["kind"]) == (3, "action")
    assert action["new"] == [
        "Anna lets Fiery Temper go to the graveyard",
        "Anna lets Fiery Temper be exiled by its keyword",
    ]
    assert len(old["steps"]) == 2
    text = run("replay", stifled, "--edition", "2002-02").out
    assert "diverges at step 3: Anna passes is not possible here" in text


def test_an_edition_without_a_keyword_of_the_cards_is_bad_input(tmp_path: Path) -> None:
    path = write(data(("ripple-chain", "ripple-casts-one-at-least", "2026-01")), tmp_path)
    done = run("replay", path, "--edition", "2002-02")
    assert done.code == 2
    assert "has ripple, which does not exist in the edition 2002-02" in done.err
    done = run("replay", path, "--edition", "2002-2")
    assert done.code == 2
    assert 'no edition is called "2002-2"; did you mean "2002-02"?' in done.err


def test_a_law_that_is_not_in_force_in_an_edition_is_not_judged_there(tmp_path: Path) -> None:
    document = data()
    document["law"] = {"id": "madness-must-exile", "verdict": "holds", "step": 7}
    path = write(document, tmp_path)
    assert run("replay", path).code == 0
    done = run("replay", path, "--edition", "2015-07")
    assert done.code == 1
    assert done.out.endswith("the law is not in force in this edition\n")


def test_a_rule_change_of_ones_own_is_an_edition_too(stifled: str, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        'id = "mine"\nbased_on = "2026-01"\n[switches]\nmadness_exile = "may"\n', "utf-8"
    )
    done = run("replay", stifled, "--edition", str(own))
    assert done.code == 1
    assert "madness-exile-ends-always in madness-stifled (mine)" in done.out
    assert "possible: Anna lets Fiery Temper be exiled by its keyword" in done.out
    own.write_text('id = "mine"\nbased_on = "2026-01"\n', "utf-8")
    again = tmp_path / "again.json"
    done = run("replay", stifled, "--edition", str(own), "--format", "itf", "-o", str(again))
    assert done.code == 0
    assert 'no edition is called "mine"' in run("replay", str(again)).err
    (tmp_path / "stackproof.toml").write_text('editions = ["mine.toml"]\n', "utf-8")
    assert run("replay", str(again)).code == 0


def edited(change: Any) -> Any:
    document = data()
    change(document)
    return replay(read(document), PLACE)


def test_a_shortened_play_has_another_outcome() -> None:
    found = edited(lambda d: (d["steps"].pop(), d["law"].update(step=6)))
    assert not found.same
    assert found.verdict == "holds"
    assert found.divergences == []


def test_a_step_of_the_wrong_player_is_told_with_what_is_possible() -> None:
    found = edited(lambda d: d["steps"][2].update(player="Ben"))
    (only,) = found.divergences
    assert only.missing == ["Ben passes"]
    assert "Anna passes" in only.new


def test_steps_after_the_end_of_a_play_are_told() -> None:
    document = data()
    while len(document["steps"]) < 40:
        document["steps"].append({"player": "Anna", "verb": "pass"})
        document["steps"].append({"player": "Ben", "verb": "pass"})
    found = replay(read(document), PLACE)
    assert found.divergences[-1].new == []
    assert found.verdict == "violated"
    assert not found.same


def test_a_change_of_the_setup_changes_what_happens() -> None:
    def poor(d: Any) -> None:
        d.pop("hash")
        d["setup"]["player"][1]["mana"] = 0

    found = edited(poor)
    assert found.divergences[0].missing == ["Ben plays Stifle"]


def test_events_that_are_not_written_are_not_compared() -> None:
    def brief(d: Any) -> None:
        for step in d["steps"]:
            del step["does"], step["happens"]

    assert edited(brief).same


def test_equal_names_are_told_apart() -> None:
    which = ("ripple-two-instances", "ripple-caster-gets-priority-always", "2026-01")
    document = data(which)
    assert replay(read(document), PLACE).same
    ordered = [step for step in document["steps"] if step["verb"] == "order"]
    assert ordered, "two abilities of one card are put on the stack in some order"
    assert all(step["trigger"].startswith("ripple ability of ") for step in ordered)
    for step in ordered:
        step["nth"] = 9
    assert not replay(read(document), PLACE).same


def test_itf_is_read_back_by_another_library_and_by_replay(stifled: str, tmp_path: Path) -> None:
    import itf_py

    file = tmp_path / "play.itf.json"
    assert run("replay", stifled, "--format", "itf", "-o", str(file)).code == 0
    found = itf_py.trace_from_json(json.loads(file.read_text("utf-8")))
    assert set(found.vars) == set(found.states[0].values)
    assert len(found.states) == 8
    last = found.states[-1].values
    assert last["exile"]["Anna"] == ["Fiery Temper"]
    assert last["action"].player == "Anna"
    assert last["action"].happens[1].rule == "701.6a"
    again = run("replay", str(file))
    assert again.code == 0, again.out + again.err
    assert again.out == run("replay", stifled).out


def test_one_itf_trace_at_a_time(stifled: str) -> None:
    done = run("replay", stifled, stifled, "--format", "itf")
    assert done.code == 2
    assert STIFLED[0] not in done.out


CLAIMS = """
title = "Claims that are wrong"
until = { step = "end" }
[[player]]
name = "Anna"
mana = 1
hand = ["Shock", "Forest"]
[[player]]
name = "Ben"
[[claim]]
says = "Nothing is shocking."
never = ["Shock is cast by Anna"]
[[claim]]
says = "A land is played in the end."
always = ["Shock is cast by Anna", "Anna plays the land Forest"]
[[claim]]
says = "It stays in hand."
ends = { Shock = ["hand"] }
[[claim]]
says = "It can be cast."
possible = ["Shock is cast by Anna"]
"""


def test_plays_that_contradict_claims_are_traces_too(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(CLAIMS)
    args = ["--claims", "--edition", "2026-01", "--traces", "plays"]
    assert run("check", "mine.toml", *args, cwd=tmp_path).code == 1
    files = sorted(str(path) for path in (tmp_path / "plays").iterdir())
    assert [Path(file).name for file in files] == [f"mine--claim-{n}.json" for n in (1, 2, 3)]
    (tmp_path / "mine.toml").unlink()
    done = run("replay", *files, cwd=tmp_path)
    assert done.code == 0, done.out + done.err
    assert done.out.count("as in the trace") == 3
    for command in ("shrink", "explain"):
        refused = run(command, files[0], cwd=tmp_path)
        assert refused.code == 2
        assert "a claim can be replayed, but not be shrunk or explained" in refused.err
    document = json.loads((tmp_path / files[0]).read_text("utf-8"))
    document["claim"]["never"] = ["Shock is discarded"]
    assert run("replay", write(document, tmp_path)).code == 2
    document["claim"]["never"] = ["Anna discards Shock"]
    assert run("replay", write(document, tmp_path)).code == 1
