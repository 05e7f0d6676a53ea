"""Casting: one alternative cost at most, and a spell on the stack was cast."""

from __future__ import annotations

from stackproof.game.domains import EVENTS, NO_KEYWORD, NO_OBJECT, SEATS, SPELL, STACK, Card, Mana
from stackproof.game.events import COUNTERED
from stackproof.game.keywords.ripple import RIPPLE
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, mana_value, number_of
from stackproof.lang.declare import premise

from .declare import law
from .history import happened_about


@law(
    "invariant",
    "at-most-one-alternative-cost",
    "What a spell costs before increases and reductions is its mana cost or else one alternative "
    "cost, never two of these, with X and an optional additional cost.",
    "cost.alternative",
    "cost.one_alternative",
)
def at_most_one_alternative_cost(setup: Setup, position: Position) -> bool:
    if not premise(position.announcement.kind == SPELL):
        return True
    face = position.announcement.face
    how = position.stack[position.stack_size - 1].how
    base = position.announcement.base - chosen_mana(setup, position, face)
    printed = mana_value(setup, face)
    if how == NO_KEYWORD:
        return base == printed
    if how == RIPPLE:
        return base == 0
    return base == number_of(setup, position.announcement.source, how) or base == printed


@law(
    "step",
    "announcer-decides",
    "While a spell or ability is announced, its controller makes every choice.",
    "cast.choices",
    "cast.targets",
    "cast.pay",
)
def announcer_decides(after: Position) -> bool:
    if premise(after.announcement.kind != NO_OBJECT):
        return after.decider == after.announcement.player
    return True


def chosen_mana(setup: Setup, position: Position, face: Card) -> Mana:
    """What X and an optional additional cost add to what the spell being cast costs."""
    top = position.stack_size - 1
    more = setup.cards[face].kicker if position.stack[top].kicked else 0
    return position.stack[top].number + more


@law(
    "step",
    "countered-spell-was-cast",
    "A spell that is countered was cast: it lay on the stack with its announcement complete, and "
    "it still counts as cast.",
    "counter",
    "cast.becomes_cast",
)
def countered_spell_was_cast(before: Position, step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, COUNTERED, SPELL)):
            card = step.events[i].card
            if before.announcement.source == card and before.announcement.kind == SPELL:
                return False
            if not is_on_stack(before, card):
                return False
            for seat in range(SEATS):
                if after.casts[seat] < before.casts[seat]:
                    return False
    return True


def is_on_stack(position: Position, card: Card) -> bool:
    """Whether a card is a spell on the stack."""
    for i in range(STACK):
        if i < position.stack_size and position.stack[i].kind == SPELL:
            if position.stack[i].source == card:
                return True
    return False
