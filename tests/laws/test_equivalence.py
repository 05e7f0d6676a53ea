"""Two scenarios that play alike under a renaming, and one planted difference of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from stackproof.editions.load import edition
from stackproof.equivalence import check_equivalence
from stackproof.explore.model import Limits
from stackproof.inputs import InputError
from stackproof.laws.equivalences import EQUIVALENCES, Equivalence
from stackproof.report.result import Result, Verdict
from stackproof.scenarios.load import Scenario, load_scenario

PLAIN = """
[[card]]
name = "Plain Flame"
type = "instant"
cost = 2
target = "any"
effects = [{ do = "damage", n = 2 }]
since = "2006-07"
"""

SCENE = """
title = "Ripple"
cards = ["own.toml"]
editions = ["2026-01"]

[[player]]
name = "Anna"
mana = {mana}
hand = ["{card} @a"]
library = ["{card} @b", "Mountain", "{card} @c", "Island", "Forest"]
battlefield = [{stone}]

[[player]]
name = "Ben"
life = 4
"""


def scene(
    folder: Path, name: str, card: str, *, stone: bool, mana: int = 2, own: str = PLAIN
) -> Scenario:
    home = folder / name
    home.mkdir()
    (home / "own.toml").write_text(own)
    stones = '"Thrumming Stone"' if stone else ""
    (home / f"{name}.toml").write_text(
        SCENE.replace("{card}", card).replace("{stone}", stones).replace("{mana}", str(mana))
    )
    return load_scenario(str(home / f"{name}.toml"))


CARDS = {f"Surging Flame @{c}": f"Plain Flame @{c}" for c in "abc"}
SAME = Equivalence("printed-and-granted", "They play alike.", "printed", "granted", CARDS)


def judged(left: Scenario, right: Scenario, claim: Equivalence = SAME) -> Result:
    return check_equivalence(claim, left, right, edition("2026-01"))


def test_printed_and_granted_ripple_play_alike(tmp_path: Path) -> None:
    left = scene(tmp_path, "printed", "Surging Flame", stone=False)
    right = scene(tmp_path, "granted", "Plain Flame", stone=True)
    found = judged(left, right)
    assert (found.verdict, found.reason, found.trace) == (Verdict.HOLDS, "", None)
    assert found.states > 1000


def test_a_difference_in_what_happens(tmp_path: Path) -> None:
    """Without the stone the plain card does not ripple: seen when the spell has become cast."""
    left = scene(tmp_path, "printed", "Surging Flame", stone=False)
    right = scene(tmp_path, "granted", "Plain Flame", stone=False)
    found = judged(left, right)
    assert found.verdict is Verdict.VIOLATED
    assert found.trace is not None
    assert [verb for verb, _ in found.trace.actions] == ["play", "target"]
    assert "other events happen" in found.reason


def test_a_difference_in_what_is_allowed(tmp_path: Path) -> None:
    dear = PLAIN.replace("cost = 2", "cost = 3")
    left = scene(tmp_path, "printed", "Surging Flame", stone=False)
    right = scene(tmp_path, "granted", "Plain Flame", stone=True, own=dear)
    found = judged(left, right)
    assert found.verdict is Verdict.VIOLATED
    assert found.trace is not None
    assert found.trace.actions == []
    assert "only the first allows play 0" in found.reason


def test_a_difference_in_the_positions(tmp_path: Path) -> None:
    left = scene(tmp_path, "printed", "Surging Flame", stone=False)
    right = scene(tmp_path, "granted", "Plain Flame", stone=True, mana=3)
    found = judged(left, right)
    assert "mana[0] is 2 in the first and 3 in the second" in found.reason


@pytest.mark.parametrize("known", EQUIVALENCES, ids=lambda known: known.id)
def test_what_is_declared_holds(known: Equivalence) -> None:
    left, right = load_scenario(known.left), load_scenario(known.right)
    assert judged(left, right, known).verdict is Verdict.HOLDS


def test_a_limit_leaves_it_open(tmp_path: Path) -> None:
    left = scene(tmp_path, "printed", "Surging Flame", stone=False)
    right = scene(tmp_path, "granted", "Plain Flame", stone=True)
    found = check_equivalence(SAME, left, right, edition("2026-01"), Limits(max_states=50))
    assert (found.verdict, found.reason) == (Verdict.UNDETERMINED, "stopped by the limit on states")


def test_a_name_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    left = scene(tmp_path, "printed", "Surging Flame", stone=False)
    right = scene(tmp_path, "granted", "Plain Flame", stone=True)
    wrong = Equivalence("wrong", "", "printed", "granted", {"Surging Flame @x": "Plain Flame @a"})
    with pytest.raises(InputError, match="none of the cards is called"):
        judged(left, right, wrong)
