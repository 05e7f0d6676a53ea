"""False certificates are rejected, whatever else they say."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.certify import tanks
from tests.certify.tank_certificates import changed, checked, of, with_slices
from tests.certify.tank_proofs import SIZES, made

from stackproof.certify.certificate import Certificate, read, write
from stackproof.certify.laying import Piece, Usable
from stackproof.certify.packed import pack, unpack
from stackproof.certify.solvers import SOLVERS, Said, ask
from stackproof.inputs import InputError
from stackproof.prove.assumptions import NEEDS, PROMISE
from stackproof.prove.cases import Case
from stackproof.prove.layout import CaseId
from stackproof.prove.slices import Part, Slice, cut
from stackproof.prove.subject import Subject

pytest.importorskip("cvc5")
SPILL = NEEDS + "tests.certify.tanks.spill"


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
    assert of(found, "within-limit") == (
        "undetermined", "it rests on counted, which does not stand",
    )  # fmt: skip
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


def test_a_certificate_of_nothing_does_not_stand(copy: Path) -> None:
    known = read(copy / "counted.json")
    write(msgspec.structs.replace(known, name="made-up"), copy)
    found = checked(copy)
    assert of(found, "made-up") == ("undetermined", "there is nothing of that name to prove")
    assert found.exit_code == 3
