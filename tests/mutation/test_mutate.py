"""``stackproof mutate``, as it is used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import run

COST = (
    "mutate", "--file", "keywords/flashback.py", "--rule", "permits_flashback",
    "--scenario", "madness-flashback", "--scenario", "c074-flashback", "--edition", "2026-01",
)  # fmt: skip


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("mutants") / "report.json"
    done = run(*COST, "--format", "json", "-o", str(file))
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def named(report: dict[str, Any], does: str) -> list[dict[str, Any]]:
    timing = "return setup.cards[card].type == CardType.INSTANT"
    return [
        entry["outcome"]
        for entry in report["entries"]
        if entry["does"] == does and entry["text"].startswith(timing)
    ]


def test_a_changed_rule_is_caught_by_the_claim_about_it(report: dict[str, Any]) -> None:
    assert report["schema"] == 1
    (outcome,) = named(report, "part 2 of or is left out")
    assert outcome["status"] == "caught"
    assert outcome["by"] == ["madness-flashback: claim-2"]


def test_numbers_add_up(report: dict[str, Any]) -> None:
    total = report["total"]
    kinds = ("caught", "equal", "same", "unreached", "unnoticed")
    assert total["mutants"] == len(report["entries"]) == sum(total[kind] for kind in kinds)
    changing = total["caught"] + total["unreached"] + total["unnoticed"]
    assert total["share"] == round(100 * total["caught"] / changing, 1)


def test_files_and_rules_add_up_to_all(report: dict[str, Any]) -> None:
    (file,) = report["files"]
    assert file["name"].endswith("keywords/flashback.py")
    (rule,) = report["rules"]
    assert rule["name"] == "stackproof.game.keywords.flashback.permits_flashback"
    total = {key: value for key, value in report["total"].items() if key != "name"}
    for tally in (file, rule):
        assert {key: value for key, value in tally.items() if key != "name"} == total


def test_a_law_that_caught_nothing_alone_is_idle(report: dict[str, Any]) -> None:
    alone = {catcher["id"] for catcher in report["catchers"] if catcher["alone"]}
    assert not alone & set(report["idle"])
    assert "cards-conserved" in report["idle"]


def test_a_second_run_tells_the_same(report: dict[str, Any]) -> None:
    done = run(*COST, "--format", "json")
    assert json.loads(done.out)["entries"] == report["entries"]


def test_an_unprotected_rule_is_listed_with_its_line_and_fails_the_gate(tmp_path: Path) -> None:
    arguments = list(COST)
    arguments[arguments.index("madness-flashback")] = "c074-flashback"
    done = run(*arguments, "--at-least", "100")
    assert done.code == 1
    assert "Unprotected rules" in done.out
    assert "keywords/flashback.py:25: part 2 of or is left out: return setup" in done.out
    idle = done.out.partition("Laws that caught nothing alone")[2]
    assert "cards-conserved" in idle


def test_a_reviewed_outcome_is_a_gate(tmp_path: Path) -> None:
    file = tmp_path / "reviewed" / "mutation.txt"
    assert run(*COST, "--expect", str(file), "--update").code == 0
    assert run(*COST, "--expect", str(file)).code == 0
    other = list(COST)
    other[other.index("madness-flashback")] = "c074-flashback"
    done = run(*other, "--expect", str(file))
    assert done.code == 1
    assert "+unreached: keywords.flashback.permits_flashback: is negated: return" in done.err


@pytest.mark.parametrize(
    "arguments, says",
    [
        (("--file", "keywords/riple.py"), 'did you mean "keywords/ripple.py"'),
        (("--file", "keywords/ripple.py", "--rule", "begin"), 'no rule is called "begin"'),
        (("--sample", "0"), "--sample"),
        (("--update",), "--update needs --expect"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], says: str) -> None:
    done = run("mutate", *arguments)
    assert done.code == 2
    assert says in done.err
