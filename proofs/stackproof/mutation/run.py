"""Tries mutants: in the games that come by them, the smallest first, until something notices."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from stackproof.check import by_behaviour, system_of
from stackproof.compare.side import Side
from stackproof.compare.variants import variants
from stackproof.editions.load import Edition
from stackproof.lang.mutation import Mutant
from stackproof.lang.readings.cache import directory
from stackproof.lang.readings.fingerprint import fingerprint
from stackproof.lang.readings.mutated import MutatedReading
from stackproof.scenarios.load import Scenario

from .games import Trial, trial
from .model import Catcher, Entry, Mutation, Outcome, Status, tally

Tell = Callable[[str], None]


MOST_TOLD = 200
"""In so many of the smallest games with equal plays is what happens compared, if others differ."""
MOST_LATER = 60
"""In so many of the smallest games that differ are laws about what comes later asked."""
CRASH = "crash"
"""What notices a mutant whose plays cannot be told, as they name a card that there is not."""


@dataclass
class Bench:
    """The games, and for each mutant by key those that come by it."""

    trials: list[Trial] = field(default_factory=list)
    mutants: dict[str, Mutant] = field(default_factory=dict)
    numbers: dict[int, dict[str, int]] = field(default_factory=dict)
    reach: dict[str, list[Trial]] = field(default_factory=lambda: defaultdict(list))
    digest: str = ""


def bench(
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    files: Sequence[str],
    tell: Tell,
) -> Bench:
    """Search every game once without a mutant."""
    made = Bench()
    digest = hashlib.sha256()
    readings: dict[int, MutatedReading] = {}
    for scenario in scenarios:
        system = system_of(scenario)
        if id(system) not in readings:
            tell("compiling all mutants")
            reading = readings[id(system)] = MutatedReading(system, files)
            found = {mutant.key: mutant for mutant in reading.schema.mutants}
            made.mutants |= found
            made.numbers[id(reading)] = {key: m.number for key, m in found.items()}
            digest.update(fingerprint(system).encode())
        reading = readings[id(system)]
        digest.update(Path(scenario.file).read_bytes())
        keys = {number: key for key, number in made.numbers[id(reading)].items()}
        tried = [v for v in variants() if Side(v).plays(scenario)]
        for group in by_behaviour([*editions[scenario.id], *tried]):
            tell(f"{scenario.id} without a mutant")
            reading.play(0)
            game = trial(scenario, group, reading)
            digest.update(repr([e.id for e in group]).encode() + game.game.setup)
            made.trials.append(game)
            for number in reading.seen():
                made.reach[keys[number]].append(game)
    for games in made.reach.values():
        games.sort(key=lambda g: g.base.graph[0])
    made.digest = digest.hexdigest()[:24]
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
    memory = Memory(made.digest)
    equality = _Equality(files)
    outcomes: dict[str, Outcome] = {}
    for i, mutant in enumerate(chosen, 1):
        tell(f"{i} of {len(chosen)}: {mutant.name}")
        outcome = memory.get(mutant.key)
        if outcome is None:
            outcome = _try(made, mutant, equality)
            memory.put(mutant.key, outcome)
        outcomes[mutant.key] = outcome
    return _report(scenarios, made, chosen, outcomes)


def _try(made: Bench, mutant: Mutant, equality: _Equality) -> Outcome:
    games = made.reach.get(mutant.key, [])
    if not games:
        return Outcome(Status.EQUAL if equality.proved(mutant) else Status.UNREACHED)
    runs = 0
    differing: list[Trial] = []
    for game in games:
        game.reading.play(made.numbers[id(game.reading)][mutant.key])
        _, seen = game.explore()
        runs += 1
        noticed = game.laws(seen)
        if noticed:
            return _outcome(Status.CAUGHT, game, noticed, runs)
        if seen.graph != game.base.graph:
            differing.append(game)
    for what, some in (("claims", differing), ("later", differing[:MOST_LATER])):
        for game in some:
            noticed = _changed(made, mutant, game, what)
            if noticed:
                return _outcome(Status.CAUGHT, game, noticed, runs)
    if not differing and equality.proved(mutant):
        return Outcome(Status.EQUAL, runs=runs)
    alike = [game for game in games if game not in differing] if mutant.emits else []
    for game in alike[:MOST_TOLD] if differing else alike:
        if _happens(made, mutant, game) != game.before("events"):
            differing = differing or [game]
            noticed = _changed(made, mutant, game, "claims")
            if noticed:
                return _outcome(Status.CAUGHT, game, noticed, runs)
    if differing:
        return _outcome(Status.UNNOTICED, differing[0], [], runs)
    return Outcome(Status.SAME, runs=runs)


def _changed(made: Bench, mutant: Mutant, game: Trial, what: str) -> list[str]:
    before = game.before(what)
    try:
        now = _value(made, mutant, game, what)
    except LookupError:
        return [CRASH]
    assert isinstance(before, dict)
    assert isinstance(now, dict)
    return [law for law, verdict in now.items() if verdict != before[law]]


def _happens(made: Bench, mutant: Mutant, game: Trial) -> object:
    """What is told to happen, or nothing where that cannot be told."""
    try:
        return _value(made, mutant, game, "events")
    except LookupError:
        return None


def _value(made: Bench, mutant: Mutant, game: Trial, what: str) -> object:
    """``claims``, ``later`` or ``events`` of a game while a mutant plays."""
    game.before(what)
    game.reading.play(made.numbers[id(game.reading)][mutant.key])
    if what == "claims":
        return game.claims()
    found, _ = game.explore()
    return getattr(game, what)(found)


def _outcome(status: Status, game: Trial, noticed: list[str], runs: int) -> Outcome:
    return Outcome(status, noticed, game.scenario.id, game.edition.id, runs)


class Memory:
    """Outcomes of earlier runs, as long as rules, laws and scenarios are the same."""

    def __init__(self, digest: str) -> None:
        self._file = directory() / f"mutation-{digest}.jsonl"
        self._known: dict[str, Outcome] = {}
        try:
            lines = self._file.read_bytes().splitlines()
        except OSError:
            lines = []
        for line in lines:
            try:
                key, outcome = msgspec.json.decode(line, type=tuple[str, Outcome])
            except msgspec.DecodeError:
                continue
            self._known[key] = outcome

    def get(self, key: str) -> Outcome | None:
        """What became of a mutant before."""
        return self._known.get(key)

    def put(self, key: str, outcome: Outcome) -> None:
        """Keep an outcome at once, so that a run that is broken off can go on."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("ab") as out:
                out.write(msgspec.json.encode((key, outcome)) + b"\n")
        except OSError:
            pass


class _Equality:
    """Asks for a proof, and makes what that needs only then."""

    def __init__(self, files: Sequence[str]) -> None:
        self._files = files
        self._prover: object = None

    def proved(self, mutant: Mutant) -> bool:
        from .equal import Prover

        if not isinstance(self._prover, Prover):
            self._prover = Prover(self._files)
        return self._prover.equal(mutant.key)


def _report(
    scenarios: Sequence[Scenario],
    made: Bench,
    chosen: Iterable[Mutant],
    outcomes: Mapping[str, Outcome],
) -> Mutation:
    entries, by_rule = [], defaultdict[str, list[Outcome]](list)
    for m in chosen:
        outcome = outcomes[m.key]
        by_rule[m.rule].append(outcome)
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
        [tally(rule, found) for rule, found in by_rule.items()],
        catchers,
        sorted(laws - alone),
    )


def _shown(file: str) -> str:
    """A file relative to the working directory where it is inside."""
    path, here = Path(file).absolute(), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
