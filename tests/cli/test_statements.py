"""The command ``statements``: from a sentence to its laws and the evidence, and back."""

from __future__ import annotations

import json

from tests.cli.running import run

PLAIN = ("--scenario", "c052-plain-discard")


def test_neighbouring_editions_are_told_together() -> None:
    done = run("statements", "M14", *PLAIN)
    assert done.code == 0
    told = " ".join(done.out.split())
    assert "2002-02 .. 2015-07 holds 2016-04 .. 2026-01 fails" in told
    assert "madness-must-exile (against it)" in told
    assert "all as expected" in told


def test_json_names_the_evidence() -> None:
    done = run("statements", "m14", *PLAIN, "--edition", "2015-07", "--format", "json")
    document = json.loads(done.out)
    assert document["schema"] == 1
    (entry,) = document["statements"]
    assert entry["id"] == "M14"
    assert entry["laws"] == ["madness-exile-is-a-choice"]
    assert entry["editions"] == {"2015-07": "holds"}
    seen = entry["evidence"]["madness-exile-is-a-choice"]["2015-07"]
    assert seen == {"verdict": "holds", "scenarios": ["c052-plain-discard"]}


def test_an_unsupported_reading_is_told_with_its_shortest_play() -> None:
    done = run("statements", "M16", "--scenario", "c069-timing", "--edition", "2026-01")
    assert done.code == 0
    assert "unsupported: from the hand, taken literally" in done.out
    assert "in c069-timing (2026-01):" in done.out
    assert "is exiled instead  (702.35a)" in done.out


def test_without_evidence_nothing_is_as_expected() -> None:
    done = run("statements", "M22", "--scenario", "ripple-chain", "--edition", "2026-01")
    assert done.code == 1
    assert "vacuous  NOT AS EXPECTED: holds" in " ".join(done.out.split(" " * 20))


def test_a_limit_is_told() -> None:
    done = run("statements", "M24", *PLAIN, "--edition", "2026-01", "--max-states", "1")
    assert done.code == 3
    assert "undetermined" in done.out


def test_statements_are_listed_in_each_language() -> None:
    for language, word in (("en", "Ripple"), ("de", "Wallung"), ("fr", "remous")):
        done = run("statements", "--list", "--lang", language, "--format", "json")
        entries = json.loads(done.out)["statements"]
        assert len(entries) == 57
        assert word in entries[0]["text"]


def test_laws_speak_german_and_french_and_name_their_statements() -> None:
    for language, word in (("de", "Vorrang"), ("fr", "priorité")):
        done = run("laws", "--lang", language, "--format", "json")
        laws = {entry["id"]: entry for entry in json.loads(done.out)["laws"]}
        assert word in laws["ripple-then-active-player"]["says"]
        assert laws["ripple-then-active-player"]["statements"] == ["R19"]
        assert laws["madness-since-torment"]["kind"] == "fact"
