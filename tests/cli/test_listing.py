"""The listing commands: text for people, JSON for programs."""

from __future__ import annotations

import json

import pytest
from tests.cli.running import run

COMMANDS = ("laws", "scenarios", "cards", "editions")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_list_has_a_json_form(command: str) -> None:
    done = run(command, "--format", "json")
    assert done.code == 0
    document = json.loads(done.out)
    assert document["schema"] == 1
    assert len(document[command]) > 10


@pytest.mark.parametrize("command", COMMANDS)
def test_a_list_can_be_searched(command: str) -> None:
    everything = json.loads(run(command, "--format", "json").out)[command]
    found = json.loads(run(command, "RIPPLE", "--format", "json").out)[command]
    assert 0 < len(found) < len(everything)
    assert all("ripple" in str(row).casefold() for row in found)


def test_nothing_found_is_said() -> None:
    done = run("cards", "Black Lotus")
    assert done.code == 0
    assert "no cards match" in done.out


def test_laws_cite_the_numbers_of_the_edition() -> None:
    old = json.loads(run("laws", "--edition", "2006-07", "--format", "json").out)["laws"]
    new = json.loads(run("laws", "--edition", "2026-01", "--format", "json").out)["laws"]
    law = "ripple-then-active-player"
    assert next(r for r in old if r["id"] == law)["rules"] == ["502.56a", "408.1c"]
    assert next(r for r in new if r["id"] == law)["rules"] == ["702.60a", "117.3b"]


def test_help_names_the_exit_codes() -> None:
    assert "3 undetermined" in " ".join(run("--help").out.split())
