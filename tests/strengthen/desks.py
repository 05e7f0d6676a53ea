"""The toy as a system and as the subject of proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from stackproof.lang.program import Program
from stackproof.lang.readings.python import Player
from stackproof.lang.system import INVARIANT, Law, System
from stackproof.prove.subject import Contract, Subject
from stackproof.strengthen.filtering import Graph
from stackproof.strengthen.houdini import Prepared
from stackproof.strengthen.writing import loaded

from . import desk

KNOWN = Law("known", "nobody is asked alone", desk.nobody_is_asked_alone, kind=INVARIANT)
DECK = Law("any-desk", "any", desk.any_desk, kind=INVARIANT)
START = Law("start", "an empty desk", desk.start, kind=INVARIANT)
PROMISE = Law("promise: note", "the desk stays as it is", desk.note_promises)


def system(laws: Sequence[Law] = (), modules: Sequence[ModuleType] = ()) -> System:
    return System(
        Program([desk, *modules]), desk.Setup, desk.State, desk.Step, desk.VERBS,
        desk.legal, desk.apply, desk.finished, tuple(laws),
    )  # fmt: skip


@dataclass(frozen=True)
class Desk:
    """The subject with candidates in a file."""

    file: str

    def __call__(self) -> Prepared:
        return _prepared(self)


@cache
def _prepared(recipe: Desk) -> Prepared:
    module, laws = loaded(Path(recipe.file))
    about = Subject(
        system=system([KNOWN, DECK, START, PROMISE, *laws.values()], [module]),
        laws=(),
        auxiliary=(KNOWN,),
        deck=DECK,
        start=START,
        contracts=(Contract(desk.note, PROMISE, stepwise=False),),
        split="phase",
        facts=(),
        emit=desk.emit,
        switches={},
    )
    return Prepared(about, laws)


def played() -> Graph:
    """All positions that can be reached, by the CPython reading."""
    about = system()
    player = Player(about, bytes(about.setup_type.size))
    first = bytearray(about.state_type.size)
    first[about.state_type.fields["asked"][0]] = 0xFF
    found: dict[bytes, None] = {bytes(first): None}
    queue = list(found)
    for row in queue:
        position = player.position(row)
        for verb, argument in player.actions(position):
            after, _ = player.apply(player.position(row), verb, argument)
            packed = after.pack()
            if packed not in found:
                found[packed] = None
                queue.append(packed)
    rows = np.frombuffer(b"".join(found), np.uint8).reshape(len(found), -1)
    return Graph(about, rows)
