"""The figures of docs/symmetry.md for scenarios that take long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stackproof.editions.load import edition
from stackproof.explore.model import Limits, Reason
from stackproof.explore.search import Exploration, explore
from stackproof.game.assembly import assemble
from stackproof.lang.readings.native import NativeReading
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario, load_scenario
from stackproof.searching import symmetry_of

PAGE = Path(__file__).parents[2] / "docs" / "symmetry.md"
MOST = 30_000_000


def searched(scenario: Scenario, most: int, reduced: bool, forced: bool = False) -> Exploration:
    reading = NativeReading(assemble(dict(scenario.capacities)))
    game = build(scenario, edition("2026-01"), reading.system)
    symmetry = symmetry_of(reading.system, game.setup) if reduced else None
    limits = Limits(max_states=most, max_bytes=4 << 30)
    found = explore(reading, game.setup, game.initial, limits, symmetry=symmetry, forced=forced)
    assert found.errors == found.dead_ends == 0
    return found


def rats(folder: Path, number: int) -> Scenario:
    """The scenario of the Rats with another number of them in the library."""
    text = Path(load_scenario("rats-chain").file).read_text("utf-8")
    text = re.sub(r"^capacity.*\n", "", text, flags=re.MULTILINE)
    path = folder / f"rats-{number}.toml"
    path.write_text(text.replace("6 Relentless Rats", f"{number} Relentless Rats"), "utf-8")
    return load_scenario(path)


def figures(start: str) -> list[str]:
    """The cells with numbers of a row of the table."""
    row = next(row for row in PAGE.read_text("utf-8").splitlines() if row.startswith(f"| {start}"))
    return [cell.strip().replace(",", "") for cell in row.split("|")[2:6]]


ROWS = {3: "Thrumming Stone, a Rats and 3", 4: "with 4", 5: "with 5", 6: "`rats-chain`: with 6"}
LARGE = {7: "with 7", 8: "with 8", 9: "with 9", 10: "with 10", 11: "with 11"}


@pytest.mark.parametrize("number", ROWS)
def test_rats(number: int, tmp_path: Path) -> None:
    scenario = rats(tmp_path, number)
    whole, reduced = (searched(scenario, MOST, way).states for way in (False, True))
    cells = figures(ROWS[number])
    assert [str(whole), str(reduced)] == cells[:2]
    if number == 6:
        assert whole > 100 * reduced
        kept = [str(searched(scenario, MOST, way, forced=True).states) for way in (False, True)]
        assert kept == cells[2:]


@pytest.mark.deep
@pytest.mark.parametrize("number", LARGE)
def test_more_rats(number: int, tmp_path: Path) -> None:
    scenario = rats(tmp_path, number)
    whole, reduced, *_ = figures(LARGE[number])
    assert str(searched(scenario, MOST, True).states) == reduced
    if whole.isdigit():
        assert str(searched(scenario, MOST, False).states) == whole


@pytest.mark.deep
def test_four_players() -> None:
    scenario = load_scenario("madness-table")
    ways = ((True, False), (False, True), (True, True))
    counts = [searched(scenario, MOST, *way).states for way in ways]
    assert figures("`madness-table`")[1:] == [str(count) for count in counts]
    assert searched(scenario, MOST, False).reason in (Reason.STATES, Reason.MEMORY)


@pytest.mark.deep
@pytest.mark.parametrize("reduced", [True, False])
def test_a_whole_deck_is_undetermined(reduced: bool) -> None:
    found = searched(load_scenario("rats-deck"), 1_000_000, reduced, forced=reduced)
    assert found.reason is Reason.STATES
