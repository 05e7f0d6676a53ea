"""The parcels as the subject of proofs, as other processes make it too."""

from __future__ import annotations

from collections.abc import Mapping

from stackproof.lang.program import Program
from stackproof.lang.system import INVARIANT, Law, System
from stackproof.prove.subject import Contract, Subject

from . import parcels

PACKED = Law("packed", "what is packed is sent", parcels.packed_where_it_is_sent, kind=INVARIANT)
SENT = Law("sent-is-light", "what is sent is light", parcels.sent_is_light, kind=INVARIANT)
DELIVERED = Law(
    "delivered-is-light", "parcels are light", parcels.delivered_is_light, kind=INVARIANT
)
DELIVERS = Law("delivers-light", "light parcels are delivered", parcels.delivers_light)
VERY_LIGHT = Law(
    "very-light", "what is sent is very light", parcels.sent_is_very_light, kind=INVARIANT
)
NEVER_FRESH = Law("never-fresh", "no action is the first one", parcels.never_fresh)


def made(*laws: Law) -> Subject:
    """The game with some of its laws."""
    deck = Law("deck", "light", parcels.any_deck, kind=INVARIANT)
    start = Law("start", "nothing is on its way", parcels.begins, kind=INVARIANT)
    promise = Law("promise: pack", "it is light", parcels.pack_promises)
    requires = Law("needs: pack", "it is light", parcels.pack_requires)
    system = System(
        Program([parcels], {}), parcels.Setup, parcels.State, parcels.Step, parcels.VERBS,
        parcels.legal, parcels.apply, parcels.finished,
        (*laws, PACKED, deck, start, promise, requires),
    )  # fmt: skip
    return Subject(
        system=system,
        laws=laws,
        auxiliary=(PACKED,),
        deck=deck,
        start=start,
        contracts=(Contract(parcels.pack, promise, requires),),
        split="phase",
        facts=("packed",),
        emit=parcels.note,
        switches={law.id: {} for law in laws},
    )


def delivering(capacities: Mapping[str, int]) -> Subject:
    """Without what is said of parcels on their way."""
    return made(DELIVERED, DELIVERS)


def sending(capacities: Mapping[str, int]) -> Subject:
    """With it."""
    return made(SENT, DELIVERED)


def doubtful(capacities: Mapping[str, int]) -> Subject:
    """With false laws."""
    return made(VERY_LIGHT, NEVER_FRESH)
