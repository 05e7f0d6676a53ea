"""A search goes on from a checkpoint as if it had never stopped, or says in one line why not."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from bench.cases import case
from tests.explore.models import Edge, Interpreted, Look, grid
from tests.explore.test_modes import reduced

from stackproof.explore.checkpoint import CheckpointError, Checkpoints
from stackproof.explore.model import Limits, Reason
from stackproof.explore.search import Exploration, explore
from stackproof.explore.store import Storage
from stackproof.explore.tuning import Tuning
from stackproof.lang.readings.native import NativeReading

MODES = [
    Tuning(threads=threads, storage=storage, sample=100, capacity=64)
    for storage, threads in product((Storage.PLAIN, Storage.COMPRESSED), (1, 2))
]


def in_steps(
    search: Callable[[Limits | None, Tuning, Checkpoints], Exploration],
    home: Path,
    tunings: list[Tuning],
    step: int,
) -> Exploration:
    """A search that is stopped by a limit again and again, in one way after another."""
    limit, number = step, 0
    while True:
        checkpoints = Checkpoints(home, "rules", resume=number > 0)
        found = search(Limits(max_states=limit), tunings[number % len(tunings)], checkpoints)
        number, limit = number + 1, limit + step
        if found.reason is None:
            assert number > 3
            return found
        assert found.reason is Reason.STATES


@pytest.mark.parametrize("graph", [False, True])
@pytest.mark.parametrize("tuning", MODES)
def test_a_search_in_steps_is_the_same_search(tmp_path: Path, tuning: Tuning, graph: bool) -> None:
    game = case("ripple-two-instances")
    reading = NativeReading(game.system)

    def search(limits: Limits | None, how: Tuning, kept: Checkpoints | None) -> Exploration:
        return explore(
            reading, game.setup, game.initial, limits, tuning=how, graph=graph, checkpoints=kept
        )

    found = in_steps(search, tmp_path, [tuning], 1100)
    assert reduced(found) == reduced(search(None, Tuning(), None))


def test_storage_and_threads_may_change_on_the_way(tmp_path: Path) -> None:
    """With findings of every kind, before and after."""

    def edges(state: bytes) -> Iterator[Edge]:
        for i, value in enumerate(state):
            if value < 5 and state != b"\2\4\1":
                after = bytes(v + (k == i) for k, v in enumerate(state))
                broken = (0,) if sum(state) == 9 and i == 1 else ()
                yield Edge(1, i, after, broken, (3,), error=7 if after[0] == 3 == i + 3 else 0)

    def look(state: bytes) -> Look:
        return Look(all(v == 5 for v in state), (65,) if sum(state) == 3 else (), (64 + state[2],))

    model = Interpreted(3, edges, look, laws=71)

    def search(limits: Limits | None, how: Tuning, kept: Checkpoints | None) -> Exploration:
        return explore(model, b"", bytes(3), limits, tuning=how, graph=True, checkpoints=kept)

    whole = search(None, Tuning(), None)
    assert whole.violations.keys() == {0, 65}
    assert whole.errors
    assert whole.dead_ends
    tunings = [replace(MODES[i], sample=1, span=1) for i in (0, 1, 3, 2)]
    found = in_steps(search, tmp_path, tunings, whole.states // 6)
    assert reduced(found) == reduced(whole)


def stopped(home: Path, states: int = 20_000) -> Exploration:
    """A search of the grid, stopped by a limit."""
    checkpoints = Checkpoints(home, "rules")
    return explore(grid(), b"", bytes(6), Limits(max_states=states), checkpoints=checkpoints)


def resumed(home: Path, identity: str = "rules", setup: bytes = b"") -> tuple[Exploration, str]:
    """The search of the grid gone on with, and what was told."""
    checkpoints = Checkpoints(home, identity, resume=True)
    found = explore(grid(), setup, bytes(6), checkpoints=checkpoints)
    return found, "\n".join(checkpoints.notes)


def test_a_checkpoint_is_of_the_same_rules_and_setup(tmp_path: Path) -> None:
    stopped(tmp_path)
    for identity, setup in (("other rules", b""), ("rules", b"12345678")):
        with pytest.raises(CheckpointError, match="of other rules, laws or another setup"):
            resumed(tmp_path, identity, setup)
    assert resumed(tmp_path)[0].states == 1_000_000


def test_without_a_checkpoint_a_search_begins(tmp_path: Path) -> None:
    assert resumed(tmp_path / "none")[0].states == 1_000_000


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:0],
        lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
    ],
)
@pytest.mark.parametrize("kind", ["checkpoint", "part"])
def test_damage_is_told_and_the_one_before_is_used(
    tmp_path: Path, kind: str, damage: Callable[[bytes], bytes]
) -> None:
    stopped(tmp_path)
    checkpoints = Checkpoints(tmp_path, "rules", resume=True)
    explore(grid(), b"", bytes(6), Limits(max_states=50_000), checkpoints=checkpoints)
    (newest,) = tmp_path.glob(f"{kind}-2.*")
    newest.write_bytes(damage(newest.read_bytes()))
    found, told = resumed(tmp_path)
    assert found.states == 1_000_000
    assert "checkpoint-2.json is damaged" in told
    assert "going on from checkpoint-1.json" in told


def test_damage_of_the_only_checkpoint_is_an_error(tmp_path: Path) -> None:
    stopped(tmp_path)
    (part,) = tmp_path.glob("part-*")
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(CheckpointError, match=r"checksum of part-1.bin differs$"):
        resumed(tmp_path)
    part.unlink()
    with pytest.raises(CheckpointError, match="damaged: No such file"):
        resumed(tmp_path)


def test_another_format_is_refused(tmp_path: Path) -> None:
    import hashlib

    stopped(tmp_path)
    (manifest,) = tmp_path.glob("checkpoint-*")
    text = json.dumps({**json.loads(manifest.read_text().partition("\n")[2]), "format": 99})
    manifest.write_text(hashlib.sha256(text.encode()).hexdigest() + "\n" + text)
    with pytest.raises(CheckpointError, match="format 99, and this version reads 1"):
        resumed(tmp_path)


def test_a_full_disk_keeps_the_checkpoint_before(tmp_path: Path) -> None:
    """The limit on the size of files stands in for the disk."""
    stopped(tmp_path)
    before = sorted(file.name for file in tmp_path.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits, checkpoints = Limits(max_states=500_000), Checkpoints(tmp_path, "rules", resume=True)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 18, hard))
        with pytest.raises(CheckpointError, match=r"File too large; checkpoint 1 is kept$"):
            explore(grid(), b"", bytes(6), limits, checkpoints=checkpoints)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    assert sorted(file.name for file in tmp_path.iterdir()) == before
    assert resumed(tmp_path)[0].states == 1_000_000


KILLED = """
import sys
from pathlib import Path
from bench.cases import case
from stackproof.explore.checkpoint import Checkpoints
from stackproof.explore.search import explore
from stackproof.explore.tuning import Tuning
from stackproof.lang.readings.native import NativeReading
game = case("bench-stack")
checkpoints = Checkpoints(Path(sys.argv[1]), "rules", every=0)
tuning = Tuning(threads=2, compress_at=200_000)
explore(NativeReading(game.system), game.setup, game.initial, tuning=tuning, graph=True,
        checkpoints=checkpoints)
