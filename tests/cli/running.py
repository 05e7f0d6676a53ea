"""Runs the command line as a user does, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str


def run(
    *arguments: str, timeout: float = 120, cwd: Path | None = None, module: str = "stackproof"
) -> Done:
    """Run ``stackproof``, or another module, with arguments."""
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True, text=True, timeout=timeout, check=False, env=environment, cwd=cwd,
    )  # fmt: skip
    return Done(done.returncode, done.stdout, done.stderr)
