"""What is inductive is proved, what is not is dropped with all that rests on it."""

from __future__ import annotations

import itertools
import json
from functools import partial
from pathlib import Path

import pytest
from tests.prove.test_induction import TINY, action
from tests.strengthen.desks import KNOWN, Desk, played, system

from stackproof.game.domains import ORDER_TRIGGERS, Verb
from stackproof.prove.assumptions import NEEDS
from stackproof.prove.game import subject
from stackproof.prove.layout import CaseId
from stackproof.strengthen import finding, telling
from stackproof.strengthen.finding import Bounds, Findings, strengthen
from stackproof.strengthen.game import GameWith, graphs
from stackproof.strengthen.houdini import AFTER, ALWAYS, AROUND, Claim, Houdini
from stackproof.strengthen.templates import candidates
from stackproof.strengthen.writing import Writer

counter = itertools.count()
NOTE = "tests.strengthen.desk.note"
PACKED = "items-kind-is-nothing-if-beyond-items-size"


def houdini(folder: Path, *names: str, **more: object) -> Houdini:
    known = {c.name: c for c in candidates(system().state_type)}
    file = folder / f"tried_{folder.name}_{next(counter)}.py"
    file.write_text(Writer(system()).module(known[name] for name in names))
    return Houdini(Desk(str(file)), **more)  # type: ignore[arg-type]


def test_what_is_not_inductive_takes_along_what_rests_on_it(tmp_path: Path) -> None:
    names = ["not-tired", "not-alarm", "not-items-heavy"]
    tried = houdini(tmp_path, *names)
    assert tried.run(names) == {"not-items-heavy"}
    assert tried.rounds > 1
    assert tried.failed("not-tired", "refuted")


def test_a_law_stays_if_what_it_rests_on_does(tmp_path: Path) -> None:
    """That nobody is alarmed needs that nobody is tired, and the latter is not inductive."""
    names = ["not-alarm-if-not-tired", "not-alarm"]
    assert houdini(tmp_path, *names).run(names) == {"not-alarm-if-not-tired"}


def test_what_does_not_hold_around_a_rule_can_hold_between_actions(tmp_path: Path) -> None:
    tried = houdini(tmp_path, PACKED)
    assert tried.run([PACKED]) == {PACKED}
    assert tried.claims == {Claim(PACKED)}


def test_what_holds_around_a_rule_is_known_after_it(tmp_path: Path) -> None:
    name = "notes-is-at-most-1"
    tried = houdini(tmp_path, name)
    assert tried.run([name]) == {name}
    assert Claim(name, NOTE, AROUND) in tried.claims
    used = [a.claims for (case, c), a in tried.answers.items() if case.kind == "action"]
    assert any(Claim(name, NOTE, AROUND) in claims for claims in used)


def test_nothing_is_shown_after_the_time_is_over(tmp_path: Path) -> None:
    tried = houdini(tmp_path, "not-items-heavy", until=0.0)
    assert tried.run(["not-items-heavy"]) == set()


def test_nothing_rests_on_what_is_not_proved(tmp_path: Path) -> None:
    names = ["notes-is-at-most-1", "not-items-heavy"]
    tried = houdini(tmp_path, *names, without=frozenset({NEEDS + NOTE}))
    assert tried.run(names) == {"not-items-heavy"}
    assert tried.failed("notes-is-at-most-1", "undetermined")


def test_what_no_case_shows_is_not_proved(tmp_path: Path) -> None:
    """Nor is it if nothing was asked about at first, from which no case is known."""
    assert houdini(tmp_path, PACKED, cases=lambda _: False).run([PACKED]) == set()
    tried = houdini(tmp_path, "not-tired")
    assert tried.run([]) == set()
    assert tried.run(["not-tired"]) == set()
    assert tried.failed("not-tired", "refuted")


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    names = ["not-tired", "not-alarm", PACKED]
    assert houdini(tmp_path, *names, processes=2).run(names) == {PACKED}


@pytest.fixture(scope="module")
def found() -> Findings:
    return strengthen(system(), [played()], Desk, Bounds(most=200))


def test_invariants_of_a_toy_are_found(found: Findings) -> None:
    new = {c.name for c in found.new}
    assert {PACKED, "items-kind-is-box-if-within-items-size", "not-items-heavy"} <= new
    assert "asked-is-none-if-phase-is-idle" in {c.name for c in found.known}
    assert "not-tired" in {d.candidate.name for d in found.dropped}
    follows = {i.candidate.name for i in found.invariants if i.status == finding.FOLLOWS}
    assert "items-kind-is-nothing-if-items-size-is-0" in follows


