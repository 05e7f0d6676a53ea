"""Traces in the Informal Trace Format of Apalache, which other tools read and draw.

A state has the position in names and, in ``action``, the step that led to it. What the format has
no place for is in ``#meta``, so that a trace in this form can be played again too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stackproof.inputs import Place

from .board import Board, Drawer, PlayerBoard
from .board import Object as StackObject
from .file import Step, TraceFile
from .file import document as whole
from .narrate import Transition
from .table import Table

HOME = "https://apalache-mc.org/docs/adr/015adr-trace.html"
VARIABLES = (
    "turn", "phase", "active", "asked", "decision", "stack", "resolving", "waiting",
    "life", "mana", "library", "hand", "battlefield", "graveyard", "exile", "action",
)  # fmt: skip
ZONES = ("library", "hand", "battlefield", "graveyard", "exile")
ACTION = {"player": "", "verb": "", "subject": "", "nth": 1, "does": "", "happens": []}
"""The action of the first state: none."""


def is_itf(data: object) -> bool:
    """Whether JSON data claims to be such a trace."""
    return isinstance(data, dict) and "states" in data and "vars" in data


def write(trace: TraceFile, table: Table, play: Sequence[Transition]) -> dict[str, Any]:
    """A trace with its positions as JSON data."""
    drawer = Drawer(table.narrator)
    boards = [drawer.board(table.initial)]
    boards += [drawer.board(t.after) for t in play if t.after is not None]
    actions = [ACTION, *map(_action, trace.steps)]
    header = {key: value for key, value in whole(trace).items() if key != "steps"}
    document: dict[str, Any] = {
        "#meta": {
            "format": "ITF",
            "format-description": HOME,
            "description": trace.setup.title,
            "stackproof": header,
        },
        "params": [],
        "vars": list(VARIABLES),
        "states": [
            {"#meta": {"index": i}, **_state(board), "action": actions[i]}
            for i, board in enumerate(boards)
        ],
    }
    if trace.law.loop is not None:
        document["loop"] = trace.law.loop
    return document


def read(data: dict[str, Any], place: Place) -> dict[str, Any]:
    """The data of a trace file from that of one in this form. Raises :class:`InputError`."""
    meta = data.get("#meta")
    header = meta.get("stackproof") if isinstance(meta, dict) else None
    if not isinstance(header, dict):
        raise place.at("#meta", "stackproof").error("missing: this ITF trace is of another program")
    states = data["states"]
    if not isinstance(states, list) or not states:
        raise place.at("states").error("a list with one state at least is needed")
    steps = []
    for i, state in enumerate(states[1:], 1):
        action = state.get("action") if isinstance(state, dict) else None
        if not isinstance(action, dict):
            raise place.at("states", i, "action").error("missing")
        steps.append(_step(action, place.at("states", i, "action")))
    return {**header, "steps": steps}


def _action(step: Step) -> dict[str, Any]:
    subject = step.card or step.target or step.trigger or ""
    if step.number is not None:
        subject = str(step.number)
    return {
        "player": step.player,
        "verb": step.verb,
        "subject": subject,
        "nth": step.nth,
        "does": step.does,
        "happens": [{"text": h.text, "rule": h.rule} for h in step.happens or ()],
    }


SUBJECTS = {
    "play": "card", "activate": "card", "tap": "card", "pick": "card",
    "target": "target", "order": "trigger", "number": "number",
}  # fmt: skip


def _step(action: dict[str, Any], place: Place) -> dict[str, Any]:
    step = {key: value for key, value in action.items() if key != "subject"}
    verb, subject = action.get("verb"), action.get("subject")
    key = SUBJECTS.get(verb) if isinstance(verb, str) else None
    if key is not None:
        number = key == "number" and isinstance(subject, str) and subject.isdecimal()
        step[key] = int(str(subject)[:4]) if number else subject
    elif subject:
        raise place.at("subject").error(f'the verb "{verb}" has none')
    return step


def _state(board: Board) -> dict[str, Any]:
    def each(what: Any) -> dict[str, Any]:
        return {"#map": [[player.name, what(player)] for player in board.players]}

    def zone(name: str) -> dict[str, Any]:
        def names(player: PlayerBoard) -> list[str]:
            return [card.name for card in getattr(player, name)]

        return each(names)

    resolving = () if board.resolving is None else (board.resolving,)
    return {
        "turn": board.turn,
        "phase": board.step,
        "active": next(player.name for player in board.players if player.active),
        "asked": board.asked,
        "decision": board.asks,
        "stack": [_object(thing) for thing in board.stack],
        "resolving": [_object(thing) for thing in resolving],
        "waiting": [_object(thing) for thing in board.waiting],
        "life": each(lambda player: player.life),
        "mana": each(lambda player: player.mana),
        **{name: zone(name) for name in ZONES},
    }


def _object(thing: StackObject) -> dict[str, Any]:
    return {
        "name": thing.name,
        "kind": thing.kind,
        "controller": thing.controller,
        "target": thing.target,
    }
