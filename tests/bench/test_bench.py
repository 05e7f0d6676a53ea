"""The generated C is the same work as the compiled rules, and the benchmark says what it should."""

from __future__ import annotations

import ctypes
import io
import json
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bench.cases import Case, case
from bench.engines import Engine, Failed, Run, call, python
from bench.growth import LADDER, Rung
from bench.peers import GCC, Minicheck, Plain
from bench.rumur import Rumur
from bench.search import Comparison, Mismatch, Row, require_equal
from bench.spin import Spin
from rich.console import Console
from tests.lang import toys

from bench import c_rules, page, report
from stackproof.explore.model import Limits
from stackproof.explore.search import explore
from stackproof.explore.store import Storage
from stackproof.explore.tuning import Tuning
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import System
from stackproof.lang.types import leaves
from stackproof.searching import symmetry_of

SCENARIOS = ("madness-by-cost", "both-keywords")
WRAPPER = """
#include "rules.h"
int c_legal(byte *setup, byte *state, int verb, int argument)
{
    int answer = legal(setup, state, verb, argument);
    return error ? -error : answer;
}
int c_take(byte *setup, byte *state, int verb, int argument, byte *after, byte *step)
{
    return take(setup, state, verb, argument, after, step);
}
int c_finished(byte *setup, byte *state)
{
    int answer = finished(setup, state);
    return error ? -error : answer;
}
"""
needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed")


def library(system: System, directory: Path) -> ctypes.CDLL:
    (directory / "rules.h").write_text(c_rules.header(system))
    (directory / "wrapper.c").write_text(WRAPPER)
    call([*GCC, "-shared", "-fPIC", "-o", "rules.so", "wrapper.c"], directory)
    return ctypes.CDLL(str(directory / "rules.so"))


def assert_same(
    native: NativeReading, compiled: ctypes.CDLL, states: Iterator[tuple[bytes, bytes]]
) -> int:
    """Legality, successors, steps, endings and error sites agree, for legal actions and others.

    Returns how many actions met a rule error.
    """
    after = ctypes.create_string_buffer(native.size)
    step = ctypes.create_string_buffer(native.system.step_type.size)
    failed = 0
    for setup, state in states:
        for verb, (_, size) in enumerate(native.system.verbs):
            for argument in range(size):
                legal, site = native.legal(setup, state, verb, argument)
                answer = compiled.c_legal(setup, state, verb, argument)
                assert answer == (-native.sites.index(site) if site else legal)
                expected = native.step(setup, state, verb, argument)
                number = compiled.c_take(setup, state, verb, argument, after, step)
                assert (after.raw, step.raw, native.site(number)) == expected
                failed += number != 0
        verdict = native.inspect(setup, state)
        answer = compiled.c_finished(setup, state)
        error = verdict.error
        assert answer == (-native.sites.index(error) if error else verdict.finished)
    return failed


def played(native: NativeReading, setup: bytes, start: bytes) -> Iterator[tuple[bytes, bytes]]:
    """States on random plays."""
    rng = random.Random(3)
    for _ in range(20):
        state = start
        for _ in range(60):
            yield setup, state
            ways = [e.after for e in native.successors(setup, state) if e.error is None]
            if not ways:
                break
            state = rng.choice(ways)


def anything(native: NativeReading) -> Iterator[tuple[bytes, bytes]]:
    """Records with every scalar in its domain."""
    rng = random.Random(5)
    kinds = (native.system.setup_type, native.system.state_type)
    for _ in range(300):
        setup, state = (
            bytes(rng.randint(x.scalar.low, x.scalar.high) & 0xFF for x in leaves(kind))
            for kind in kinds
        )
        yield setup, state


@needs_gcc
def test_the_toy_in_c_agrees_on_everything(tmp_path: Path) -> None:
    system = replace(toys.system(), laws=())
    native, compiled = NativeReading(system), library(system, tmp_path)
    assert assert_same(native, compiled, anything(native)) > 0
    for setup, _ in list(anything(native))[:20]:
        assert_same(native, compiled, played(native, setup, bytes(native.size)))


