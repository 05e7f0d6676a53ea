"""Certificates stand by themselves: true ones are checked again, false ones are rejected."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import validate
from tests.certify import leaking, tanks
from tests.certify.tank_proofs import SIZES, made
from tests.cli.running import run

from stackproof.certify.certificate import Certificate, read, write
from stackproof.certify.examining import Status
from stackproof.certify.laying import Piece, Usable
from stackproof.certify.packed import pack, unpack
from stackproof.certify.results import Results, results
from stackproof.certify.schema import schema
from stackproof.certify.solvers import SOLVERS, Said, ask, shrunk
from stackproof.certify.verifying import verify
from stackproof.certify.writing import Written, write_all
from stackproof.editions.load import editions
from stackproof.inputs import InputError
from stackproof.prove.cases import NEEDS, PROMISE, Case, CaseId, identities
from stackproof.prove.cone import Ground
from stackproof.prove.induction import Proof, one
from stackproof.prove.slices import Part, Slice, cut, rebuilt
from stackproof.prove.subject import Subject

pytest.importorskip("cvc5")
SPILL = NEEDS + "tests.certify.tanks.spill"


def proved(about: Subject) -> Proof:
    """All obligations, without processes."""
    proof = Proof(SIZES)
    for identity in identities(about):
        case = Case(about, identity)
        if case.possible:
            ground = Ground(case.terms, list(case.hypotheses))
            for goal in case.goals():
                proof.obligations[identity, goal] = one(case, goal, ground, 20)
    return proof


@pytest.fixture(scope="module")
def true(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the certificates of all that is true of tanks."""
    folder = tmp_path_factory.mktemp("certificates")
    about = made(SIZES)
    known = list(editions().values())
    written = write_all(proved(about), about, known, folder, "two tanks", processes=1)
    assert not written.without
    return folder


