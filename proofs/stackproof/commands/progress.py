"""A line that tells how far a search or a proof is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stackproof.explore.model import Progress


class ProgressLine:
    """A line of progress on a terminal's standard error; silent elsewhere."""

    def __init__(self, wanted: bool) -> None:
        self._status: Any = None
        if wanted and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True).status("")

    def __enter__(self) -> ProgressLine:
        if self._status:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status:
            self._status.stop()

    def say(self, text: str) -> None:
        """Show how far something is."""
        if self._status:
            self._status.update(text)

    def update(self, scenario: str, now: Progress) -> None:
        """Show how far the search of a scenario is."""
        self.say(f"{scenario}: {told(now)}")


def told(now: Progress) -> str:
    """How far a search is, with an estimate only where there is one."""
    rate = now.states / now.seconds if now.seconds else 0
    left = "no estimate" if now.left is None else f"about {now.left:,.0f} s left"
    return (
        f"{now.states:,} states, depth {now.depth}, frontier {now.frontier:,}, "
        f"{rate:,.0f} states/s, {now.bytes >> 20:,} MiB, {left}"
    )
