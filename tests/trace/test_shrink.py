"""Shrinking: the same law fails in the same way, and nothing is left that could be taken away."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.cli.running import run
from tests.trace.plays import PLACE, data, read, trace, write

from stackproof import check as checking
from stackproof.editions.load import edition
from stackproof.lang.system import Law
from stackproof.report.result import Verdict
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario, scenarios
from stackproof.trace.explain import explain
from stackproof.trace.file import TraceFile
from stackproof.trace.judging import outcome
from stackproof.trace.record import trace_of
from stackproof.trace.replay import follow, replay
from stackproof.trace.shrink import NotBroken, shrink, size_of
from stackproof.trace.table import Table, table_of
from stackproof.trace.way import way_of

EACH_LAW = [
    ("madness-stifled", "madness-exile-ends-always", "2026-01"),
    ("madness-circular-logic", "madness-casts-from-hand", "2002-02"),
    ("ripple-countered", "ripple-always-resolves", "2026-01"),
    ("ripple-nested", "ripple-caster-gets-priority-always", "2026-01"),
    ("ripple-milled", "ripple-casts-all-or-none", "2026-01"),
    ("ripple-split-card", "ripple-casts-at-most-one", "2026-01"),
    ("ripple-discard-cost", "ripple-casts-one-at-least", "2020-11"),
    ("ripple-granted", "ripple-works-only-with-spell", "2020-11"),
    ("ripple-taxed", "ripple-casts-cost-no-mana", "2026-01"),
]


@dataclass(frozen=True)
class Shrunk:
    before: TraceFile
    after: TraceFile


@cache
def shrunk(which: tuple[str, str, str]) -> Shrunk:
    found = trace(*which)
    return Shrunk(found, shrink(found, PLACE))


def way(found: TraceFile) -> object:
    table = table_of(found, PLACE)
    play, _ = follow(table, found.steps)
    return way_of(table, play, found.law.choice)


def breaks_without(found: TraceFile, table: Table) -> bool:
    """Whether some play from another beginning, no longer than the one found, breaks the law in the
    same way: a search of its own, the slow way, that looks at every violating transition.
    """
    from stackproof.explore.stepping import Stepper

    reading = checking.native(table.scenario)
    game = build(table.scenario, table.edition, reading.system)
    assert isinstance(table.law, Law)
    bits = reading.system.bits(table.law)
    stepper = Stepper(reading, game.setup)
    rows = [(stepper.padded(game.initial), 0)]
    seen = {rows[0][0]}
    wanted = way(found)
    narrator = table.narrator
    for row, depth in rows:
        if depth == len(found.steps):
            break
        for verb, argument, after, _, mask in stepper.successors(row):
            assert after is not None
            broken = mask | stepper.inspect(after)[1]
            if any(broken >> bit & 1 for bit in bits):
                position = narrator.player.position(row[: reading.size])
                last = narrator.transition(position, verb, argument)
                if way_of(table, [last], found.law.choice) == wanted:
                    return True
            if after not in seen:
                seen.add(after)
                rows.append((after, depth + 1))
    return False


def without_card(found: TraceFile, seat: int, zone: str, place: int) -> TraceFile:
    players = list(found.setup.player)
    left = list(getattr(players[seat], zone))
    del left[place]
    players[seat] = replace(players[seat], **{zone: left})
    return replace(found, setup=replace(found.setup, player=players), hash="")


def assert_smallest(found: TraceFile) -> None:
    """Nothing can be taken away: no card, no mana, no action."""
    zones = ("hand", "battlefield", "library", "graveyard", "exile")
    for seat, player in enumerate(found.setup.player):
        for zone in zones:
            for place in range(len(getattr(player, zone))):
                less = without_card(found, seat, zone, place)
                if any(getattr(p, z) for p in less.setup.player for z in zones):
                    assert not breaks_without(found, table_of(less, PLACE)), (player, zone, place)
        if player.mana:
            players = list(found.setup.player)
            players[seat] = replace(player, mana=player.mana - 1)
            less = replace(found, setup=replace(found.setup, player=players), hash="")
            assert not breaks_without(found, table_of(less, PLACE)), player
    table = table_of(found, PLACE)
    for place in range(len(found.steps)):
        steps = found.steps[:place] + found.steps[place + 1 :]
        play, _ = follow(table, steps)
        judged = outcome(table, play, found.law.choice)
        assert judged.verdict is Verdict.HOLDS or way_of(
            table, play[: judged.step], found.law.choice
        ) != way(found), place


@pytest.mark.parametrize("which", EACH_LAW, ids=[law for _, law, _ in EACH_LAW])
def test_the_same_law_fails_in_the_same_way_and_nothing_can_be_taken_away(
    which: tuple[str, str, str],
) -> None:
    found = shrunk(which)
    before, after = (size_of(one, PLACE) for one in (found.before, found.after))
    assert after.cards < before.cards
    assert after.actions <= before.actions
    assert replay(found.after, PLACE).same
    assert found.after.law.id == which[1]
    assert way(found.after) == way(found.before)
    assert_smallest(found.after)
    assert shrink(found.after, PLACE) == found.after


def test_what_is_left_is_what_a_person_would_write() -> None:
    after = shrunk(EACH_LAW[0]).after
    anna, ben = after.setup.player
    assert (anna.hand, anna.battlefield, anna.mana) == (["Fiery Temper"], ["Wild Mongrel"], 0)
    assert (ben.hand, ben.mana) == (["Stifle"], 1)
    taxed = shrunk(EACH_LAW[8]).after
    assert taxed.setup.player[0].battlefield == ["Sphere of Resistance"]
    assert taxed.setup.player[0].mana == 4


def test_the_play_changes_hands_as_seldom_as_can_be() -> None:
    """A long way round is shortened, and turned into one with fewer changes of the player."""
    found = trace(*EACH_LAW[0])
    document = data(EACH_LAW[0])
    anna = {"player": "Anna", "verb": "play", "card": "Forest"}
    document["steps"].insert(0, anna)
    document["law"]["step"] += 1
    long = read(document)
    assert replay(long, PLACE).same
    small = shrink(long, PLACE)
    assert small == shrink(found, PLACE)
    players = [step.player for step in small.steps]
    assert sum(a != b for a, b in pairwise(players)) == 2


def test_a_member_of_a_family_stays_the_same_card_as_others_go(tmp_path: Path) -> None:
    """A law of one's own that is a promise: each card gets out of the library in the end."""
    (tmp_path / "stackproof.toml").write_text('laws = ["mine.py"]\n')
    (tmp_path / "mine.py").write_text(
        '"""A promise that no game keeps."""\n\n'
        "from stackproof.game.domains import Card, Zone\n"
        "from stackproof.game.position import Position\n"
        "from stackproof.laws.declare import leads_to\n\n\n"
        "def is_in_library(position: Position, choice: Card) -> bool:\n"
        '    """Whether a card is in a library."""\n'
        "    return position.zone[choice] == Zone.LIBRARY\n\n\n"
        '@leads_to("drawn", "Every card is drawn.", trigger=is_in_library)\n'
        "def is_drawn(position: Position, choice: Card) -> bool:\n"
        "    return position.zone[choice] == Zone.HAND\n"
    )
    (tmp_path / "mine.toml").write_text(
        'title = "Drawn"\n[[player]]\nname = "Anna"\nhand = ["Shock"]\n'
        'library = ["Forest", "Island"]\nmana = 1\n[[player]]\nname = "Ben"\nlife = 2\n'
    )
    done = run(
        "check", "mine.toml", "--law", "drawn", "--edition", "2026-01", "--traces", "plays",
        cwd=tmp_path,
    )  # fmt: skip
    assert "drawn" in done.out
    (file,) = (tmp_path / "plays").iterdir()
    again = run("replay", str(file), cwd=tmp_path)
    assert again.code == 0, again.out + again.err
    before = json.loads(file.read_text())
    done = run("shrink", str(file), "-o", "small.json", cwd=tmp_path)
    assert done.code == 0, done.out + done.err
    after = json.loads((tmp_path / "small.json").read_text())
    kept = [name for player in after["setup"]["player"] for name in player.get("library", [])]
    assert len(kept) == 1
    assert before["law"]["choice"] in (1, 2)
    assert kept == [["Shock", "Forest", "Island"][before["law"]["choice"]]]
    assert after["law"]["choice"] == 1
    assert run("replay", "small.json", cwd=tmp_path).code == 0
    told = run("explain", "small.json", cwd=tmp_path)
    assert f"the zone of {kept[0]} is library; it would have to be hand" in told.out
    assert "Unavoidable from step 2 on: Anna targets Ben." in told.out
    assert "    targets Anna\n" in told.out


