"""Checks laws in scenarios by exploring every play of each, once per behaviour of editions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from stackproof.claims.judge import judge
from stackproof.editions.load import Edition
from stackproof.equivalence import check_equivalences
from stackproof.explore.checkpoint import CheckpointError
from stackproof.explore.model import Limits, Progress, Reason
from stackproof.explore.retell import ToldApartError
from stackproof.explore.tuning import Tuning
from stackproof.game.assembly import assemble
from stackproof.inputs import InputError
from stackproof.judgement import Judgement
from stackproof.keeping import Keeping
from stackproof.lang.errors import Refused
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import Law, System
from stackproof.laws import catalogue
from stackproof.laws.equivalences import EQUIVALENCES
from stackproof.own_laws import own_laws
from stackproof.project import Project, module_at, project_of
from stackproof.report.result import Report, Result
from stackproof.scenarios.build import build
from stackproof.scenarios.load import Scenario
from stackproof.searching import NONE, How, Mode, Reduction, Searched, search, whole

NO_RULE_ERROR = "no-rule-error"
NO_DEAD_END = "no-dead-end"


@dataclass(frozen=True)
class EngineLaw:
    """A law that the search itself judges: of the rules as a program, not of a position.

    With ``scenario``, the id of one, it is judged only there.
    """

    id: str
    says: str
    cites: tuple[str, ...] = ()
    scenario: str = ""


ENGINE_LAWS: tuple[EngineLaw, ...] = (
    EngineLaw(NO_RULE_ERROR, "No transition leaves a declared domain, array or capacity."),
    EngineLaw(NO_DEAD_END, "Every position has a legal action, or the play is over."),
    *(EngineLaw(known.id, known.says, known.cites, known.left) for known in EQUIVALENCES),
)


def laws_of(project: Project) -> list[Law]:
    """The laws of the catalogue, then those of a user's own project."""
    return catalogue.laws() + own_laws(project)


def law_ids(*projects: Project) -> list[str]:
    """The ids of all laws, in the order in which they are listed."""
    own = [law.id for project in projects for law in own_laws(project)]
    ids = [law.id for law in catalogue.laws()] + [law.id for law in ENGINE_LAWS]
    return list(dict.fromkeys(ids + own))


def claim_ids(scenarios: Iterable[Scenario]) -> list[str]:
    """The ids of the claims that scenarios make."""
    return list(dict.fromkeys(claim.id for s in scenarios for claim in s.claims))


def in_force(law: Law, edition: Edition) -> bool:
    """Whether a law applies in an edition, by the switches that it names."""
    return all(edition.switches[name] == value for name, value in law.switches.items())


def _anywhere(law: Law, editions: Iterable[Edition]) -> bool:
    return any(in_force(law, edition) for edition in editions)


@cache
def _system(
    capacities: tuple[tuple[str, int], ...], project: Project, overrides: Path | None
) -> System:
    modules = [*catalogue.MODULES, *project.law_modules()]
    plugins = project.keyword_modules()
    if overrides is not None:
        modules.append(module_at(overrides))
    try:
        return assemble(dict(capacities), laws_of(project), modules, plugins)
    except Refused as refused:
        raise InputError(str(refused)) from None


@cache
def _native(
    capacities: tuple[tuple[str, int], ...], project: Project, overrides: Path | None
) -> NativeReading:
    try:
        return NativeReading(_system(capacities, project, overrides))
    except Refused as refused:
        raise InputError(str(refused)) from None


def system_of(scenario: Scenario, edition: Edition | None = None) -> System:
    """The game and all laws for a scenario's capacities; scenarios of equal ones share it.

    An edition of a user's own may replace rules.
    """
    sizes = tuple(sorted(scenario.capacities.items()))
    return _system(sizes, project_of(scenario.file), edition.overrides if edition else None)


def native(scenario: Scenario, edition: Edition | None = None) -> NativeReading:
    """The same game compiled."""
    sizes = tuple(sorted(scenario.capacities.items()))
    return _native(sizes, project_of(scenario.file), edition.overrides if edition else None)


