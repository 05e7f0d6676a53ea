"""Mistakes in claims, each with its exact message."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.claims.claimed import MADNESS, RIPPLE, claim, claimed

from stackproof.inputs import InputError


def unknown(what: str, name: str, nearest: str) -> str:
    return f'no {what} is called "{name}"; did you mean "{nearest}"?'


PATTERNS = [
    ("Anna plays Fiery Tempr", unknown("card", "Fiery Tempr", "Fiery Temper")),
    ("Ana plays Stifle", unknown("player", "Ana", "Anna")),
    (
        "the madness abilty of * triggers",
        unknown("kind of object", "madness abilty", "madness ability"),
    ),
    ("the * of Fiery Temer resolves", unknown("card", "Fiery Temer", "Fiery Temper")),
    ("Anna plays Fiery Tempr*", unknown("card", "Fiery Tempr*", "Fiery Temper")),
    (
        "Anna says yes (chooses what happens to discarded card)",
        unknown(
            "question",
            "chooses what happens to discarded card",
            "chooses what happens to the discarded card",
        ),
    ),
    ("Fiery Temper gets exiled", 'nothing that happens reads "Fiery Temper gets exiled"'),
    (
        "Anna targets the madness ability of Stifl",
        unknown("target", "the madness ability of Stifl", "the madness ability of Stifle"),
    ),
    ("zon: Stifle hand", 'there is no kind of fact called "zon"; did you mean "zone"?'),
    ("zone: Stifle hnad", unknown("zone", "hnad", "hand")),
    ("zone: Stiffle hand", unknown("card", "Stiffle", "Stifle")),
    ("stack: Stifle | Wild Mongrle", unknown("object", "Wild Mongrle", "Wild Mongrel")),
    ("stack: Stifle & Wild Mongrel", 'only facts of one position can be joined by "&"'),
    ("life: Ben many", 'no number is called "many"'),
    ("asked: Anna madness: casts", unknown("decision", "madness: casts", "madness: cast")),
    ("option: Anna plays Stifel", unknown("card", "Stifel", "Stifle")),
    ("step: mian", unknown("step", "mian", "main")),
    ("library: Anna Stifle | Isle", unknown("card", "Isle", "Stifle")),
    ("not Anna passes", '"not " is for facts; "not:" says what must not happen in between'),
    ("not: Anna pases", 'nothing that happens reads "Anna pases"; did you mean "* passes"?'),
    ("stack: ", "an empty pattern"),
    ("", "an empty pattern"),
]


@pytest.mark.parametrize("pattern,says", PATTERNS)
def test_a_pattern_that_nothing_can_match(tmp_path: Path, pattern: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        claimed(tmp_path, claim("never", f'["Anna passes", "{pattern}"]'), **MADNESS)
    assert str(error.value) == f"{tmp_path / 'mine.toml'}: claim[0].never[1]: {says}"


def test_a_copy_without_its_number(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r'"Surging Flame"; did you mean "Surging Flame [23]"\?$'):
        claimed(tmp_path, claim("never", '["Anna plays Surging Flame"]'), **RIPPLE)


FIRST = "claim[0].always: a first moment is needed, and what follows it"
ONE = 'claim[0]: exactly one of "possible", "never", "always", "ends" is needed, not '
WHOLE = [
    (claim("ends", "{}"), "claim[0].ends: at least one card is needed"),
    (
        claim("ends", '{ "Stifel" = ["hand"] }'),
        'claim[0].ends.Stifel: no card is called so here; did you mean "Stifle"?',
    ),
    (
        claim("ends", '{ "Stifle" = ["hnad"] }'),
        'claim[0].ends.Stifle[0]: there is no zone "hnad"; did you mean "hand"?',
    ),
    (claim("ends", '{ "Stifle" = [] }'), "claim[0].ends.Stifle: at least one zone is needed"),
    (claim("never", "[]"), "claim[0].never: at least one pattern is needed"),
    (claim("always", '["Anna passes"]'), FIRST),
    (claim("always", '["not: Ben passes", "Anna passes"]'), FIRST),
    (
        claim("nver", '["Anna passes"]'),
        'claim[0].nver: there is no such key; did you mean "never"?',
    ),
    (claim("never", '["Anna passes"]', 'possible = ["Ben passes"]'), ONE + "2"),
    ('[[claim]]\nsays = "x"', ONE + "0"),
    ('[[claim]]\nnever = ["Anna passes"]', 'claim[0]: the key "says" is missing'),
    (claim("never", '"Anna passes"'), "claim[0].never: expected a list, not text"),
    (
        claim("never", '["Anna passes"]', 'editions = ["2016-4"]'),
        "claim[0].editions[0]: " + unknown("edition", "2016-4", "2016-04"),
    ),
]


@pytest.mark.parametrize("text,says", WHOLE)
def test_a_claim_that_makes_no_sense(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        claimed(tmp_path, text, **MADNESS)
    assert str(error.value) == f"{tmp_path / 'mine.toml'}: {says}"


def test_editions_outside_those_of_the_scenario(tmp_path: Path) -> None:
    text = claim("never", '["Anna passes"]', 'editions = { to = "2006-02" }')
    with pytest.raises(InputError) as error:
        claimed(tmp_path, text, **RIPPLE)
    says = "claim[0].editions: played from 2006-07 to 2026-01 only"
    assert str(error.value) == f"{tmp_path / 'mine.toml'}: {says}"


def test_an_unknown_case(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        claimed(tmp_path, "", **MADNESS | {"top": 'case = ["C7", "B35"]'})
    says = 'case[1]: no case is called "B35"; did you mean "B095"?'
    assert str(error.value).startswith(f"{tmp_path / 'mine.toml'}: {says[:40]}")
