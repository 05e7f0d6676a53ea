"""Where keywords plug in. The kernel calls these and knows no keyword by name."""

from __future__ import annotations

from ..lang.declare import hook
from .domains import (
    NO_KEYWORD,
    Argument,
    Card,
    Decision,
    Keyword,
    Kind,
    Mana,
    MaybeCard,
    Seat,
    Slot,
    Variant,
    Verb,
)
from .position import Position, Step
from .setup import Setup


@hook
def when_cast(
    setup: Setup, pos: Position, step: Step, card: Card, face: Card, caster: Seat
) -> None:
    """A spell has become cast (CR 601.2i): abilities that trigger on it trigger now."""


@hook
def when_countered(
    setup: Setup, pos: Position, step: Step, kind: Kind, source: MaybeCard, slot: Slot
) -> None:
    """An object has been countered and has left the stack, where it was at a place."""


@hook
def when_passed(setup: Setup, pos: Position, step: Step, seat: Seat) -> None:
    """A player has passed priority."""


@hook
def may_replace_discard(setup: Setup, pos: Position, card: Card, variant: Variant) -> bool:
    """Whether the discarding player may choose to replace where the card goes (CR 614.1)."""
    return False


@hook
def must_replace_discard(setup: Setup, pos: Position, card: Card, variant: Variant) -> bool:
    """Whether where the discarded card goes is replaced without a choice."""
    return False


@hook
def replace_discard(setup: Setup, pos: Position, step: Step, card: Card, variant: Variant) -> None:
    """Put a discarded card where its replacement effect says."""


@hook
def asks_where_discards_go(setup: Setup) -> bool:
    """Whether players may be asked where a card goes that they discard."""
    return False


@hook
def permits_casting(setup: Setup, pos: Position, card: Card, seat: Seat) -> bool:
    """Whether a player with priority may now cast a card that is not in their hand."""
    return False


@hook
def permitted_cost(setup: Setup, pos: Position, card: Card) -> Mana:
    """What a card cast by such a permission costs before increases (CR 118.9)."""
    return 0


@hook
def permitted_how(setup: Setup, pos: Position, card: Card) -> Keyword:
    """The keyword that gives such a permission."""
    return NO_KEYWORD


@hook
def is_exiled_from_stack(setup: Setup, pos: Position, how: Keyword) -> bool:
    """Whether a spell cast by a keyword goes to exile instead of anywhere else from the stack."""
    return False


@hook
def resolve_ability(setup: Setup, pos: Position, step: Step) -> None:
    """The triggered ability of a keyword in ``pos.resolving`` begins to resolve."""


@hook
def resume_ability(setup: Setup, pos: Position, step: Step) -> None:
    """The ability in ``pos.resolving`` goes on after a spell was cast during it (CR 608.2g), or
    after such a cast was undone.
    """


@hook
def choice_legal(setup: Setup, pos: Position, verb: Verb, argument: Argument) -> bool:
    """Whether an action answers a decision that a keyword asked for."""
    return False


@hook
def choose(
    setup: Setup, pos: Position, due: Decision, verb: Verb, argument: Argument, step: Step
) -> None:
    """Carry out the answer to the decision that was ``due``, if it is a keyword's own."""
