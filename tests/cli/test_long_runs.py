"""`stackproof check` over a long time: checkpoints, Ctrl-C, kill -9, damage, limits."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import Done, run

LARGE = ("bench-stack", "--edition", "2026-01")
LAWS = ("--law", "no-rule-error", "--law", "ripple-leaves-stack")
SMALL = ("ripple-discard-cost", "--edition", "2026-01")


def results(done: Done) -> list[dict[str, Any]]:
    """The results of a report, without the time that they took."""
    report: dict[str, Any] = json.loads(done.out)
    for result in report["results"]:
        del result["seconds"]
    found: list[dict[str, Any]] = report["results"]
    return found


def stopped(home: Path, number: signal.Signals, *arguments: str) -> tuple[int, str, str]:
    """A check that gets a signal once it has written two checkpoints, of which two are kept."""
    command = ["check", *arguments, "--checkpoint", str(home), "--checkpoint-every", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "stackproof", *command, "--format", "json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while process.poll() is None and len(list(home.glob("*/checkpoint-*.json"))) < 2:
        time.sleep(0.01)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_a_killed_check_goes_on_with_the_identical_report(tmp_path: Path) -> None:
    """Also for laws about what comes later."""
    home = tmp_path / "kept"
    code, out, _ = stopped(home, signal.SIGKILL, *LARGE, *LAWS)
    assert (code, out) == (-signal.SIGKILL, "")
    left = Path(next(iter(home.glob("*/checkpoint-*.json"))))
    assert left.parent.name == "bench-stack-2026-01-orbits"
    again = run("check", *LARGE, *LAWS, "--checkpoint", str(home), "--resume", "--format", "json")
    assert again.code == 0
    assert not home.exists()
    assert results(again) == results(run("check", *LARGE, *LAWS, "--format", "json"))


def test_ctrl_c_leaves_a_checkpoint_and_an_undetermined_report(tmp_path: Path) -> None:
    code, out, _ = stopped(tmp_path / "kept", signal.SIGINT, *LARGE, "--law", "no-rule-error")
    assert code == 3
    (result,) = json.loads(out)["results"]
    assert result["verdict"] == "undetermined"
    assert result["reason"] == "stopped by the limit on interrupted"
    assert list((tmp_path / "kept").glob("*/checkpoint-*.json"))


def test_a_limit_leaves_a_checkpoint_to_go_on_from(tmp_path: Path) -> None:
    home = tmp_path / "kept"
    kept = ("check", *SMALL, "--format", "json", "--checkpoint", str(home))
    first = run(*kept, "--max-states", "5000")
    assert first.code == 3
    assert run(*kept, "--resume", "--max-states", "9000", "--storage", "compressed").code == 3
    again = run(*kept, "--resume", "--threads", "2")
    assert again.code == 0
    assert results(again) == results(run("check", *SMALL, "--format", "json"))
    assert not home.exists()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Checkpoints of a check that met a limit."""
    home = tmp_path_factory.mktemp("kept")
    assert run("check", *SMALL, "--checkpoint", str(home), "--max-states", "5000").code == 3
    return home


def refused(home: Path, *arguments: str) -> str:
    """What a command says that ends with exit code 2 and one line."""
    done = run("check", *(arguments or SMALL), "--checkpoint", str(home), "--resume")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    return done.err


def test_checkpoints_are_not_overwritten(kept: Path) -> None:
    done = run("check", *SMALL, "--checkpoint", str(kept))
    assert done.code == 2
    assert done.err == f"stackproof: {kept}: it has checkpoints; --resume goes on from them\n"


def test_a_checkpoint_is_refused_where_it_does_not_belong(kept: Path, tmp_path: Path) -> None:
    from stackproof.scenarios.load import load_scenario

    text = Path(load_scenario(SMALL[0]).file).read_text(encoding="utf-8")
    other = tmp_path / "ripple-discard-cost.toml"
    other.write_text(text.replace("mana = ", "mana = 1", 1), encoding="utf-8")
    home = tmp_path / "kept"
    shutil.copytree(kept, home)
    assert "it is of other rules, laws or another setup" in refused(
        home, str(other), "--edition", "2026-01"
    )
    assert "there is no checkpoint to go on from" in refused(tmp_path / "none")
    assert "--resume needs --checkpoint DIR" in run("check", *SMALL, "--resume").err


def test_a_damaged_checkpoint_is_told(kept: Path, tmp_path: Path) -> None:
    home = tmp_path / "kept"
    shutil.copytree(kept, home)
    (part,) = home.glob("*/part-1.bin")
    part.write_bytes(part.read_bytes()[:-1])
    said = "checkpoint-1.json is damaged: the checksum of part-1.bin differs\n"
    assert refused(home).endswith(said)


def test_a_full_disk_is_told_and_loses_nothing(kept: Path, tmp_path: Path) -> None:
    home = tmp_path / "kept"
    shutil.copytree(kept, home)
    files = sorted(home.rglob("*"))

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))

    command = ["check", *SMALL, "--checkpoint", str(home), "--resume", "--max-states", "9000"]
    done = subprocess.run(
        [sys.executable, "-m", "stackproof", *command],
        preexec_fn=small_files, capture_output=True, text=True, timeout=120, check=False,
        env=os.environ,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.endswith("cannot write a checkpoint: File too large; checkpoint 1 is kept\n")
    assert sorted(home.rglob("*")) == files
    again = run("check", *SMALL, "--checkpoint", str(home), "--resume")
    assert again.code == 0


def test_too_little_memory_is_undetermined() -> None:
    done = run(
        "check", *SMALL, "--law", "no-rule-error", "--max-memory", "200K", "--format", "json"
    )
    assert done.code == 3
    assert json.loads(done.out)["results"][0]["reason"] == "stopped by the limit on memory"
    for wrong in ("4X", "0", "-1G", "many"):
        refused_size = run("check", *SMALL, "--max-memory", wrong)
        assert refused_size.code == 2
        assert f'"{wrong}" is not a size like 800M or 4G' in refused_size.err


@pytest.mark.parametrize("storage", ["plain", "compressed"])
@pytest.mark.parametrize("threads", ["1", "2"])
def test_the_report_is_the_same_in_every_mode(storage: str, threads: str) -> None:
    how = ("--storage", storage, "--threads", threads)
    expected = run("check", "madness-stifled", "--format", "json")
    found = run("check", "madness-stifled", *how, "--format", "json")
    assert found.code == expected.code == 0
    assert results(found) == results(expected)
