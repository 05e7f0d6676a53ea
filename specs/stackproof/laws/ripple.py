"""Ripple (CR 702.60): the statements about it as laws."""

from __future__ import annotations

from stackproof.game.costs import total_cost
from stackproof.game.domains import (
    CARDS,
    EVENTS,
    FINISHED,
    KEYWORDS,
    REVEALED,
    SPELL,
    Amount,
    Card,
    Seat,
    Zone,
)
from stackproof.game.events import CAST, CAST_BEGUN, PRIORITY_GIVEN, RESOLVED, RESOLVING, TRIGGERED
from stackproof.game.keywords.ripple import (
    BOTTOMED,
    DECLINED_REVEAL,
    REVEALED_CARD,
    RIPPLE,
    RIPPLE_ABILITY,
)
from stackproof.game.position import Position, Step
from stackproof.game.setup import Setup
from stackproof.game.stack import has_source
from stackproof.lang.declare import NONE, premise

from .declare import law
from .history import happened, happened_about, next_priority, occurs, occurs_before


def instances(setup: Setup, pos: Position, card: Card, caster: Seat) -> Amount:
    """How many instances of ripple a spell has: printed ones and granted ones."""
    count = 0
    for i in range(KEYWORDS):
        if setup.cards[card].keywords[i].keyword == RIPPLE:
            count += 1
    for c in range(CARDS):
        if pos.zone[c] == Zone.BATTLEFIELD and setup.cards[c].owner == caster:
            if setup.cards[c].grants.keyword == RIPPLE:
                count += 1
    return count


@law(
    "step",
    "ripple-then-active-player",
    "After a ripple ability resolves, the active player is the next to receive priority.",
    "ripple.ability",
    "priority.after_resolution",
    when={"ripple": True},
)
def ripple_then_active_player(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, RESOLVED, RIPPLE_ABILITY)):
            seat = next_priority(step, i)
            if seat == NONE:
                seat = after.due
            if seat != after.active and after.decision != FINISHED:
                return False
    return True


@law(
    "step",
    "ripple-triggers-on-cast",
    "Ripple triggers only as a spell that has it becomes cast.",
    "ripple.ability",
    "cast.becomes_cast",
    when={"ripple": True},
)
def ripple_triggers_on_cast(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, TRIGGERED, RIPPLE_ABILITY)):
            card = step.events[i].card
            if not occurs_before(step, i, CAST, card) or after.zone[card] != Zone.STACK:
                return False
    return True


@law(
    "step",
    "ripple-each-instance-triggers",
    "Each instance of ripple triggers separately, and once.",
    "ripple.instances",
    when={"ripple": True},
)
def ripple_each_instance_triggers(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if happened(step, i, CAST):
            card = step.events[i].card
            expected = instances(setup, before, card, step.events[i].seat)
            found = 0
            for j in range(EVENTS):
                if happened_about(step, j, TRIGGERED, RIPPLE_ABILITY):
                    found += 1 if step.events[j].card == card else 0
            if premise(expected > 0) and found != expected:
                return False
            if found > expected:
                return False
    return True


@law(
    "step",
    "ripple-before-its-spell",
    "The ripple abilities of a spell leave the stack before the spell resolves.",
    "ripple.ability",
    "stack.order",
    when={"ripple": True},
)
def ripple_before_its_spell(setup: Setup, before: Position, step: Step) -> bool:
    for i in range(EVENTS):
        if happened_about(step, i, RESOLVING, SPELL):
            card = step.events[i].card
            if premise(instances(setup, before, card, step.events[i].seat) > 0):
                if has_source(before, RIPPLE_ABILITY, card):
                    return False
    return True


@law(
    "step",
    "ripple-casts-same-name",
    "What is cast while ripple resolves was revealed from the library and shares the spell's name.",
    "ripple.ability",
    "names.same",
    when={"ripple": True},
)
def ripple_casts_same_name(setup: Setup, before: Position, step: Step) -> bool:
    if before.resolving.kind != RIPPLE_ABILITY:
        return True
    for i in range(EVENTS):
        if premise(happened(step, i, CAST_BEGUN)):
            card = step.events[i].card
            if before.zone[card] != Zone.LIBRARY or before.mark[card] != REVEALED:
                return False
            if setup.cards[card].name != setup.cards[before.resolving.source].name:
                return False
    return True


@law(
    "invariant",
    "ripple-casts-without-mana-cost",
    "A spell cast while ripple resolves costs no mana but what increases add.",
    "ripple.ability",
    "cost.alternative",
    when={"ripple": True},
)
def ripple_casts_without_mana_cost(setup: Setup, position: Position) -> bool:
    free = position.resolving.kind == RIPPLE_ABILITY and position.announcement.kind == SPELL
    if premise(free):
        return position.announcement.cost == total_cost(setup, position, 0)
    return True


@law(
    "step",
    "ripple-gives-no-priority-meanwhile",
    "Nobody receives priority while a ripple ability resolves, also not after a spell cast then.",
    "cast.in_resolution",
    when={"ripple": True},
)
def ripple_gives_no_priority_meanwhile(before: Position, step: Step, after: Position) -> bool:
    inside = before.resolving.kind == RIPPLE_ABILITY and after.resolving.kind == RIPPLE_ABILITY
    if premise(inside):
        return not occurs(step, PRIORITY_GIVEN)
    return True


@law(
    "step",
    "ripple-rest-to-bottom",
    "When a ripple ability has resolved, no card is left revealed: all not cast were bottomed.",
    "ripple.ability",
    "library.order",
    when={"ripple": True},
)
def ripple_rest_to_bottom(step: Step, after: Position) -> bool:
    for i in range(EVENTS):
        if premise(happened_about(step, i, RESOLVED, RIPPLE_ABILITY)):
            for c in range(CARDS):
                if after.mark[c] == REVEALED:
                    return False
    return True


@law(
    "step",
    "ripple-declined-changes-nothing",
    "If nothing is revealed, libraries stay as they are.",
    "ripple.ability",
    when={"ripple": True},
)
def ripple_declined_changes_nothing(before: Position, step: Step, after: Position) -> bool:
    if premise(occurs(step, DECLINED_REVEAL)):
        for c in range(CARDS):
            if before.zone[c] == Zone.LIBRARY and after.zone[c] != Zone.LIBRARY:
                return False
        return not occurs(step, BOTTOMED) and not occurs(step, REVEALED_CARD)
    return True


@law(
    "step",
    "ripple-reveals-all-or-n",
    "Ripple N reveals exactly N cards, or the whole library if it is smaller.",
    "ripple.ability",
    "impossible",
    when={"ripple": True},
)
def ripple_reveals_all_or_n(before: Position, step: Step) -> bool:
    count = 0
    for i in range(EVENTS):
        if happened(step, i, REVEALED_CARD):
            count += 1
    if premise(count > 0):
        size = before.library_size[before.resolving.controller]
        number = before.resolving.number
        return count == (number if number < size else size)
    return True


@law(
    "invariant",
    "revealed-only-for-ripple",
    "Cards are revealed only while a ripple ability resolves, and they stay in the library.",
    "reveal",
    when={"ripple": True},
)
def revealed_only_for_ripple(position: Position) -> bool:
    for c in range(CARDS):
        if premise(position.mark[c] == REVEALED):
            if position.zone[c] != Zone.LIBRARY or position.resolving.kind != RIPPLE_ABILITY:
                return False
    return True