@needs_gcc
def test_the_game_in_c_agrees_on_everything(tmp_path: Path) -> None:
    game = case("both-keywords")
    native, compiled = NativeReading(game.system), library(game.system, tmp_path)
    assert_same(native, compiled, played(native, game.setup, game.initial))
    assert_same(native, compiled, anything(native))


def plain(game: Case, directory: Path, states: int) -> Engine:
    return Plain(game, directory, states)


def depth_first(game: Case, directory: Path, states: int) -> Engine:
    return Spin(game, directory, states, breadth_first=False)


def breadth_first(game: Case, directory: Path, states: int) -> Engine:
    return Spin(game, directory, states, breadth_first=True)


@pytest.mark.parametrize("make", [plain, depth_first, breadth_first])
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_engine_finds_the_same_graph(
    name: str, make: Callable[[Case, Path, int], Engine], tmp_path: Path
) -> None:
    game = case(name)
    found = explore(NativeReading(game.system), game.setup, game.initial)
    engine = make(game, tmp_path, found.states)
    if missing := engine.missing():
        pytest.skip(f"not installed: {missing}")
    engine.prepare()
    run = engine.run()
    assert (run.states, run.edges) == (found.states, found.edges)


@pytest.mark.parametrize("compiled", [True, False])
def test_minicheck_finds_the_same_states(compiled: bool) -> None:
    engine = Minicheck(SCENARIOS[0], compiled)
    if missing := engine.missing():
        pytest.skip(f"not installed: {missing}")
    game = case(SCENARIOS[0])
    found = explore(NativeReading(game.system), game.setup, game.initial)
    assert engine.run().states == found.states


PILES = [
    (3, False, 16_042, 66_888),
    (4, True, 15_388, 81_731),
]
"""Cards, whether one of each orbit is kept, and how many positions and transitions there are."""


@pytest.mark.parametrize("cards, orbits, states, edges", PILES)
def test_piles_have_their_known_sizes(cards: int, orbits: bool, states: int, edges: int) -> None:
    game = case(f"piles-{cards}")
    symmetry = symmetry_of(game.system, game.setup) if orbits else None
    found = explore(NativeReading(game.system), game.setup, game.initial, symmetry=symmetry)
    assert (found.states, found.edges) == (states, edges)


@pytest.mark.parametrize("cards, orbits, states, edges", PILES)
def test_rumur_finds_as_many(
    cards: int, orbits: bool, states: int, edges: int, tmp_path: Path
) -> None:
    engine = Rumur(cards, tmp_path, orbits)
    if missing := engine.missing():
        pytest.skip(f"not installed: {missing}")
    engine.prepare()
    run = engine.run()
    assert (run.states, run.edges) == (states, edges)


def row(name: str, states: int, edges: int | None, seconds: float = 1.0) -> Row:
    return Row(name, runs=[Run(states, edges, seconds, 1 << 20)])


def test_different_counts_are_named() -> None:
    ours = row("stackproof", 1_806_165, 2_508_053)
    require_equal([ours, row("minicheck", 1_806_165, None), Row("SPIN", missing="spin")])
    with pytest.raises(Mismatch, match=r"states differ: .* 1,806,165, SPIN found 1,806,164"):
        require_equal([ours, row("SPIN", 1_806_164, 2_508_053)])
    with pytest.raises(Mismatch, match=r"edges differ: .* 2,508,053, SPIN found 7"):
        require_equal([ours, row("SPIN", 1_806_165, 7)])


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    engine = Spin(case(SCENARIOS[0]), tmp_path, 1, breadth_first=True)
    monkeypatch.setattr(shutil, "which", lambda tool: None if tool == "spin" else tool)
    assert engine.missing() == "Debian package spin"
    rows = [row("stackproof", 10, 9, 0.5), row("peer", 10, 9, 1.5), Row("SPIN", engine.missing())]
    compared = Comparison("some", "2026-01", rows)
    console = Console(width=120, file=io.StringIO(), record=True)
    console.print(report.searches([compared]))
    shown = console.export_text()
    assert "not installed (Debian package spin)" in shown
    assert "3.00 x" in shown
    document = report.as_json([compared], [], [], {})
    assert document["searches"][0]["engines"][2]["missing"] == "Debian package spin"


