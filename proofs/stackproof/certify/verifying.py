"""Checks certificates again from scratch: every obligation that there has to be, by two solvers.

Which obligations those are is found from the rules: all goals of all cases, of a law and of all
that its proof turns out to rest on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from stackproof.inputs import InputError, Place, suggestion
from stackproof.lang.readings.symbolic import undisturbed
from stackproof.prove.attempting import PATIENCE
from stackproof.prove.game import subject
from stackproof.prove.layout import CaseId, identities
from stackproof.prove.naming import in_words
from stackproof.prove.slices import Slice
from stackproof.prove.subject import Subject
from stackproof.working import done

from .certificate import Certificate, read_all, read_rules, slices_of
from .examining import Examined, Examiner, Patience, Status
from .fingerprints import differing, hashes, rules_of
from .owners import goals, owner

Make = Callable[[Mapping[str, int]], Subject]
"""Makes the subject in some size: a function that other processes can be sent."""
Slices = Mapping[str, Sequence[Slice]]


@dataclass
class Verified:
    """Certificates by name, and what became of each obligation. ``edited`` are the rules that have
    changed since, ``missing`` the names of certificates that something rests on and nobody has.
    """

    subject: Subject
    known: Mapping[str, Certificate]
    edited: Sequence[str]
    examined: dict[str, list[Examined]] = field(default_factory=dict)

    def rests_on(self, name: str) -> frozenset[str]:
        """The certificates that one rests on directly."""
        return frozenset(
            owner(e.case, label) for e in self.examined.get(name, ()) for label in e.uses
        ) - {""}

    def own(self, name: str) -> Status:
        """What became of the obligations of one certificate."""
        if name not in self.known or not self.examined.get(name):
            return Status.UNDETERMINED
        found = {e.status for e in self.examined[name]}
        order = (Status.BROKEN, Status.REJECTED, Status.UNDETERMINED, Status.RENEWED)
        return next((status for status in order if status in found), Status.VALID)

    @cached_property
    def fallen(self) -> frozenset[str]:
        """The certificates that do not stand, by themselves or because of what they rest on."""
        gone = {n for n in self.examined if self.own(n) not in (Status.VALID, Status.RENEWED)}
        while True:
            more = {n for n in self.examined if n not in gone and self._falls(n, gone)}
            if not more:
                return frozenset(gone)
            gone |= more

    def _falls(self, name: str, gone: Iterable[str]) -> bool:
        needed = self.rests_on(name)
        return bool(needed & set(gone)) or not needed <= self.examined.keys()

    def status(self, name: str) -> Status:
        """What became of a certificate, all that it rests on included."""
        own = self.own(name)
        falls = own in (Status.VALID, Status.RENEWED) and name in self.fallen
        return Status.UNDETERMINED if falls else own

    def reason(self, name: str) -> str:
        """Why a certificate does not stand; empty where it does."""
        if name not in self.known:
            return "there is no certificate of it"
        if not self.examined.get(name):
            return "there is nothing of that name to prove"
        for status in (Status.BROKEN, Status.REJECTED, Status.UNDETERMINED):
            failing = [e for e in self.examined.get(name, ()) if e.status is status]
            if failing:
                more = f", and in {len(failing) - 1} more cases" if len(failing) > 1 else ""
                return f"{in_words(self.subject, failing[0].case)}: {failing[0].reason}{more}"
        if name in self.fallen:
            return f"it rests on {self._root(name)}, which does not stand"
        return ""

    def _root(self, name: str) -> str:
        """Something that does not stand by itself, by which one falls."""
        pending = deque([name])
        seen = {name}
        while pending:
            known = pending.popleft()
            if self.own(known) not in (Status.VALID, Status.RENEWED):
                return known
            more = sorted(self.rests_on(known) - seen)
            seen.update(more)
            pending += more
        raise ValueError(f"{name} does not fall")


def verify(
    folder: Path,
    laws: Sequence[str] = (),
    make: Make = subject,
    seconds: float = 60,
    anew: float = 10,
    processes: int = 2,
    progress: Callable[[str], None] | None = None,
) -> Verified:
    """Check the certificates of a folder, or of some laws with all that these rest on.

    ``seconds`` bound each answer of a solver, ``anew`` each part of the proof of an obligation that
    an edit of the rules has changed. Raises :class:`InputError` for files that are no certificates.
    """
    known = read_all(folder)
    pieces = slices_of(known, folder)
    capacities = _capacities(folder, known)
    about = make(capacities)
    for name in laws:
        if name not in known:
            raise InputError(f'{folder}: no certificate of "{name}"{suggestion(name, known)}')
    same = {c.hashes for c in known.values()} == {hashes(about)}
    verified = Verified(about, known, differing(read_rules(folder), rules_of(about)))
    verified.edited = [] if same else verified.edited
    job = _Job(make, tuple(sorted(capacities.items())), Patience(seconds, 0 if same else anew))
    wanted = set(laws or known)
    while wanted:
        _round(verified, wanted, pieces, job, processes, progress)
        rest = {n for name in verified.examined for n in verified.rests_on(name)}
        wanted = rest - verified.examined.keys()
    return verified


def _capacities(folder: Path, known: Mapping[str, Certificate]) -> dict[str, int]:
    """The capacities, which have to be the same in all certificates."""
    first, *others = known.values()
    for other in others:
        if other.capacities != first.capacities:
            place = Place(str(folder / f"{other.name}.json"), "capacities")
            raise place.error(f"not those of {first.name}.json")
    return first.capacities


@dataclass(frozen=True)
class _Job:
    """What a worker has to know besides its case."""

    make: Make
    capacities: tuple[tuple[str, int], ...]
    patience: Patience

    @undisturbed()
    def run(self, identity: CaseId, wanted: frozenset[str], pieces: Slices) -> list[Examined]:
        patience = self.patience
        if identity.kind == "contract":
            patience = Patience(patience.slice, patience.anew * PATIENCE)
        examiner = Examiner(_subject(self.make, self.capacities), identity, patience)
        mine = [g for g in examiner.case.goals() if owner(identity, g) in wanted]
        return examiner.examine(mine, pieces)


@cache
def _subject(make: Make, capacities: tuple[tuple[str, int], ...]) -> Subject:
    return make(dict(capacities))


def _round(
    verified: Verified,
    wanted: set[str],
    pieces: Mapping[str, Slices],
    job: _Job,
    processes: int,
    progress: Callable[[str], None] | None,
) -> None:
    """Examine some certificates in all cases."""
    about = verified.subject
    asked = frozenset(wanted & verified.known.keys())
    verified.examined.update({name: [] for name in wanted})
    work = {i: (i, asked, pieces.get(in_words(about, i), {})) for i in _largest(about, pieces)}
    found: dict[CaseId, list[Examined]] = {}
    for identity, result in done(work, job.run, processes):
        found[identity] = list(_lost(about, identity, asked)) if result is None else result
        if progress is not None:
            progress(f"{len(found)} of {len(work)} cases")
    for identity in identities(about):
        for examined in found[identity]:
            verified.examined[owner(identity, examined.goal)].append(examined)


def _largest(about: Subject, pieces: Mapping[str, Slices]) -> list[CaseId]:
    """The cases with most to check first, so that none of them is left for the end."""

    def size(identity: CaseId) -> int:
        known = pieces.get(in_words(about, identity), {})
        return sum(len(piece.nodes) for slices in known.values() for piece in slices)

    return sorted(identities(about), key=size, reverse=True)


def _lost(about: Subject, identity: CaseId, asked: Iterable[str]) -> Iterator[Examined]:
    """What is known of a case whose process died: nothing."""
    for name in asked:
        for goal in goals(about, name):
            if owner(identity, goal) == name:
                reason = "the process that checked it died, twice"
                yield Examined(identity, goal, Status.UNDETERMINED, reason=reason)
