"""Which rules tell the members of a scalarset apart, and where a record holds members."""

from __future__ import annotations

import sys
from functools import cache

import pytest
from tests.lang import apart

from stackproof.lang.declare import Array, Bag, Record
from stackproof.lang.equivariance import Equivariance
from stackproof.lang.frontend import Translator
from stackproof.lang.ir import Unit
from stackproof.lang.members import Member
from stackproof.lang.program import Program
from stackproof.lang.symmetry import (
    ALWAYS,
    Cell,
    Column,
    Heap,
    Place,
    interchangeable,
    layout,
    renamed,
    sorted_bags,
)

PROGRAM = Program([sys.modules[apart.__name__]])
RULES = [key for key in PROGRAM.rules if ".alike_" in key or ".apart_" in key]
CHOSEN, LATER = (f"{apart.__name__}.chosen", f"{apart.__name__}.chosen_later")
CAT, SIZES = Member("cats", 0), {"cats": 4, "queue": 3}


@cache
def equivariance() -> Equivariance:
    return Equivariance(unit(), "cats", SIZES)


@cache
def unit() -> Unit:
    laws = [key for key in RULES if "premise" in key or key.endswith(".alike_any")]
    return Translator(PROGRAM, laws).unit([*RULES, CHOSEN, LATER])


@pytest.mark.parametrize("rule", RULES)
def test_the_text_of_a_rule_tells(rule: str) -> None:
    assert (equivariance().told_apart(rule) is None) == (".alike_" in rule)


@pytest.mark.parametrize(
    "rule, alike",
    [
        ("apart_after_the_premise", True),
        ("apart_beside_the_premise", True),
        ("apart_before_the_premise", False),
        ("apart_in_the_premise", False),
        ("apart_order", True),
    ],
)
def test_the_text_tells_whether_a_premise_depends_on_members(rule: str, alike: bool) -> None:
    """What comes after the last premise does not matter, nor does a rule without any."""
    told = equivariance().premises_told_apart(f"{apart.__name__}.{rule}")
    assert (told is None) == alike


@pytest.mark.parametrize(
    "values, number, alike",
    [
        ({}, CAT, False),
        ({"how": 1}, CAT, False),
        ({"how": 0}, CAT, True),
        ({"how": 0}, None, False),
    ],
)
def test_what_is_given_tells_what_is_read(
    values: dict[str, int], number: Member | None, alike: bool
) -> None:
    told = equivariance().told_apart(CHOSEN, {"number": number}, values)
    assert (told is None) == alike


def test_what_is_assumed_of_a_record_is_so_until_it_changes() -> None:
    assumed = {("House", "waiting"): 1}
    known = Equivariance(unit(), "cats", SIZES, assumed=assumed)
    assert known.told_apart(CHOSEN, {"number": CAT}) is None
    assert known.told_apart(LATER) is not None


def test_what_opaque_rules_do_is_not_looked_at() -> None:
    name = apart.__name__
    asked = Equivariance(unit(), "cats", SIZES, opaque=[f"{name}.apart_certain"])
    assert asked.told_apart(f"{name}.apart_called") is None
    assert asked.called == {f"{name}.apart_certain"}
    asked = Equivariance(unit(), "cats", SIZES, opaque=[f"{name}.is_any"])
    assert asked.told_apart(f"{name}.alike_number") is not None


def test_the_reason_names_the_line() -> None:
    line = apart.apart_certain.__code__.co_firstlineno + 1
    told = equivariance().told_apart(f"{apart.__name__}.apart_certain")
    assert told is not None
    assert told.startswith(f"{apart.__file__}:{line}: ")
    assert told == equivariance().told_apart(f"{apart.__name__}.apart_called")


def test_a_layout_lists_what_there_is_for_each_member_and_what_holds_one() -> None:
    found = layout(PROGRAM.record(apart.House), "cats", 4)
    assert found.columns == [Column(0, 1), Column(4, 1)]
    assert found.cells == [Cell(0, found.size, ALWAYS, (Place(10, 0), Place(11, 2)))]
    assert found.heaps == [Heap(3, Cell(12, 2, -2, (Place(1, 0),)))]


def test_a_record_under_other_names() -> None:
    found = layout(PROGRAM.record(apart.House), "cats", 4)
    house = bytes([1, 0, 0, 0, 1, 2, 3, 4, 0, 1, 0, 5, 1, 0, 1, 2, 0, 0, 2])
    other = renamed(found, house, [3, 1, 2, 0])
    assert other == bytes([0, 0, 0, 1, 4, 2, 3, 1, 0, 1, 3, 2, 1, 3, 1, 2, 0, 0, 2])
    assert renamed(found, other, [3, 1, 2, 0]) == house
    assert sorted_bags(found, house)[12:18] == bytes([1, 2, 1, 0, 0, 0])


def test_members_of_which_a_record_says_the_same_are_interchangeable() -> None:
    found = layout(PROGRAM.record(apart.House), "cats", 4)
    same = bytes([1, 0, 1, 0, 1, 2, 1, 2, 0, 1, 255, 0, *bytes(7)])
    assert interchangeable(found, same) == [[0, 2], [1, 3]]
    named = same[:10] + bytes([2]) + same[11:]
    assert interchangeable(found, named) == [[0], [1, 3], [2]]


class Friends(Record):
    near: Array[apart.Cat, Array[apart.Cat, bool]]


class Lists(Record):
    each: Array[apart.Cat, Bag[apart.Place, apart.Waiter]]


class Numbers(Record):
    some: Bag[apart.Place, apart.Cat]


@pytest.mark.parametrize("record", [Friends, Lists, Numbers])
def test_what_cannot_be_renamed_is_refused(record: type) -> None:
    with pytest.raises(ValueError, match="bag"):
        layout(PROGRAM.record(record), "cats", 4)
