"""What cases are called."""

from __future__ import annotations

from stackproof.game.domains import Decision

from .layout import CaseId, stood_for
from .subject import Subject


def in_words(subject: Subject, identity: CaseId) -> str:
    """A case, by a name that does not depend on how things are numbered; stages, which are run
    for all laws about events, are not named.
    """
    stages = {subject.system.key(c.rule) for c in subject.contracts if c.stage}
    opened = [key.rpartition(".")[2] for key in identity.opened if key not in stages]
    more = f" with {', '.join(opened)}" if opened else ""
    if identity.kind == "contract":
        given = f" given {identity.argument}" if identity.argument >= 0 else ""
        return f"the rule {identity.contract}{given}{more}"
    if identity.kind == "start":
        return "where plays begin"
    if identity.kind == "position":
        return "in any position"
    verb = subject.system.verbs[identity.verb][0]
    decisions = subject.system.program.members(Decision)
    known = decisions[identity.decision].name if decisions else str(identity.decision)
    about = "" if identity.about is None else f" about {identity.about}"
    if stood_for(subject, identity):
        about += ", as about any other"
    return f"{verb} at {known}{about}{more}"
