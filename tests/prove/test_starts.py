"""Starts that are derived of a position: real ones, with its cards."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.prove.counterexamples import KICKED, KNOWN, NEWEST, about
from tests.prove.test_induction import passing

from stackproof.game.domains import CardType, Verb, Zone
from stackproof.lang.errors import RuleError
from stackproof.lang.readings.python import Player
from stackproof.lang.system import Law
from stackproof.prove.attempting import one
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.game import subject
from stackproof.prove.reaching import with_switches
from stackproof.prove.replaying import Counterexample
from stackproof.prove.starts import MOST, Start, starts
from stackproof.prove.subject import Subject
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario


def is_start(about: Subject, start: Start, but: Law) -> bool:
    player = Player(about.system, start.setup)
    conditions = [i for i in about.invariants if i.id != but.id]
    return all(
        player.judge(law, position=player.position(start.initial))[0]
        for law in (about.deck, about.start, *conditions)
    )


def solved() -> Counterexample:
    """What the solver finds, rather than what was thought of here."""
    case = Case(about(), passing(about()))
    found = one(
        case, "stack-is-packed", Ground(case.terms, list(case.hypotheses)), 120
    ).counterexample
    assert found is not None
    return found


@pytest.mark.parametrize("name", [*KNOWN, "solver"])
def test_whatever_is_derived_is_a_start(name: str) -> None:
    found = solved() if name == "solver" else KNOWN[name]
    law = about().by_id["stack-is-packed" if name == "solver" else name]
    derived = list(starts(about(), found, NEWEST.setup, law))
    assert 1 < len(derived) == len(set(derived)) <= MOST
    assert derived == list(starts(about(), found, NEWEST.setup, law))
    for start in derived:
        assert is_start(about(), start, law)
        assert start.setup == with_switches(about(), start.setup, NEWEST.setup)


def test_what_a_start_cannot_have_is_taken_away() -> None:
    """A creature that is about to die is where it was, undamaged."""
    plain = KNOWN[KICKED]
    player = Player(about().system, plain.setup)
    position = player.position(plain.before)
    player.setup.cards[1].type, player.setup.cards[1].toughness = CardType.CREATURE, 1
    position.zone[1], position.damage[1], position.tapped[1] = Zone.BATTLEFIELD, 1, True
    position.out[0], position.life[0], position.turn = True, -3, 4
    found = replace(plain, setup=player.setup.pack(), before=position.pack())
    law = about().by_id[KICKED]
    derived = list(starts(about(), found, NEWEST.setup, law))
    assert all(is_start(about(), start, law) for start in derived)
    nearest = player.position(derived[0].initial)
    assert (nearest.zone[1], nearest.damage[1]) == (Zone.BATTLEFIELD, 0)
    assert (nearest.stack_size, nearest.out[0], nearest.turn) == (0, False, 4)


def walk(player: Player, initial: bytes, seed: int, actions: int) -> Any:
    """A position that a play of random actions leads to."""
    chance, position = random.Random(seed), player.position(initial)
    for _ in range(actions):
        legal = list(player.actions(position))
        if not legal:
            break
        try:
            position, _ = player.apply(position, *chance.choice(legal))
        except RuleError:
            break
    return position


@pytest.mark.parametrize("seed", range(2))
def test_real_positions_have_starts_with_their_cards(seed: int) -> None:
    scenario = load_scenario("ripple-chain")
    played = subject(scenario.capacities)
    begun = build(scenario, NEWEST, played.system)
    law = played.by_id["last-in-first-out"]
    player = Player(played.system, begun.setup)
    position = walk(player, begun.initial, seed, 4 + seed)
    found = Counterexample(begun.setup, position.pack(), Verb.PASS, 0, fails=True)
    derived = list(starts(played, found, NEWEST.setup, law))
    assert derived
    there = [c for c in range(len(begun.cards)) if position.zone[c] != Zone.OUTSIDE]
    for start in derived:
        assert is_start(played, start, law)
        initial = player.position(start.initial)
        assert all(initial.zone[c] != Zone.OUTSIDE for c in there)


def test_the_start_nearest_to_a_start_is_itself() -> None:
    scenario = load_scenario("ripple-chain")
    played = subject(scenario.capacities)
    begun = build(scenario, NEWEST, played.system)
    found = Counterexample(begun.setup, begun.initial, Verb.PASS, 0, fails=True)
    law = played.by_id["last-in-first-out"]
    assert next(starts(played, found, NEWEST.setup, law)) == Start(begun.setup, begun.initial)
