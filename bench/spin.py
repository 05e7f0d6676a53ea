"""SPIN with the rules as embedded C, exact storage, depth-first or breadth-first."""

from __future__ import annotations

import re
from pathlib import Path

from stackproof.explore.memory import available

from . import c_rules
from .cases import Case
from .engines import Failed, Run, call
from .peers import GCC, Generated

OPTIONS = ("-DSAFETY", "-DNOREDUCE", "-DNOFAIR")
LIMITS = ("-E", "-n", "-b", "-m1000000")
"""A finished play is no error, unreached code is not listed, but a search cut short is an error."""

MOST = 32
"""How many actions may be legal at once; with more, the run says so and fails."""


class Spin(Generated):
    """The table has several slots for each of ``states`` states, which is fastest."""

    tools = (("spin", "Debian package spin"), ("gcc", "gcc"))

    def __init__(self, case: Case, directory: Path, states: int, breadth_first: bool) -> None:
        super().__init__(case, directory)
        self.name = f"SPIN, {'breadth' if breadth_first else 'depth'}-first"
        self.breadth_first = breadth_first
        self.table_bits = max(16, states.bit_length() + 3)

    def compile(self) -> None:
        initial = self.case.initial
        start = c_rules.array("setup", self.case.setup)
        start += f"typedef struct {{ byte bytes[{len(initial)}]; }} Packed;\n"
        start += f"static const Packed initial = {{{{{','.join(map(str, initial))}}}}};\n"
        start += f"#define OPTIONS {MOST}\n"
        for i in range(MOST):  # SPIN allows no call in a condition
            start += f"#define OFFERED_{i} offered(now.state.bytes, {i})\n"
        self.write("start.h", start)
        self.write("model.pml", promela(self.breadth_first))
        vector = max(1024, len(initial) + 256)
        sizes = [f"-DVECTORSZ={vector}", f"-DMEMLIM={available() >> 20}"]
        call(["spin", "-a", "model.pml"], self.directory)
        search = ["-DBFS"] if self.breadth_first else []
        include = f"-I{Path(__file__).parent}"
        options = [include, *OPTIONS, *sizes, *search]
        call([*GCC, *options, "-o", "pan", "pan.c"], self.directory)

    def run(self) -> Run:
        text, _, peak = call([self.directory / "pan", *LIMITS, f"-w{self.table_bits}"])
        if _number(text, r"errors: (\d+)"):
            raise Failed(f"{self.name} reports an error:\n{text}")
        return Run(
            states=int(_number(text, r"(\S+) states, stored")),
            edges=int(_number(text, r"(\S+) transitions")) - 1,  # the start counts as one
            seconds=_number(text, r"elapsed time (\S+) seconds"),
            peak=peak,
        )


def promela(breadth_first: bool) -> str:
    """One process; each option of its loop is one atomic step."""
    options = [
        f"  :: d_step {{ c_expr {{ OFFERED_{i} }} -> c_code {{ follow(now.state.bytes, {i}); }} }}"
        for i in range(MOST)
    ]
    includes = [f'\\#include "{name}"' for name in ("rules.h", "start.h", "spin.h")]
    declared = ["c_decl {", *includes, "}", 'c_state "Packed state" "Global" "initial"']
    if not breadth_first:
        declared.append('c_track "&choices" "sizeof(Choices)" "UnMatched"')
    return "\n".join([*declared, "active proctype play() {", "  do", *options, "  od", "}", ""])


def _number(text: str, pattern: str) -> float:
    match = re.search(pattern, text)
    if match is None:
        raise Failed(f"nothing like {pattern!r} in:\n{text}")
    return float(match[1])
