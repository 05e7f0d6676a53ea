"""Plays a trace again, without any search, and tells where it goes another way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from stackproof.editions.load import Edition
from stackproof.game.domains import Verb
from stackproof.inputs import Place, read_json
from stackproof.lang.system import Law
from stackproof.report.result import Verdict

from . import itf
from .actions import check_names, meant
from .claimed import outcome_of_claim
from .file import Happening, Step, TraceFile, decode
from .judging import outcome
from .narrate import Transition
from .table import Table, table_of

SCHEMA = 1


class Divergence(msgspec.Struct, frozen=True):
    """Where a replay leaves the trace.

    ``action``: the step cannot be taken there; ``new`` is what can be done instead. ``events``:
    something else happens; ``missing`` is what does not, ``new`` what does instead.
    """

    step: int
    kind: Literal["action", "events"]
    missing: list[str]
    new: list[str]


class Told(msgspec.Struct, frozen=True):
    """One step as it was played."""

    number: int
    player: str
    does: str
    happens: list[Happening]


class Replay(msgspec.Struct, frozen=True):
    """A trace played again in an edition.

    ``verdict`` is what the play shows of the law there, at ``step``; empty where the law is not in
    force. ``same`` tells whether it went as the trace says, with the same outcome. ``divergences``
    has the first step at which something else happens, and the one that cannot be taken.
    """

    scenario: str
    edition: str
    law: str
    verdict: Verdict | Literal[""]
    step: int | None
    same: bool
    divergences: list[Divergence]
    steps: list[Told]


def load(path: str | Path) -> tuple[TraceFile, Place]:
    """A trace file, in the project's own form or in ITF, and its place for error messages.

    Raises :class:`InputError`.
    """
    place, data = Place(str(path)), read_json(path)
    if itf.is_itf(data):
        data = itf.read(data, place)
    return decode(data, place), place


def replay(trace: TraceFile, place: Place, edition: Edition | str = "") -> Replay:
    """Play a trace again, in this edition, or the one with this id, or else in its own.

    Raises :class:`InputError`.
    """
    table = table_of(trace, place, edition)
    check_names(trace.steps, table.scenario, place.at("steps"))
    check_choice(trace, table, place)
    play, divergences = follow(table, trace.steps)
    whole = len(play) == len(trace.steps)
    if table.claimed:
        found = outcome_of_claim(table, play)
    else:
        found = outcome(table, play, trace.law.choice, trace.law.loop if whole else None)
    verdict: Verdict | Literal[""] = found.verdict if table.in_force else ""
    same = not divergences and (verdict, found.step or trace.law.step) == (
        trace.law.verdict,
        trace.law.step,
    )
    told = [table.narrator.line(n, t) for n, t in enumerate(play, 1)]
    return Replay(
        trace.scenario,
        table.edition.id,
        trace.law.id,
        verdict,
        found.step if table.in_force else None,
        same,
        divergences,
        [
            Told(
                line.number,
                line.player,
                line.does,
                [Happening(h.text, h.rule) for h in line.happenings],
            )
            for line in told
        ],
    )


def as_itf(trace: TraceFile, place: Place, edition: Edition | str = "") -> str:
    """A trace in ITF, as far as it can be played. Raises :class:`InputError`."""
    table = table_of(trace, place, edition)
    check_names(trace.steps, table.scenario, place.at("steps"))
    play, _ = follow(table, trace.steps)
    trace = msgspec.structs.replace(trace, edition=table.edition.id)
    data = msgspec.json.encode(itf.write(trace, table, play))
    return msgspec.json.format(data, indent=2).decode() + "\n"


def check_choice(trace: TraceFile, table: Table, place: Place) -> None:
    """Raises :class:`InputError` for a member that the family of laws does not have."""
    choice = trace.law.choice
    known = table.system.choices(table.law) if isinstance(table.law, Law) else [None]
    if choice is not None and choice not in known:
        raise place.at("law", "choice").error(f"the law has no member {choice}")
    if choice is None and None not in known:
        raise place.at("law").error('the key "choice" is missing: the law is a family')


def follow(table: Table, steps: Sequence[Step]) -> tuple[list[Transition], list[Divergence]]:
    """The transitions of a trace as far as they are legal, and where it goes another way."""
    narrator, position = table.narrator, table.initial
    play: list[Transition] = []
    different: list[Divergence] = []
    for number, step in enumerate(steps, 1):
        action = None if position is None else meant(narrator, position, step)
        if action is None:
            different.append(_impossible(table, number, step, position))
            break
        transition = narrator.transition(position, *action)
        play.append(transition)
        if not different and step.happens is not None:
            told = [h.text for h in narrator.line(number, transition).happenings]
            said = [h.text for h in step.happens]
            if said != told:
                missing = [text for text in said if text not in told]
                new = [text for text in told if text not in said]
                different.append(Divergence(number, "events", missing, new))
        position = transition.after
    return play, different


def _impossible(table: Table, number: int, step: Step, position: object) -> Divergence:
    """A step that cannot be taken, with what can be done instead."""
    subject = step.card or step.target or step.trigger or step.number
    does = step.does or (step.verb if subject is None else f"{step.verb} {subject}")
    possible: list[str] = []
    if position is not None:
        narrator = table.narrator
        who = narrator.decider(position)
        actions = table.player.actions(position)
        possible = [f"{who} {narrator.action(position, Verb(v), a)}" for v, a in actions]
    return Divergence(number, "action", [f"{step.player} {does}"], possible)
