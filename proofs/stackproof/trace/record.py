"""Trace files of the plays that checks report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from stackproof.cards.load import Card, cards
from stackproof.check import EngineLaw
from stackproof.editions.load import edition
from stackproof.inputs import Place
from stackproof.lang.system import Law
from stackproof.report.result import Report, Result, Verdict
from stackproof.scenarios import sizes
from stackproof.scenarios.entries import Capacity, PlayerEntry, ScenarioFile, Until
from stackproof.scenarios.load import Scenario

from .actions import written
from .claimed import entry_of
from .file import Broken, Happening, Setup, Step, TraceFile, encode, fingerprint
from .narrate import Narrator, Transition, actions_of
from .table import Table, law_called


def setup_of(scenario: Scenario, capacity: Capacity | None = None) -> Setup:
    """What a scenario says of the position in which it begins."""
    players = []
    for seat, player in enumerate(scenario.players):
        zones: dict[str, list[str]] = {}
        for copy in scenario.cards:
            if copy.owner == seat:
                label = f" @{copy.label}" if copy.label else ""
                zones.setdefault(copy.zone, []).append(copy.card.name + label)
        players.append(PlayerEntry(player.name, player.life, player.mana, **zones))
    return Setup(
        title=scenario.title,
        player=players,
        active=scenario.players[scenario.active].name if scenario.active else None,
        step=scenario.step,  # type: ignore[arg-type]
        until=_until(scenario),
        options=scenario.options,
        capacity=capacity or Capacity(),
    )


def chosen_sizes(scenario: Scenario) -> Capacity:
    """The sizes of a scenario that would not be derived from its cards."""
    setup = setup_of(scenario)
    said = ScenarioFile(title=setup.title, player=setup.player)
    usual = sizes.capacities(said, scenario.cards, Place(scenario.file))
    names = Capacity.__struct_fields__
    return Capacity(**{
        n: scenario.capacities[n] for n in names if scenario.capacities[n] != usual[n]
    })  # fmt: skip


def _until(scenario: Scenario) -> Until:
    usual = scenario.step if scenario.last_turn == 1 else "main"
    named = None if scenario.last_step == usual else scenario.last_step
    return Until(scenario.last_turn, named)  # type: ignore[arg-type]


def cards_in(scenario: Scenario) -> list[Card]:
    """Every card of a scenario once, and those of which they are other printings."""
    found = {copy.card.name: copy.card for copy in scenario.cards}
    for card in list(found.values()):
        original = card.facts.same_name_as
        if original and original in cards():
            found.setdefault(original, cards()[original])
    return list(found.values())


def trace_file(
    table: Table, play: Sequence[Transition], broken: Broken, *, sized: bool = True
) -> TraceFile:
    """The trace file of a play at a table; not ``sized``: with sizes derived from cards."""
    narrator, scenario, law = table.narrator, table.scenario, table.law
    rules = [number for number in map(table.edition.cite, law.cites) if number]
    setup = setup_of(scenario, chosen_sizes(scenario) if sized else None)
    facts = [card.facts for card in cards_in(scenario)]
    return TraceFile(
        scenario=scenario.id,
        edition=table.edition.id,
        law=msgspec.structs.replace(broken, says=law.says, rules=list(dict.fromkeys(rules))),
        setup=setup,
        cards=facts,
        hash=fingerprint(setup, facts),
        steps=[_step(narrator, i, played) for i, played in enumerate(play, 1)],
    )


def _step(narrator: Narrator, number: int, played: Transition) -> Step:
    line = narrator.line(number, played)
    happens = [Happening(h.text, h.rule) for h in line.happenings]
    named = written(narrator, played.before, played.verb, played.argument)
    return Step(**named, does=line.does, happens=happens)


def trace_of(result: Result, scenario: Scenario) -> TraceFile:
    """The trace file of a result that has a play. Raises :class:`InputError`."""
    found = result.trace
    assert found is not None
    claim = next((c for c in scenario.claims if result.is_claim and c.id == result.law), None)
    if claim is not None:
        law: Law | EngineLaw = EngineLaw(claim.id, claim.says)
    else:
        law = law_called(result.law, scenario, Place(scenario.file))
    table = Table(scenario, edition(result.edition), law)
    play = list(table.narrator.transitions(actions_of(found)))
    written_down = trace_file(
        table,
        play,
        Broken(
            id=result.law,
            verdict=result.verdict,
            step=len(play),
            ending=found.ending,
            choice=found.choice,
            loop=found.loop,
        ),
    )
    entry = None if claim is None else entry_of(claim, scenario)
    return msgspec.structs.replace(written_down, claim=entry)


def write_all(report: Report, scenarios: Iterable[Scenario], folder: Path) -> Report:
    """Write a trace file for each counterexample, and name it in the results.

    Editions in which the same play breaks the same law or claim share one, written for the newest
    of them.
    """
    known = {scenario.id: scenario for scenario in scenarios}
    shown: dict[str, dict[object, Result]] = {}
    for result in filter(is_counterexample, report.results):
        plays = shown.setdefault(f"{result.scenario}--{result.law}", {})
        key = _play(result)
        if key not in plays or plays[key].edition < result.edition:
            plays[key] = result
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[tuple[str, object], str] = {}
    for name, plays in shown.items():
        for key, result in plays.items():
            last = "" if len(plays) == 1 else f"--{result.edition}"
            path = folder / (re.sub(r"[^\w.-]", "_", name + last) + ".json")
            path.write_text(encode(trace_of(result, known[result.scenario])), "utf-8")
            files[name, key] = str(path)
    return Report([_linked(result, files) for result in report.results])


def is_counterexample(result: Result) -> bool:
    """Whether a result has a play that breaks a law or a claim about one game."""
    broken = result.verdict is Verdict.VIOLATED and result.trace is not None
    return broken and result.engine != "product"


def _play(result: Result) -> object:
    assert result.trace is not None
    return tuple(result.trace.actions), result.trace.loop, result.trace.choice


def _linked(result: Result, files: Mapping[tuple[str, object], str]) -> Result:
    if not is_counterexample(result):
        return result
    assert result.trace is not None
    file = files[f"{result.scenario}--{result.law}", _play(result)]
    return msgspec.structs.replace(result, trace=msgspec.structs.replace(result.trace, file=file))
