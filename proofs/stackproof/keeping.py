"""Where a check keeps checkpoints: a folder for each search below one for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stackproof.editions.load import Edition
from stackproof.explore.checkpoint import Checkpoints
from stackproof.inputs import InputError
from stackproof.lang.readings.fingerprint import fingerprint
from stackproof.lang.system import System
from stackproof.scenarios.load import Scenario


@dataclass
class Keeping:
    """Checkpoints below ``folder``, every so many seconds, and whether to go on from them.

    Raises :class:`stackproof.inputs.InputError` where there are none to go on from, or there are
    some that would be lost.
    """

    folder: Path
    every: float = 300
    resume: bool = False
    _searches: list[Checkpoints] = field(default_factory=list)

    def __post_init__(self) -> None:
        there = any(self.folder.glob("*/checkpoint-*.json"))
        if self.resume and not there:
            raise InputError(f"{self.folder}: there is no checkpoint to go on from")
        if there and not self.resume:
            raise InputError(f"{self.folder}: it has checkpoints; --resume goes on from them")

    def of(
        self, scenario: Scenario, group: Sequence[Edition], system: System, kind: str = ""
    ) -> Checkpoints:
        """The checkpoints of the search of a scenario for editions that play alike; ``kind`` tells
        a search of some positions only from one of all.
        """
        home = self.folder / f"{scenario.id}-{group[0].id}{kind}"
        kept = Checkpoints(home, fingerprint(system) + kind, self.every, self.resume)
        self._searches.append(kept)
        return kept

    @property
    def notes(self) -> list[str]:
        """What there is to tell of damage."""
        return [note for kept in self._searches for note in kept.notes]

    def clear(self) -> None:
        """Removes all checkpoints: everything was searched."""
        for kept in self._searches:
            kept.clear()
        if self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()
