"""The board says what the position is."""

from __future__ import annotations

from pathlib import Path

from tests.report.runs import BROKEN, outcome

from stackproof.trace.board import Board, Object, found_in


def boards(tmp_path: Path) -> tuple[Board, ...]:
    run = outcome("violated", tmp_path)
    result = [r for r in run.report.results if r.law == BROKEN][-1]
    play = run.teller.play(result)
    assert play is not None
    assert len(play.boards) == len(play.lines) + 1
    return play.boards


def test_the_start_is_what_the_scenario_says(tmp_path: Path) -> None:
    start = boards(tmp_path)[0]
    anna, ben = start.players
    assert (start.turn, start.step, start.asked, start.asks) == (1, "main", "Anna", "has priority")
    assert (anna.name, anna.life, anna.mana, anna.active) == ("Anna", 20, 2, True)
    assert [card.name for card in anna.hand] == ["Fiery Temper", "Forest"]
    assert [(card.name, card.type) for card in anna.battlefield] == [("Wild Mongrel", "creature")]
    assert [card.name for card in ben.hand] == ["Stifle"]
    assert (start.stack, start.resolving, start.waiting) == ((), None, ())


def test_the_stack_is_from_the_bottom_with_targets(tmp_path: Path) -> None:
    highest = max(reversed(boards(tmp_path)), key=lambda board: len(board.stack))
    assert highest.stack == (
        Object("Wild Mongrel", "activated ability", "Anna"),
        Object("Fiery Temper", "madness ability", "Anna"),
        Object("Stifle", "spell", "Ben", "the madness ability of Fiery Temper"),
    )


def test_a_card_is_found_in_its_zone(tmp_path: Path) -> None:
    places = [found_in(board)["Fiery Temper"] for board in boards(tmp_path)]
    assert places[0] == "hand"
    assert places[-1] == "exile"
    assert {found_in(board)["Stifle"] for board in boards(tmp_path)} == {
        "hand", "stack", "graveyard",
    }  # fmt: skip
