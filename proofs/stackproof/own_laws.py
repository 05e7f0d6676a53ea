"""The laws of a user's own project, with the mistakes that only show against the editions."""

from __future__ import annotations

from stackproof.editions.load import SWITCHES, rule_keys
from stackproof.inputs import Place
from stackproof.lang.system import Law
from stackproof.laws.declare import laws_of
from stackproof.project import Project


def own_laws(project: Project) -> list[Law]:
    """The laws that the project declares. Raises :class:`InputError`."""
    found = laws_of(project.law_modules())
    for law in found:
        code = law.check.__code__
        place = Place(f"{code.co_filename}:{code.co_firstlineno}", law.id)
        for key in law.cites:
            if key not in rule_keys():
                raise place.unknown("no rule has the key", key, rule_keys())
        for name, value in law.switches.items():
            if name not in SWITCHES:
                raise place.at("when").unknown("there is no switch", name, SWITCHES)
            if not any(type(value) is type(v) and value == v for v in SWITCHES[name]):
                possible = " or ".join(map(repr, SWITCHES[name]))
                raise place.at("when", name).error(f"must be {possible}, not {value!r}")
    return found
