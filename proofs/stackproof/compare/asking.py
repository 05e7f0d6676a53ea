"""Answers the shipped questions about how editions differ, by comparing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from stackproof.check import in_force
from stackproof.editions.load import editions
from stackproof.explore.model import Limits
from stackproof.laws.catalogue import laws
from stackproof.questions import Compare, Question
from stackproof.report.result import Verdict
from stackproof.scenarios.load import Scenario

from .behaviour import behaviours
from .judged import judged
from .lockstep import lockstep
from .result import Relation
from .side import Side, silent
from .variants import with_switches

Tell = Callable[[str], None]


class Answer(msgspec.Struct, frozen=True):
    """What became of a question: whether comparing gives what its answer says.

    ``found`` is what came out, in words, and ``against`` what speaks against the answer.
    """

    id: str
    asks: str
    answer: str
    rules: list[str]
    verdict: Verdict
    found: list[str]
    against: list[str]


def answer(question: Question, scenarios: Sequence[Scenario], tell: Tell = silent) -> Answer:
    """Compare what the question is about in the given scenarios."""
    found: list[str] = []
    against: list[str] = []
    unknown = False
    for compared in question.compare:
        for text, right in _compared(compared, scenarios, tell):
            (found if right else against).append(text)
            unknown |= right is None
    for text, right in _laws(question, scenarios, tell):
        (found if right else against).append(text)
        unknown |= right is None
    verdict = Verdict.HOLDS
    if against:
        verdict = Verdict.UNDETERMINED if unknown else Verdict.VIOLATED
    newest = list(editions().values())[-1]
    rules = [number for number in map(newest.cite, question.cites) if number]
    return Answer(question.id, question.asks, question.answer, rules, verdict, found, against)


def _compared(
    asked: Compare, scenarios: Sequence[Scenario], tell: Tell
) -> Iterator[tuple[str, bool | None]]:
    """What came out, and whether it is as it has to be; None where that is not known."""
    old = Side(with_switches(asked.old, asked.old_switches))
    new = Side(with_switches(asked.new, asked.new_switches))
    pair = f"{old.edition.id} -> {new.edition.id}"
    chosen = [
        s
        for s in scenarios
        if old.plays(s)
        and new.plays(s)
        and (not asked.scenarios or s.id in asked.scenarios)
        and not any(set(asked.without) & c.card.keyword_names() for c in s.cards)
    ]
    where = ", ".join(asked.scenarios) or f"{len(chosen)} scenarios"
    if not chosen:
        yield f"{pair}: no scenario to compare", None
        return
    if asked.relation or asked.only_old or asked.only_new:
        seen = behaviours(chosen, old, new, asked.observe, Limits(), tell)
        right: bool | None = not asked.relation or seen.relation == asked.relation
        if seen.relation is Relation.UNDETERMINED:
            right = None
        yield f"{pair}, {where}, {asked.observe}: {seen.relation}", right
        for side, kinds in (("old", asked.only_old), ("new", asked.only_new)):
            kept = {w.kind: w.scenario for w in seen.witnesses if w.side == side}
            for kind in kinds:
                at = f" ({kept[kind]})" if kind in kept else ""
                yield f"{pair}, {asked.observe}: only the {side}: {kind}{at}", kind in kept
    if asked.partings is not None:
        parted = dict[str, str]()
        for scenario in chosen:
            tell(f"{scenario.id}: in lockstep")
            walked = lockstep(scenario, old, new, Limits())
            if not walked.complete:
                yield f"{pair}: a limit stopped the search in {scenario.id}", None
            parted |= {d.kind: scenario.id for d in walked.partings}
        for kind, example in parted.items():
            explained = any(text in kind for text in asked.partings)
            yield f"{pair}: plays part: {kind} ({example})", explained


def _laws(
    question: Question, scenarios: Sequence[Scenario], tell: Tell
) -> Iterator[tuple[str, bool | None]]:
    for law in laws():
        if law.id not in question.laws:
            continue
        games, wrong = 0, dict[str, Verdict]()
        for scenario in scenarios:
            tell(f"{scenario.id}: {law.id}")
            for side in map(Side, editions().values()):
                if side.plays(scenario) and in_force(law, side.edition):
                    verdict = judged(scenario, side, Limits()).laws[law.id].verdict
                    games += 1
                    if verdict is not Verdict.HOLDS:
                        wrong[f"{scenario.id}, {side.edition.id}"] = verdict
        if not wrong:
            yield f"{law.id} holds in {games} games", True
        for where, verdict in wrong.items():
            yield f"{law.id} in {where}: {verdict}", None if verdict == "undetermined" else False
