"""Certificates of explored scenarios: a checker without a search sees whether they are true."""

from __future__ import annotations

import base64
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.running import run

from stackproof.certify import checker, explored
from stackproof.certify.checker import Rejected, check, unpacked
from stackproof.certify.explored import components, packed
from stackproof.lang.system import LEADS_TO
from stackproof.laws.catalogue import laws

SCENARIO = "b001-yes-or-no"
Document = dict[str, Any]


@pytest.fixture(scope="module")
def true(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of a scenario with madness."""
    folder = tmp_path_factory.mktemp("explored")
    done = run("check", SCENARIO, "--edition", "2026-01", "--certify", str(folder))
    assert done.code == 0, done.err
    assert "1 certificates in" in done.err
    return folder / f"{SCENARIO}.2026-01.json"


@pytest.fixture
def planted(true: Path, tmp_path: Path) -> Callable[[Callable[[Document], object]], str]:
    """A function that makes a copy with a fault."""

    def plant(fault: Callable[[Document], object]) -> str:
        document = json.loads(true.read_text())
        fault(document)
        path = tmp_path / "planted.json"
        path.write_text(json.dumps(document))
        return str(path)

    return plant


def table(document: Document) -> np.ndarray[Any, np.dtype[np.uint8]]:
    size = len(lzma.decompress(base64.b85decode(document["states"])))
    rows = unpacked(document["states"], size // document["positions"])
    return np.array([list(row) for row in rows], np.uint8)


def test_a_certificate_is_checked_without_the_search(true: Path) -> None:
    document = json.loads(true.read_text())
    told = check(str(true))
    assert f"{len(document['laws'])} laws" in told
    assert f"{document['positions']} positions" in told
    later = {law.id for law in laws() if law.kind == LEADS_TO}
    assert later & set(document["laws"])


def test_the_checker_is_short_and_knows_no_engine() -> None:
    text = Path(str(checker.__file__)).read_text()
    assert len(text.splitlines()) < 200
    imported = [line.split()[1] for line in text.splitlines() if line.startswith("from stackproof")]
    allowed = ("editions", "game", "inputs", "lang", "laws", "scenarios")
    assert {name.split(".")[1] for name in imported} <= set(allowed)
    assert not any("native" in name or "symbolic" in name for name in imported)


def test_the_command_says_what_a_certificate_shows(true: Path) -> None:
    done = run("verify", str(true))
    assert done.code == 0
    assert done.out.startswith("valid")
    done = run("verify", str(true), "--format", "json")
    assert json.loads(done.out)["certificates"][0]["status"] == "valid"


@pytest.mark.parametrize("place", [0, 7, -1])
def test_a_missing_position_is_missed(planted: Any, place: int) -> None:
    def drop(document: Document) -> None:
        kept = np.delete(table(document), place, axis=0)
        document["states"] = packed(kept)
        for name, text in document["ranks"].items():
            ranks = np.array([list(row) for row in unpacked(text, 8)], np.uint8)
            document["ranks"][name] = packed(np.delete(ranks, place, axis=0))

    with pytest.raises(Rejected, match="missing"):
        check(planted(drop))


def test_a_law_that_does_not_hold_is_rejected(planted: Any) -> None:
    with pytest.raises(Rejected, match="madness-casts-from-hand: broken"):
        check(planted(lambda d: d["laws"].append("madness-casts-from-hand")))


def test_a_law_of_another_edition_is_rejected(planted: Any) -> None:
    with pytest.raises(Rejected, match="the editions do not play alike"):
        check(planted(lambda d: d.update(editions=["2026-01", "2002-02"])))


@pytest.mark.parametrize("digit", [40, 200])
def test_changed_bytes_are_rejected(planted: Any, digit: int) -> None:
    def change(document: Document) -> None:
        text = document["states"]
        other = "0" if text[digit] != "0" else "1"
        document["states"] = text[:digit] + other + text[digit + 1 :]

    with pytest.raises(Rejected):
        check(planted(change))


@pytest.mark.parametrize("rank", [0, 1])
def test_ranks_that_do_not_fall_are_rejected(planted: Any, rank: int) -> None:
    """Nobody gets on by saying that nothing is due, or that all is near."""

    def flatten(document: Document) -> None:
        for name, text in document["ranks"].items():
            ranks = np.array([list(row) for row in unpacked(text, 8)], np.uint8)
            ranks[:, 0] = np.minimum(ranks[:, 0], rank)
            ranks[:, 4:] = 0
            document["ranks"][name] = packed(ranks)

    with pytest.raises(Rejected, match=r"due|get on|leads on|stay"):
        check(planted(flatten))


@pytest.mark.parametrize(
    "fault, reason",
    [
        (lambda d: d.pop("states"), "no certificate"),
        (lambda d: d.update(version=2), "version 2"),
        (lambda d: d.update(format="other"), "no certificate"),
        (lambda d: d.update(laws=["no-such-law"]), "no-such-law"),
        (lambda d: d.update(editions=[]), "editions"),
        (lambda d: d.update(scenario="no-such-scenario"), "no scenario"),
        (lambda d: d.update(ranks={}), "no certificate"),
    ],
)
def test_what_is_no_certificate_is_told_in_one_line(planted: Any, fault: Any, reason: str) -> None:
    file = planted(fault)
    with pytest.raises(Rejected, match=reason):
        check(file)
    done = run("verify", file)
    assert done.code == 3
    assert done.out.startswith("rejected")
    assert len(done.out.splitlines()) == 1


def test_components_have_lower_numbers_where_a_play_can_go_on_to() -> None:
    after = [[1], [2, 3], [1], [4], [3, 5], []]
    ranks = components(after, [False] * 5 + [True], [0])
    assert ranks[5] == 0
    assert ranks[1] == ranks[2] > ranks[3] == ranks[4] > 0
    assert ranks[0] > ranks[1]


def test_strong_fairness_needs_a_second_rank_that_falls_where_nothing_helps() -> None:
    """A play goes round by 0, 1 and 2, and can leave at 2 only."""
    after, classes = [[1], [2], [0, 3], []], [[0], [0], [0, 1], []]
    first = components(after, [False, False, False, True], [0])
    second = explored._second(after, classes, first, [True])
    assert second[2] == 0
    assert second[0] > second[1] > 0
    assert explored._helped(after, classes, first, second, [True])
    assert not explored._helped(after, classes, first, second, [False])
    stuck = [[0], [0], [0, 0], []]
    assert not explored._helped(after, stuck, first, [0] * 4, [True])
