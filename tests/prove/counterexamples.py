"""Counterexamples to induction that were thought of and not solved for, with planted rules."""

from __future__ import annotations

from functools import cache

from tests.prove import faulty, unreachable
from tests.prove.test_induction import TINY, passing

from stackproof.editions.load import editions
from stackproof.game.domains import PRIORITY, SPELL, Verb, Zone
from stackproof.game.keywords.ripple import RIPPLE_ABILITY
from stackproof.lang.declare import NONE, Symbol
from stackproof.lang.readings.python import Player
from stackproof.lang.system import Law
from stackproof.prove.game import subject
from stackproof.prove.obligations import Obligation, Proof
from stackproof.prove.reaching import Tried, try_all
from stackproof.prove.replaying import Counterexample
from stackproof.prove.subject import Subject

BROKEN = ("stack-is-packed", "order-of-stack-is-kept", "cards-on-stack")
"""An auxiliary invariant, a step law and an invariant that the planted fault breaks."""
KICKED = "not-kicked"
EDITIONS = tuple(editions().values())
NEWEST = EDITIONS[-1]


@cache
def about() -> Subject:
    return subject(TINY, [unreachable.NOT_KICKED], [faulty, unreachable])


def two_on_the_stack(bottom: Symbol, kicked: bool = False) -> Counterexample:
    """Two objects that come from a card with nothing printed on it, and a pass."""
    system = about().system
    player = Player(system, bytes(system.setup_type.size))
    player.setup.seats = 2
    position = player.position(bytes(system.state_type.size))
    position.decision, position.decider, position.priority = number(PRIORITY), 1, 1
    position.due, position.passes, position.stack_size = NONE, 1, 2
    spell = bottom is SPELL
    for i in range(2):
        player.setup.cards[i].front = position.attached[i] = NONE
        position.life[i] = 1
        for place in range(2):
            position.library[i][place] = NONE
    position.zone[0] = Zone.STACK if spell else Zone.GRAVEYARD
    for slot, kind in enumerate((bottom, RIPPLE_ABILITY)):
        position.stack[slot].kind = number(kind)
        position.stack[slot].target = NONE
    position.stack[0].kicked = kicked
    return Counterexample(player.setup.pack(), position.pack(), Verb.PASS, 0, fails=True)


def number(symbol: Symbol) -> int:
    known = about().system.program.constant(symbol)
    assert known is not None
    return known


KNOWN = {
    "stack-is-packed": two_on_the_stack(RIPPLE_ABILITY),
    "order-of-stack-is-kept": two_on_the_stack(RIPPLE_ABILITY),
    "cards-on-stack": two_on_the_stack(SPELL),
    KICKED: two_on_the_stack(RIPPLE_ABILITY, kicked=True),
}


def proof() -> Proof:
    """What induction comes to at the action in which the fault is."""
    case = passing(about())
    found = [Obligation(case, name, "refuted", counterexample=c) for name, c in KNOWN.items()]
    return Proof(TINY, {(o.case, o.goal): o for o in found})


def laws() -> list[Law]:
    return [about().by_id[name] for name in KNOWN]


@cache
def tried() -> dict[str, Tried]:
    return try_all(about(), proof(), laws(), EDITIONS)
