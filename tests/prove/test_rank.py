"""What comes later, for every deck: a rank falls as long as something is under way."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace

import pytest
from tests.prove.test_induction import TINY

from stackproof.editions.load import edition
from stackproof.lang.readings.python import Player
from stackproof.laws.auxiliary import ranking
from stackproof.prove.attempting import one
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.game import RANKED, subject
from stackproof.prove.layout import CaseId
from stackproof.prove.obligations import Obligation, Proof
from stackproof.prove.subject import Subject
from stackproof.prove.verdicts import FINITELY_OFTEN, inductive
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario


def in_any_position(about: Subject, goals: Collection[str] = RANKED) -> dict[str, Obligation]:
    case = Case(about, CaseId("position"))
    ground = Ground(case.terms, list(case.hypotheses))
    return {goal: one(case, goal, ground, 60) for goal in case.goals() if goal in goals}


def test_until_a_law_is_met_something_is_under_way() -> None:
    for found in in_any_position(subject(TINY)).values():
        assert found.status == "proved"
        assert found.used >= {"stack-empties", "somebody-can-act"}


def test_nothing_follows_where_too_little_counts_as_under_way() -> None:
    about = subject(TINY)
    windows = replace(about.futures, under_way=ranking.a_window_is_open)
    found = in_any_position(replace(about, futures=windows))
    assert {o.status for o in found.values()} == {"undetermined"}


def test_what_a_rank_takes_for_granted_is_told_and_a_law_falls_with_its_rank() -> None:
    about = subject(TINY)
    law = about.by_id["ripple-leaves-stack"]
    case = CaseId("position")
    proof = Proof(TINY, {(case, law.id): in_any_position(about)[law.id]})
    for name in about.futures.ranked:
        proof.obligations[case, name] = Obligation(case, name, "proved")
    (found,) = inductive(proof, about.system, [law], [edition("2026-01")])
    assert (found.verdict, found.reason) == ("holds", FINITELY_OFTEN)
    proof.obligations[case, "stack-empties"] = Obligation(case, "stack-empties", "undetermined")
    (found,) = inductive(proof, about.system, [law], [edition("2026-01")])
    assert found.verdict == "undetermined"
    assert "stack-empties" in found.reason


@pytest.mark.parametrize("name", ["madness-stifled", "ripple-chain", "kernel-last-card-is-cast"])
def test_the_rank_falls_along_plays_and_one_turned_round_does_not(name: str) -> None:
    scenario = load_scenario(name)
    about = subject(scenario.capacities)
    game = build(scenario, edition(scenario.editions[-1]), about.system)
    player = Player(about.system, game.setup)
    rank = about.by_id["stack-empties"]
    risen = 0
    for seed in range(10):
        chance, position = random.Random(seed), player.position(game.initial)
        while actions := list(player.actions(position)):
            before, (verb, argument) = position, chance.choice(actions)
            position, step = player.apply(before, verb, argument)
            assert player.judge(rank, before=before, step=step, after=position)[0]
            risen += not player.judge(rank, before=position, step=step, after=before)[0]
    assert risen > 0
