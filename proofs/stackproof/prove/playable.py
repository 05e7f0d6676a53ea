"""Decks with which it can come to what a position shows.

A counterexample is made plain, so its cards mostly cannot do what is happening to them: a spell is
on the stack that nobody could cast, or an ability of a keyword that no card has.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from stackproof.game import domains
from stackproof.game.assembly import keyword_modules
from stackproof.game.domains import (
    ACTIVATED,
    COPY,
    NO_KEYWORD,
    NO_OBJECT,
    SPELL,
    TRIGGERED,
    CardType,
    Cause,
    Keyword,
    Kind,
    Mark,
    Part,
    Watched,
    Zone,
)
from stackproof.lang.declare import NONE, Symbol
from stackproof.lang.program import Program


def each(array: Any) -> list[Any]:
    """The elements of a view, which has no end that Python would know of."""
    return [array[i] for i in range(len(array))]


def front(setup: Any, card: int) -> int:
    """The card of which an entry of the card table is a face."""
    found: int = setup.cards[card].front
    return card if found == NONE else found


def objects(program: Program, position: Any) -> Iterator[Any]:
    """The objects on the stack and those that are to be put there or leave it."""
    for thing in (*each(position.stack), *each(position.waiting), position.resolving):
        if thing.kind != program.constant(NO_OBJECT):
            yield thing


def involved(program: Program, setup: Any, position: Any) -> list[int]:
    """The cards that something is happening to."""
    marks, zones = each(position.mark), each(position.zone)
    found = {c for c, mark in enumerate(marks) if mark != program.constant(domains.NO_MARK)}
    found |= {c for c, zone in enumerate(zones) if zone == Zone.STACK}
    for thing in objects(program, position):
        found |= {thing.source, thing.face}
    if position.announcement.kind != program.constant(NO_OBJECT):
        found |= {position.announcement.source, position.announcement.face}
    if position.discard.cause != Cause.NONE:
        found.add(position.discard.last)
    return sorted({front(setup, card) for card in found if card != NONE})


def make_playable(program: Program, setup: Any, position: Any) -> None:
    """Change a deck so that what a position shows can happen. Entries that no card is in become
    spells without an effect, in turn of the players.
    """
    fronts = {facts.front for facts in each(setup.cards)}
    for card, facts in enumerate(each(setup.cards)):
        unused = position.zone[card] == Zone.OUTSIDE and facts.front == NONE and card not in fronts
        if unused and facts.type == CardType.NONE:
            facts.owner = card % setup.seats
    for card, mark in enumerate(each(position.mark)):
        _give(program, setup.cards[card], _keyword(program, Mark, mark))
    for thing in objects(program, position):
        _enable(program, setup, thing)
    for facts in each(setup.cards):
        if facts.type == CardType.NONE:
            facts.type, facts.has_cost = CardType.INSTANT, True


def _enable(program: Program, setup: Any, thing: Any) -> None:
    """Let a card be the source of an object."""
    if thing.source == NONE:
        return
    source = setup.cards[thing.source]
    if thing.kind in (program.constant(SPELL), program.constant(COPY)):
        if thing.face != NONE and thing.how != program.constant(NO_KEYWORD):
            _give(program, setup.cards[thing.face], thing.how)
        return
    if thing.kind in (program.constant(ACTIVATED), program.constant(TRIGGERED)):
        if source.type == CardType.NONE:
            source.type, source.has_cost = CardType.ARTIFACT, True
        activated = thing.kind == program.constant(ACTIVATED)
        source.parts[Part.ABILITY if activated else Part.TRIGGER].exists = True
        if not activated and source.watch.event == Watched.NOTHING:
            source.watch.event = Watched.CAST
        setup.any_watches = setup.any_watches or not activated
        return
    _give(program, source, _keyword(program, Kind, thing.kind), max(thing.number, 1))


def _give(program: Program, facts: Any, keyword: int | None, number: int = 1) -> None:
    """Give a keyword to a card that has room for it and does not have it."""
    has = [entry.keyword for entry in each(facts.keywords)]
    if keyword is None or keyword in has or program.constant(NO_KEYWORD) not in has:
        return
    free = facts.keywords[has.index(program.constant(NO_KEYWORD))]
    free.keyword, free.number = keyword, number


def _keyword(program: Program, of: type[Symbol], number: int) -> int | None:
    """The keyword whose module declares a member of an enumeration."""
    for symbol, keyword in _declared():
        if isinstance(symbol, of) and program.constant(symbol) == number:
            return program.constant(keyword)
    return None


@cache
def _declared() -> tuple[tuple[Symbol, Keyword], ...]:
    """Everything that the module of a keyword declares, with the keyword."""
    common = {id(value) for value in vars(domains).values()}
    found = []
    for module in keyword_modules():
        own = [v for v in vars(module).values() if isinstance(v, Symbol) and id(v) not in common]
        named = [symbol for symbol in own if isinstance(symbol, Keyword)]
        found += [(symbol, keyword) for keyword in named for symbol in own]
    return tuple(found)
