"""``stackproof check --coverage``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import run

TWO = ("madness-stifled", "ripple-opponents-turn")


def test_it_lists_what_two_scenarios_do_not_reach() -> None:
    done = run("check", *TWO, "--edition", "2026-01", "--coverage")
    assert done.code == 0, done.err
    assert done.out.startswith("2 scenarios, 2 searches")
    headings = [
        "Rules of the game", "Lines that no play reaches",
        "Rules that events cite, with the number of transitions", "Rules whose events never happen",
        "Not modelled: no event and no law cites them", "Laws",
    ]  # fmt: skip
    rest = iter(done.out.splitlines())
    for heading in headings:
        assert heading in rest
    assert "game/priority.py:" in done.out
    assert "violated, " not in done.out


def test_more_scenarios_reach_more(tmp_path: Path) -> None:
    reached = []
    for chosen in (TWO[:1], TWO):
        file = tmp_path / "coverage.json"
        done = run("check", *chosen, "--coverage", "--format", "json", "-o", str(file))
        assert done.code == 0, done.err
        document = json.loads(file.read_text("utf-8"))
        assert document["schema"] == 1
        assert document["scenarios"] == len(chosen)
        reached.append({(x["file"], x["line"]) for x in document["lines"] if x["times"]})
    assert reached[0] < reached[1]


def test_a_limit_is_not_green() -> None:
    done = run("check", TWO[0], "--coverage", "--max-states", "5")
    assert done.code == 3
    assert f"stopped by a limit, so this is not all: {TWO[0]}" in done.out


@pytest.mark.parametrize(
    "more, says",
    [
        (("--law", "cards-conserved"), "--coverage takes no --law, --claims, --also"),
        (("--also", "json=x.json"), "--coverage takes no --law, --claims, --also"),
        (("--format", "junit"), "--coverage: the formats are text and json"),
    ],
)
def test_what_does_not_go_together_is_refused(more: tuple[str, ...], says: str) -> None:
    done = run("check", TWO[0], "--coverage", *more)
    assert done.code == 2
    assert says in done.err
