"""Candidates are rules that every reading reads, and graphs leave those that hold on them."""

from __future__ import annotations

import itertools
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lang import toys
from tests.prove.test_induction import TINY
from tests.strengthen import desk, early
from tests.strengthen.desks import played, system

from stackproof.lang.frontend import Translator
from stackproof.lang.program import Program
from stackproof.lang.readings.python import Player
from stackproof.lang.readings.symbolic import unpack
from stackproof.lang.system import Law, System
from stackproof.lang.types import leaves
from stackproof.prove.game import subject
from stackproof.strengthen.filtering import Graph, Strength, filtered
from stackproof.strengthen.literals import Candidate
from stackproof.strengthen.templates import candidates
from stackproof.strengthen.writing import Writer, loaded

counter = itertools.count()


def written(about: System, found: list[Candidate], folder: Path) -> tuple[object, list[Law]]:
    file = folder / f"written_{folder.name}_{next(counter)}.py"
    file.write_text(Writer(about).module(found))
    module, laws = loaded(file)
    return module, list(laws.values())


@cache
def desk_candidates() -> list[Candidate]:
    return list(candidates(system().state_type))


def named(name: str) -> Candidate:
    return next(c for c in desk_candidates() if c.name == name)


@pytest.mark.parametrize("about", [system(), toys.system()], ids=["desk", "shop"])
def test_all_candidates_of_a_toy_are_rules_with_names_of_their_own(
    about: System, tmp_path: Path
) -> None:
    found = list(candidates(about.state_type))
    assert len({c.name for c in found}) == len({c.key for c in found}) == len(found) > 100
    module, laws = written(about, found, tmp_path)
    assert [law.id for law in laws] == [c.name for c in found]
    program = Program([*about.program.modules, module])  # type: ignore[list-item]
    keys = [str(program.key(law.check)) for law in laws]
    assert len(Translator(program, keys).unit(keys).functions) == len(found)


def test_candidates_of_the_game_are_rules(tmp_path: Path) -> None:
    about = subject(TINY).system
    found = random.Random(0).sample(list(candidates(about.state_type)), 150)
    module, laws = written(about, found, tmp_path)
    known = subject(TINY, laws, [module])  # type: ignore[list-item]
    assert set(known.by_id) >= {c.name for c in found}
    keys = [known.system.key(law.check) for law in laws]
    assert set(Translator(known.system.program, keys).unit(keys).functions) >= set(keys)


def test_what_is_asked_for_is_what_is_generated() -> None:
    found = list(candidates(system().state_type, lambda field: field.path == "asked"))
    assert found
    assert all(any(w.field.path == "asked" for w in c.literals) for c in found)
    assert {c.key for c in found} < {c.key for c in desk_candidates()}


def test_no_candidate_says_what_its_domains_say() -> None:
    for candidate in desk_candidates():
        for literal in candidate.literals:
            if literal.compare not in ("beyond", "within"):
                size = literal.field.scalar.high - literal.field.scalar.low + 1
                assert 0 < len(literal.values) < size, candidate.name


def packed(about: System) -> st.SearchStrategy[bytes]:
    cells = [st.integers(leaf.scalar.low, leaf.scalar.high) for leaf in leaves(about.state_type)]
    return st.tuples(*cells).map(lambda values: bytes(v & 0xFF for v in values))


def judged(about: System, folder: Path, found: list[Candidate]) -> tuple[Player, list[Law]]:
    module, laws = written(about, found, folder)
    whole = System(
        Program([*about.program.modules, module]),  # type: ignore[list-item]
        about.setup, about.state, about.step, about.verbs,
        about.legal, about.apply, about.finished, laws,
    )  # fmt: skip
    return Player(whole, bytes(whole.setup_type.size)), laws


@pytest.mark.parametrize("about", [system(), toys.system()], ids=["desk", "shop"])
def test_graphs_and_cpython_judge_alike(
    about: System, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = list(candidates(about.state_type))
    player, laws = judged(about, tmp_path_factory.mktemp("judged"), found)
    pairs = list(zip(found, laws, strict=True))

    @given(st.lists(packed(about), min_size=1, max_size=5), st.sampled_from(pairs))
    def alike(rows: list[bytes], pair: tuple[Candidate, Law]) -> None:
        candidate, law = pair
        graph = Graph(about, np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1))
        holds = [player.judge(law, position=player.position(row))[0] for row in rows]
        met, wrong = graph.judge(candidate)
        assert (wrong == 0) == all(holds)
        assert wrong <= met

    alike()


def test_real_positions_are_judged_alike(tmp_path: Path) -> None:
    graph = played()
    found = desk_candidates()
    player, laws = judged(system(), tmp_path, found)
    positions = [player.position(row.tobytes()) for row in graph.rows]
    for candidate, law in zip(found, laws, strict=True):
        holds = all(player.judge(law, position=p)[0] for p in positions)
        assert holds == (graph.judge(candidate)[1] == 0), candidate.name


def test_a_candidate_that_is_false_anywhere_is_dropped() -> None:
    graph = played()
    true = named("not-tired")
    assert true in filtered(desk_candidates(), [graph]).left
    place = system().state_type.fields["tired"][0]
    rows = graph.rows.copy()
    rows[len(rows) // 2, place] = 1
    assert true not in filtered(desk_candidates(), [graph, Graph(system(), rows)]).left


def test_what_is_about_nothing_that_occurs_is_dropped() -> None:
    crown = named("items-heavy-if-items-kind-is-crown")
    found = filtered([crown], [played()])
    assert (found.left, found.false, found.unmet) == ((), 0, 1)


def test_members_are_known_by_name_where_their_numbers_differ() -> None:
    about = System(
        Program([early, desk]), desk.Setup, desk.State, desk.Step, desk.VERBS,
        desk.legal, desk.apply, desk.finished,
    )  # fmt: skip
    rows = np.zeros((1, about.state_type.size), np.uint8)
    graph = Graph(about, rows)
    assert unpack(about.state_type.fields["phase"][1], 0) == 0  # type: ignore[arg-type]
    assert graph.judge(named("items-kind-is-nothing-if-beyond-items-size"))[1] == 3
    assert graph.judge(named("items-kind-is-not-nothing"))[1] == 0
    first = about.state_type.fields["items"][0]
    rows[0, first] = about.program.constant(desk.NOTHING) or 0
    assert rows[0, first]
    assert Graph(about, rows).judge(named("items-kind-is-not-nothing"))[1] == 1


@given(packed(system()), st.sampled_from(desk_candidates()))
def test_what_a_stronger_candidate_implies_is_true_with_it(
    row: bytes, candidate: Candidate
) -> None:
    graph = Graph(system(), np.frombuffer(row, np.uint8).reshape(1, -1))
    for stronger in strength().above(candidate):
        if graph.judge(candidate)[1]:
            assert graph.judge(stronger)[1], (stronger.name, candidate.name)


@cache
def strength() -> Strength:
    return Strength(desk_candidates())


def test_a_law_without_a_premise_is_stronger_than_one_with_it() -> None:
    above = {c.name for c in strength().above(named("not-tired-if-phase-is-idle"))}
    assert "not-tired" in above
    assert "phase-is-asking" in above
    assert not set(strength().above(named("not-tired")))
