"""Writes certificates of explored scenarios, which ``checker.py`` checks.

A certificate has every position, sorted, as columns of bytes. For laws about what comes later it
has ranks that fall on the way to what has to come.
"""

from __future__ import annotations

import base64
import json
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from stackproof.check import by_behaviour, native
from stackproof.editions.load import Edition
from stackproof.explore.bulk import arrows, rows
from stackproof.explore.model import Limits
from stackproof.explore.search import Exploration, explore
from stackproof.inputs import InputError
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import INVARIANT, LEADS_TO, STEP, TRACED, Case, Law
from stackproof.report.result import Report, Verdict
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario, load_scenario

Table = np.ndarray[Any, np.dtype[Any]]


@dataclass
class Explored:
    """The files that were written, and the laws that are in none, with the reason."""

    files: list[Path] = field(default_factory=list)
    without: dict[str, str] = field(default_factory=dict)


def write_all(
    report: Report,
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    folder: Path,
    limits: Limits | None = None,
) -> Explored:
    """Certificates of the laws that hold by a report, one for each scenario and behaviour."""
    explored = Explored()
    folder.mkdir(parents=True, exist_ok=True)
    for scenario in scenarios:
        for group in by_behaviour(editions[scenario.id]):
            names = {edition.id for edition in group}
            held = {
                (r.law, r.edition)
                for r in report.results
                if r.scenario == scenario.id
                and r.edition in names
                and r.verdict is Verdict.HOLDS
                and not r.is_claim
            }
            _write(scenario, group, held, folder, limits, explored)
    return explored


def _write(
    scenario: Scenario,
    group: Sequence[Edition],
    held: set[tuple[str, str]],
    folder: Path,
    limits: Limits | None,
    explored: Explored,
) -> None:
    reading = native(scenario, group[0])
    laws = [
        law
        for law in reading.system.laws
        if law.kind in (STEP, INVARIANT, *TRACED)
        and all((law.id, edition.id) in held for edition in group)
    ]
    if not laws:
        return
    game = build(scenario, group[0], reading.system)
    found = explore(reading, game.setup, game.initial, limits, graph=True)
    where = f"{scenario.id} in {group[0].id}"
    if not found.complete or found.errors:
        explored.without[where] = "not every position was found"
        return
    table = rows(found, 0, found.states)[:, : reading.size]
    order = np.lexsort(table.T[::-1])
    ranks: dict[str, str] = {}
    for law in list(laws):
        if law.kind in TRACED:
            known = _ranks(reading, game.setup, found, law)
            if known is None:
                laws.remove(law)
                explored.without[f"{law.id}, {where}"] = "two ranks do not show it"
            else:
                ranks.update((name, packed(_words(each[order]))) for name, each in known.items())
    document = {
        "format": "stackproof-explored",
        "version": 1,
        "scenario": scenario.id if _shipped(scenario) else scenario.file,
        "editions": [edition.id for edition in group],
        "laws": [law.id for law in laws],
        "positions": found.states,
        "states": packed(table[order]),
        "ranks": ranks,
    }
    path = folder / f"{scenario.id}.{group[0].id}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    explored.files.append(path)


def _shipped(scenario: Scenario) -> bool:
    """Whether the scenario is known by its id alone."""
    try:
        return load_scenario(scenario.id).file == scenario.file
    except InputError:
        return False


def packed(table: Table) -> str:
    """A table of bytes: its columns one after the other, compressed."""
    return base64.b85encode(lzma.compress(np.ascontiguousarray(table.T).tobytes())).decode()


def _words(numbers: Table) -> Table:
    return numbers.astype("<u4").view(np.uint8)