def test_a_play_that_shows_what_is_possible_shrinks_and_has_nothing_to_explain() -> None:
    found = trace("ripple-chain", "ripple-may-cast-none", "2026-01")
    assert found.law.verdict is Verdict.HOLDS
    small = shrink(found, PLACE)
    assert size_of(small, PLACE).cards == 2
    assert replay(small, PLACE).same
    with pytest.raises(NotBroken, match="calls possible"):
        explain(small, PLACE)


def test_a_play_that_breaks_no_law_cannot_be_shrunk(tmp_path: Path) -> None:
    document = data(EACH_LAW[0])
    document["steps"].pop()
    document["law"]["step"] = 6
    with pytest.raises(NotBroken):
        shrink(read(document), PLACE)
    path = write(document, tmp_path)
    done = run("shrink", path)
    assert done.code == 1
    assert (
        done.err == f"stackproof: {path}: the play does not break the law; see stackproof replay\n"
    )


def test_the_command_tells_what_is_left_and_writes_it(tmp_path: Path) -> None:
    path = write(data(("ripple-chain", "ripple-casts-one-at-least", "2026-01")), tmp_path)
    small = tmp_path / "small.json"
    done = run("shrink", path, "-o", str(small))
    assert done.code == 0, done.err
    assert "cards:    6 -> 2" in done.out
    assert "Anna: mana 2; library Surging Flame; hand Surging Flame @first" in done.out
    assert run("replay", str(small)).code == 0
    again = json.loads(run("shrink", str(small), "--format", "json").out)
    assert again["before"] == again["after"] == {"cards": 2, "actions": 6, "switches": 2}
    assert again["trace"] == json.loads(small.read_text("utf-8"))


