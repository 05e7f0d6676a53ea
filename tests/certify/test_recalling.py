"""What certificates still show is not proved again, and what they do not show is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.certify.tank_certificates import changed, checked, with_slices
from tests.certify.tank_proofs import SIZES, made
from tests.certify.test_certificates import tidied

from stackproof.certify.certificate import read, write_rules
from stackproof.certify.recalling import Recall
from stackproof.certify.writing import write_all
from stackproof.inputs import InputError
from stackproof.prove import attempting
from stackproof.prove.attempting import Make, attempt
from stackproof.prove.layout import CaseId, identities
from stackproof.prove.obligations import Obligation, Proof

pytest.importorskip("cvc5")


def proved(folder: Path, make: Make = made) -> Proof:
    """All obligations, by what the certificates of a folder show and otherwise by proof."""
    about = make(SIZES)
    recall = Recall(folder, about, 20)
    sizes = tuple(sorted(SIZES.items()))
    proof = Proof(SIZES)
    for identity in identities(about):
        known = recall(identity)
        for found in attempt(sizes, identity, None, frozenset(), 20, make, known=known):
            proof.obligations[identity, found.goal] = found
    return proof


def recalled(proof: Proof) -> Mapping[bool, list[Obligation]]:
    every = list(proof.obligations.values())
    assert all(o.status == "proved" for o in every)
    return {known: [o for o in every if o.recalled is known] for known in (True, False)}


def test_what_certificates_show_is_not_proved_again(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: Any) -> Obligation:
        raise AssertionError("this is known")

    monkeypatch.setattr(attempting, "one", nothing)
    proof = proved(copy)
    assert not recalled(proof)[False]
    before = {path.name: path.read_text() for path in copy.glob("*.json")}
    written = write_all(proof, made(SIZES), [], copy, "two tanks", processes=1)
    assert not written.without
    assert before.keys() == {path.name for path in copy.glob("*.json")}
    assert {c.status for c in checked(copy).certificates} == {"valid"}


def test_slices_are_kept_as_they_are(true: Path, copy: Path) -> None:
    write_all(proved(copy), made(SIZES), [], copy, "two tanks", processes=1)
    for path in true.glob("*.json"):
        if path.stem != "rules":
            assert read(copy / path.name).slices == read(path).slices


def test_of_an_empty_folder_only_what_is_plain_is_known(tmp_path: Path) -> None:
    found = recalled(proved(tmp_path))
    assert not [o for o in found[True] if o.slices]
    assert [o for o in found[False] if o.slices]


def test_rules_alone_are_no_certificates(tmp_path: Path) -> None:
    write_rules({}, tmp_path)
    assert not [o for o in recalled(proved(tmp_path))[True] if o.slices]


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert Recall(tmp_path / "none", made(SIZES), 20)(CaseId("start")).slices == {}


def test_certificates_of_another_size_are_refused(copy: Path) -> None:
    with pytest.raises(InputError, match="decks of another size"):
        Recall(copy, made({"tanks": 3}), 20)


def test_a_damaged_certificate_is_named(copy: Path) -> None:
    (copy / "counted.json").write_text("{}")
    with pytest.raises(InputError, match=r"counted\.json"):
        Recall(copy, made(SIZES), 20)


def test_what_was_not_asked_about_keeps_its_certificate(copy: Path) -> None:
    proof = proved(copy)
    for place in list(proof.obligations):
        if place[1] == "filling-adds-one":
            del proof.obligations[place]
    write_all(proof, made(SIZES), [], copy, "two tanks", processes=1)
    assert (copy / "filling-adds-one.json").exists()


def test_an_edit_is_proved_anew_only_where_it_matters(true: Path) -> None:
    found = recalled(proved(true, tidied))
    assert {o.case.verb for o in found[False]} == {0}
    assert found[True]


def test_a_slice_that_does_not_follow_shows_nothing(copy: Path) -> None:
    name = "counted"
    changed(copy, name, lambda c: with_slices(c, lambda _, piece: replace(piece, hypotheses=())))
    found = recalled(proved(copy))
    assert name in {o.goal for o in found[False]}
