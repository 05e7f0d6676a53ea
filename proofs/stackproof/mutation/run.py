"""Tries all mutants in all games, and counts what becomes of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random

from stackproof.check import by_behaviour
from stackproof.compare.side import Side
from stackproof.compare.variants import variants
from stackproof.editions.load import Edition
from stackproof.lang.mutation import Mutant
from stackproof.lang.readings.fingerprint import fingerprint
from stackproof.lang.readings.mutated import MutatedReading
from stackproof.project import project_of
from stackproof.scenarios.load import Scenario

from .equal import Prover, proof_digest
from .games import Trial, system_of, trial
from .known import Fact, Known, judges
from .model import Catcher, Entry, Mutation, Outcome, tally
from .trying import Trying

Tell = Callable[[str], None]
Outcomes = defaultdict[str, list[Outcome]]
EQUAL = "equal"
"""What is noted of a mutant that was proved equal."""


@dataclass
class Bench:
    """The games, and for each mutant by key those that come by it, with its number there."""

    trials: list[Trial] = field(default_factory=list)
    mutants: dict[str, Mutant] = field(default_factory=dict)
    reach: dict[str, list[tuple[Trial, int]]] = field(default_factory=lambda: defaultdict(list))


def bench(
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    files: Sequence[str],
    tell: Tell,
) -> Bench:
    """Search every game once without a mutant."""
    made = Bench()
    readings: dict[int, MutatedReading] = {}
    codes: dict[int, str] = {}
    for scenario in scenarios:
        sizes = tuple(sorted(scenario.capacities.items()))
        system = system_of(sizes, project_of(scenario.file))
        if id(system) not in readings:
            tell("compiling all mutants")
            reading = readings[id(system)] = MutatedReading(system, files)
            codes[id(system)] = fingerprint(system) + judges()
            made.mutants |= {mutant.key: mutant for mutant in reading.schema.mutants}
        reading = readings[id(system)]
        tried = [v for v in variants() if Side(v).plays(scenario)]
        for group in by_behaviour([*editions[scenario.id], *tried]):
            tell(f"{scenario.id} without a mutant")
            game = trial(scenario, group, reading, codes[id(system)])
            made.trials.append(game)
            for number in reading.seen():
                key = reading.schema.mutants[number - 1].key
                made.reach[key].append((game, number))
    for games in made.reach.values():
        games.sort(key=lambda g: g[0].base.graph[0])
    return made


def mutate(
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    files: Sequence[str],
    *,
    rules: Sequence[str] = (),
    sample: int | None = None,
    seed: int = 0,
    tell: Tell,
) -> Mutation:
    """Try the mutants of the rules in some files, or of the named rules, or a sample of them."""
    made = bench(scenarios, editions, files, tell)
    chosen = [m for m in made.mutants.values() if not rules or m.rule.rpartition(".")[2] in rules]
    if sample is not None and sample < len(chosen):
        picked = set(Random(seed).sample([m.key for m in chosen], sample))
        chosen = [m for m in chosen if m.key in picked]
    known = Known()
    equality = _Equality(files, known)
    outcomes: dict[str, Outcome] = {}
    for i, mutant in enumerate(chosen, 1):
        tell(f"{i} of {len(chosen)}: {mutant.name}")
        trying = Trying(mutant, made.reach.get(mutant.key, []), known)
        outcomes[mutant.key] = trying.outcome(equality.proved)
    return _report(scenarios, made, chosen, outcomes)


class _Equality:
    """Asks for a proof, once, and makes what that needs only then."""

    def __init__(self, files: Sequence[str], known: Known) -> None:
        self._files, self._known = files, known
        self._prover: Prover | None = None

    def proved(self, mutant: Mutant) -> bool:
        """Whether a mutant is proved equal."""
        fact = self._known.facts(mutant.key).get(self._digest)
        if fact is None:
            if self._prover is None:
                self._prover = Prover(self._files)
            fact = Fact(asked=frozenset({EQUAL} if self._prover.equal(mutant.key) else ()))
            self._known.put(mutant.key, {self._digest: ("", "", fact)})
        return EQUAL in fact.asked

    @cached_property
    def _digest(self) -> str:
        return proof_digest()


def _report(
    scenarios: Sequence[Scenario],
    made: Bench,
    chosen: Iterable[Mutant],
    outcomes: Mapping[str, Outcome],
) -> Mutation:
    entries = []
    by_rule, by_file = Outcomes(list), Outcomes(list)
    for m in chosen:
        outcome = outcomes[m.key]
        by_rule[m.rule].append(outcome)
        by_file[_shown(m.file)].append(outcome)
        text = Path(m.file).read_text("utf-8").splitlines()[m.line - 1].strip()
        entries.append(Entry(m.name, m.rule, _shown(m.file), m.line, text, m.does, outcome))
    caught: dict[str, list[bool]] = defaultdict(list)
    for outcome in outcomes.values():
        for law in outcome.by:
            caught[law].append(len(outcome.by) == 1)
    catchers = [Catcher(law, len(found), sum(found)) for law, found in caught.items()]
    catchers.sort(key=lambda c: (-c.alone, -c.caught, c.id))
    laws = {law.id for game in made.trials for law in game.reading.system.laws if law.supported}
    alone = {catcher.id for catcher in catchers if catcher.alone}
    return Mutation(
        len(scenarios),
        len(made.trials),
        entries,
        tally("all", list(outcomes.values())),
        [tally(file, found) for file, found in by_file.items()],
        [tally(rule, found) for rule, found in by_rule.items()],
        catchers,
        sorted(laws - alone),
    )


def _shown(file: str) -> str:
    """A file relative to the working directory where it is inside."""
    path, here = Path(file).absolute(), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
