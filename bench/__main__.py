"""Speed and memory of the search, next to other checkers on the same states."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from stackproof.inputs import InputError

from . import page, report
from .engines import Failed
from .growth import climb
from .search import Mismatch, compare, compare_in_python, compare_orbits
from .startup import waits

FULL, QUICK = "bench-stack", "madness-by-cost"
IN_PYTHON = "ripple-discard-cost"
"""Small enough for rules in plain Python."""
CARDS, FEW_CARDS = (5, 7), (3, 4)
"""Cards of the system with a counterpart for rumur: for every position, and for the orbits."""
WIDTH = 120


def main() -> int:
    """Measure, print, and say whether the engines agreed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small scenario, once")
    parser.add_argument("--scenario", default="", help="a shipped scenario or a file")
    parser.add_argument("--repeat", type=int, default=0, help="how often (default 3)")
    parser.add_argument("--growth", action="store_true", help="only how cost grows")
    parser.add_argument(
        "--rungs",
        type=int,
        choices=range(1, 6),
        default=0,
        help="how far: 3 to 10^6 states (the default), 4 to 10^7 (4 GB), 5 to 10^8 (10 minutes)",
    )
    parser.add_argument("--no-waiting", action="store_true", help="only compare searches")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the results there too")
    parser.add_argument("--page", metavar="FILE", type=Path, help="put the figures into this page")
    options = parser.parse_args()
    scenario = options.scenario or (QUICK if options.quick else FULL)
    repeat = options.repeat or (1 if options.quick else 3)
    console, progress = Console(), Console(stderr=True)
    if not console.is_terminal:
        console.width = WIDTH
    described = report.machine()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="bench-") as directory,
            progress.status("", spinner="line") as status,
        ):
            compared, waited = [], []
            if not options.growth:
                small = QUICK if options.quick else IN_PYTHON
                sizes = FEW_CARDS if options.quick else CARDS
                compared = [
                    compare(scenario, repeat, Path(directory), status.update),
                    compare_in_python(small, repeat, status.update),
                    *compare_orbits(*sizes, repeat, Path(directory), status.update),
                ]
                console.print(report.searches(compared))
                waited = [] if options.no_waiting else waits(scenario, repeat, status.update)
            far = options.rungs or (1 if options.quick else 3)
            rungs = climb(far, repeat, status.update)
    except (Failed, InputError, Mismatch) as problem:
        print(f"bench: {problem}", file=sys.stderr)
        return 1
    if waited:
        console.print(report.waiting(waited))
    console.print(report.growth(rungs))
    console.print(", ".join(f"{key} {value}" for key, value in described.items() if value))
    document = report.as_json(compared, waited, rungs, described)
    if options.json:
        options.json.write_text(json.dumps(document, indent=2) + "\n")
    if options.page:
        page.update(options.page, document)
    return 0


if __name__ == "__main__":
    sys.exit(main())
