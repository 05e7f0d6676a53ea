"""Certificates stand by themselves: they are checked again, and outlive edits of rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import validate
from tests.certify import leaking
from tests.certify.tank_certificates import checked, of, proved
from tests.certify.tank_proofs import SIZES, alike, apart, following, made
from tests.cli.running import run

from stackproof.certify.certificate import read
from stackproof.certify.examining import Status
from stackproof.certify.laying import Piece, Usable
from stackproof.certify.packed import pack, unpack
from stackproof.certify.schema import schema
from stackproof.certify.shrinking import shrunk
from stackproof.certify.solvers import SOLVERS, Said, ask
from stackproof.certify.writing import Written, write_all
from stackproof.editions.load import editions
from stackproof.prove.attempting import Make
from stackproof.prove.layout import CaseId
from stackproof.prove.slices import Slice, rebuilt
from stackproof.prove.subject import Subject

pytest.importorskip("cvc5")


def test_every_certificate_is_checked_again_by_both_solvers(true: Path) -> None:
    found = checked(true)
    assert {c.status for c in found.certificates} == {"valid"}
    assert {c.name for c in found.certificates} == {p.stem for p in true.glob("*.json")} - {"rules"}
    assert found.exit_code == 0
    for solver in SOLVERS:
        assert sum(c.seconds[solver] for c in found.certificates) > 0
    assert json.loads(found.to_json())["verdict"] == "holds"


APART = {"where plays begin", "fill at 0 about 0", "fill at 0 about 1", "fill at 1 about 0"}
APART |= {"fill at 1 about 1", "drain at 1 about 0", "drain at 1 about 1"}
ALIKE = {f"{case}, as about any other" for case in APART if case.endswith(" 0")}
ALIKE |= {"where plays begin"}


@pytest.mark.parametrize(
    "make, cases", [(apart, APART), (alike, ALIKE), (following, {"in any position"})]
)
def test_cases_that_are_told_apart_and_what_is_implied_have_certificates(
    make: Make, cases: set[str], tmp_path: Path
) -> None:
    about = make(SIZES)
    known = list(editions().values())
    written = write_all(proved(about), about, known, tmp_path, "two tanks", processes=1)
    assert not written.without
    found = checked(tmp_path, make=make)
    assert {c.status for c in found.certificates} == {"valid"}
    assert {entry.case for entry in read(tmp_path / "dry.json").obligations} == cases


def test_a_law_is_checked_with_all_that_it_rests_on(true: Path) -> None:
    found = checked(true, "within-limit")
    names = {c.name for c in found.certificates}
    assert {"within-limit", "wet-if-filled", "contract-spill"} <= names
    assert "filling-adds-one" not in names
    assert {rest for c in found.certificates for rest in c.rests_on} <= names


def test_a_certificate_says_what_was_proved_in_words(true: Path) -> None:
    known = read(true / "within-limit.json")
    assert known.says == "no tank is fuller than allowed"
    assert "2026-01" in known.editions
    assert {i.id: i.says for i in known.invariants}["counted"] == "the total is that of all tanks"
    assert {e.case for e in known.obligations} == {
        "where plays begin", "fill at 0", "fill at 1", "drain at 1",
    }  # fmt: skip
    answers = [s.answers for e in known.obligations for s in e.slices]
    assert answers
    assert all({a[s].answer for s in SOLVERS} == {"unsat"} for a in answers)


def test_what_is_not_proved_gets_no_certificate(tmp_path: Path) -> None:
    about = made(SIZES)
    proof = proved(about)
    key = CaseId("start"), "counted"
    proof.obligations[key] = replace(proof.obligations[key], status="undetermined")
    written = write_all(proof, about, [], tmp_path, "two tanks", processes=1)
    assert written.without["counted"] == "it is not proved"
    assert "rests on" in written.without["within-limit"]
    assert not (tmp_path / "within-limit.json").exists()


# Edits of the rules


def leaky(capacities: Mapping[str, int]) -> Subject:
    return made(capacities, (leaking,))


def tidied(capacities: Mapping[str, int]) -> Subject:
    """Rules that say the same in other words."""
    from tests.certify import tidier

    return made(capacities, (tidier,))


def test_an_edit_that_breaks_a_law_names_the_rule_the_law_and_a_counterexample(true: Path) -> None:
    found = checked(true, make=leaky)
    assert found.exit_code == 1
    broken = next(c for c in found.certificates if c.status == "broken")
    assert broken.name == "filling-adds-one"
    assert broken.edited == ["tests.certify.tanks.apply"]
    assert broken.counterexample is not None
    assert broken.counterexample.action.startswith("fill ")
    text = "\n".join(found.lines())
    assert "filling adds one" in text
    assert "tests.certify.tanks.apply" in text


def test_an_edit_that_does_not_matter_to_a_law_leaves_its_certificate_valid(true: Path) -> None:
    found = checked(true, make=leaky)
    assert of(found, "wet-if-filled")[0] == "valid"
    assert of(found, "draining-empties")[0] == "valid"


def test_an_edit_that_keeps_all_laws_is_proved_anew_where_it_matters(true: Path) -> None:
    found = checked(true, make=tidied)
    assert {c.status for c in found.certificates} == {"valid", "renewed"}
    assert found.exit_code == 0


def preferring(capacities: Mapping[str, int]) -> Subject:
    """Rules that do otherwise with the second tank only."""
    from tests.certify import choosy

    return alike(capacities, (choosy,))


def test_an_edit_that_tells_tanks_apart_is_found_where_one_stood_for_all(tmp_path: Path) -> None:
    about = alike(SIZES)
    assert not write_all(proved(about), about, [], tmp_path, "two tanks", processes=1).without
    found = checked(tmp_path, make=preferring)
    status, reason = of(found, "filling-adds-one")
    assert (status, found.exit_code) == ("broken", 1)
    assert reason.startswith("fill at 0 about 1: ")
    assert of(found, "draining-empties")[0] == "valid"


# The parts


def pieces(folder: Path) -> Iterator[Slice]:
    for path in sorted(folder.glob("*.json")):
        if path.stem != "rules":
            yield from unpack(read(path).slices)


def test_slices_come_back_as_they_were_packed(true: Path) -> None:
    known = list(pieces(true))
    assert known
    assert unpack(pack(known)) == known


def test_shrinking_a_slice_keeps_it_a_proof() -> None:
    proof = proved(made(SIZES))
    for obligation in proof.obligations.values():
        for whole in obligation.slices:
            small = shrunk(whole, 20)
            assert len(small.nodes) <= len(whole.nodes)
            assert {ask(solver, small, 20).answer for solver in SOLVERS} == {"unsat"}


def test_the_solvers_agree_on_what_does_not_follow(true: Path) -> None:
    for piece in pieces(true):
        bare = replace(piece, hypotheses=())
        assert ask("z3", bare, 20).answer == ask("cvc5", bare, 20).answer


def test_a_slice_is_found_again_whatever_order_parts_are_in(true: Path) -> None:
    """Which part of a sum or conjunction comes first depends on what else there is."""
    for piece in pieces(true):
        turned = replace(piece, nodes=tuple(_turned(node) for node in piece.nodes))
        terms = rebuilt(turned.nodes)
        labels: dict[Any, str] = {}
        for label, _, node in piece.hypotheses:
            labels[terms[node]] = label
        usable = Usable(labels, list(labels))
        assert Piece(piece).laid(terms[piece.goal], usable) is not None


def _turned(node: tuple[str | int, ...]) -> tuple[str | int, ...]:
    return (node[0], node[2], node[1]) if node[0] in ("and", "==", "+", "*") else node


def test_nothing_is_written_where_a_solver_does_not_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(name: str, piece: Slice, seconds: float) -> Said:
        return Said("unknown", "1", 0.0, "no answer in 1 s")

    monkeypatch.setattr("stackproof.certify.writing.ask", asked)
    about = made(SIZES)
    written: Written = write_all(proved(about), about, [], tmp_path, "two tanks", processes=1)
    assert written.without["counted"] == "no answer in 1 s"
    assert "filling-adds-one" not in written.names


def test_statuses_are_those_that_are_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "certificates.md").read_text()
    assert all(f"*{status}*" in page for status in Status)


def test_the_published_schema_is_that_of_the_files(true: Path) -> None:
    published = json.loads(files("stackproof.certify").joinpath("schema.json").read_text())
    assert published == schema()
    for path in true.glob("*.json"):
        if path.stem != "rules":
            validate(json.loads(path.read_text()), published)


def test_the_command_reads_a_folder_and_names_what_is_wrong(tmp_path: Path) -> None:
    done = run("prove", "--verify", "--certificates", str(tmp_path))
    assert done.code == 2
    assert "no certificates are there" in done.err
    done = run("prove", "--verify", "--depth", "2")
    assert done.code == 2
    assert "--verify takes no more than" in done.err


@pytest.mark.deep
def test_the_certificates_of_the_project_are_valid() -> None:
    root = Path(__file__).parents[2] / "proofs" / "certificates"
    if not root.exists():
        pytest.skip("no certificates are there")
    done = run("prove", "--verify", "--certificates", str(root), "--format", "json")
    assert done.code == 0, done.out
    assert {c["status"] for c in json.loads(done.out)["certificates"]} == {"valid"}