def test_a_rule_error_shrinks_with_the_sizes_that_it_needs(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'title = "Too small"\n[capacity]\nstack = 1\n'
        '[[player]]\nname = "Anna"\nmana = 2\nhand = ["Surging Flame", "Forest"]\n'
        '[[player]]\nname = "Ben"\n'
    )
    args = ["--law", "no-rule-error", "--edition", "2026-01", "--traces", "plays"]
    assert run("check", "mine.toml", *args, cwd=tmp_path).code == 1
    (file,) = map(str, (tmp_path / "plays").iterdir())
    done = run("replay", file, cwd=tmp_path)
    assert done.code == 0, done.out + done.err
    done = run("shrink", file, "-o", "small.json", cwd=tmp_path)
    assert done.code == 0, done.out + done.err
    small = json.loads((tmp_path / "small.json").read_text("utf-8"))
    assert small["setup"]["capacity"] == {"stack": 1}
    assert small["setup"]["player"][0]["hand"] == ["Surging Flame"]
    told = run("explain", "small.json", "--lang", "de", cwd=tmp_path)
    assert told.code == 0, told.out + told.err
    assert "Regelfehler" in told.out


@pytest.mark.deep
@pytest.mark.parametrize("name", [s.id for s in scenarios().values() if not s.bench])
def test_every_shipped_counterexample_shrinks_to_where_nothing_can_be_taken_away(name: str) -> None:
    scenario = load_scenario(name)
    laws = [law for law in checking.law_ids() if law not in {k.id for k in checking.ENGINE_LAWS}]
    groups = checking.by_behaviour(map(edition, scenario.editions))
    for group in groups:
        report = checking.check([scenario], {scenario.id: group[:1]}, laws)
        for result in report.results:
            if result.verdict is Verdict.VIOLATED and result.trace is not None:
                small = shrink(trace_of(result, scenario), PLACE)
                assert_smallest(small)
                assert shrink(small, PLACE) == small
