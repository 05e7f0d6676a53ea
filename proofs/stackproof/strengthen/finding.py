"""Finding invariants: templates are filled in, graphs leave some, and proofs tell which stand."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from stackproof.lang.system import System
from stackproof.prove.asking import prove
from stackproof.prove.assumptions import POSITION
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.layout import CaseId

from .filtering import Filtered, Graph, Strength, filtered
from .houdini import Claim, Houdini, Recipe, strengthened
from .literals import Candidate, Field
from .templates import candidates
from .writing import Writer

NEW, FOLLOWS = "new", "follows"

AT_ONCE = 100
"""How many candidates are looked at together, whether they are known."""


@dataclass(frozen=True)
class Bounds:
    """How much is tried: ``most`` candidates that do not follow from what is known, ``seconds`` for
    a question, and as many as ``total`` for everything; of fields that are ``wanted``, in some
    ``cases``. Names that are ``taken`` are those of other laws.
    """

    most: int = 60
    seconds: float = 10.0
    total: float | None = None
    processes: int = 1
    wanted: Callable[[Field], bool] = lambda _: True
    cases: Callable[[CaseId], bool] = lambda _: True
    taken: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Invariant:
    """A candidate that is inductive: ``new``, or one that ``follows`` from new ones and what is
    known. It rests on what is known by these labels, and directly on other candidates, or laws that
    were asked about, ``together`` with it.
    """

    candidate: Candidate
    status: str
    rests_on: frozenset[str]
    together: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Dropped:
    """A candidate that was not proved: in so many cases a position, which may be unreachable,
    speaks against it, and in so many there was no answer. If in neither, it rests on another one
    that was dropped, or there was no time.
    """

    candidate: Candidate
    refuted: int
    undetermined: int


@dataclass
class Findings:
    """What was found. Of the candidates generated some were false on graphs, or about nothing that
    occurs there, or ``taken``, as another law has their name; weaker ones are those that another
    one implies which was not dropped; the known ones follow from what is known; there were bounds
    for the untried ones.
    """

    capacities: Mapping[str, int]
    positions: int = 0
    generated: int = 0
    false: int = 0
    unmet: int = 0
    taken: int = 0
    weaker: int = 0
    untried: int = 0
    known: list[Candidate] = field(default_factory=list)
    invariants: list[Invariant] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    asked: dict[str, bool] = field(default_factory=dict)
    """For each law that was asked about, whether it is inductive with the invariants found."""
    fallen: frozenset[str] | None = None
    """Of what is known, what is not proved; None if it was taken for granted."""
    rounds: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    text: str = ""
    """The new invariants as a rules module."""

    @property
    def new(self) -> list[Candidate]:
        """The invariants that say more than what is known."""
        return [found.candidate for found in self.invariants if found.status == NEW]


def strengthen(
    system: System,
    graphs: Sequence[Graph],
    recipe: Callable[[str], Recipe],
    bounds: Bounds | None = None,
    *,
    asked: Sequence[str] = (),
    fallen: frozenset[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> Findings:
    """Find invariants of a system.

    ``recipe`` tells how the subject of proofs is made, given a file with candidates. ``asked`` are
    laws of it that are tried along. What is known is taken for granted, unless ``fallen`` tells
    what of it is not proved.
    """
    limits = bounds or Bounds()
    begun = time.monotonic()
    found = Findings(system.program.capacities, fallen=fallen)
    found.positions = sum(len(graph.rows) for graph in graphs)
    every = list(candidates(system.state_type, limits.wanted))
    found.generated = len(every)
    left = filtered(every, graphs)
    found.false, found.unmet = left.false, left.unmet
    found.taken = sum(candidate.name in limits.taken for candidate in left.left)
    found.seconds["graphs"] = time.monotonic() - begun
    with TemporaryDirectory() as folder:
        subjects = _Subjects(Path(folder), Writer(system), recipe)
        _Search(found, left, subjects, limits, begun, progress).run(asked)
    found.text = Writer(system).module(found.new)
    found.seconds["proofs"] = time.monotonic() - begun - found.seconds["graphs"]
    return found


@dataclass
class _Subjects:
    """Subjects that know some candidates: few at a time, as each case reads all of them."""

    folder: Path
    writer: Writer
    recipe: Callable[[str], Recipe]
    files: int = 0

    def knowing(self, candidates: Iterable[Candidate]) -> Recipe:
        """How the subject with these candidates is made."""
        self.files += 1
        file = self.folder / f"{self.folder.name}_{self.files}.py"
        file.write_text(self.writer.module(candidates), encoding="utf-8")
        return self.recipe(str(file))


class _Search:
    """Candidates are tried, strong ones first; weaker ones once those that imply them are gone."""

    def __init__(
        self,
        found: Findings,
        left: Filtered,
        subjects: _Subjects,
        bounds: Bounds,
        begun: float,
        progress: Callable[[str], None] | None,
    ) -> None:
        self._found, self._bounds, self._subjects = found, bounds, subjects
        self._left = [c for c in left.left if c.name not in bounds.taken]
        self._strength = Strength(self._left)
        self._until = None if bounds.total is None else begun + bounds.total
        self._houdini = Houdini(
            subjects.knowing(()), found.fallen or frozenset(), bounds.seconds, bounds.processes,
            bounds.cases, self._until, progress,
        )  # fmt: skip
        self._known: dict[Candidate, bool] = {}
        self._tried: dict[Candidate, None] = {}
        self._gone: set[Candidate] = set()

    def run(self, asked: Sequence[str]) -> None:
        """Try candidates until there are none, or no time."""
        proved: frozenset[str] = frozenset()
        begun = False
        while True:
            fresh = self._next()
            again = [law for law in asked if law not in proved]
            if not fresh and (begun or not again):
                break
            begun = True
            self._tried.update(dict.fromkeys(fresh))
            alive = [candidate for candidate in self._tried if candidate not in self._gone]
            self._houdini.recipe = self._subjects.knowing(alive)
            proved = self._houdini.run([*again, *(candidate.name for candidate in fresh)])
            self._gone = {c for c in self._tried if c.name not in proved}
        self._tell(proved, asked)

    def _next(self) -> list[Candidate]:
        """Candidates to try next: strong ones that do not follow from what is known."""
        found: list[Candidate] = []
        waiting = [
            c
            for c in self._left
            if c not in self._tried
            and c not in self._known
            and all(above in self._gone for above in self._strength.above(c))
        ]
        for start in range(0, len(waiting), AT_ONCE):
            chunk = waiting[start : start + AT_ONCE]
            room = self._bounds.most - len(self._tried) - len(found)
            if room > 0 and not self._is_late():
                for candidate, known in self._asked_if_known(chunk):
                    self._known[candidate] = known
                    if not known:
                        found.append(candidate)
                    if len(found) == self._bounds.most - len(self._tried):
                        break
        return found

    def _asked_if_known(self, chunk: Sequence[Candidate]) -> Iterator[tuple[Candidate, bool]]:
        """Whether candidates follow from what is known, in any position."""
        position = _Position(self._subjects.knowing(chunk), (), self._found.fallen)
        for candidate in chunk:
            yield candidate, position.says(candidate, self._bounds.seconds)

    def _is_late(self) -> bool:
        return self._until is not None and time.monotonic() > self._until

    def _tell(self, proved: frozenset[str], asked: Sequence[str]) -> None:
        found, houdini = self._found, self._houdini
        found.rounds = houdini.rounds
        found.asked = {law: law in proved for law in asked}
        found.known = [candidate for candidate, known in self._known.items() if known]
        for candidate in self._tried:
            if candidate in self._gone:
                refuted, open_ = (
                    houdini.failed(candidate.name, status) for status in ("refuted", "undetermined")
                )
                found.dropped.append(Dropped(candidate, refuted, open_))
        stand = [candidate for candidate in self._tried if candidate not in self._gone]
        found.invariants = list(self._invariants(stand))
        kept = {*stand, *found.known}
        rest = [c for c in self._left if c not in self._tried and c not in kept]
        found.weaker = sum(any(a in kept for a in self._strength.above(c)) for c in rest)
        found.untried = len(rest) - found.weaker

    def _invariants(self, stand: Sequence[Candidate]) -> Iterator[Invariant]:
        """Those that follow from the others are told apart, weak ones first."""
        if not stand:
            return
        names = [candidate.name for candidate in stand]
        position = _Position(self._subjects.knowing(stand), names, self._found.fallen)
        without: set[str] = set()
        for candidate in reversed(stand):
            if position.says(candidate, self._bounds.seconds, {*without, candidate.name}):
                without.add(candidate.name)
        for candidate in stand:
            known, together = self._houdini.rests_on(candidate.name)
            status = FOLLOWS if candidate.name in without else NEW
            yield Invariant(candidate, status, known, together)


class _Position:
    """Any position, of which what is known is true, and some candidates."""

    def __init__(self, recipe: Recipe, names: Iterable[str], fallen: frozenset[str] | None) -> None:
        self._laws = recipe().laws
        self._case = Case(strengthened(recipe(), map(Claim, names)), CaseId(POSITION))
        labels = self._case.hypotheses
        self._ground = Ground(
            self._case.terms, [h for h, label in labels.items() if label not in (fallen or ())]
        )

    def says(self, candidate: Candidate, seconds: float, without: Collection[str] = ()) -> bool:
        """Whether a candidate follows, without some others."""
        labels = self._case.hypotheses
        usable = [h for h in self._ground.hypotheses if labels[h] not in without]
        goal = self._case.holds(self._laws[candidate.name], self._case.before)
        return prove(self._ground, goal, seconds, usable).status == "proved"
