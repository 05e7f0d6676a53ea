"""stackproof as a library: what the commands do, as functions with typed results.

Everything raises :class:`InputError` for a mistake in what was given: one line that names the file,
the key and the nearest valid name. What a search finds is exact; where a limit stops it, verdicts
are undetermined and graphs are not ``complete``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from stackproof import check as _checking
from stackproof.cards.load import Card, load_cards
from stackproof.check import EngineLaw
from stackproof.checked import Checked
from stackproof.commands.choosing import chosen, known
from stackproof.commands.choosing import edition_called as edition
from stackproof.commands.options import MOST_STEPS
from stackproof.compare import regression as _comparing
from stackproof.compare.regression import Wanted
from stackproof.compare.result import Regression
from stackproof.compare.side import Side
from stackproof.coverage.measure import measure
from stackproof.coverage.model import Coverage
from stackproof.editions.load import Edition, editions
from stackproof.evidence import Account, accounts
from stackproof.explore.model import Limits, Progress
from stackproof.explore.tuning import Tuning
from stackproof.inputs import InputError, Place
from stackproof.lang.system import INVARIANT, STEP, Law
from stackproof.laws.catalogue import laws as _every_law
from stackproof.mutation import run as _mutating
from stackproof.mutation.files import rules_files
from stackproof.mutation.model import Mutation
from stackproof.project import project_at, project_of
from stackproof.report.result import Report, Result, Trace, Verdict
from stackproof.report.telling import Play
from stackproof.scenarios.load import Scenario, scenarios
from stackproof.scenarios.load import load_scenario as scenario
from stackproof.searching import Mode, Reduction
from stackproof.space.space import StateSpace, explored
from stackproof.statements import Statement, statements
from stackproof.trace import explain as _explaining
from stackproof.trace import replay as _replaying
from stackproof.trace import shrink as _shrinking
from stackproof.trace.explain import Explanation
from stackproof.trace.file import TraceFile
from stackproof.trace.file import encode as trace_json
from stackproof.trace.replay import Replay
from stackproof.trace.shrink import NotBroken

__all__ = [
    "Account",
    "Card",
    "Checked",
    "Coverage",
    "Edition",
    "EngineLaw",
    "Explanation",
    "InputError",
    "Law",
    "Limits",
    "Mutation",
    "NotBroken",
    "Play",
    "Progress",
    "Regression",
    "Replay",
    "Report",
    "Result",
    "Scenario",
    "StateSpace",
    "Statement",
    "Trace",
    "TraceFile",
    "Tuning",
    "Verdict",
    "cards",
    "check",
    "coverage",
    "edition",
    "editions",
    "explain",
    "explanation_text",
    "explore",
    "judge_statements",
    "laws",
    "mutate",
    "prove",
    "regress",
    "replay",
    "scenario",
    "scenarios",
    "shrink",
    "statements",
    "trace_json",
]

Given = Scenario | str | Path
"""A scenario, its name, or a file; where several are meant also a folder."""


def laws() -> Mapping[str, Law | EngineLaw]:
    """All laws by id: the shipped ones and those of the project in the working directory.

    ``edition.cite(key)`` is the number of a rule in ``law.cites``.
    """
    found: dict[str, Law | EngineLaw] = {}
    found |= {law.id: law for law in _checking.laws_of(project_at(Path.cwd()))}
    return found | {law.id: law for law in _checking.ENGINE_LAWS}


def cards() -> Mapping[str, Card]:
    """All cards by name: the shipped ones and those of the project in the working directory."""
    return load_cards(project_at(Path.cwd()).cards)


def check(
    what: Given | Iterable[Given] = (),
    *,
    laws: Iterable[str] = (),
    editions: Iterable[str] = (),
    limits: Limits | None = None,
    tuning: Tuning | None = None,
    symmetry: Literal["auto", "on", "off"] = "auto",
    reduction: Literal["auto", "off"] = "off",
    progress: Callable[[str, Progress], None] | None = None,
) -> Checked:
    """Judge laws and claims in every play of scenarios, as ``stackproof check`` does.

    Without names: all scenarios of the project in the working directory, or else all shipped ones;
    all laws and claims; each edition in which a scenario makes sense. ``symmetry`` tells whether
    one of several positions that differ by equal cards only may stand for all, ``reduction``
    whether those with one legal action need not be kept. ``progress`` is called with the id of a
    scenario several times a second.
    """
    found, plan = chosen(_names(what), list(editions))
    every = _checking.law_ids(*dict.fromkeys(project_of(s.file) for s in found))
    ids = known("law", list(laws), every + _checking.claim_ids(found))
    how = tuning or Tuning(threads=0)
    left_out = Reduction(Mode(symmetry), reduction == "auto")
    report = _checking.check(found, plan, ids, limits, progress, how, reduction=left_out)
    return Checked(report, tuple(found))


def explore(
    what: Given,
    edition: str | Edition | None = None,
    *,
    limits: Limits | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> StateSpace:
    """The graph of all plays of a scenario, under its newest edition unless another is named.

    ``to_networkx()`` hands back a graph for small spaces, ``to_arrow()`` two tables for large ones.
    Needs pyarrow (``pip install "stackproof[graph]"``).
    """
    start = what if isinstance(what, Scenario) else scenario(what)
    if not isinstance(edition, Edition):
        edition = _edition(edition or start.editions[-1])
    return explored(start, edition, limits, progress)


def regress(
    old: str | Edition,
    new: str | Edition,
    what: Given | Iterable[Given] = (),
    *,
    laws: Iterable[str] = (),
    observe: Literal["events", "zones", "priority", ""] = "zones",
    prove: bool = False,
    limits: Limits | None = None,
) -> Regression:
    """What changes from one edition to another in scenarios, as ``stackproof regress`` tells it.

    ``observe`` is the level at which the plays of both are compared; empty: they are not. With
    ``prove`` it is proved that everything else is the same, as far as it is.
    """
    found, _ = chosen(_names(what), ())
    every = _checking.law_ids(*dict.fromkeys(project_of(s.file) for s in found))
    ids = known("law", list(laws), every + _checking.claim_ids(found)) if laws else None
    wanted = Wanted(None if ids is None else frozenset(ids), observe, limits or Limits(), prove)
    before, after = (Side(e if isinstance(e, Edition) else edition(e)) for e in (old, new))
    return _comparing.regress(before, after, found, wanted)


def prove(
    laws: Iterable[str] = (),
    editions: Iterable[str] = (),
    *,
    cards: int = 3,
    library: int | None = None,
    timeout: float = 60,
    steps: int = 1,
) -> Report:
    """Prove invariants and step laws by induction for every deck of so many cards, and what comes
    later where a rank says so. ``library`` is the most cards in one library: six at most unless
    given.

    As ``stackproof prove`` does: what holds is proved, what is violated has a play, everything else
    is undetermined. ``timeout`` is in seconds, for each question to the solver; ``steps`` are how
    many actions in a row a proof may look at where one is not enough. Several processes work at
    it, so a script has to call this below ``if __name__ == "__main__":``.
    """
    from stackproof.prove.game import RANKED, sizes, subject
    from stackproof.prove.induction import prove_all
    from stackproof.prove.reaching import try_all
    from stackproof.prove.verdicts import inductive

    if not 1 <= steps <= MOST_STEPS:
        raise ValueError(f"a proof looks at 1 to {MOST_STEPS} actions in a row, not {steps}")
    judged = {w.id: w for w in _every_law() if w.kind in (INVARIANT, STEP) or w.id in RANKED}
    wanted = [judged[name] for name in known("law", list(laws), list(judged))]
    supported = [law for law in wanted if law.supported]
    played = [edition(name) for name in editions] or list(_editions().values())
    capacities = sizes(cards, library)
    ids = [law.id for law in supported]
    proof = prove_all(capacities, ids, timeout, progress=None, steps=steps)
    about = subject(capacities)
    tried = try_all(about, proof, supported, played)
    return Report(list(inductive(proof, about.system, supported, played, tried)))


def mutate(
    what: Given | Iterable[Given] = (),
    *,
    files: Sequence[str] = (),
    rules: Sequence[str] = (),
    editions: Iterable[str] = (),
    sample: int | None = None,
    seed: int = 0,
) -> Mutation:
    """Which small changes of the rules no law notices, as ``stackproof mutate`` tells it.

    ``files`` are below ``game/``; without any those of keywords, stack, priority and costs.
    """
    found, plan = chosen(_names(what), list(editions))
    wanted = rules_files(files, rules)
    return _mutating.mutate(
        found, plan, wanted, rules=rules, sample=sample, seed=seed, tell=lambda _: None
    )


def judge_statements(
    ids: Iterable[str] = (),
    what: Given | Iterable[Given] = (),
    *,
    editions: Iterable[str] = (),
    limits: Limits | None = None,
) -> list[Account]:
    """How statements of the texts, by id, stand in each edition, by what scenarios show of them.

    Without ids all of :func:`statements`, without editions all of these.
    """
    wanted = [statements()[name] for name in known("statement", list(ids), list(statements()))]
    names = list(dict.fromkeys(editions))
    found, plan = chosen(_names(what), names)
    laws = {law for statement in wanted for law in (*statement.laws, *statement.against)}
    judged = [law for law in _checking.law_ids() if law in laws]
    report = _checking.check(found, plan, judged, limits)
    played = [edition(name) for name in names] or list(_editions().values())
    return accounts(wanted, played, report)


def coverage(
    what: Given | Iterable[Given] = (),
    *,
    editions: Iterable[str] = (),
    limits: Limits | None = None,
) -> Coverage:
    """What plays of scenarios reach of the rules, as ``stackproof check --coverage`` tells it."""
    found, plan = chosen(_names(what), list(editions))
    return measure(found, plan, limits)


def replay(trace: TraceFile | str | Path, edition: Edition | str = "") -> Replay:
    """Play a trace or a trace file again without any search, in its own edition or another one."""
    return _replaying.replay(*_trace(trace), edition)


def shrink(trace: TraceFile | str | Path) -> TraceFile:
    """The smallest counterexample of the same kind. Raises :class:`NotBroken` for none at all."""
    return _shrinking.shrink(*_trace(trace))


def explain(trace: TraceFile | str | Path, language: str = "en") -> Explanation:
    """What failed, for whom, since when, and what would have saved it: in ``en``, ``de`` or ``fr``.

    Raises :class:`NotBroken` where nothing fails.
    """
    return _explaining.explain(*_trace(trace), language)


def explanation_text(explanation: Explanation) -> str:
    """An explanation as the command tells it."""
    return "\n".join(_explaining.lines(explanation))


def _trace(given: TraceFile | str | Path) -> tuple[TraceFile, Place]:
    if isinstance(given, TraceFile):
        return given, Place(f"the trace of {given.scenario}")
    return _replaying.load(given)


def _names(what: Given | Iterable[Given]) -> list[str]:
    given = [what] if isinstance(what, Scenario | str | Path) else what
    return [one.file if isinstance(one, Scenario) else str(one) for one in given]


_edition, _editions = edition, editions
