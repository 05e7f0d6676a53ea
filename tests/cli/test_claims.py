"""Claims and cases end to end: tables, plays, JSON and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import run

WRONG = """
[[claim]]
says = "Nobody can cast it."
never = ["Fiery Temper is exiled instead", "Fiery Temper is cast by Anna"]

[[claim]]
says = "It can be cast twice."
possible = ["Fiery Temper is cast by Anna", "Fiery Temper is cast by Anna"]
"""
C54 = "c054-trigger-countered"


def test_claims_are_results_of_the_report() -> None:
    done = run("check", C54, "--edition", "2026-01", "--format", "json")
    assert done.code == 0
    results = {r["law"]: r for r in json.loads(done.out)["results"]}
    first = results["claim-1"]
    assert first["says"].startswith("Ben can counter the trigger")
    assert (first["engine"], first["verdict"], first["expected"]) == ("claims", "holds", "holds")
    assert ["play", 2] in first["trace"]["actions"]
    assert results["claim-2"]["trace"] is None
    assert results["cards-conserved"]["says"] == ""


def test_claims_have_a_table_of_their_own() -> None:
    done = run("check", C54, "--edition", "2026-01", "--claims")
    assert done.code == 0
    assert "Ben can counter the trigger" in done.out
    assert "cards-conserved" not in done.out
    one = run("check", C54, "--edition", "2026-01", "--law", "claim-2", "--format", "json")
    assert [r["law"] for r in json.loads(one.out)["results"]] == ["claim-2"]


def test_a_wrong_claim_is_exit_code_1_with_its_play_or_reason(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    base = '[[player]]\nname = "Anna"\nmana = 1\nhand = ["Fiery Temper"]\n'
    base += 'battlefield = ["Wild Mongrel"]\n[[player]]\nname = "Ben"\n'
    file.write_text(f'title = "t"\nabout = "a"\n{base}{WRONG}')
    done = run("check", str(file), "--edition", "2026-01", "--claims")
    assert done.code == 1
    assert "claim-1 is violated in wrong (2026-01)\n  Nobody can cast it.\n   1. Anna" in done.out
    assert "here the claim fails" in done.out
    assert 'no play has "Fiery Temper is cast by Anna" after "Fiery Temper is cast' in done.out


def test_claims_where_there_are_none() -> None:
    done = run("check", "ripple-chain", "--claims")
    assert done.code == 2
    assert "these scenarios make no claims" in done.err


def test_a_case_is_shown_with_what_settles_it() -> None:
    done = run("scenarios", "--case", "C54")
    assert done.code == 0
    assert "The card stays in exile for good." in done.out
    assert "rules (2026-01): 701.6a, 702.35a" in done.out
    assert "read in the source" in done.out
    assert f"settled by {C54}" in done.out
    assert "claim-2: After that it never leaves exile" in done.out
    old = run("scenarios", "--case", "C54", "--edition", "2002-02")
    assert "rules (2002-02): 414.1, 502.24a" in old.out


def test_a_case_that_is_left_out_says_why() -> None:
    assert "commanders are another format" in run("scenarios", "--case", "C46").out
    listed = run("scenarios", "--cases", "commander").out
    assert "left out: commanders" in listed


def test_cases_have_a_json_form() -> None:
    done = run("scenarios", "--cases", "--format", "json")
    rows = json.loads(done.out)["cases"]
    assert len(rows) == 192
    row = next(r for r in rows if r["id"] == "C61")
    claims = row["scenarios"][0]["claims"]
    assert claims[0]["always"][0] == "the madness ability of Fiery Temper goes on the stack"


def test_an_unknown_case_is_exit_code_2() -> None:
    done = run("scenarios", "--case", "C610")
    assert done.code == 2
    assert 'no case is called "C610"; did you mean "C' in done.err


def test_scenarios_are_listed_with_their_cases() -> None:
    rows = json.loads(run("scenarios", C54, "--format", "json").out)["scenarios"]
    assert rows[0]["case"] == ["C54", "B018"]


def test_the_moments_of_a_play() -> None:
    done = run("scenarios", C54, "--play", "the madness ability of Fiery Temper is countered")
    assert done.code == 0
    lines = [line.strip() for line in done.out.splitlines()]
    assert "stack: activated ability of Wild Mongrel | madness ability of Fiery Temper" in lines
    assert lines.index("Ben plays Stifle") < lines.index("Ben puts Stifle on the stack")
    assert run("scenarios", C54, "--moments").out == run("scenarios", C54, "--moments").out
    none = run("scenarios", C54, "--play", "Ben discards *")
    assert none.code == 2
    assert "no play of c054-trigger-countered has these moments" in none.err
    wrong = run("scenarios", C54, "--play", "Ben discrads *")
    assert 'command line: --play[0]: nothing that happens reads "Ben discrads *"' in wrong.err
