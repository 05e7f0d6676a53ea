"""A law that does not follow from one action: triggers are ordered where several wait.

An invariant says so of positions. It is not taken along here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from tests.prove import ordered

from stackproof.lang.system import Law
from stackproof.laws.auxiliary.underway import AUTOMATIC
from stackproof.prove.game import subject
from stackproof.prove.subject import Subject

SEVERAL = Law("several-wait", "triggers are ordered where several wait", ordered.several_wait)
MANY = Law("many-wait", "triggers are ordered where three wait", ordered.many_wait)


def without_that(capacities: Mapping[str, int]) -> Subject:
    """The game without the invariant."""
    return _without_that(tuple(sorted(capacities.items())))


@cache
def _without_that(capacities: tuple[tuple[str, int], ...]) -> Subject:
    about = subject(dict(capacities), [SEVERAL, MANY], [ordered])
    return replace(about, laws=tuple(law for law in about.laws if law.id != AUTOMATIC))
