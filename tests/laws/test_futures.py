"""Laws about what is possible and what comes later: they hold, and they notice planted faults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.laws.planting import NEWEST, explored, result

from stackproof import check as checking
from stackproof import searching
from stackproof.editions.load import edition
from stackproof.explore.graph import Graph
from stackproof.explore.model import Limits
from stackproof.explore.temporal import leads_to
from stackproof.game import turn
from stackproof.game.assembly import assemble
from stackproof.game.keywords import ripple
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.readings.python import Player
from stackproof.laws import catalogue
from stackproof.report.findings import ending
from stackproof.report.result import Ending, Result, Trace, Verdict
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario
from stackproof.trace.narrate import actions_of

HOLDING = [
    ("ripple-may-decline", "ripple-chain"),
    ("ripple-casts-any-subset", "ripple-chain"),
    ("ripple-bottoms-in-any-order", "ripple-chain"),
    ("ripple-leaves-stack", "ripple-chain"),
    ("madness-exile-leads-on", "madness-stifled"),
    ("play-can-end", "madness-stifled"),
    ("stack-can-empty", "ripple-countered"),
]


@pytest.mark.parametrize("law, scenario", HOLDING)
def test_holds_and_not_vacuously(law: str, scenario: str) -> None:
    found = result(law, scenario)
    assert (found.verdict, found.vacuous) == (Verdict.HOLDS, False)


def test_a_witness_is_a_play_that_shows_it() -> None:
    found = result("ripple-may-decline", "ripple-chain")
    assert found.trace is not None
    assert found.trace.ending is Ending.WITNESS
    reading, game, _ = explored("ripple-chain")
    law = next(law for law in reading.system.laws if law.id == "ripple-may-decline")
    player = Player(reading.system, game.setup)
    position = player.position(game.initial)
    shown = False
    for verb, argument in actions_of(found.trace):
        before = position
        position, step = player.apply(before, verb, argument)
        known = {"before": before, "verb": verb, "argument": argument, "step": step}
        shown, _ = player.judge(law, after=position, **known)
    assert shown


def test_vacuous_where_there_is_no_ripple() -> None:
    for law in ("ripple-may-decline", "ripple-casts-any-subset", "ripple-leaves-stack"):
        found = result(law, "madness-stifled")
        assert (found.verdict, found.vacuous) == (Verdict.HOLDS, True)


def test_a_reveal_that_cannot_be_declined_is_noticed() -> None:
    right = "return verb == Verb.YES or verb == Verb.NO"
    found = result("ripple-may-decline", "ripple-chain", ripple, right, "return verb == Verb.YES")
    assert (found.verdict, found.reason) == (Verdict.VIOLATED, "no play reaches it")


def test_a_second_card_that_cannot_be_cast_is_noticed() -> None:
    right = "if can_cast_revealed(setup, pos):\n        ask("
    wrong = right.replace("if can", "if revealed_count(pos) == pos.resolving.number and can")
    found = result("ripple-casts-any-subset", "ripple-chain", ripple, right, wrong)
    assert found.verdict is Verdict.VIOLATED
    assert found.missing == [3]
    assert found.reason == "1 of 4 choices are never made: 3"


def test_an_order_that_is_not_free_is_noticed() -> None:
    right = "return verb == Verb.PICK and pos.mark[argument] == REVEALED"
    wrong = f"{right} and (argument != 2 or revealed_count(pos) < 3)"
    found = result("ripple-bottoms-in-any-order", "ripple-chain", ripple, right, wrong)
    assert found.verdict is Verdict.VIOLATED
    assert found.missing


def test_a_play_that_does_not_end_is_noticed() -> None:
    """The last step never ends, although both players pass."""
    right = "        finish_play(pos)\n    else:\n        pos.step"
    wrong = "        give_priority(pos, pos.active)\n    else:\n        pos.step"
    found = result("play-can-end", "madness-stifled", turn, right, wrong)
    assert found.verdict is Verdict.VIOLATED
    assert found.trace is not None
    assert found.trace.ending is Ending.OUT_OF_REACH


def test_without_fairness_a_player_begins_a_cast_again_and_again() -> None:
    """A real lasso: the position after the whole play is that at which it goes round."""
    scenario = load_scenario("ripple-chain")
    laws = [
        replace(law, fairness=()) for law in catalogue.laws() if law.id == "ripple-leaves-stack"
    ]
    reading = NativeReading(assemble(dict(scenario.capacities), laws, catalogue.MODULES))
    game = build(scenario, edition(NEWEST), reading.system)
    from stackproof.explore.search import explore

    found = explore(reading, game.setup, game.initial, graph=True)
    graph = Graph(reading, game.setup, found)
    outcome = leads_to(graph, 0, len(reading.system.choices(laws[0])))
    assert outcome.holds is False
    assert outcome.play is not None
    assert outcome.loop is not None
    player = Player(reading.system, game.setup)
    passed = [player.position(game.initial)]
    for verb, argument in outcome.play:
        assert player.legal(passed[-1], verb, argument)
        passed.append(player.apply(passed[-1], verb, argument)[0])
    assert passed[outcome.loop].pack() == passed[-1].pack()
    assert outcome.loop < len(outcome.play)


def test_undetermined_where_the_search_was_stopped() -> None:
    scenario = load_scenario("ripple-chain")
    ids = ["ripple-leaves-stack", "play-can-end", "ripple-casts-any-subset"]
    report = checking.check([scenario], {scenario.id: [edition(NEWEST)]}, ids, Limits(20))
    assert {r.verdict for r in report.results} == {Verdict.UNDETERMINED}
    assert report.exit_code == 3


def shown(trace: Trace, verdict: Verdict = Verdict.VIOLATED) -> str:
    found = Result("law", NEWEST, "scene", "explore", verdict, verdict, False, 1, 1, 0.0, trace)
    return ending(found, trace)


def test_the_end_of_a_play_in_words() -> None:
    play = [("pass", 0), ("pass", 0)]
    trace = Trace("scene", NEWEST, "law", play, 1)
    assert shown(trace) == "the play goes round from step 2 for ever"
    trace = Trace("scene", NEWEST, "law", play, ending=Ending.STUCK)
    assert shown(trace) == "nothing can happen any more here"
    assert shown(Trace("scene", NEWEST, "law", play)) == "here the law fails"


def test_the_graph_is_not_kept_for_plain_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bool] = []
    from stackproof.explore.search import explore

    def watched(*arguments: object, graph: bool = False, **others: object) -> object:
        kept.append(graph)
        return explore(*arguments, graph=graph, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(searching, "explore", watched)
    scenario = load_scenario("ripple-chain")
    for law in ("cards-conserved", "play-can-end"):
        checking.check([scenario], {scenario.id: [edition(NEWEST)]}, [law])
    assert kept == [False, True]


MISTAKES = {
    "a field": ("return position.wait == 0", "has no field 'wait'"),
    "a number": ("return position.stack_size", "this rule returns true or false"),
    "an effect": ("position.stack_size = 0\n    return True", "changes position"),
    "a parameter": ("return after.stack_size == 0", "'after' is no record parameter"),
}


@pytest.mark.parametrize("place", ["goal", "trigger"])
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_with_file_and_line(tmp_path: Path, place: str, mistake: str) -> None:
    from stackproof.inputs import InputError

    body, what = MISTAKES[mistake]
    name = f"wrong_{place}_{list(MISTAKES).index(mistake)}"
    rules = {"goal": "return True", "trigger": "return True"} | {place: body}
    (tmp_path / f"{name}.py").write_text(
        "from __future__ import annotations\n"
        "from stackproof.game.position import Position\n"
        "from stackproof.laws.declare import leads_to\n\n\n"
        f"def trigger(position: Position) -> bool:\n    {rules['trigger']}\n\n\n"
        f'@leads_to("{name}", "Wrong.", trigger=trigger)\n'
        f"def goal(position: Position) -> bool:\n    {rules['goal']}\n"
    )
    (tmp_path / "stackproof.toml").write_text(f'laws = ["{name}.py"]\n')
    scene = tmp_path / "mine.toml"
    scene.write_text(
        Path(load_scenario("madness-stifled").file).read_text().partition("[expect]")[0]
    )
    scenario = load_scenario(str(scene))
    with pytest.raises(InputError, match=what) as refusal:
        checking.native(scenario)
    assert f"{name}.py:{7 if place == 'trigger' else 12}" in str(refusal.value) or "changes" in what
