"""A position as people see it: the board with each zone, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from stackproof.game.domains import (
    FINISHED,
    NO_OBJECT,
    SPELL,
    CardType,
    Decision,
    Kind,
    Mark,
    TurnStep,
    Zone,
)
from stackproof.lang.declare import NONE

from .narrate import Narrator


class Card(msgspec.Struct, frozen=True):
    """A card where it lies: what kind it is, and what one should know of it, such as tapped."""

    name: str
    type: str
    notes: tuple[str, ...] = ()


class Object(msgspec.Struct, frozen=True):
    """A spell or ability on the stack, resolving or waiting. ``target`` is empty without one."""

    name: str
    kind: str
    controller: str
    target: str = ""


class PlayerBoard(msgspec.Struct, frozen=True):
    """What belongs to a player; the library from the top."""

    name: str
    life: int
    mana: int
    active: bool
    out: bool
    hand: tuple[Card, ...]
    battlefield: tuple[Card, ...]
    library: tuple[Card, ...]
    graveyard: tuple[Card, ...]
    exile: tuple[Card, ...]


class Board(msgspec.Struct, frozen=True):
    """A whole position. ``asks`` is what the ``asked`` player decides; nobody as the play ends.

    ``stack`` is from the bottom to the top, ``resolving`` what has left it to resolve.
    """

    turn: int
    step: str
    asked: str
    asks: str
    stack: tuple[Object, ...]
    resolving: Object | None
    waiting: tuple[Object, ...]
    players: tuple[PlayerBoard, ...]


OWN_ZONES = ("hand", "battlefield", "graveyard", "exile")


class Drawer:
    """Draws the positions of one game."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator
        self._game = narrator.game
        self._setup = narrator.player.setup
        program = narrator.system.program
        self._kinds = program.members(Kind)
        self._decisions = program.members(Decision)
        self._marks = program.members(Mark)

    def board(self, position: Any) -> Board:
        """The board of a position."""
        decision = self._decisions[position.decision]
        nobody = decision is FINISHED or position.decider == NONE
        return Board(
            turn=position.turn,
            step=TurnStep(position.step).name.lower().replace("_", " "),
            asked="" if nobody else self._game.players[position.decider],
            asks=str(decision.about["asks"]),
            stack=tuple(
                self._object(position, position.stack[i]) for i in range(position.stack_size)
            ),
            resolving=self._resolving(position),
            waiting=tuple(
                self._object(position, position.waiting[i]) for i in range(position.waiting_size)
            ),
            players=tuple(self._player(position, i) for i in range(len(self._game.players))),
        )

    def _resolving(self, position: Any) -> Object | None:
        if self._kinds[position.resolving.kind] is NO_OBJECT:
            return None
        return self._object(position, position.resolving)

    def _object(self, position: Any, thing: Any) -> Object:
        kind = self._kinds[thing.kind]
        target = getattr(thing, "target", NONE)
        card = thing.face if kind is SPELL and thing.face != NONE else thing.source
        return Object(
            name=self._game.cards[card] if card != NONE else "nothing",
            kind="spell" if kind is SPELL else kind.name,
            controller=self._game.players[thing.controller],
            target="" if target == NONE else self._narrator.target(position, target),
        )

    def _player(self, position: Any, seat: int) -> PlayerBoard:
        order = [position.library[seat][i] for i in range(position.library_size[seat])]
        zones = {zone: tuple(self._cards(position, seat, zone)) for zone in OWN_ZONES}
        return PlayerBoard(
            name=self._game.players[seat],
            life=position.life[seat],
            mana=position.mana[seat],
            active=position.active == seat,
            out=bool(position.out[seat]),
            library=tuple(self._card(position, card) for card in order),
            **zones,
        )

    def _cards(self, position: Any, seat: int, zone: str) -> Iterator[Card]:
        for card in range(len(self._game.cards)):
            if self._setup.cards[card].owner == seat and position.zone[card] == Zone[zone.upper()]:
                yield self._card(position, card)

    def _card(self, position: Any, card: int) -> Card:
        kind = CardType(self._setup.cards[card].type).name.lower()
        return Card(self._game.cards[card], kind, tuple(self._notes(position, card)))

    def _notes(self, position: Any, card: int) -> Iterator[str]:
        if position.tapped[card]:
            yield "tapped"
        if position.damage[card]:
            yield f"{position.damage[card]} damage"
        if position.bonus[card]:
            yield f"+{position.bonus[card]}/+{position.bonus[card]}"
        if position.attached[card] != NONE:
            yield f"on {self._game.cards[position.attached[card]]}"
        if position.mark[card]:
            yield self._marks[position.mark[card]].name


def found_in(board: Board) -> dict[str, str]:
    """Where each card of a board is, by its name; spells are on the stack."""
    places = {thing.name: "stack" for thing in board.stack if thing.kind == "spell"}
    if board.resolving is not None and board.resolving.kind == "spell":
        places[board.resolving.name] = "stack"
    for player in board.players:
        for zone in ("library", *OWN_ZONES):
            places |= {card.name: zone for card in getattr(player, zone)}
    return places
