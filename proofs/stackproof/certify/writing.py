"""Makes certificates of a proof: slices are shrunk and both solvers asked before one is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stackproof.editions.load import Edition
from stackproof.prove.game import in_force
from stackproof.prove.naming import in_words
from stackproof.prove.obligations import Obligation, Proof
from stackproof.prove.slices import Slice
from stackproof.prove.subject import Subject
from stackproof.working import done

from .certificate import (
    Certificate,
    Entry,
    Invariant,
    Kind,
    SliceEntry,
    SolverSaid,
    files,
    write,
    write_rules,
)
from .fingerprints import hashes, rules_of
from .owners import CONTRACT, names, owner
from .packed import digest, pack
from .shrinking import shrunk
from .solvers import SOLVERS, Said, ask


@dataclass
class Written:
    """The names of the certificates that were written, and why the others were not."""

    names: list[str] = field(default_factory=list)
    without: dict[str, str] = field(default_factory=dict)


Sealed = list[tuple[Slice, dict[str, Said]]]
"""Slices with what each solver said."""


def write_all(
    proof: Proof,
    subject: Subject,
    editions: Iterable[Edition],
    folder: Path,
    scope: str,
    seconds: float = 60,
    processes: int = 2,
    progress: Callable[[str], None] | None = None,
) -> Written:
    """Write a certificate of everything that a proof proves, and remove those of what it does not;
    what it was not asked about stays as it is.

    ``scope`` says what the proof covers, ``seconds`` bound each answer of a solver. Raises
    ImportError without the second solver.
    """
    import cvc5  # noqa: F401  (to know before hours of work)

    written = Written()
    mine: dict[str, list[Obligation]] = {name: [] for name in names(subject)}
    for obligation in proof.obligations.values():
        mine[owner(obligation.case, obligation.goal)].append(obligation)
    for name, obligations in mine.items():
        failing = [o for o in obligations if o.status != "proved"]
        if failing or not obligations:
            longer = bool(failing) and all(proof.shows(o.case, o.goal) for o in failing)
            reason = "it takes more than one step" if longer else "it is not proved"
            written.without[name] = reason
    _fall(mine, written)
    sealed = _sealed(mine, written, seconds, processes, progress)
    _fall(mine, written)
    folder.mkdir(parents=True, exist_ok=True)
    writer = _Writer(scope, subject, list(editions))
    for name, found in sealed.items():
        if name not in written.without:
            write(writer.certificate(name, mine[name], found), folder)
            written.names.append(name)
    write_rules(rules_of(subject), folder)
    kept = {*written.names, *(name for name, known in mine.items() if not known)}
    for path in files(folder):
        if path.stem not in kept:
            path.unlink()
    return written


def _fall(mine: Mapping[str, Sequence[Obligation]], written: Written) -> None:
    """Give up what rests on something that gets no certificate."""
    while True:
        more = {}
        for name, obligations in mine.items():
            rest = {owner(o.case, label) for o in obligations for label in o.used}
            gone = sorted(rest & written.without.keys())
            if gone and name not in written.without:
                more[name] = f"it rests on {gone[0]}"
        if not more:
            return
        written.without.update(more)


def _sealed(
    mine: Mapping[str, Sequence[Obligation]],
    written: Written,
    seconds: float,
    processes: int,
    progress: Callable[[str], None] | None,
) -> dict[str, Sealed]:
    found: dict[str, Sealed] = {}
    work = {
        name: ([s for o in obligations for s in o.slices], seconds, _small(obligations))
        for name, obligations in sorted(mine.items(), key=_size, reverse=True)
        if name not in written.without
    }
    for number, (name, sealed) in enumerate(done(work, seal, processes), 1):
        if progress is not None:
            progress(f"{number} of {len(work)} certificates")
        if sealed is None:
            written.without[name] = "the process that asked the solvers died, twice"
            continue
        found[name] = sealed
        for solver, said in (item for _, answers in sealed for item in answers.items()):
            if said.answer != "unsat":
                reason = said.reason or f"{solver} finds that it does not follow"
                written.without[name] = reason
    return found


def _size(of: tuple[str, Sequence[Obligation]]) -> int:
    """How much work it is to seal: what takes longest comes first."""
    return sum(len(s.nodes) for o in of[1] if not o.recalled for s in o.slices)


def _small(obligations: Iterable[Obligation]) -> frozenset[Slice]:
    """The slices that are as small as they get, as they were sealed before."""
    return frozenset(s for o in obligations if o.recalled for s in o.slices)


def seal(slices: Iterable[Slice], seconds: float, small: Collection[Slice] = ()) -> Sealed:
    """The slices, as small as they get, with the answers of both solvers."""
    known: dict[Slice, tuple[Slice, dict[str, Said]]] = {}
    found: Sealed = []
    for whole in slices:
        if whole not in known:
            known[whole] = _seal(whole, seconds, whole in small)
        found.append(known[whole])
    return found


def _seal(whole: Slice, seconds: float, is_small: bool) -> tuple[Slice, dict[str, Said]]:
    small = whole if is_small else shrunk(whole, seconds)
    answers = _answers(small, seconds)
    if small != whole and any(said.answer != "unsat" for said in answers.values()):
        return whole, _answers(whole, seconds)
    return small, answers


def _answers(piece: Slice, seconds: float) -> dict[str, Said]:
    return {solver: ask(solver, piece, seconds) for solver in SOLVERS}


@dataclass(frozen=True)
class _Writer:
    """Makes certificate files."""

    scope: str
    subject: Subject
    editions: Sequence[Edition]

    def certificate(
        self, name: str, obligations: Sequence[Obligation], sealed: Sealed
    ) -> Certificate:
        left = iter(sealed)
        entries = []
        for obligation in obligations:
            pieces = [next(left) for _ in obligation.slices]
            entries.append(
                Entry(
                    in_words(self.subject, obligation.case),
                    obligation.goal,
                    sorted(obligation.used),
                    [self._slice(*piece) for piece in pieces],
                )
            )
        kind, says, cites, editions = self._about(name)
        used = sorted({label for o in obligations for label in o.used} & self.subject.by_id.keys())
        return Certificate(
            name=name,
            kind=kind,
            says=says,
            cites=cites,
            editions=editions,
            scope=self.scope,
            capacities=dict(self.subject.system.program.capacities),
            hashes=hashes(self.subject),
            solvers={solver: said.version for _, known in sealed for solver, said in known.items()},
            invariants=[Invariant(label, self.subject.by_id[label].says) for label in used],
            obligations=entries,
            slices=pack(piece for piece, _ in sealed),
        )

    def _slice(self, piece: Slice, said: Mapping[str, Said]) -> SliceEntry:
        answers = {solver: SolverSaid(s.answer, s.seconds) for solver, s in said.items()}
        return SliceEntry(digest(piece), len(piece.nodes), answers)

    def _about(self, name: str) -> tuple[Kind, str, list[str], list[str]]:
        """The kind, words, citations and editions of a certificate."""
        if name.startswith(CONTRACT):
            rule = name.removeprefix(CONTRACT)
            says = f"the rule {rule} does what proofs of its callers rely on, and may be called"
            return "contract", says, [], [edition.id for edition in self.editions]
        law = self.subject.by_id[name]
        kind: Kind = "auxiliary" if law in self.subject.auxiliary else "law"
        editions = [edition.id for edition in self.editions if in_force(law, edition)]
        return kind, law.says, list(law.cites), editions
