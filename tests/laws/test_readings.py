"""All rules of all kinds of laws read alike by CPython, by LLVM and by Z3."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.explore import graphs as g
from tests.explore.graph_models import Drawing, native, system
from tests.explore.test_temporal import drawings
from tests.lang.symbolically import Symbolic, disagreements
from tests.lang.test_native import by_native, by_python

from stackproof.lang.readings.python import Player

nodes = st.integers(0, int(g.NODES) - 1)
slots = st.integers(0, int(g.SLOTS) - 1)


@settings(max_examples=150, deadline=None)
@given(made=drawings, node=nodes)
def test_cpython_and_llvm_agree(made: Drawing, node: int) -> None:
    setup, state = made.setup(), bytes([node])
    assert by_native(native(), setup, state) == by_python(Player(native().system, setup), state)


@cache
def symbolic() -> Symbolic:
    return Symbolic(system())


@settings(max_examples=60, deadline=None)
@given(made=drawings, node=nodes, slot=slots)
def test_cpython_and_z3_agree(made: Drawing, node: int, slot: int) -> None:
    assert not disagreements(symbolic(), made.setup(), bytes([node]), 0, slot)