"""


def newest(home: Path) -> int:
    """The number of the newest checkpoint."""
    names = [file.stem for file in home.glob("checkpoint-*.json")]
    return max((int(name.removeprefix("checkpoint-")) for name in names), default=0)


def test_kill_9_loses_only_what_came_after_the_checkpoint(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], env=environment)
    while process.poll() is None and newest(tmp_path) < 5:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    game = case("bench-stack")
    checkpoints = Checkpoints(tmp_path, "rules", resume=True)
    reading = NativeReading(game.system)
    found = explore(reading, game.setup, game.initial, graph=True, checkpoints=checkpoints)
    assert (found.states, found.edges, found.depth) == (1_823_105, 2_619_389, 48)
    last = found.states - 1
    plain = explore(reading, game.setup, game.initial, tuning=replace(Tuning(), threads=1))
    assert found.trace(last) == plain.trace(last)
    checkpoints.clear()
    assert not tmp_path.exists()


FULL_DISK = """
import subprocess
import sys
from pathlib import Path
from tests.explore.models import grid
from stackproof.explore.checkpoint import CheckpointError, Checkpoints
from stackproof.explore.model import Limits
from stackproof.explore.search import explore
home = Path(sys.argv[1])
try:
    for limit in range(10_000, 1_000_000, 10_000):
        kept = Checkpoints(home, "rules", resume=limit > 10_000)
        explore(grid(), b"", bytes(6), Limits(max_states=limit), checkpoints=kept)
except CheckpointError as error:
    print(str(error).rpartition(": ")[2])
print(*sorted(file.name for file in home.glob("checkpoint-*")))
subprocess.run(["mount", "-o", "remount,size=64m", home], check=True)
kept = Checkpoints(home, "rules", resume=True)
print(explore(grid(), b"", bytes(6), checkpoints=kept).states)
"""
MOUNTED = 'mount -t tmpfs -o size=1m none "$1" && exec "$2" -c "$3" "$1"'


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """One of a megabyte, mounted for one process only; the search goes on once there is room."""
    alone = ["unshare", "--mount", "--map-root-user"]
    try:
        subprocess.run([*alone, "mount", "-t", "tmpfs", "none", tmp_path], check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nothing may be mounted here")
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    command = [*alone, "sh", "-c", MOUNTED, "sh", str(tmp_path), sys.executable, FULL_DISK]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    told, kept, states = done.stdout.splitlines()
    number = int(kept.split()[-1].removeprefix("checkpoint-").removesuffix(".json"))
    assert number > 2
    assert told == f"No space left on device; checkpoint {number} is kept"
    assert states == "1000000", done.stderr
