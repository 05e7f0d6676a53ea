"""What casting by madness costs: the madness cost instead of the mana cost, then all changes."""

from __future__ import annotations

from typing import Annotated

from stackproof.game.domains import (
    CARDS,
    EVENTS,
    SPELL,
    STATICS,
    Card,
    EventPlace,
    Mana,
    Part,
    Seat,
    Watched,
    Zone,
)
from stackproof.game.events import CAST, SACRIFICED, TRIGGERED_EVENT
from stackproof.game.keywords.madness import MADNESS
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup, has_keyword, mana_value, number_of
from stackproof.game.statics import (
    GRANT_OFF_BATTLEFIELD,
    MINIMUM,
    REDUCTION,
    TAX,
    is_at_work,
    is_meant,
    total_cost,
)
from stackproof.lang.declare import Range, premise

from .declare import law
from .history import cost_can_have_changed, happened, occurs_after, occurs_before
from .madness_choices import is_by_madness


def is_cast_by_madness(position: Position) -> bool:
    """Whether a spell is being cast by madness."""
    if position.announcement.kind != SPELL:
        return False
    return position.stack[position.stack_size - 1].how == MADNESS


def chosen_costs(setup: Setup, position: Position) -> Mana:
    """What X and an optional additional cost add to the base of the spell being cast."""
    chosen = position.stack[position.stack_size - 1].number
    if position.stack[position.stack_size - 1].kicked:
        chosen += setup.cards[position.announcement.face].kicker
    return chosen


def can_be_granted(setup: Setup) -> bool:
    """Whether any card grants madness."""
    for c in range(CARDS):
        for i in range(STATICS):
            if setup.cards[c].statics[i].static == GRANT_OFF_BATTLEFIELD:
                if setup.cards[c].statics[i].keyword == MADNESS:
                    return True
    return False


def is_madness_cost(setup: Setup, card: Card, cost: Mana) -> bool:
    """Whether a cost is the printed madness cost, or the mana cost as that of granted madness."""
    if has_keyword(setup, card, MADNESS) and cost == number_of(setup, card, MADNESS):
        return True
    return cost == mana_value(setup, card) and can_be_granted(setup)


@law(
    "invariant",
    "madness-costs-madness-cost",
    "A spell cast by madness costs the madness cost, with X and additional costs as chosen, and "
    "what other effects add or take off, whatever its mana cost. Granted madness costs the mana "
    "cost.",
    "madness.cost",
    "cost.alternative",
)
def madness_costs_madness_cost(setup: Setup, position: Position) -> bool:
    if premise(is_cast_by_madness(position) and not cost_can_have_changed(setup, position)):
        base = position.announcement.base
        chosen = chosen_costs(setup, position)
        if base < chosen:
            return False
        if not is_madness_cost(setup, position.announcement.source, base - chosen):
            return False
        seat = position.announcement.player
        return position.announcement.cost == total_cost(setup, position, seat, base)
    return True


Sum = Annotated[int, Range(0, 127)]
"""What several effects come to, be it more than a cost can be."""


def added_up(setup: Setup, position: Position, seat: Seat) -> Sum:
    """What taxes add to the cost of a player's spells."""
    total = 0
    for c in range(CARDS):
        for i in range(STATICS):
            if is_at_work(setup, position, c, i, TAX, seat):
                total += setup.cards[c].statics[i].number
    return total


def taken_off(setup: Setup, position: Position, seat: Seat) -> Sum:
    """What discounts take off the cost of a player's spells."""
    total = 0
    for c in range(CARDS):
        for i in range(STATICS):
            if is_at_work(setup, position, c, i, REDUCTION, seat):
                total += setup.cards[c].statics[i].number
    return total + position.discount[seat]


def at_least(setup: Setup, position: Position, seat: Seat) -> Mana:
    """The least that a player's spells cost."""
    most = 0
    for c in range(CARDS):
        for i in range(STATICS):
            if is_at_work(setup, position, c, i, MINIMUM, seat):
                if setup.cards[c].statics[i].number > most:
                    most = setup.cards[c].statics[i].number
    return most


@law(
    "invariant",
    "madness-cost-is-changed-too",
    "Taxes raise and discounts lower what a spell cast by madness costs, first all taxes, then all "
    "discounts, not below zero; then a least cost applies.",
    "madness.cost",
    "cost.changes",
    "cast.total_cost",
)
def madness_cost_is_changed_too(setup: Setup, position: Position) -> bool:
    if not is_cast_by_madness(position) or cost_can_have_changed(setup, position):
        return True
    seat = position.announcement.player
    more = added_up(setup, position, seat)
    less = taken_off(setup, position, seat)
    least = at_least(setup, position, seat)
    if premise(more > 0 or less > 0 or least > 0):
        cost = position.announcement.base + more - less
        if cost < least:
            cost = least
        return position.announcement.cost == cost
    return True


def asks_for_value(
    setup: Setup, before: Position, step: Step, watcher: Card, place: EventPlace
) -> bool:
    """Whether a permanent asks for the mana value of the spell that a player casts at a place, and
    for nothing else.
    """
    if before.zone[watcher] != Zone.BATTLEFIELD:
        return False
    if setup.cards[watcher].watch.event != Watched.CAST or not setup.cards[watcher].watch.if_value:
        return False
    if setup.cards[watcher].watch.if_from_hand or occurs_before(step, place, SACRIFICED, watcher):
        return False
    return is_meant(setup, watcher, setup.cards[watcher].watch.whose, step.events[place].seat)


@law(
    "step",
    "madness-keeps-mana-value",
    "The mana cost of a spell cast by madness does not change: abilities that ask for its mana "
    "value see the printed one.",
    "madness.cost",
    "cost.alternative",
)
def madness_keeps_mana_value(setup: Setup, before: Position, step: Step, after: Position) -> bool:
    if not setup.any_watches:
        return True
    for i in range(EVENTS):
        if happened(step, i, CAST) and is_by_madness(after, step.events[i].card):
            printed = setup.cards[step.events[i].card].parts[Part.SPELL].mana
            for c in range(CARDS):
                if premise(asks_for_value(setup, before, step, c, i)):
                    fits = setup.cards[c].watch.value == printed
                    if fits != occurs_after(step, i, TRIGGERED_EVENT, c):
                        return False
    return True
