"""In which way a play breaks a law: what must stay the same when the play is made smaller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stackproof.lang.system import INVARIANT, TRACED, Law

from .failing import Failure, failure
from .narrate import Transition
from .table import Table


def known_of(table: Table, last: Transition | None, choice: int | None) -> Mapping[str, Any]:
    """What the rule of a law can ask about a transition and the position that it leads to.

    Without a transition it is about the position in which the play begins.
    """
    known: dict[str, Any] = {"setup": table.player.setup, "choice": choice}
    if last is None:
        return known | {"position": table.initial}
    return known | {
        "before": last.before,
        "verb": last.verb,
        "argument": last.argument,
        "step": last.step,
        "after": last.after,
        "position": last.after,
    }


def failure_of(table: Table, last: Transition | None, choice: int | None) -> Failure | None:
    """Which part of the table's law decided; None where the law has no rule, or none was run."""
    law = table.law
    if not isinstance(law, Law) or (last is not None and last.error):
        return None
    return failure(table.system, law.check, known_of(table, last, choice))


def way_of(table: Table, play: Sequence[Transition], choice: int | None) -> object:
    """What two plays have in common that break the law in the same way."""
    last = play[-1] if play else None
    if last is not None and last.error:
        return last.error
    if isinstance(table.law, Law) and table.law.kind in TRACED:
        return "later"
    if last is None and isinstance(table.law, Law) and table.law.kind != INVARIANT:
        return None
    found = failure_of(table, last, choice)
    return found.way if found is not None else "stuck"