def _ranks(
    reading: NativeReading, setup: bytes, found: Exploration, law: Law
) -> dict[str, Table] | None:
    """Two ranks of every state for each choice of a law, or None where these are not enough."""
    place = reading.system.traced.index(law)
    states = range(found.states)
    marks = [reading.observe(setup, found.row(state), place) for state in states]
    edges = arrows(found, 0, found.states)
    after: list[list[int]] = [[] for _ in states]
    classes: list[list[int]] = [[] for _ in states]
    for source, target, verb, argument in zip(
        edges.source.tolist(), edges.target.tolist(), edges.verb.tolist(),
        edges.argument.tolist(), strict=True,
    ):  # fmt: skip
        after[source].append(target)
        bits, _ = reading.classify(setup, found.row(source), verb, argument, place)
        classes[source].append(bits if law.kind == LEADS_TO else 0)
    ranks = {}
    for choice in reading.system.choices(law):
        met = [choice in m.met for m in marks]
        first, second = _nearing(after, met), [0] * found.states
        if law.kind == LEADS_TO:
            due = [s for s in states if choice in marks[s].triggered and not met[s]]
            first = components(after, met, due)
            strong = [fair.strong for fair in law.fairness]
            second = _second(after, classes, first, strong)
            if not _helped(after, classes, first, second, strong):
                return None
        ranks[Case(law, choice).name] = np.array([first, second], dtype=np.uint32).T.copy()
    return ranks


def _helped(
    after: Sequence[Sequence[int]],
    classes: Sequence[Sequence[int]],
    first: Sequence[int],
    second: Sequence[int],
    strong: Sequence[bool],
) -> bool:
    """Whether every first rank that a play can stay at has a class that makes it fall."""
    helpful = dict.fromkeys(first, (1 << len(strong)) - 1)
    staying = set()
    only_strong = sum(1 << i for i, is_strong in enumerate(strong) if is_strong)
    for state, rank in enumerate(first):
        legal = only_strong if second[state] else 0
        for target, bits in zip(after[state], classes[state], strict=True):
            legal |= bits
            if rank and first[target] == rank:
                staying.add(rank)
                helpful[rank] &= ~bits
        helpful[rank] &= legal
    return all(helpful[rank] for rank in staying)


def _second(
    after: Sequence[Sequence[int]],
    classes: Sequence[Sequence[int]],
    first: Sequence[int],
    strong: Sequence[bool],
) -> list[int]:
    """Second ranks: 0 where a class is legal that always makes the first rank fall; where none is
    needed or nothing helps, anything.
    """
    stays: dict[int, int] = {}
    for state, rank in enumerate(first):
        for target, bits in zip(after[state], classes[state], strict=True):
            if rank and first[target] == rank:
                stays[rank] = stays.get(rank, 0) | bits
    found = [0] * len(after)
    for i, is_strong in enumerate(strong):
        if is_strong:
            free = [
                s for s, rank in enumerate(first)
                if rank in stays and not stays[rank] >> i & 1
                and not any(bits >> i & 1 for bits in classes[s])
            ]  # fmt: skip
            inside = dict.fromkeys(free)
            near = [[n for n in after[s] if n in inside and first[n] == first[s]]
                    if s in inside else [] for s in range(len(after))]  # fmt: skip
            inner = components(near, [False] * len(after), free)
            for s in free:
                found[s] = found[s] or inner[s]
    return found


def components(
    after: Sequence[Sequence[int]], met: Sequence[bool], due: Sequence[int]
) -> list[int]:
    """The number of the component of each state in which something is due, from 1: those that a
    play can go on to have lower numbers (Tarjan).
    """
    ranks = [0] * len(after)
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    count = 0
    for root in due:
        pending = [] if root in index else [(root, iter(after[root]))]
        while pending:
            state, left = pending[-1]
            if state not in index:
                index[state] = low[state] = len(index)
                stack.append(state)
            for target in left:
                if met[target] or ranks[target]:
                    continue
                if target not in index:
                    pending.append((target, iter(after[target])))
                    break
                low[state] = min(low[state], index[target])
            else:
                pending.pop()
                if pending:
                    low[pending[-1][0]] = min(low[pending[-1][0]], low[state])
                if low[state] == index[state]:
                    count += 1
                    while not ranks[state]:
                        ranks[stack.pop()] = count
    return ranks


def _nearing(after: Sequence[Sequence[int]], met: Sequence[bool]) -> list[int]:
    """The distance of each state from one where the law is met; 0 where there is no way."""
    before: list[list[int]] = [[] for _ in after]
    for state, targets in enumerate(after):
        for target in targets:
            before[target].append(state)
    ranks = [0] * len(after)
    level = [state for state, ok in enumerate(met) if ok]
    distance = 0
    while level:
        distance += 1
        further = []
        for state in level:
            for source in before[state]:
                if not met[source] and not ranks[source]:
                    ranks[source] = distance
                    further.append(source)
        level = further
    return ranks