@pytest.fixture
def copy(true: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return Path(shutil.copytree(true, tmp_path / "copy"))


def checked(folder: Path, *laws: str, **how: Any) -> Results:
    return results(verify(folder, laws, **{"make": made, "processes": 1, **how}))


def of(found: Results, name: str) -> tuple[str, str]:
    mine = next(c for c in found.certificates if c.name == name)
    return mine.status, mine.reason


def changed(folder: Path, name: str, how: Callable[[Certificate], Certificate]) -> None:
    """Change a certificate, with a digest that fits: nobody notices it by looking at the file."""
    write(how(read(folder / f"{name}.json")), folder)


def with_slices(known: Certificate, how: Callable[[int, Slice], Slice]) -> Certificate:
    """Change slices, with digests that fit."""
    from stackproof.certify.packed import digest

    pieces = [how(i, piece) for i, piece in enumerate(unpack(known.slices))]
    left = iter(pieces)
    entries = [
        msgspec.structs.replace(
            entry,
            slices=[msgspec.structs.replace(s, digest=digest(next(left))) for s in entry.slices],
        )
        for entry in known.obligations
    ]
    return msgspec.structs.replace(known, obligations=entries, slices=pack(pieces))


def test_every_certificate_is_checked_again_by_both_solvers(true: Path) -> None:
    found = checked(true)
    assert {c.status for c in found.certificates} == {"valid"}
    assert {c.name for c in found.certificates} == {p.stem for p in true.glob("*.json")} - {"rules"}
    assert found.exit_code == 0
    for solver in SOLVERS:
        assert sum(c.seconds[solver] for c in found.certificates) > 0
    assert json.loads(found.to_json())["verdict"] == "holds"


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


# Planted faults


def test_a_file_that_was_changed_is_no_certificate(copy: Path) -> None:
    path = copy / "counted.json"
    path.write_text(path.read_text().replace("the total", "a total"))
    with pytest.raises(InputError, match=r"counted\.json: digest: .* not as it was written"):
        checked(copy)


def test_a_changed_goal_is_rejected(copy: Path) -> None:
    """The slices prove that tanks are counted, which is not that they are within the limit."""
    counted = read(copy / "counted.json")
    changed(
        copy, "within-limit",
        lambda known: msgspec.structs.replace(
            counted, name=known.name,
            obligations=[
                msgspec.structs.replace(e, goal="within-limit")
                for e in counted.obligations if e.case != "the rule tests.certify.tanks.spill"
            ],
            slices=pack(
                piece for entry, pieces in counted.of("") for piece in pieces
                if entry.case != "the rule tests.certify.tanks.spill"
            ),
        ),
    )  # fmt: skip
    found = checked(copy)
    assert of(found, "within-limit")[0] == "rejected"
    assert found.exit_code == 3


def test_a_goal_that_does_not_follow_is_rejected_whatever_answers_are_told(copy: Path) -> None:
    """A slice without its hypotheses fits, and proves nothing."""
    changed(
        copy, "within-limit",
        lambda known: with_slices(known, lambda _, piece: replace(piece, hypotheses=())),
    )  # fmt: skip
    status, reason = of(checked(copy), "within-limit")
    assert (status, "does not follow" in reason) == ("rejected", True)


def test_a_hypothesis_that_the_case_does_not_have_is_rejected(copy: Path) -> None:
    """With a false hypothesis anything follows."""

    def assume_false(_: int, piece: Slice) -> Slice:
        false = len(piece.nodes)
        added = ("the deck", 0, false)
        return Slice((*piece.nodes, ("truth", 0)), piece.goal, (*piece.hypotheses, added))

    changed(copy, "within-limit", lambda known: with_slices(known, assume_false))
    status, reason = of(checked(copy), "within-limit")
    assert (status, reason.partition(": ")[2]) == (
        "rejected", "its slices are not about this, and in 3 more cases",
    )  # fmt: skip


def test_what_rests_on_something_unproved_does_not_stand(copy: Path) -> None:
    (copy / "counted.json").unlink()
    found = checked(copy)
    assert of(found, "counted") == ("undetermined", "there is no certificate of it")
    assert of(found, "within-limit")[0] == "undetermined"
    assert of(found, "wet-if-filled")[0] == "valid"


def test_what_is_needed_for_a_call_may_not_rest_on_what_the_call_promises() -> None:
    """A proof in a circle cannot be laid upon the case, although its hypotheses are there."""
    case = Case(made(SIZES), CaseId("action", tanks.Verb.DRAIN, 1))
    after = next(h for h, label in case.hypotheses.items() if label.startswith(PROMISE))
    for goal, usable in case.questions(SPILL):
        circle = cut(Part(goal, (after,), frozenset()), case.hypotheses)
        assert Piece(circle).laid(goal, Usable(case.hypotheses, usable)) is None
        assert Piece(circle).laid(goal, Usable(case.hypotheses, list(case.hypotheses))) is not None


def test_a_dropped_obligation_is_missed(copy: Path) -> None:
    def drop(known: Certificate) -> Certificate:
        kept = [(e, p) for e, p in known.of("") if e.case != "fill at 1"]
        return msgspec.structs.replace(
            known,
            obligations=[entry for entry, _ in kept],
            slices=pack(piece for _, pieces in kept for piece in pieces),
        )

    changed(copy, "within-limit", drop)
    assert of(checked(copy), "within-limit") == (
        "rejected", "fill at 1: nothing is proved of this",
    )  # fmt: skip


def test_a_changed_capacity_is_noticed(copy: Path) -> None:
    changed(copy, "counted", lambda known: msgspec.structs.replace(known, capacities={"tanks": 3}))
    with pytest.raises(InputError, match="capacities: not those of"):
        checked(copy)


def test_certificates_for_fewer_do_not_pass_for_those_of_more(copy: Path) -> None:
    """Even if all files agree: the slices do not fit, and nothing is believed in their place."""
    for path in copy.glob("*.json"):
        if path.stem != "rules":
            changed(
                copy, path.stem,
                lambda known: msgspec.structs.replace(known, capacities={"tanks": 3}),
            )  # fmt: skip
    found = checked(copy, anew=0.0)
    assert of(found, "counted")[0] == "rejected"
    assert found.exit_code == 3


def test_a_forged_digest_is_noticed(copy: Path) -> None:
    def forge(known: Certificate) -> Certificate:
        text = msgspec.json.encode(known).decode()
        some = next(s.digest for e in known.obligations for s in e.slices)
        return msgspec.json.decode(text.replace(some, "0" * 32), type=Certificate)

    changed(copy, "counted", forge)
    with pytest.raises(InputError, match=r"counted\.json: obligations\[\d\]: no slice has the"):
        checked(copy)


@pytest.mark.parametrize(
    "packed", ["", "nonsense", pack([Slice((("and", 0, 1),), 0, ())]), pack([])]
)
def test_slices_that_are_none_are_no_certificate(copy: Path, packed: str) -> None:
    changed(copy, "counted", lambda known: msgspec.structs.replace(known, slices=packed))
    with pytest.raises(InputError, match=r"counted\.json: (slices|obligations)"):
        checked(copy)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("said", ["unknown", "sat"])
def test_one_solver_that_does_not_agree_is_enough(
    true: Path, monkeypatch: pytest.MonkeyPatch, solver: str, said: str
) -> None:
    def asked(name: str, piece: Slice, seconds: float) -> Said:
        return Said(said, "1", 0.0, "no answer") if name == solver else ask(name, piece, seconds)

    monkeypatch.setattr("stackproof.certify.examining.ask", asked)
    status, _ = of(checked(true, "counted"), "counted")
    assert status == ("rejected" if said == "sat" else "undetermined")


def test_a_solver_without_time_or_with_an_error_has_no_answer(
    true: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    piece = max(unpack(read(true / "within-limit.json").slices), key=lambda s: len(s.nodes))
    assert ask("z3", piece, 20).answer == ask("cvc5", piece, 20).answer == "unsat"

    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("stackproof.certify.cvc5terms.Cvc5Terms.check", fail)
    assert ask("cvc5", piece, 20).answer == "unknown"


def dying(capacities: Mapping[str, int]) -> Subject:
    """A subject that no other process survives."""
    if multiprocessing.parent_process() is not None:
        os._exit(1)
    return made(capacities)


def test_a_process_that_dies_proves_nothing(true: Path) -> None:
    found = checked(true, make=dying, processes=2)
    assert {c.status for c in found.certificates} == {"undetermined"}
    assert "died" in of(found, "counted")[1]


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