def test_weaker_candidates_come_forward_once_stronger_ones_are_dropped(found: Findings) -> None:
    dropped = {d.candidate.name for d in found.dropped}
    assert {"not-alarm", "not-alarm-if-phase-is-idle"} <= dropped
    assert "not-alarm-if-not-tired" in {i.candidate.name for i in found.invariants}


def test_every_candidate_is_accounted_for(found: Findings) -> None:
    tried = len(found.invariants) + len(found.dropped)
    counted = found.false + found.unmet + found.weaker + found.untried + len(found.known) + tried
    assert counted == found.generated


def test_only_so_many_are_tried() -> None:
    few = strengthen(system(), [played()], Desk, Bounds(most=2))
    assert len(few.invariants) + len(few.dropped) == 2
    assert few.untried


def test_what_is_found_is_a_module_and_then_known(found: Findings, tmp_path: Path) -> None:
    file = tmp_path / f"kept_{tmp_path.name}.py"
    file.write_text(found.text)
    names = [c.name for c in found.new]
    again = Houdini(Desk(str(file)))
    assert again.run(names) == set(names)


def test_the_report_says_what_was_taken_for_granted(found: Findings) -> None:
    text = telling.text(found, "every desk")
    assert telling.GIVEN in text
    assert f"new       {PACKED}\n" in text
    assert "dropped   not-tired (counterexamples to induction in 3 cases)" in text
    told = json.loads(telling.to_json(found, "every desk"))
    assert told["schema"] == telling.SCHEMA
    assert {i["id"] for i in told["invariants"] if i["new"]} == {c.name for c in found.new}
    assert not told["known_is_proved"]


@pytest.mark.parametrize("inductive, fallen, verdict", [
    (True, frozenset(), "holds"),
    (True, None, "undetermined"),
    (False, frozenset(), "undetermined"),
])  # fmt: skip
def test_a_law_only_holds_if_what_is_known_is_proved(
    inductive: bool, fallen: frozenset[str] | None, verdict: str
) -> None:
    found = Findings({}, asked={"mine": inductive}, fallen=fallen)
    assert telling.verdict(found, "mine") == verdict


CASES = (CaseId("start"), action(subject(TINY), Verb.ORDER, ORDER_TRIGGERS))
SIZES = tuple(sorted(TINY.items()))


def test_an_invariant_that_is_taken_out_of_the_game_is_found_again() -> None:
    """In two cases: all of them take minutes."""
    from stackproof.editions.load import edition
    from stackproof.scenarios.load import scenarios

    scenario = scenarios()["madness-flashback"]
    explored = list(graphs([(scenario, [edition(scenario.editions[-1])])]))
    about = subject(TINY).system
    halves = {
        "stack-kind-is-nothing-if-beyond-stack-size",
        "beyond-stack-size-if-stack-kind-is-nothing",
    }
    others = {c.name for c in candidates(about.state_type)} - halves
    bounds = Bounds(cases=CASES.__contains__, taken=frozenset(others))
    known = strengthen(about, explored, partial(GameWith, SIZES), bounds)
    assert halves <= {c.name for c in known.known}
    recipe = partial(GameWith, SIZES, asked=("stack-is-packed",))
    again = strengthen(about, explored, recipe, bounds, asked=["stack-is-packed"])
    assert halves <= {i.candidate.name for i in again.invariants}
    assert again.asked == {"stack-is-packed": True}


MINE = '''"""A law of a project."""

from stackproof.game.position import Position
from stackproof.laws.declare import law


@law("invariant", "somebody-plays", "The first player has not left.")
def somebody_plays(position: Position) -> bool:
    return not position.out[0]
'''


def test_a_law_of_a_project_is_tried_along(tmp_path: Path) -> None:
    (tmp_path / "own_law_to_try.py").write_text(MINE)
    (tmp_path / "stackproof.toml").write_text('laws = ["own_law_to_try.py"]\n')
    file = tmp_path / f"none_{tmp_path.name}.py"
    file.write_text(Writer(subject(TINY).system).module([]))
    recipe = GameWith(SIZES, str(file), ("somebody-plays",), str(tmp_path))
    assert "somebody-plays" not in recipe().subject.by_id
    tried = Houdini(recipe, cases=CASES.__contains__)
    assert tried.run(["somebody-plays"]) == {"somebody-plays"}
    assert "two-players-stay" in tried.rests_on("somebody-plays")[0]


def test_claims_are_told_apart_by_how_they_are_meant() -> None:
    assert len({Claim("law"), Claim("law", "rule", AROUND), Claim("law", "rule", AFTER)}) == 3
    assert Claim("law").how == ALWAYS
    assert KNOWN.id not in {c.name for c in candidates(system().state_type)}
