"""What happens in the end: nothing waits for ever, and every play can go on to its end."""

from __future__ import annotations

from stackproof.game.domains import FINISHED, NO_OBJECT, Card, TurnStep
from stackproof.game.keywords.madness import STRANDED
from stackproof.game.keywords.ripple import RIPPLE_ABILITY
from stackproof.game.position import Position
from stackproof.game.setup import Setup
from stackproof.game.turn import cut_off

from .declare import always_possible, leads_to
from .history import has_source
from .madness import in_exile_by_madness
from .ripple import SINCE_RIPPLE


def decided(setup: Setup, position: Position) -> bool:
    """Whether the game is over because somebody has lost."""
    return position.decision == FINISHED and not cut_off(setup, position)


def exiled_by_madness(position: Position, choice: Card) -> bool:
    """Whether a card is in exile and madness has something to say about it."""
    return in_exile_by_madness(position, choice)


@leads_to(
    "madness-exile-leads-on",
    "A card exiled by madness gets to the stack or to a graveyard in the end, unless its ability "
    "is countered, another effect moves it elsewhere, or the game is over before.",
    "madness.ability",
    "counter",
    trigger=exiled_by_madness,
)
def madness_exile_leads_on(setup: Setup, position: Position, choice: Card) -> bool:
    if not in_exile_by_madness(position, choice) or position.mark[choice] == STRANDED:
        return True
    return decided(setup, position)


def ripple_waits(position: Position, choice: Card) -> bool:
    """Whether a ripple ability of a card waits, is on the stack or is resolving."""
    return has_source(position, RIPPLE_ABILITY, choice)


@leads_to(
    "ripple-leaves-stack",
    "Every ripple ability leaves the stack in the end, unless the game is over before.",
    "ripple.ability",
    trigger=ripple_waits,
    when=SINCE_RIPPLE,
)
def ripple_leaves_stack(setup: Setup, position: Position, choice: Card) -> bool:
    return not has_source(position, RIPPLE_ABILITY, choice) or decided(setup, position)


def in_cleanup(position: Position) -> bool:
    """Whether it is a cleanup step."""
    return position.step == TurnStep.CLEANUP


@leads_to(
    "cleanup-ends",
    "Cleanup steps come to an end, however often another one follows.",
    "turn.cleanup_priority",
    trigger=in_cleanup,
)
def cleanup_ends(position: Position) -> bool:
    return position.step != TurnStep.CLEANUP or position.decision == FINISHED


@always_possible("play-can-end", "Whatever has happened, the play can go on to its end.")
def play_can_end(position: Position) -> bool:
    return position.decision == FINISHED


@always_possible(
    "stack-can-empty",
    "Whatever is on the stack, everything on it can resolve or be countered, unless the game is "
    "over before.",
    "stack.order",
)
def stack_can_empty(setup: Setup, position: Position) -> bool:
    empty = position.stack_size == 0 and position.resolving.kind == NO_OBJECT
    return empty or decided(setup, position)
