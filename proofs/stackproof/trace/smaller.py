"""Smaller beginnings of a play: without a card or a player, with less mana, or nearer to usual.

Each step down has fewer players, else fewer cards, else less of the rest: there is a last one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from stackproof.scenarios.entries import Options
from stackproof.scenarios.load import STEPS, Player, Scenario

USUAL_LIFE, MOST_MANA = 20, 63


@dataclass(frozen=True)
class Candidate:
    """A smaller scenario, with the places in the larger one of the cards and players that stay."""

    scenario: Scenario
    cards: tuple[int, ...]
    players: tuple[int, ...]


def smaller(scenario: Scenario) -> Iterator[Candidate]:
    """What is left if one thing is taken away, the largest things first."""
    if len(scenario.players) > 2:
        for seat in range(len(scenario.players)):
            if seat != scenario.active:
                yield _without_player(scenario, seat)
    yield from _fewer_cards(scenario)
    yield from _without_sources(scenario)
    yield from _less(scenario)
    yield from _shorter(scenario)


def _kept(scenario: Scenario) -> Candidate:
    return Candidate(
        scenario, tuple(range(len(scenario.cards))), tuple(range(len(scenario.players)))
    )


def _without_player(scenario: Scenario, seat: int) -> Candidate:
    players = tuple(i for i in range(len(scenario.players)) if i != seat)
    cards = tuple(i for i, copy in enumerate(scenario.cards) if copy.owner != seat)
    seats = {old: new for new, old in enumerate(players)}
    left = replace(
        scenario,
        players=tuple(scenario.players[i] for i in players),
        cards=tuple(
            replace(scenario.cards[i], owner=seats[scenario.cards[i].owner]) for i in cards
        ),
        active=seats[scenario.active],
    )
    return Candidate(left, cards, players)


def _fewer_cards(scenario: Scenario) -> Iterator[Candidate]:
    """Without all cards, half of them, a quarter and so on, down to single ones."""
    total = len(scenario.cards)
    size = total
    while size:
        for start in range(0, total, size):
            gone = range(start, min(start + size, total))
            if len(gone) < total:
                cards = tuple(i for i in range(total) if i not in gone)
                left = replace(scenario, cards=tuple(scenario.cards[i] for i in cards))
                yield replace(_kept(left), cards=cards)
        size = size // 2


def _without_sources(scenario: Scenario) -> Iterator[Candidate]:
    """With mana in place of the permanents that make it."""
    for seat, player in enumerate(scenario.players):
        made = {
            i: copy.card.facts.makes
            for i, copy in enumerate(scenario.cards)
            if copy.owner == seat and copy.zone == "battlefield" and copy.card.facts.makes
        }
        mana = player.mana + sum(made.values())
        cards = tuple(i for i in range(len(scenario.cards)) if i not in made)
        if made and cards and mana <= MOST_MANA:
            paid = _with(scenario, seat, replace(player, mana=mana))
            left = replace(paid, cards=tuple(scenario.cards[i] for i in cards))
            yield replace(_kept(left), cards=cards)


def _less(scenario: Scenario) -> Iterator[Candidate]:
    """With less mana and with the usual life, player by player."""
    for seat, player in enumerate(scenario.players):
        for mana in range(player.mana):
            yield _kept(_with(scenario, seat, replace(player, mana=mana)))
        if player.life != USUAL_LIFE:
            yield _kept(_with(scenario, seat, replace(player, life=USUAL_LIFE)))


def _with(scenario: Scenario, seat: int, player: Player) -> Scenario:
    players = list(scenario.players)
    players[seat] = player
    return replace(scenario, players=tuple(players))


def _shorter(scenario: Scenario) -> Iterator[Candidate]:
    """With the usual options, and cut off earlier."""
    options, usual = scenario.options, Options()
    if options.floats:
        yield _kept(replace(scenario, options=Options(False, options.hand_size)))
    if options.hand_size != usual.hand_size:
        yield _kept(replace(scenario, options=Options(options.floats, usual.hand_size)))
    for turn in range(1, scenario.last_turn + 1):
        first = STEPS.index(scenario.step) if turn == 1 else 0
        for step in STEPS[first:]:
            if (turn, STEPS.index(step)) < (scenario.last_turn, STEPS.index(scenario.last_step)):
                yield _kept(replace(scenario, last_turn=turn, last_step=step))
