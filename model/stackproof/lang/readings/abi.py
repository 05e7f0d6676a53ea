"""What engines and compiled rules agree on in memory.

A state is a row of ``stride`` bytes: the packed form, then zeros. An edge is ``1 + words`` 64-bit
words: argument, verb << 16 and error site << 32; then one bit for each of ``system.cases``, set
where the law is violated, or where what it calls possible happens. Premises are ``words`` words of
such bits.
"""

from __future__ import annotations

import ctypes
from typing import Any

from ..system import System

POINTER, NUMBER = ctypes.c_void_p, ctypes.c_int64

ENTRIES: dict[str, tuple[Any, ...]] = {
    "successors": (POINTER,) * 5,
    "inspect": (POINTER,) * 4,
    "legal": (POINTER, POINTER, NUMBER, NUMBER),
    "step": (POINTER, POINTER, NUMBER, NUMBER, POINTER, POINTER),
    "observe": (POINTER, POINTER, NUMBER, POINTER),
    "classify": (POINTER, POINTER, NUMBER, NUMBER, NUMBER),
    "cut": (POINTER, POINTER),
}
"""The exported C functions with their parameters; each returns a 64-bit number.

- ``successors(setup, state, out, edges, premises)``: fills rows and edges, adds to the premises of
  step laws; returns how many.
- ``inspect(setup, state, violated, premises)``: bits of the invariants; returns whether the play is
  finished, and error site << 32.
- ``legal(setup, state, verb, argument)``: returns whether it is, and error site << 32.
- ``step(setup, state, verb, argument, out, step)``: one action, legal or not; returns the error
  site.
- ``observe(setup, state, law, marks)``: for a law of ``system.traced``, by its place there, one bit
  for each choice: ``width`` words of where it is triggered, and as many of where it is met; returns
  whether any is triggered, and error site << 32.
- ``classify(setup, state, verb, argument, law)``: returns one bit for each class of transitions to
  which the law wants plays to be fair, and error site << 32.
- ``cut(setup, state)``: returns whether a play that ends here was cut off, and error site << 32.
"""


def stride(system: System) -> int:
    """How far apart states are in memory, in bytes."""
    return (system.state_type.size + 7) // 8 * 8


def words(system: System) -> int:
    """How many 64-bit words hold one bit for each case."""
    return max(1, width(len(system.cases)))


def width(bits: int) -> int:
    """How many 64-bit words hold so many bits."""
    return -(-bits // 64)
