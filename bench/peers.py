"""Our search, minicheck, and a plain search in C."""

from __future__ import annotations

import importlib.util
import json
import shutil
import time
from abc import ABC, abstractmethod
from pathlib import Path

from stackproof.explore.store import Storage

from . import c_rules
from .cases import Case
from .engines import Run, call, python, run_of

GCC = ("gcc", "-O2", "-w")
ROOM = 1 << 16


class Ours:
    """The project's own search, with all laws or without any, in one of its modes."""

    def __init__(
        self,
        scenario: str,
        laws: bool = False,
        storage: Storage = Storage.PLAIN,
        threads: int = 1,
        orbits: bool = False,
    ) -> None:
        said = ["all laws"] if laws else []
        said += [] if storage is Storage.PLAIN else [storage]
        said += [] if threads == 1 else [f"{threads} threads"]
        said += ["one of each orbit"] if orbits else []
        self.name = ", ".join(["stackproof", *said])
        self.scenario = scenario
        self.rules = "-with-laws" if laws else ""
        self.compiles = storage is Storage.PLAIN and threads == 1
        self.what = f"search{self.rules}:{storage}:{threads}" + ":orbits" * orbits

    def missing(self) -> str:
        return ""

    def prepare(self) -> float:
        """Modes share what is compiled, so that it is measured for the plain one only."""
        if not self.compiles:
            return 0.0
        text, _, _ = python(["bench.worker", f"compile{self.rules}", self.scenario])
        return float(json.loads(text)["seconds"])

    def run(self) -> Run:
        text, _, peak = python(["bench.worker", self.what, self.scenario])
        return run_of(text, peak)


class Minicheck:
    """minicheck from PyPI; its successor function is our compiled code, or the rules in Python."""

    def __init__(self, scenario: str, compiled: bool) -> None:
        self.name = f"minicheck, {'compiled rules' if compiled else 'rules in Python'}"
        self.what = "minicheck" if compiled else "minicheck-python"
        self.scenario = scenario

    def missing(self) -> str:
        return "" if importlib.util.find_spec("minicheck") else "PyPI package minicheck"

    def prepare(self) -> float:
        return 0.0

    def run(self) -> Run:
        text, _, peak = python(["bench.worker", self.what, self.scenario])
        return run_of(text, peak)


class Generated(ABC):
    """An engine whose C code contains the rules."""

    tools: tuple[tuple[str, str], ...]

    def __init__(self, case: Case, directory: Path) -> None:
        self.case = case
        self.directory = directory

    def missing(self) -> str:
        return ", ".join(hint for tool, hint in self.tools if not shutil.which(tool))

    def prepare(self) -> float:
        """The time from the rules' text to a program."""
        self.directory.mkdir(parents=True, exist_ok=True)
        since = time.perf_counter()
        self.write("rules.h", c_rules.header(self.case.system))
        self.compile()
        return time.perf_counter() - since

    @abstractmethod
    def compile(self) -> None:
        """Build a program around ``rules.h``."""

    def write(self, name: str, text: str) -> None:
        (self.directory / name).write_text(text)


class Plain(Generated):
    """A breadth-first search written by hand in C, with memory set aside for ``states`` states."""

    name = "plain C search"
    tools = (("gcc", "gcc"),)

    def __init__(self, case: Case, directory: Path, states: int) -> None:
        super().__init__(case, directory)
        self.limit = states + ROOM

    def compile(self) -> None:
        start = c_rules.array("setup", self.case.setup)
        start += c_rules.array("initial", self.case.initial)
        self.write("start.h", start)
        source = Path(__file__).with_name("plain.c")
        call([*GCC, f"-I{self.directory}", "-o", self.directory / "plain", source])

    def run(self) -> Run:
        text, _, peak = call([self.directory / "plain", str(self.limit)])
        return run_of(text, peak)
