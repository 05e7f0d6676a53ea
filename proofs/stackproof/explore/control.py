"""The control blocks that the search and the graph share with their kernels, and the answers."""

from __future__ import annotations

import ctypes
from typing import Final

DONE: Final = 0
PAUSED: Final = 1
ROWS: Final = 2
TABLE: Final = 3
ARROWS: Final = 4

NO_ACTION: Final = 0xFFFFFFFF
"""The action of a finding that belongs to a state and not to a transition."""
NOWHERE: Final = 0xFFFFFFFF
"""The target of a transition with a rule error."""


UNEXPANDED: Final = 1
CUT: Final = 2
BROKEN: Final = 4
"""Why a play may go on from a state in a way that the graph does not have: it was not expanded,
the play was cut off, or there was a rule error."""
MET: Final = 1
MAYBE: Final = 2
"""What may still be reached from a state: that a law is met, or something unknown."""


MEMBERS: Final = 0
MOVING: Final = 1
CLASSES: Final = 2
PLAIN: Final = 3
REFERENCES: Final = 4
CELLS: Final = 5
PLACES: Final = 6
BAGS: Final = 7
HUES: Final = 8
COLOURS: Final = 9
NEW: Final = 10
ORDER: Final = 11
NAMES: Final = 12
SPARE: Final = 13
DOUBT: Final = 14
SCHEME: Final = 15
"""The words with which a scheme for canonical forms begins, ``SCHEME`` in all: where its parts are
(see ``symmetry.py``), and whether a record was in doubt."""


class Control(ctypes.Structure):
    """Words in memory. Signed, because Numba turns a sum of signed and unsigned into a float."""

    # Addresses: the model's code, the setup, the stores, the batch, the findings. ``arrows`` and
    # ``starts`` are 0 unless the graph is kept, ``scheme`` unless states are renamed.
    successors: int
    inspect: int
    setup: int
    rows: int
    links: int
    table: int
    arrows: int
    starts: int
    out: int
    records: int
    owners: int
    hashes: int
    seen: int
    first: int
    premises: int
    violated: int
    scheme: int
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
    arrow_limit: int
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
            *("successors", "inspect", "setup", "rows", "links", "table", "arrows", "starts"),
            *("out", "records", "owners", "hashes", "seen", "first", "premises", "violated"),
            "scheme",
            *("hash_mask", "stride", "law_words", "max_edges", "batch", "budget"),
            *("table_bits", "table_limit", "row_limit", "arrow_limit"),
            *("states", "head", "level_end", "levels", "edges", "dead_ends", "dead_end"),
            *("errors", "error_site", "error_state", "error_action"),
        )
    ]


class Survey(ctypes.Structure):
    """Words in memory for the passes over the graph, all arrays by address."""

    # The graph, and why it is open in a state (``notes``, a byte each).
    starts: int
    arrows: int
    links: int
    rows: int
    setup: int
    stride: int
    states: int
    expanded: int
    notes: int
    # The model's code, and what it says of a law: marks of ``width`` words for where it is
    # triggered and as many for where it is met; the choice in question.
    cut: int
    observe: int
    classify: int
    law: int
    marks: int
    width: int
    choice: int
    triggered: int
    error: int
    # The states that are meant (``inside``, a byte each); their components in an order in which
    # transitions lead backwards, with room to work.
    inside: int
    work: int
    component: int
    order: int
    placed: int
    # What can be reached (``bits``, a byte each), or was and how (``via``), in the order of
    # ``queue``; findings are the index of a state plus one, 0 for none.
    bits: int
    via: int
    queue: int
    queued: int
    certain: int
    doubtful: int
    # Assumptions of fairness as masks; states on fair cycles, and those still to be looked at.
    weak: int
    strong: int
    fair: int
    remaining: int

    _fields_ = [
        (name, ctypes.c_int64)
        for name in (
            *("starts", "arrows", "links", "rows", "setup", "stride", "states", "expanded"),
            *("notes", "cut", "observe", "classify", "law", "marks", "width", "choice"),
            *("triggered", "error", "inside", "work", "component", "order", "placed"),
            *("bits", "via", "queue", "queued", "certain", "doubtful"),
            *("weak", "strong", "fair", "remaining"),
        )
    ]