def test_a_tool_that_fails_is_quoted() -> None:
    with pytest.raises(Failed, match=r"exit code 3\noh no"):
        call(["sh", "-c", "echo oh no; exit 3"])


def test_one_quick_run(tmp_path: Path) -> None:
    """The command line from end to end."""
    file = tmp_path / "results.json"
    command = ["bench", "--quick", "--no-waiting", "--json", str(file)]
    text, _, _ = python(command)
    assert "exact search of every state" in text
    engines = json.loads(file.read_text())["searches"][0]["engines"]
    assert engines[0]["engine"] == "stackproof"
    assert len({e["states"] for e in engines if "states" in e}) == 1


def test_figures_of_a_page_are_replaced(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text(f"before\n{page.BEGIN}\nold\n{page.END}\nafter\n")
    rows = [row("stackproof", 1000, 9, 0.5), row("SPIN", 1000, 9, 1.5), Row("rumur", "rumur")]
    run = Run(1000, 9, 0.5, 1 << 20, 18_000, 9_000)
    rung = Rung("some", Storage.COMPRESSED, 2, [run])
    machine = {"cores": 2, "processor": "none", "python": "3.11", "load": 4.5}
    document = report.as_json([Comparison("some", "2026-01", rows)], [], [rung], machine)
    page.update(file, document)
    page.update(file, document)
    text = file.read_text()
    assert text.startswith(f"before\n{page.BEGIN}\n")
    assert text.endswith(f"{page.END}\nafter\n")
    assert "old" not in text
    assert "busy with other work** (load average 4.5)" in text
    assert "| SPIN | 3.00 | 1049 (whole process) |" in text
    assert "| rumur | not installed (rumur) |  |" in text
    assert "| 1,000 | compressed | 2 | 0.00 M | 1.00 | 18.0 | 9.0 | 1 |" in text
    file.write_text("nothing")
    with pytest.raises(ValueError, match="figures"):
        page.update(file, document)


def test_the_page_shows_what_was_measured() -> None:
    docs = Path(__file__).parents[2] / "docs"
    document = json.loads((docs / "performance.json").read_text(encoding="utf-8"))
    shown = (docs / "performance.md").read_text(encoding="utf-8")
    assert page.figures(document) in shown


SIZES = {"stack-4": (7_614, 9_613, 29), "stack-5": (108_956, 157_933, 37)}


@pytest.mark.parametrize("name", SIZES)
def test_the_ladder_has_its_known_sizes(name: str) -> None:
    (scenario,) = (one for one in LADDER if Path(one).stem == name)
    game = case(scenario)
    reading = NativeReading(game.system)
    for storage in (Storage.PLAIN, Storage.COMPRESSED):
        tuning = Tuning(threads=2, storage=storage, sample=1000)
        found = explore(reading, game.setup, game.initial, tuning=tuning)
        assert (found.states, found.edges, found.depth) == SIZES[name]


@pytest.mark.deep
def test_ten_million_states_in_twenty_bytes_each() -> None:
    game = case(LADDER[3])
    tuning = Tuning(threads=2, storage=Storage.COMPRESSED)
    found = explore(NativeReading(game.system), game.setup, game.initial, tuning=tuning)
    assert (found.states, found.edges, found.depth) == (12_630_922, 17_957_530, 49)
    assert found.store.used(found.states, found.edges) <= 20 * found.states


@pytest.mark.deep
def test_a_hundred_million_states_in_four_gibibytes() -> None:
    game = case(LADDER[4])
    tuning = Tuning(threads=2, storage=Storage.COMPRESSED)
    limits = Limits(max_bytes=4 << 30)
    found = explore(NativeReading(game.system), game.setup, game.initial, limits, tuning=tuning)
    assert (found.states, found.edges, found.depth) == (151_302_535, 211_794_001, 54)
    assert found.peak_bytes <= 4 << 30
