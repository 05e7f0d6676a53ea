"""The games in which mutants are tried: a scenario under the editions that play alike."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from stackproof.check import NO_DEAD_END, NO_RULE_ERROR, in_force, laws_of
from stackproof.claims import graph as small
from stackproof.claims.judge import judgement
from stackproof.claims.labels import Labels
from stackproof.claims.moments import Teller
from stackproof.editions.load import Edition
from stackproof.explore.model import Limits
from stackproof.explore.search import Exploration, explore
from stackproof.game.assembly import assemble
from stackproof.judgement import judge_later
from stackproof.lang.readings.mutated import MutatedReading
from stackproof.lang.system import POSSIBLE, Law, System
from stackproof.laws import canonical, catalogue, event_effects, event_fields
from stackproof.laws.auxiliary import decks
from stackproof.laws.declare import laws_of as declared
from stackproof.project import Project
from stackproof.prove.game import AUXILIARY
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import Scenario

UNDETERMINED = "undetermined"
"""What notices a mutant in whose plays the search comes to no end: no verdict is green then."""


@cache
def system_of(sizes: tuple[tuple[str, int], ...], project: Project) -> System:
    """The game with all laws, and with those about how positions are written down."""
    further = [decks, *AUXILIARY, canonical, event_fields, event_effects]
    return assemble(
        dict(sizes),
        [*laws_of(project), *declared(further)],
        [*catalogue.MODULES, *further, *project.law_modules()],
        project.keyword_modules(),
    )


@dataclass(frozen=True)
class Seen:
    """What a search says: of laws as bits, of the graph and of all events as numbers."""

    violations: int
    premises: int
    errors: bool
    dead_ends: int
    ended: bool
    graph: tuple[int, int, int, int]
    happened: int


@dataclass
class Trial:
    """One game with what is true of it without a mutant."""

    scenario: Scenario
    group: Sequence[Edition]
    reading: MutatedReading
    game: Game
    base: Seen
    digest: str
    known: dict[str, object] = field(default_factory=dict)

    @property
    def edition(self) -> Edition:
        return self.group[-1]

    def limits(self) -> Limits:
        """Room for plays that are changed, but not for ever more of them."""
        return Limits(max_states=3 * self.base.graph[0] + 2000)

    def explore(self) -> tuple[Exploration, Seen]:
        """Search with the mutant that plays now."""
        return searched(self.reading, self.game, self.limits())

    def laws(self, seen: Seen) -> list[str]:
        """The laws in force that come to something else than without a mutant."""
        base = self.base
        found = []
        if seen.errors != base.errors:
            found.append(NO_RULE_ERROR)
        if (seen.dead_ends > 0) != (base.dead_ends > 0):
            found.append(NO_DEAD_END)
        if not seen.ended:
            found.append(UNDETERMINED)
        if seen.errors or not seen.ended:
            return found
        changed = (seen.violations ^ base.violations) | (seen.premises ^ base.premises)
        if changed:
            for law, mask in self._masks():
                if changed & mask and _verdict(law, mask, seen) != _verdict(law, mask, base):
                    found.append(law.id)
        return found

    def _masks(self) -> list[tuple[Law, int]]:
        if "masks" not in self.known:
            system = self.reading.system
            self.known["masks"] = [
                (law, sum(1 << bit for bit in system.bits(law)))
                for law in system.laws
                if law.kind not in ("leads-to", "always-possible")
                and law.supported
                and any(in_force(law, edition) for edition in self.group)
            ]
        return self.known["masks"]  # type: ignore[return-value]

    def later(self, found: Exploration) -> dict[str, object]:
        """What the laws on the graph come to."""
        laws = [law for law in self.reading.system.traced if law.supported]
        outcomes = judge_later(self.reading, self.game.setup, found, laws)
        return {law: outcome.holds for law, outcome in outcomes.items()}

    def claims(self) -> dict[str, object]:
        """What the claims come to with the mutant that plays now."""
        scenario = self.scenario
        made = [c for c in scenario.claims if any(c in scenario.claims_in(e) for e in self.group)]
        if not made:
            return {}
        graph = small.explore(self.reading, self.game.setup, self.game.initial, self.limits())
        labels = Labels(graph, self.teller, scenario.vocabulary, made)
        return {
            f"{scenario.id}: {c.id}": judgement(graph, labels, c, self.game).verdict for c in made
        }

    def told(self, found: Exploration) -> int:
        """A number for all that is told to happen on all transitions."""
        events, code = self.teller.events, 0
        for transition in _transitions(found):
            for text in events(*transition):
                code = zlib.crc32(text.encode(), code)
        return code

    @cached_property
    def teller(self) -> Teller:
        return Teller(self.reading, self.game, self.group[0])

    def before(self, what: str) -> object:
        """``claims``, ``later`` or ``told`` without a mutant; none plays after that."""
        if what not in self.known:
            self.reading.play(0)
            if what == "claims":
                self.known[what] = self.claims()
            else:
                found, _ = self.explore()
                self.known[what] = getattr(self, what)(found)
        return self.known[what]


def searched(reading: MutatedReading, game: Game, limits: Limits) -> tuple[Exploration, Seen]:
    """A search that keeps the graph, and what it says; the first since a mutant plays."""
    found = explore(reading, game.setup, game.initial, limits, graph=True)
    arrows = found.store.graph
    assert arrows is not None
    graph = (
        found.states,
        found.edges,
        zlib.crc32(found.store.rows(0, found.states)),
        zlib.crc32(arrows.arrows.read(0, 8 * found.edges)),
    )
    violations = sum(1 << bit for bit in found.violations)
    return found, Seen(
        violations, found.premises, found.errors > 0, found.dead_ends, found.complete, graph,
        reading.happened(),
    )  # fmt: skip


def trial(
    scenario: Scenario, group: Sequence[Edition], reading: MutatedReading, code: str
) -> Trial:
    """A game, searched once without a mutant. ``code`` is the digest of rules, laws and judges."""
    game = build(scenario, group[0], reading.system)
    reading.play(0)
    _, base = searched(reading, game, Limits())
    about = (
        code, game, Path(scenario.file).read_bytes(),
        [(edition.id, sorted(edition.switches.items())) for edition in group],
    )  # fmt: skip
    digest = hashlib.sha256(repr(about).encode()).hexdigest()[:32]
    return Trial(scenario, group, reading, game, base, digest)


def _transitions(found: Exploration) -> Iterator[tuple[bytes, int, int]]:
    """The packed state that each transition leaves, with the action."""
    from stackproof.explore.bulk import arrows

    rows = found.store.rows(0, found.states)
    stride = len(rows) // found.states
    every = arrows(found, 0, found.expanded)
    for state, verb, argument in zip(
        every.source.tolist(), every.verb.tolist(), every.argument.tolist(), strict=True
    ):
        yield rows[state * stride : (state + 1) * stride], verb, argument


def _verdict(law: Law, mask: int, seen: Seen) -> object:
    """Whether a law is violated; of one that something is possible, what is missing."""
    if law.kind != POSSIBLE:
        return bool(seen.violations & mask)
    offered, witnessed = seen.premises & mask, seen.violations & mask
    if not offered and not witnessed:
        return None
    return bool(offered & ~witnessed)
