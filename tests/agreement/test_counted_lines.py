"""The lines that compiled code counts are those that CPython runs."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import cache
from types import FrameType
from typing import Any

import pytest
from tests.agreement.positions import made_up, reached

from stackproof.check import system_of
from stackproof.coverage.citations import tally
from stackproof.editions.load import edition
from stackproof.lang.readings.counted import CountedReading
from stackproof.lang.readings.python import Player
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario

SCENES = [
    ("both-keywords", "2026-01"),
    ("madness-two-windows", "2006-07"),
    ("madness-cleanup", "2002-02"),
]
Lines = set[tuple[str, int]]


@cache
def counted(name: str) -> CountedReading:
    system = system_of(load_scenario(name))
    return CountedReading(system, [tally(system)])


def run_lines(files: set[str], call: Callable[..., object], *arguments: object) -> Lines:
    """The lines in some files that CPython runs during a call."""
    found: Lines = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        name = frame.f_code.co_filename
        if name not in files:
            return None
        if event == "line":
            found.add((name, frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call(*arguments)
    finally:
        sys.settrace(before)
    return found


def counted_lines(reading: CountedReading) -> Lines:
    counts = reading.counts()
    return {(m.file, m.line) for m in reading.marks if counts.play[m.counter]}


@pytest.mark.parametrize("name, when", SCENES)
@pytest.mark.parametrize("seed", range(6))
def test_a_transition_runs_the_same_lines(name: str, when: str, seed: int) -> None:
    scenario = load_scenario(name)
    reading = counted(name)
    system = reading.system
    game = build(scenario, edition(when), system)
    player = Player(system, game.setup)
    known = {(mark.file, mark.line) for mark in reading.marks}
    files = {file for file, _ in known}
    rng = random.Random(seed)
    places = [reached(player, game, rng, rng.randint(0, 60)), made_up(player, game, rng)]
    for position in places:
        for edge in reading.successors(game.setup, position):
            if edge.error is not None:
                continue
            at = player.position(position)
            action = (edge.verb, edge.argument)
            reading.reset()
            reading.step(game.setup, position, *action)
            ran = run_lines(files, player.apply, at, *action)
            assert counted_lines(reading) == ran & known
            reading.reset()
            reading.legal(game.setup, position, *action)
            ran = run_lines(files, player.legal, at, *action)
            assert counted_lines(reading) == ran & known
