"""Counterexamples to induction, tried for reachability by the explorer.

It searches from starts that are derived of the position for any play that breaks the law: one to
the position itself does so with the next action. Once CPython has replayed it, that is a
counterexample to the law; where none is met, that says how far was looked and no more, as other
starts may lead there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace

from stackproof.editions.load import Edition
from stackproof.explore.model import Limits, Reason
from stackproof.explore.search import Exploration, explore
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import Law

from .bounded import Play, fails
from .game import in_force
from .obligations import Obligation, Proof
from .replaying import Counterexample, Mismatch
from .starts import is_start, starts
from .subject import Subject

SECONDS = 60.0
"""How long all searches together may take."""
STATES = 20_000
"""So many positions, at most, are found from one start."""
FEW = 3
"""So many counterexamples of a law are tried."""


@dataclass(frozen=True)
class Tried:
    """How far the explorer looked for plays that break a law: from ``starts`` derived of so many
    ``counterexamples``, by the rules of an ``edition``; ``complete`` if it saw all that can happen
    from there until the play is cut off, which is nothing where there are no starts. ``plays`` has
    the play that it met for each edition, by id, in which it breaks the law.
    """

    counterexamples: int
    starts: int
    positions: int
    transitions: int
    complete: bool
    seconds: float
    edition: str
    plays: Mapping[str, Play] = field(default_factory=dict)

    def told(self) -> str:
        """How far was looked, for people; nothing where nothing was tried."""
        if not self.counterexamples:
            return ""
        if self.plays:
            return f"a play breaks it by the rules of {self.edition}, but not by these"
        if not self.starts:
            return "no start is derived of it" if self.complete else "there was no time to try it"
        cards = "it" if self.counterexamples == 1 else f"{self.counterexamples} such positions"
        scope = "all " if self.complete else ""
        return (
            f"not met among {scope}{_counted(self.positions, 'position')} from "
            f"{_counted(self.starts, 'start')} derived of {cards}, by the rules of {self.edition}"
        )


UNTRIED = Tried(0, 0, 0, 0, False, 0.0, "")
"""Where there was nothing to try, or no time."""


def against(proof: Proof, goal: str) -> list[Obligation]:
    """The obligations of a goal that a position speaks against, in the order of the cases."""
    known = proof.failing(goal)
    found = [o for o in known if o.status == "refuted" and o.counterexample is not None]
    return sorted(found, key=lambda o: astuple(o.case))


def try_all(
    subject: Subject,
    proof: Proof,
    laws: Iterable[Law],
    editions: Sequence[Edition],
    seconds: float = SECONDS,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Tried]:
    """Try what speaks against a proof of laws, a few counterexamples of each. Raises
    :class:`Mismatch`.
    """
    found = {}
    for law in laws:
        known = [o.counterexample for o in against(proof, law.id) if o.counterexample is not None]
        found[law.id] = known[:FEW]
    return try_found(subject, found, editions, seconds, progress)


def try_found(
    subject: Subject,
    counterexamples: Mapping[str, Sequence[Counterexample]],
    editions: Sequence[Edition],
    seconds: float = SECONDS,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Tried]:
    """Try counterexamples of laws, by id, within so many seconds besides the compiling.

    Raises :class:`Mismatch` where CPython does not confirm a play.
    """
    found = {
        name: known for name, known in counterexamples.items()
        if known and any(in_force(subject.by_id[name], e) for e in editions)
    }  # fmt: skip
    if not found:
        return {}
    if progress is not None:
        progress("compiling the rules")
    judged = tuple(subject.by_id[name] for name in found)
    explorer = Explorer(subject, NativeReading(replace(subject.system, laws=judged)))
    end = time.monotonic() + seconds
    tried: dict[str, Tried] = {}
    for number, law in enumerate(judged):
        if progress is not None:
            progress(f"is there a play? {law.id}")
        share = (end - time.monotonic()) / (len(judged) - number)
        tried[law.id] = explorer.look(law, found[law.id], editions, share)
        if explorer.interrupted:
            break
    return tried


class Explorer:
    """Searches for plays that break laws, with the rules compiled once."""

    def __init__(self, subject: Subject, reading: NativeReading) -> None:
        self.subject, self.reading = subject, reading
        self.interrupted = False

    def look(
        self, law: Law, found: Sequence[Counterexample], editions: Sequence[Edition], seconds: float
    ) -> Tried:
        """Look from starts derived of counterexamples, by the rules of the edition in which the law
        is in force that is most like theirs. The play is replayed by those of the others.
        """
        begun = time.monotonic()
        known = [e for e in editions if in_force(law, e)]
        near = nearest(self.subject, found[0], known)
        count = positions = transitions = 0
        complete, play = True, None
        for start in (s for one in found for s in starts(self.subject, one, near.setup, law)):
            left = begun + seconds - time.monotonic()
            if left <= 0 or self.interrupted:
                complete = False
                break
            search = explore(
                self.reading, start.setup, start.initial, Limits(STATES, max_seconds=left)
            )
            self.interrupted = search.reason is Reason.INTERRUPTED
            count, complete = count + 1, complete and search.complete and not search.errors
            positions, transitions = positions + search.states, transitions + search.edges
            actions = self._breaking(law, search)
            if actions is not None:
                play = Play(start.setup, start.initial, actions)
                break
        return Tried(
            len(found), count, positions, transitions, complete, time.monotonic() - begun, near.id,
            {} if play is None else self._replayed(law, play, near, known),
        )  # fmt: skip

    def _breaking(self, law: Law, search: Exploration) -> tuple[tuple[int, int], ...] | None:
        """A play that breaks a law, as far as the explorer can tell."""
        for bit in self.reading.system.bits(law):
            if bit in search.violations:
                violation = search.violations[bit]
                last = [] if violation.action is None else [violation.action]
                return (*search.trace(violation.state), *last)
        return None

    def _replayed(
        self, law: Law, play: Play, near: Edition, editions: Iterable[Edition]
    ) -> dict[str, Play]:
        """The play for each edition in which CPython sees it break the law."""

        def breaks(play: Play) -> bool:
            return is_start(self.subject, play.setup, play.initial, law) and fails(
                self.subject, law, play.setup, play.initial, play.actions
            )

        if not breaks(play):
            raise Mismatch(f"{law.id}: CPython does not see it fail after {list(play.actions)}")
        others = {
            e.id: replace(play, setup=with_switches(self.subject, play.setup, e.setup))
            for e in editions
        }
        return {name: other for name, other in others.items() if name == near.id or breaks(other)}


def nearest(subject: Subject, found: Counterexample, editions: Sequence[Edition]) -> Edition:
    """The edition with the fewest switches that a counterexample has otherwise; the newest one."""

    def differing(edition: Edition) -> int:
        other = with_switches(subject, found.setup, edition.setup)
        return sum(a != b for a, b in zip(other, found.setup, strict=True))

    return min(reversed(editions), key=differing)


def with_switches(subject: Subject, setup: bytes, switches: Mapping[str, bool]) -> bytes:
    """A packed setup by the rules of another edition."""
    changed = bytearray(setup)
    for name, value in switches.items():
        offset, _ = subject.system.setup_type.fields[name]
        changed[offset] = value
    return bytes(changed)


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")
