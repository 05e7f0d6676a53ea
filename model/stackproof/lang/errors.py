"""What can go wrong: code outside the language, and rules that break their own declarations."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class Refused(Exception):
    """Code outside the rules language, with file, line and what to write instead."""

    def __init__(self, file: str, line: int, what: str, instead: str = "") -> None:
        self.file, self.line, self.what, self.instead = file, line, what, instead
        hint = f"; {instead}" if instead else ""
        super().__init__(f"{Path(file).name}:{line}: {what}{hint}")


@dataclass(frozen=True)
class Site:
    """One place in the rules text at which a rule error can arise.

    ``kind`` is ``domain`` (a value outside the domain of its field, parameter or result),
    ``index`` (outside the array, which includes an overrun capacity) or ``assert``.
    """

    file: str
    line: int
    kind: str
    what: str

    @property
    def key(self) -> tuple[str, int, str]:
        """What the three readings agree on: file name, line and kind."""
        return (Path(self.file).name, self.line, self.kind)

    def __str__(self) -> str:
        return f"{Path(self.file).name}:{self.line}: {self.kind}: {self.what}"


class RuleError(Exception):
    """A rule left a declared domain, an array or a capacity, or an ``assert`` failed."""

    def __init__(self, site: Site) -> None:
        self.site = site
        super().__init__(str(site))
