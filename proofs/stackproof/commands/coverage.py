"""``stackproof check --coverage``: which lines of the rules the plays reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.explore.model import Limits, Progress
    from stackproof.scenarios.load import Scenario

UNDETERMINED = 3


def report(
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    limits: Limits,
    progress: Callable[[str, Progress], None],
    form: str,
) -> tuple[str, int]:
    """The report in a form, and the exit code: no law is judged, but a limit may be reached."""
    from stackproof.coverage import show
    from stackproof.coverage.measure import measure

    if form not in ("text", "json"):
        raise click.UsageError("--coverage: the formats are text and json")
    found = measure(scenarios, editions, limits, progress)
    shown = show.json(found) if form == "json" else show.text(found)
    return shown, UNDETERMINED if found.incomplete else 0
