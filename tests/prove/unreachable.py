"""A law that is true of all plays, but not by induction: nothing that proofs know forbids a
position which breaks it.
"""

from __future__ import annotations

from stackproof.game.domains import Verb
from stackproof.game.keywords.ripple import RIPPLE_ABILITY
from stackproof.game.position import Position
from stackproof.lang.system import Law


def nobody_passes_over_a_kicked_ability(before: Position, verb: Verb) -> bool:
    """True, as an ability is put on the stack without a kicker."""
    kicked = before.stack[0].kind == RIPPLE_ABILITY and before.stack[0].kicked
    return verb != Verb.PASS or not kicked


NOT_KICKED = Law("not-kicked", "no ability is kicked", nobody_passes_over_a_kicked_ability)
