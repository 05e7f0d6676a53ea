"""Positions of the game to compare readings on: reached by random plays, and made up well-formed.

A made-up position is consistent (libraries hold the library cards, the stack its spells, ripple and
madness objects have sources) but need not be reachable.
"""

from __future__ import annotations

import random
from typing import Any

from stackproof.game import domains as d
from stackproof.game.keywords import madness, ripple
from stackproof.lang.declare import NONE, Symbol
from stackproof.lang.errors import RuleError
from stackproof.lang.readings.python import Player
from stackproof.scenarios.build import Game


def reached(player: Player, game: Game, chance: random.Random, length: int) -> bytes:
    """The position after a random play of at most that many actions."""
    position = player.position(game.initial)
    for _ in range(length):
        actions = list(player.actions(position))
        if not actions:
            break
        try:
            position, _ = player.apply(position, *chance.choice(actions))
        except RuleError:
            break
    return bytes(position.pack())


def made_up(player: Player, game: Game, chance: random.Random) -> bytes:
    """A well-formed position in which somebody has priority or is asked something."""
    return _Maker(player, game, chance).position()


class _Maker:
    def __init__(self, player: Player, game: Game, chance: random.Random) -> None:
        self.chance = chance
        self.setup = player.setup
        self.program = player.system.program
        self.seats = range(self.program.capacities["seats"])
        self.cards = [c for c in range(len(game.cards)) if self.setup.cards[c].front == NONE]
        self.pos: Any = player.position(game.initial)

    def number(self, symbol: Symbol) -> int:
        found = self.program.constant(symbol)
        assert found is not None
        return found

    def position(self) -> bytes:
        pos, chance = self.pos, self.chance
        self._empty()
        pos.turn, pos.active = 1, chance.choice(self.seats)
        pos.step = chance.choice([d.TurnStep.MAIN, d.TurnStep.MAIN, *d.TurnStep])
        pos.land_played = chance.random() < 0.3
        for seat in self.seats:
            pos.mana[seat] = chance.choice([0, 1, 2, 5])
            pos.life[seat] = chance.choice([1, 3, 20])
            pos.casts[seat] = chance.choice([0, 0, 1])
        for card in chance.sample(self.cards, len(self.cards)):
            self._place(card)
        self._abilities()
        pos.priority = chance.choice(self.seats)
        pos.decision, pos.decider = self.number(d.PRIORITY), pos.priority
        pos.passes = chance.choice(self.seats)
        if chance.random() < 0.4:
            self._resolving()
        return bytes(pos.pack())

    def _empty(self) -> None:
        for seat in self.seats:
            self.pos.library_size[seat] = 0
            for place in range(self.program.capacities["library"]):
                self.pos.library[seat][place] = NONE
        for card in self.cards:
            self.pos.tapped[card] = False
            self.pos.mark[card] = self.number(d.NO_MARK)
            self.pos.discarded[card] = False

    def _place(self, card: int) -> None:
        """Put a card into a random zone that can hold it."""
        pos, facts = self.pos, self.setup.cards[card]
        zones = [d.Zone.HAND, d.Zone.LIBRARY, d.Zone.GRAVEYARD, d.Zone.EXILE]
        if facts.type not in (d.CardType.INSTANT, d.CardType.SORCERY, d.CardType.AURA):
            zones.append(d.Zone.BATTLEFIELD)
        if facts.type != d.CardType.LAND and pos.stack_size < 4:
            zones.append(d.Zone.STACK)
        zone = pos.zone[card] = self.chance.choice(zones)
        if zone == d.Zone.LIBRARY:
            pos.library[facts.owner][pos.library_size[facts.owner]] = card
            pos.library_size[facts.owner] += 1
        elif zone == d.Zone.BATTLEFIELD:
            pos.tapped[card] = self.chance.random() < 0.3
        elif zone == d.Zone.STACK:
            self._push(d.SPELL, card, facts.owner, 0, facts.parts[d.Part.SPELL].target)
        elif zone == d.Zone.GRAVEYARD:
            pos.discarded[card] = self.chance.random() < 0.5
        elif zone == d.Zone.EXILE and self._number(card, madness.MADNESS) is not None:
            marks = (madness.EXILED, madness.WINDOW, madness.CLOSING, madness.STRANDED)
            pos.mark[card] = self.number(self.chance.choice(marks))

    def _number(self, card: int, keyword: Symbol) -> int | None:
        for instance in (self.setup.cards[card].keywords[i] for i in range(2)):
            if instance.keyword == self.number(keyword):
                return int(instance.number)
        return None

    def _push(self, kind: Symbol, source: int, controller: int, number: int, target: int) -> None:
        slot = self.pos.stack[self.pos.stack_size]
        slot.kind, slot.controller = self.number(kind), controller
        slot.source = slot.face = source
        slot.number, slot.target = number, NONE
        if target in (d.TargetKind.PLAYER, d.TargetKind.ANY, d.TargetKind.OPPONENT):
            slot.target = self.chance.choice([NONE, *self.seats])
        elif target != d.TargetKind.NOTHING and self.pos.stack_size:
            slot.target = len(self.seats) + self.chance.randrange(self.pos.stack_size)
        self.pos.stack_size += 1

    def _abilities(self) -> None:
        """Ripple abilities of spells and madness abilities of exiled cards, some still waiting."""
        for card in self.cards:
            owner = self.setup.cards[card].owner
            rippling = self._number(card, ripple.RIPPLE)
            exiled = self.pos.mark[card] == self.number(madness.EXILED)
            if rippling is not None and self.pos.zone[card] == d.Zone.STACK:
                self._ability(ripple.RIPPLE_ABILITY, card, owner, rippling)
            elif exiled:
                cost = self._number(card, madness.MADNESS) or 0
                self._ability(madness.MADNESS_ABILITY, card, owner, cost)

    def _ability(self, kind: Symbol, card: int, owner: int, number: int) -> None:
        if self.chance.random() < 0.5 and self.pos.waiting_size < 4:
            waiting = self.pos.waiting[self.pos.waiting_size]
            waiting.kind, waiting.source, waiting.face = self.number(kind), card, card
            waiting.controller, waiting.number = owner, number
            self.pos.waiting_size += 1
        elif self.pos.stack_size < 7:
            self._push(kind, card, owner, number, d.TargetKind.NOTHING)

    def _resolving(self) -> None:
        """The top object has begun to resolve and its controller is asked something."""
        pos = self.pos
        if not pos.stack_size:
            return
        pos.stack_size -= 1
        top = pos.stack[pos.stack_size]
        pos.resolving = top
        top.clear()
        seat = pos.resolving.controller
        pos.priority, pos.decider = NONE, seat
        if pos.resolving.kind == self.number(madness.MADNESS_ABILITY):
            pos.decision = self.number(madness.CAST_MADNESS)
        elif pos.resolving.kind == self.number(ripple.RIPPLE_ABILITY):
            asked = (ripple.REVEAL, ripple.CAST_REVEALED, ripple.ORDER_BOTTOM)
            pos.decision = self.number(self.chance.choice(asked))
            if pos.decision != self.number(ripple.REVEAL):
                for place in range(min(pos.resolving.number, pos.library_size[seat])):
                    pos.mark[pos.library[seat][place]] = self.number(d.REVEALED)
        else:
            pos.progress = 1
            pos.decision = self.number(d.CHOOSE_DISCARD)
            pos.discard.player, pos.discard.cause = seat, d.Cause.EFFECT
            pos.discard.last, pos.discard.remaining = NONE, 1
