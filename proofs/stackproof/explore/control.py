"""The control block that the search shares with its kernel, and the kernel's answers."""

from __future__ import annotations

import ctypes
from typing import Final

DONE: Final = 0
PAUSED: Final = 1
ROWS: Final = 2
TABLE: Final = 3

NO_ACTION: Final = 0xFFFFFFFF
"""The action of a finding that belongs to a state and not to a transition."""


class Control(ctypes.Structure):
    """Words in memory. Signed, because Numba turns a sum of signed and unsigned into a float."""

    # Addresses: the model's code, the setup, the three stores, the batch, the findings.
    successors: int
    inspect: int
    setup: int
    rows: int
    links: int
    table: int
    out: int
    records: int
    owners: int
    hashes: int
    seen: int
    first: int
    premises: int
    violated: int
    # Sizes. ``stride`` is in bytes, the limits are in states, ``batch`` in transitions.
    hash_mask: int
    stride: int
    law_words: int
    max_edges: int
    batch: int
    budget: int
    table_bits: int
    table_limit: int
    row_limit: int
    # What the search has found so far.
    states: int
    head: int
    level_end: int
    levels: int
    edges: int
    dead_ends: int
    dead_end: int
    errors: int
    error_site: int
    error_state: int
    error_action: int

    _fields_ = [
        (name, ctypes.c_int64)
        for name in (
            *("successors", "inspect", "setup", "rows", "links", "table"),
            *("out", "records", "owners", "hashes", "seen", "first", "premises", "violated"),
            *("hash_mask", "stride", "law_words", "max_edges", "batch", "budget"),
            *("table_bits", "table_limit", "row_limit"),
            *("states", "head", "level_end", "levels", "edges", "dead_ends", "dead_end"),
            *("errors", "error_site", "error_state", "error_action"),
        )
    ]