def by_behaviour(editions: Iterable[Edition]) -> list[list[Edition]]:
    """Editions whose switches make the game play alike, together, in order."""
    groups: dict[object, list[Edition]] = {}
    for edition in editions:
        groups.setdefault(edition.behaviour, []).append(edition)
    return list(groups.values())


def check(
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    laws: Sequence[str],
    limits: Limits | None = None,
    progress: Callable[[str, Progress], None] | None = None,
    tuning: Tuning | None = None,
    keeping: Keeping | None = None,
    reduction: Reduction = NONE,
) -> Report:
    """Judge laws and claims, by id, in scenarios under the editions given for each scenario's id.

    Laws that are not in force in an edition have no result there. After Ctrl-C the scenario at
    hand has undetermined results, and those that were still to come have none. With ``keeping``
    there are checkpoints, which are removed once everything is searched. Claims are judged on all
    positions, whatever the ``reduction``.
    """
    results: list[Result] = []
    complete = True
    for scenario in scenarios:
        tell = partial(progress, scenario.id) if progress else None
        how = How(limits, tuning, tell, reduction)
        for group in by_behaviour(editions[scenario.id]):
            try:
                searches = _search(scenario, group, laws, how, keeping)
                results.extend(list(_judged(scenario, group, laws, limits, searches)))
            except ToldApartError:
                searches = _search(scenario, group, laws, whole(how), keeping)
                results.extend(_judged(scenario, group, laws, limits, searches))
            complete = complete and all(one.complete for one in searches)
            if any(one.found.reason is Reason.INTERRUPTED for one in searches):
                return Report(results)
    if keeping is not None and complete:
        keeping.clear()
    return Report(results)


def _search(
    scenario: Scenario, group: Sequence[Edition], laws: Sequence[str], how: How,
    keeping: Keeping | None,
) -> list[Searched]:  # fmt: skip
    """The searches for all laws that are asked about. Rules of a user's own are not known to treat
    equal cards alike, so symmetry has to be asked for there.
    """
    reading = native(scenario, group[0])
    game = build(scenario, group[0], reading.system)
    wanted = set(laws)
    asked = [law for law in reading.system.laws if law.id in wanted and _anywhere(law, group)]
    own = project_of(scenario.file).keywords or group[0].overrides
    if own and how.reduction.symmetry is Mode.AUTO:
        how = whole(how)
    if keeping is not None:
        how = replace(how, checkpoints=partial(keeping.of, scenario, group, reading.system))
    try:
        return search(reading, game, asked, how)
    except CheckpointError as error:
        raise InputError(str(error)) from None


def _judged(
    scenario: Scenario,
    group: Sequence[Edition],
    laws: Sequence[str],
    limits: Limits | None,
    searches: Sequence[Searched],
) -> Iterator[Result]:
    reading = native(scenario, group[0])
    system = reading.system
    game = build(scenario, group[0], system)
    wanted = set(laws)
    claims = [claim for claim in scenario.claims if claim.id in wanted]
    claimed = judge(scenario, group, reading, game, claims, limits)
    alike = list(check_equivalences(scenario, group, wanted, limits, reading))
    known: dict[str, Result] = {}
    for edition in group:
        judged = [
            Judgement(
                scenario, edition, reading, one.found, one.outcomes, one.retelling, one.offered
            )
            for one in searches
        ]
        of = {law: about for one, about in zip(searches, judged, strict=True) for law in one.laws}
        for law in system.laws:
            if law.id in wanted and in_force(law, edition):
                if law.id not in known:
                    known[law.id] = of[law.id].law(law)
                yield of[law.id].restated(known[law.id])
        if NO_RULE_ERROR in wanted:
            yield judged[0].rule_errors(NO_RULE_ERROR)
        if NO_DEAD_END in wanted:
            yield judged[0].dead_ends(NO_DEAD_END)
        yield from claimed[edition.id]
        yield from (result for result in alike if result.edition == edition.id)
