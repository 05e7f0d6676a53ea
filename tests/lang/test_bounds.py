"""Loops over the used part of an array end with it, and nothing else changes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from stackproof.lang import ir
from stackproof.lang.program import Program
from stackproof.lang.readings.bounds import Bounds
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.readings.python import Player
from stackproof.lang.system import Law, System

from . import heap
from .test_native import by_native, by_python

LAWS = [
    Law(rule.__name__, "", rule, kind="invariant")
    for rule in (
        heap.none_is_heavy,
        heap.later_ones_are_light,
        heap.heavy_or_empty,
        heap.empty_beyond,
    )
]


@pytest.fixture(scope="module")
def system() -> System:
    return System(
        Program([heap]), heap.Setup, heap.State, heap.Step, heap.VERBS,
        heap.legal, heap.apply, heap.finished, LAWS,
    )  # fmt: skip


def test_every_state_is_read_alike(system: System) -> None:
    native = NativeReading(system)
    for least, *weights, size in product(range(3), range(3), range(3), range(3), range(4)):
        setup, state = bytes([least]), bytes([*weights, size])
        assert by_native(native, setup, state) == by_python(Player(system, setup), state)


@pytest.mark.parametrize("rule", [*heap.BOUNDED, *heap.UNBOUNDED], ids=lambda rule: rule.__name__)
def test_bounds_are_found_where_the_body_does_nothing_beyond(
    system: System, rule: Callable[..., Any]
) -> None:
    unit = system.unit
    function = unit.functions[system.key(rule)]
    (loop,) = (statement for statement in function.body if isinstance(statement, ir.Loop))
    bound = Bounds(function, unit).of(loop)
    assert (bound is not None) == (rule in heap.BOUNDED)
