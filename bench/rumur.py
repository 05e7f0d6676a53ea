"""rumur with its scalarsets, on a small system that is written in its language too."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path

from .engines import Failed, Run, call

MODEL = Path(__file__).with_name("piles.m")
SIZE = re.compile(r"CARDS: \d+;")
GCC = ("gcc", "-std=c11", "-O3", "-march=native", "-mcx16", "-w")


class Rumur:
    """Every position, or one of each orbit; without what only counterexamples need."""

    def __init__(self, cards: int, directory: Path, orbits: bool) -> None:
        self.name = "rumur, scalarsets" if orbits else "rumur"
        self.cards = cards
        self.directory = directory
        self.symmetry = "heuristic" if orbits else "off"

    def missing(self) -> str:
        tools = {"rumur": "Debian package rumur", "gcc": "gcc"}
        return ", ".join(hint for tool, hint in tools.items() if not shutil.which(tool))

    def prepare(self) -> float:
        self.directory.mkdir(parents=True, exist_ok=True)
        since = time.perf_counter()
        text = MODEL.read_text(encoding="utf-8")
        (self.directory / "piles.m").write_text(SIZE.sub(f"CARDS: {self.cards};", text))
        options = ["--deadlock-detection", "off", "--scalarset-schedules", "off"]
        options += ["--symmetry-reduction", self.symmetry, "--threads", "1"]
        call(["rumur", *options, "--output", "piles.c", "piles.m"], self.directory)
        call([*GCC, "-o", "piles", "piles.c", "-lpthread"], self.directory)
        return time.perf_counter() - since

    def run(self) -> Run:
        """It tells whole seconds only, so those of its process count, which begins at once."""
        text, seconds, peak = call([self.directory / "piles"])
        said = re.search(r"(\d+) states, (\d+) rules fired in \d+s\.\s*$", text)
        if said is None or "No error found" not in text:
            raise Failed(f"{self.name} reports an error:\n{text[-2000:]}")
        return Run(int(said[1]), int(said[2]), seconds, peak)
