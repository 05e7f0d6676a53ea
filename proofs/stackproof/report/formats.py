"""The forms of a report by name. Each is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stackproof.scenarios.load import Scenario

    from .result import Report

DOCUMENTS = ("junit", "sarif", "github", "markdown", "html")
"""Each is a module of this package with a function ``render``."""
FORMATS = ("text", "json", *DOCUMENTS)


def render(form: str, report: Report, scenarios: Iterable[Scenario], *, details: bool) -> str:
    """A report as text to write into a file."""
    from .telling import Teller

    if form == "json":
        return report.to_json().decode() + "\n"
    teller = Teller(scenarios)
    if form == "text":
        from io import StringIO

        from . import text
        from .console import console

        sink = StringIO()
        text.show(console(sink), report, teller, details=details)
        return sink.getvalue()
    document: str = import_module(f".{form}", __package__).render(report, teller)
    return document
