"""Obligations for other solvers: what they say of them is what ours say."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.certify import tanks
from tests.certify.tank_proofs import SIZES, made
from tests.cli.running import run

from stackproof.certify.export.aiger import Graph, aiger, bad
from stackproof.certify.export.obligations import ENDINGS, Asked, export, whole
from stackproof.certify.export.smtlib import smtlib
from stackproof.lang.bits import TRUE
from stackproof.lang.terms import Term, reachable
from stackproof.prove.cases import Case
from stackproof.prove.evaluation import Table
from stackproof.prove.layout import CaseId

ABC = shutil.which("berkeley-abc") or shutil.which("abc")
Question = tuple[Term, Sequence[Term]]


def questions() -> list[tuple[bool, Question]]:
    """Goals that follow, and the same without hypotheses, when they do not."""
    case = Case(made(SIZES), CaseId("action", tanks.Verb.FILL, 1))
    found: list[tuple[bool, Question]] = []
    for goal in ("within-limit", "counted", "dry"):
        found.append((True, (case.goal(goal), list(case.hypotheses))))
        found.append((False, (case.goal(goal), [])))
    return found


@pytest.mark.skipif(ABC is None, reason="berkeley-abc is not installed")
@pytest.mark.parametrize("follows, question", questions())
def test_abc_proves_what_follows_and_refutes_what_does_not(
    tmp_path: Path, follows: bool, question: Question
) -> None:
    path = tmp_path / "asked.aig"
    path.write_bytes(aiger(*question, "a test"))
    done = subprocess.run(
        [str(ABC), "-q", f"read_aiger {path}; pdr"], capture_output=True, text=True, check=False
    )
    assert ("Property proved" in done.stdout) == follows
    assert ("was asserted in frame" in done.stdout) != follows


@pytest.mark.parametrize("follows, question", questions())
def test_z3_and_cvc5_read_the_script_and_agree(follows: bool, question: Question) -> None:
    z3, cvc5 = pytest.importorskip("z3"), pytest.importorskip("cvc5")
    text = smtlib(*question, "a test\nof two lines")
    solver = z3.Solver()
    solver.from_string(text)
    assert str(solver.check()) == ("unsat" if follows else "sat")
    other = cvc5.Solver()
    parser = cvc5.InputParser(other)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "asked")
    symbols, answer = parser.getSymbolManager(), ""
    while True:
        command = parser.nextCommand()
        if command.isNull():
            break
        answer += str(command.invoke(other, symbols))
    assert answer.strip() == ("unsat" if follows else "sat")


@pytest.mark.parametrize("follows, question", questions())
def test_gates_compute_what_terms_mean(follows: bool, question: Question) -> None:
    goal, hypotheses = question
    graph = Graph()
    wrong, variables = bad(graph, goal, hypotheses)
    ordered = reachable([goal, *hypotheses])
    table = Table()
    table.add(ordered)
    chance = random.Random(1)
    for _ in range(50):
        values = {v: chance.randint(v.low, v.high) for v in variables}
        real, rows = table.values(values), table.rows
        expected = not real[rows[goal]] and all(real[rows[h]] for h in hypotheses)
        bits = {TRUE: True}
        for variable, word in variables.items():
            bits.update((bit, bool(values[variable] >> i & 1)) for i, bit in enumerate(word))
        for gate, a, b in graph.ands:
            bits[gate] = (bits[abs(a)] == (a > 0)) and (bits[abs(b)] == (b > 0))
        assert (bits[abs(wrong)] == (wrong > 0)) == expected
        assert not (follows and expected)


@pytest.mark.parametrize("form", ENDINGS)
def test_every_obligation_of_a_law_is_a_file(tmp_path: Path, form: str) -> None:
    asked = list(whole(made(SIZES), "counted"))
    assert {a.says.partition(":")[0] for a in asked} == {
        "counted, where plays begin", "counted, the rule tests.certify.tanks.spill",
        "counted, fill at 0", "counted, fill at 1", "counted, drain at 1",
    }  # fmt: skip
    files = export(iter(asked), form, tmp_path)
    assert len({file.name for file in files}) == len(asked)
    assert all(a.says.encode() in f.read_bytes() for a, f in zip(asked, files, strict=True))


def test_variables_of_one_name_are_told_apart_in_a_script() -> None:
    first = Term("var", (), (0, 7), False, "x", 0)
    second = Term("var", (), (0, 7), False, "x", 1)
    unnamed = Term("var", (), (0, 1), True, "", 2)
    goal = Term("==", (first, second), (0, 1), True, "", 3)
    text = smtlib(goal, [unnamed], "")
    assert text.count("declare-fun") == 3
    asked = Asked("a", "b", goal, [unnamed])
    assert asked.goal is goal


def test_the_command_writes_obligations_of_the_game(tmp_path: Path) -> None:
    pytest.importorskip("z3")
    done = run(
        "prove", "--export", "smt2", "--law", "stack-is-packed", "--case", "where plays begin",
        "--cards", "2", "--to", str(tmp_path),
    )  # fmt: skip
    assert (done.code, done.out) == (0, f"1 files in {tmp_path}\n")
    (file,) = tmp_path.iterdir()
    assert file.name == "stack-is-packed.where-plays-begin.0.smt2"
    done = run("prove", "--export", "smt2")
    assert done.code == 2
    assert "--export needs --law" in done.err
    done = run("prove", "--export", "smt2", "--law", "stack-is-packed", "--case", "pass at work")
    assert done.code == 2
    assert 'there is no case "pass at work"; did you mean' in done.err
