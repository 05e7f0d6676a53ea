"""The game of this project as the subject of proofs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType

from stackproof.editions.load import Edition
from stackproof.game.assembly import assemble
from stackproof.game.domains import Decision, Verb
from stackproof.game.keywords.madness import CAST_MADNESS
from stackproof.game.position import emit
from stackproof.lang.system import INVARIANT, STEP, Law, System
from stackproof.laws.auxiliary import (
    acting,
    aiming,
    announcing,
    closing,
    contracts,
    decks,
    exiling,
    leaving,
    positions,
    promises,
    ranking,
    resolving,
    settling,
    stages,
    underway,
)
from stackproof.laws.catalogue import MODULES, laws
from stackproof.laws.declare import laws_of

from .subject import Contract, Futures, Subject

CAPACITIES: Mapping[str, int] = {
    "seats": 2, "cards": 8, "library": 8, "stack": 6, "waiting": 4, "events": 255, "effects": 3,
    "keywords": 2, "statics": 1,
}  # fmt: skip
"""The sizes for which proofs are made, unless others are asked for."""

AUXILIARY = (positions, announcing, resolving, exiling, aiming, ranking, acting)
"""The modules of auxiliary laws."""
CONDITIONS = (decks, promises, leaving, settling, stages, closing)
"""Those of conditions on decks and of what rules under contract promise."""

MOST_IN_LIBRARY = 6
"""That everything fits into one library is a matter of counting, which takes a solver long."""


def sizes(cards: int, library: int | None = None) -> dict[str, int]:
    """The capacities for decks of so many cards, of which a library holds six at most unless
    another number is given.
    """
    most = min(cards, MOST_IN_LIBRARY) if library is None else library
    return {**CAPACITIES, "cards": cards, "library": most}


RANKED = ("madness-exile-leads-on", "ripple-leaves-stack")
"""The laws about what comes later that follow from a rank."""

IMPLIED = frozenset({
    "libraries-without-gaps",
    "madness-cost-is-changed-too",
    "madness-exile-ends",
    "no-trigger-left-behind",
    "nobody-has-priority-meanwhile",
    "revealed-only-for-ripple",
    "ripple-casts-without-mana-cost",
    "somebody-can-act",
})  # fmt: skip
"""The invariants that follow from the others."""

CHOOSING = (Verb.PLAY, Verb.ACTIVATE, Verb.TAP, Verb.PICK)
"""The verbs that choose a card."""

SWITCHES: Mapping[tuple[str, object], tuple[str, bool]] = {
    ("madness_timing", "window"): ("madness_window", True),
    ("madness_timing", "resolution"): ("madness_window", False),
    ("madness_exile", "may"): ("madness_optional", True),
    ("madness_exile", "must"): ("madness_optional", False),
}
"""The fields of the setup that stand for switches of editions which laws ask for."""

ABSENT = frozenset({("ripple", True)})
"""Switches of editions that no field stands for: proofs hold with them and without."""


def subject(
    capacities: Mapping[str, int] | None = None,
    own: Sequence[Law] = (),
    modules: Sequence[ModuleType] = (),
) -> Subject:
    """The game with its laws, in some size; with further rules modules and the laws in them."""
    judged = (*(law for law in laws() if law.kind in (INVARIANT, STEP)), *own)
    auxiliary = tuple(laws_of(list(AUXILIARY)))
    deck = Law("deck", "decks are as they can be written", decks.proper, kind=INVARIANT)
    start = Law("start", "where plays begin", decks.start, kind=INVARIANT)
    names = [law.id for law in (*judged, *auxiliary) if law.kind == INVARIANT and law.supported]

    def around(rule: Callable[..., object]) -> tuple[str, ...]:
        excepted = (underway.AUTOMATIC, *underway.UNDERWAY[rule], *IMPLIED)
        return tuple(name for name in names if name not in excepted)

    def restored(rule: Callable[..., object]) -> tuple[str, ...]:
        known = underway.UNDERWAY[rule] if rule in underway.RESTORED else ()
        return tuple(name for name in known if name not in IMPLIED)

    known = [
        Contract(
            rule, promise, contracts.REQUIRED.get(rule),
            around=around(rule),
            each=contracts.EACH.get(rule),
            by_argument=rule in contracts.BY_ARGUMENT,
            opens=contracts.OPENED.get(rule, ""),
            stepwise=rule not in contracts.AT_ONCE,
            meanwhile=contracts.MEANWHILE.get(rule),
            lawful=rule in contracts.LAWFUL,
            stage=rule in contracts.STAGES,
            basics=underway.BASICS if rule in underway.MOVERS else around(rule),
            restores=restored(rule),
        )
        for rule, promise in contracts.CONTRACTS.items()
    ]  # fmt: skip
    futures = Futures(
        tuple(law for law in laws() if law.id in RANKED),
        ranking.is_under_way,
        frozenset({"stack-empties", "somebody-can-act"}),
    )
    further = [
        law
        for c in known
        for law in (c.promise, c.requires, c.each, c.meanwhile)
        if law is not None
    ]
    system = assemble(
        {**CAPACITIES, **(capacities or {})},
        [*judged, *futures.laws, *auxiliary, deck, start, *further],
        [*MODULES, *AUXILIARY, *CONDITIONS, *modules],
    )
    return Subject(
        system=system,
        laws=judged,
        auxiliary=auxiliary,
        deck=deck,
        start=start,
        contracts=tuple(known),
        split="decision",
        facts=("announcing-is-asked", "resolving-is-asked", "sources-are-cards"),
        emit=emit,
        switches={law.id: _fields(law) for law in judged},
        futures=futures,
        about=about(system),
        implied=IMPLIED,
    )


def about(system: System) -> dict[tuple[int, int], str]:
    """Which actions are about a card: most sums over cards are the same before and after them once
    it is known which card it is.
    """
    decisions = range(len(system.program.members(Decision)))
    known = {(int(verb), number): "" for verb in CHOOSING for number in decisions}
    casting = system.program.constant(CAST_MADNESS)
    assert casting is not None
    return {**known, (int(Verb.YES), casting): "resolving.source"}


def is_known(switch: str, value: object) -> bool:
    """Whether proofs can tell where a switch of editions has a value."""
    return (switch, value) in SWITCHES or (switch, value) in ABSENT


def _fields(law: Law) -> dict[str, bool]:
    """The fields of the setup that say where a law is in force."""
    asked = [item for item in law.switches.items() if item not in ABSENT]
    return dict(SWITCHES[item] for item in asked)


def in_force(law: Law, edition: Edition) -> bool:
    """Whether an edition is one of those that a law is about."""
    return all(edition.switches.get(name) == value for name, value in law.switches.items())
